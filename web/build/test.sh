#!/bin/sh
# Checks format and types, and runs the tests that need no browser; the results are where Maven's are.
#
#   test.sh <folder for the reports>
set -eu
cd "$(dirname -- "$0")/.."
. build/node.sh

missing=$(find_node) || {
    echo "[WARNING] The tests of the web app are skipped: $missing."
    exit 0
}
install_packages
npm run --silent format:check
npm run --silent check
# Whether one has failed is in the report, as with all other tests.
npm test --silent -- --reporter=default --reporter=junit --outputFile.junit="$1/TEST-web.xml" || [ -s "$1/TEST-web.xml" ]
