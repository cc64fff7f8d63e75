#!/bin/sh
exec python "$(dirname "$0")/solve.py" "$@"
