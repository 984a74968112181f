#!/bin/sh
# Builds the web app and puts it where the jar is packed from. What was built before is taken if nothing has changed.
# Without Node.js, or where npm cannot fetch the packages, the jar stays empty: the gateway runs and says so at /.
#
#   build.sh <folder>
set -eu
cd "$(dirname -- "$0")/.."
. build/node.sh
folder=$1

leave_out() {
    echo "[WARNING] The web app is left out: $1. Install Node.js 20 or later with npm, and build again."
    rm -rf "$folder"
    exit 0
}

missing=$(find_node) || leave_out "$missing"
inputs=$(find src public serviceWorker index.html build package.json package-lock.json vite.config.ts tsconfig.base.json -type f -print 2>/dev/null \
    | LC_ALL=C sort | while read -r file; do cksum "$file"; done | cksum)
if [ "$(cat dist/.inputs 2>/dev/null)" != "$inputs" ]; then
    echo "[INFO] Building the web app"
    install_packages || leave_out "npm could not fetch its packages"
    npm run --silent build
    node build/pack.mjs dist
    echo "$inputs" >dist/.inputs
fi
rm -rf "$folder"
mkdir -p "$(dirname -- "$folder")"
cp -R dist "$folder"
rm -f "$folder/.inputs"
