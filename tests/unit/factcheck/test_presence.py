"""Names that look alike are other names."""

import pytest

from services.factcheck.presence import names_sibling, present


@pytest.mark.parametrize(
    ("key", "text", "stands"),
    [
        ("白鸥72", "白鸥720很重", 0.0),
        ("白鸥72", "白鸥72很重", 1.0),
        ("x200", "The X-200 is heavy.", 1.0),
        ("x200", "The X-2000 is heavy.", 0.0),
    ],
)
def test_a_number_has_borders_in_any_script(key: str, text: str, stands: float) -> None:
    assert present(key, text) == stands


@pytest.mark.parametrize(
    ("key", "text", "sibling"),
    [
        ("白鸥720", "型号: 白鸥270; 重量: 80公斤", True),
        ("白鸥720", "白鸥720重98公斤", False),
        ("tarn 420", "The Tarn 240 weighs 80 kg.", True),
        ("tarn 420", "It weighs 80 kg.", False),
        ("velmoor pumps", "Velmoor Valves sells pumps.", False),
        ("tarn 420", "Its housing is cast in two halves and looks much like that of the Tarn 240.", False),
    ],
)
def test_a_line_about_another_number_of_the_series_is_told(key: str, text: str, sibling: bool) -> None:
    assert names_sibling(key, text) is sibling
