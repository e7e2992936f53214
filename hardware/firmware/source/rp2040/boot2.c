/*
 * The first 252 bytes of the flash: the boot ROM copies them to memory, checks the CRC that follows and jumps there.
 * They make the flash readable as memory and start the program at the vectors behind the CRC.
 */
#include "flash.h"

__attribute__((naked, used, noreturn, section(".boot2"))) void boot2(void)
{
    flash_as_memory();
    __asm__ volatile("msr msp, %0\n\tbx %1" : : "r"(REGISTER(FLASH + 0x100)), "r"(REGISTER(FLASH + 0x104)));
    __builtin_unreachable();
}
