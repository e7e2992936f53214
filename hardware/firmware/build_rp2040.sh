#!/bin/sh
# Builds the firmware for the RP2040: the same sources and compiler give the same bytes. Usage: build_rp2040.sh DIRECTORY
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
out=$(mkdir -p "$1" && CDPATH='' cd -- "$1" && pwd)
cd "$here/source"
arm-none-eabi-gcc -mcpu=cortex-m0plus -mthumb -ffreestanding -nostdlib -nostartfiles -std=c11 -O2 -fno-ident -fshort-enums \
    -fno-strict-aliasing -fno-tree-loop-distribute-patterns -funsigned-char -Wall -Wextra -Werror -ffunction-sections -fdata-sections \
    -Wl,--gc-sections -Wl,--build-id=none -Wl,--no-warn-rwx-segments -T rp2040/link.ld -I. -Irp2040 -o "$out/jantaku-rp2040.elf" ./*.c rp2040/*.c -lgcc
arm-none-eabi-objcopy -O binary -R .bss -R .noinit "$out/jantaku-rp2040.elf" "$out/jantaku-rp2040.bin"
echo "flash and memory $(arm-none-eabi-size "$out/jantaku-rp2040.elf" | awk 'NR == 2 { print $1 + $2 " bytes, variables " $3 }')"
