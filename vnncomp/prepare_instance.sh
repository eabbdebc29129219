#!/bin/bash
# Makes an instance ready: prepare_instance.sh v1 CATEGORY NETWORK PROPERTY
# Nothing is left running, and the files are in the cache. Exit code 0: run it; 1: skip it, the files cannot be read.
set -eu
[ "${1:-}" = v1 ] && [ $# -eq 4 ] || { echo "usage: prepare_instance.sh v1 CATEGORY NETWORK PROPERTY" >&2; exit 1; }
[ -x "$(dirname "$0")/../build/assay" ] || { echo "prepare_instance.sh: run install_tool.sh first" >&2; exit 1; }
cat -- "$3" "$4" >/dev/null
