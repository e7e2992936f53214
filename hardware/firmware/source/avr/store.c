#include "store.h"

#include <avr/eeprom.h>

#define BOOT_SIZE 4

static void *place(uint8_t cell)
{
    return (void *)(uint16_t)(cell < CELL_BOOT ? cell * CELL_SIZE : CELL_BOOT * CELL_SIZE + (cell - CELL_BOOT) * BOOT_SIZE);
}

void store_read(uint8_t cell, void *to, uint8_t size)
{
    eeprom_read_block(to, place(cell), size);
}

void store_write(uint8_t cell, const void *from, uint8_t size)
{
    eeprom_update_block(from, place(cell), size);
}
