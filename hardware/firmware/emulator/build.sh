#!/bin/sh
# Builds the emulator's harness. Usage: build.sh DIRECTORY
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
mkdir -p "$1"
cc -std=gnu11 -O2 -Wall -Wextra -isystem /usr/include/simavr -o "$1/harness" "$here/harness.c" -lsimavr
