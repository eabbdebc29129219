#!/bin/bash
# Installs what assay needs and builds it: install_tool.sh v1
set -eu
[ "${1:-}" = v1 ] || { echo "usage: install_tool.sh v1" >&2; exit 1; }
cd "$(dirname "$0")/.."
script/setup
meson setup build --buildtype=release 2>/dev/null || meson setup --reconfigure build
ninja -C build assay
build/assay --version
