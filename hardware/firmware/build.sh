#!/bin/sh
# Builds the firmware: the same sources and compiler give the same bytes. Usage: build.sh DIRECTORY
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
out=$(mkdir -p "$1" && CDPATH='' cd -- "$1" && pwd)
limit=12288
cd "$here/source"
avr-gcc -mmcu=atmega328p -ffixed-r2 -DF_CPU=16000000UL -std=c11 -Os -flto -fno-inline-small-functions -fno-gcse -fno-ident -fshort-enums -fno-strict-aliasing -mrelax -funsigned-char \
    -Wall -Wextra -Werror -ffunction-sections -fdata-sections -Wl,--gc-sections \
    -o "$out/jantaku.elf" -I. -Iavr ./*.c avr/*.c
avr-objcopy -O ihex -R .eeprom "$out/jantaku.elf" "$out/jantaku.hex"
size=$(avr-size "$out/jantaku.elf" | awk 'NR == 2 { print $1 + $2 " " $2 + $3 }')
echo "flash ${size% *} of $limit bytes, memory ${size#* } of 2048 bytes"
[ "${size% *}" -lt "$limit" ]
