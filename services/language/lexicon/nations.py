"""Countries with what their people are called, in English and Chinese: one line a country.

The forms of one line mean the same country when a nationality is asked for. Historic states have lines of their own
where a source would not call their people by the later name.
"""

_TABLE = """
Afghanistan|Afghan|阿富汗
Albania|Albanian|阿尔巴尼亚
Algeria|Algerian|阿尔及利亚
Argentina|Argentine|Argentinian|Argentinean|阿根廷
Armenia|Armenian|亚美尼亚
Australia|Australian|澳大利亚|澳洲
Austria|Austrian|奥地利
Azerbaijan|Azerbaijani|阿塞拜疆
Bangladesh|Bangladeshi|孟加拉国|孟加拉
Belarus|Belarusian|白俄罗斯
Belgium|Belgian|比利时
Bolivia|Bolivian|玻利维亚
Bosnia and Herzegovina|Bosnian|Bosnia|波黑|波斯尼亚
Brazil|Brazilian|巴西
Bulgaria|Bulgarian|保加利亚
Cambodia|Cambodian|柬埔寨
Cameroon|Cameroonian|喀麦隆
Canada|Canadian|加拿大
Chile|Chilean|智利
China|Chinese|People's Republic of China|PRC|中国|中华人民共和国|中
Colombia|Colombian|哥伦比亚
Croatia|Croatian|Croat|克罗地亚
Cuba|Cuban|古巴
Cyprus|Cypriot|塞浦路斯
Czech Republic|Czech|Czechia|捷克
Denmark|Danish|Dane|丹麦
Ecuador|Ecuadorian|厄瓜多尔
Egypt|Egyptian|埃及
England|English|英格兰
Estonia|Estonian|爱沙尼亚
Ethiopia|Ethiopian|埃塞俄比亚
Finland|Finnish|Finn|芬兰
France|French|法国|法
Georgia|Georgian|格鲁吉亚
Germany|German|Federal Republic of Germany|德国|德
Ghana|Ghanaian|加纳
Greece|Greek|希腊
Hong Kong|Hongkonger|香港
Hungary|Hungarian|匈牙利
Iceland|Icelandic|Icelander|冰岛
India|Indian|印度
Indonesia|Indonesian|印度尼西亚|印尼
Iran|Iranian|Persian|伊朗
Iraq|Iraqi|伊拉克
Ireland|Irish|爱尔兰
Israel|Israeli|以色列
Italy|Italian|意大利|意
Jamaica|Jamaican|牙买加
Japan|Japanese|日本|日
Jordan|Jordanian|约旦
Kazakhstan|Kazakh|Kazakhstani|哈萨克斯坦
Kenya|Kenyan|肯尼亚
Latvia|Latvian|拉脱维亚
Lebanon|Lebanese|黎巴嫩
Lithuania|Lithuanian|立陶宛
Luxembourg|Luxembourgish|Luxembourger|卢森堡
Malaysia|Malaysian|马来西亚
Malta|Maltese|马耳他
Mexico|Mexican|墨西哥
Mongolia|Mongolian|蒙古|蒙古国
Morocco|Moroccan|摩洛哥
Myanmar|Burmese|Burma|缅甸
Nepal|Nepali|Nepalese|尼泊尔
Netherlands|the Netherlands|Dutch|Holland|荷兰
New Zealand|New Zealander|新西兰
Nigeria|Nigerian|尼日利亚
North Korea|North Korean|朝鲜
Norway|Norwegian|挪威
Pakistan|Pakistani|巴基斯坦
Palestine|Palestinian|巴勒斯坦
Peru|Peruvian|秘鲁
Philippines|the Philippines|Filipino|Philippine|菲律宾
Poland|Polish|Pole|波兰
Portugal|Portuguese|葡萄牙
Puerto Rico|Puerto Rican|波多黎各
Romania|Romanian|罗马尼亚
Russia|Russian|Russian Federation|俄罗斯|俄国|俄
Saudi Arabia|Saudi|Saudi Arabian|沙特阿拉伯|沙特
Scotland|Scottish|Scot|苏格兰
Senegal|Senegalese|塞内加尔
Serbia|Serbian|Serb|塞尔维亚
Singapore|Singaporean|新加坡
Slovakia|Slovak|斯洛伐克
Slovenia|Slovene|Slovenian|斯洛文尼亚
South Africa|South African|南非
South Korea|South Korean|Korean|Korea|韩国|大韩民国
Soviet Union|Soviet|USSR|苏联
Spain|Spanish|Spaniard|西班牙|西
Sri Lanka|Sri Lankan|斯里兰卡
Sweden|Swedish|Swede|瑞典
Switzerland|Swiss|瑞士
Syria|Syrian|叙利亚
Taiwan|Taiwanese|台湾
Thailand|Thai|泰国|泰
Tunisia|Tunisian|突尼斯
Turkey|Turkish|Türkiye|Turk|土耳其
Ukraine|Ukrainian|乌克兰
United Kingdom|the United Kingdom|British|UK|U.K.|Great Britain|Britain|Briton|英国|英
United States|the United States|American|USA|U.S.|US|U.S.A.|United States of America|美国|美
Uruguay|Uruguayan|乌拉圭
Uzbekistan|Uzbek|Uzbekistani|乌兹别克斯坦
Venezuela|Venezuelan|委内瑞拉
Vietnam|Vietnamese|越南|越
Wales|Welsh|威尔士
Yugoslavia|Yugoslav|Yugoslavian|南斯拉夫
"""

NATIONS: dict[str, str] = {
    form.casefold(): line.partition("|")[0] for line in _TABLE.strip().splitlines() for form in line.split("|")
}
"""The English name of the country for every form, in lower case."""
