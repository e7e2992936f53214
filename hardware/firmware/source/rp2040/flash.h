/* Basic commands of the flash, which every chip used on RP2040 boards supports. */
#ifndef FLASH_H
#define FLASH_H

#include "registers.h"

#define FLASH_READ 0x03
#define FLASH_WRITE_PAGE 0x02
#define FLASH_STATUS 0x05
#define FLASH_STATUS_BUSY 1
#define FLASH_WRITE_ENABLE 0x06
#define FLASH_ERASE_SECTOR 0x20
#define FLASH_UNIQUE_ID 0x4B

/* Divider of 48 MHz, and of the 6 MHz at the start: the result is below the limit of READ for all these chips. */
#define FLASH_DIVIDER 2

/* Makes the flash readable as memory: 24 address bits, then 32 data bits, for each access. */
static inline __attribute__((always_inline)) void flash_as_memory(void)
{
    REGISTER(SSI_SSIENR) = 0;
    REGISTER(SSI_BAUDR) = FLASH_DIVIDER;
    REGISTER(SSI_CTRLR0) = 31UL << 16 | 3UL << 8;
    REGISTER(SSI_CTRLR1) = 0;
    REGISTER(SSI_SPI_CTRLR0) = (uint32_t)FLASH_READ << 24 | 2UL << 8 | 6UL << 2;
    REGISTER(SSI_SER) = 1;
    REGISTER(SSI_SSIENR) = 1;
}

#endif
