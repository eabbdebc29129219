#!/bin/bash
# Verifies an instance: run_instance.sh v1 CATEGORY NETWORK PROPERTY RESULTS SECONDS
# RESULTS gets sat with the counterexample, unsat, unknown, timeout or error. The exit code is 0 if it was written.
set -eu
[ "${1:-}" = v1 ] && [ $# -eq 6 ] || { echo "usage: run_instance.sh v1 CATEGORY NETWORK PROPERTY RESULTS SECONDS" >&2; exit 1; }
assay="$(dirname "$0")/../build/assay"
code=0
"$assay" verify "$3" "$4" --results "$5" --timeout "${6}s" -j "$(nproc)" >/dev/null || code=$?
# 0: unsat; 1: sat, unknown or timeout; else there is no result
[ "$code" -le 1 ] || echo error >"$5"
