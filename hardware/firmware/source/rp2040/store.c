/* The store in the last sectors of the flash, one per cell. The program runs from memory, so that the clock continues
 * while the flash is busy. */
#include "store.h"

#include "board_rp2040.h"
#include "flash.h"
#include "target.h"

#define FLASH_SIZE (2UL << 20)
#define SECTOR 4096UL
#define ID_GAP 4

static uint32_t place(uint8_t cell)
{
    return FLASH_SIZE - (CELLS - cell) * SECTOR;
}

static void by_hand(void)
{
    REGISTER(SSI_SSIENR) = 0;
    REGISTER(SSI_BAUDR) = FLASH_DIVIDER;
    REGISTER(SSI_CTRLR0) = 7UL << 16;
    REGISTER(SSI_CTRLR1) = 0;
    REGISTER(SSI_SER) = 1;
    REGISTER(SSI_SSIENR) = 1;
}

static uint8_t swap(uint8_t byte)
{
    REGISTER(SSI_DR0) = byte;
    while (!(REGISTER(SSI_SR) & SSI_SR_RFNE))
        ;
    return (uint8_t)REGISTER(SSI_DR0);
}

static void chosen(uint32_t level)
{
    REGISTER(QSPI_SS_CTRL) = (REGISTER(QSPI_SS_CTRL) & ~QSPI_SS_OUTOVER) | level;
    (void)REGISTER(QSPI_SS_CTRL);
}

static void begin(uint8_t command)
{
    chosen(QSPI_SS_LOW);
    swap(command);
}

static void end(void)
{
    chosen(QSPI_SS_HIGH);
}

static void begin_at(uint8_t command, uint32_t at)
{
    begin(FLASH_WRITE_ENABLE);
    end();
    begin(command);
    swap((uint8_t)(at >> 16));
    swap((uint8_t)(at >> 8));
    swap((uint8_t)at);
}

static void end_and_wait(void)
{
    uint8_t status;
    end();
    do {
        begin(FLASH_STATUS);
        status = swap(0);
        end();
    } while (status & FLASH_STATUS_BUSY);
}

static void as_memory(void)
{
    chosen(0);
    flash_as_memory();
}

void store_read(uint8_t cell, void *to, uint8_t size)
{
    memcpy(to, (const void *)(FLASH_UNCACHED + place(cell)), size);
}

void store_write(uint8_t cell, const void *from, uint8_t size)
{
    if (!memcmp(from, (const void *)(FLASH_UNCACHED + place(cell)), size))
        return;
    by_hand();
    begin_at(FLASH_ERASE_SECTOR, place(cell));
    end_and_wait();
    begin_at(FLASH_WRITE_PAGE, place(cell));
    for (uint8_t i = 0; i < size; i++)
        swap(((const uint8_t *)from)[i]);
    end_and_wait();
    as_memory();
}

void store_serial(uint32_t serial[2])
{
    by_hand();
    begin(FLASH_UNIQUE_ID);
    for (uint8_t i = 0; i < ID_GAP; i++)
        swap(0);
    for (uint8_t i = 0; i < 2 * sizeof *serial; i++)
        ((uint8_t *)serial)[i] = swap(0);
    end();
    as_memory();
}
