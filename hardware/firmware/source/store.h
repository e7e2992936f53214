/* Non-volatile cells; a power cut while a cell is written does not damage the others. */
#ifndef STORE_H
#define STORE_H

#include <stdint.h>

#define CELL_SIZE 64

/* The first of two cells, each. */
enum { CELL_SETTINGS = 0, CELL_BOOT = 2, CELLS = 4 };

void store_read(uint8_t cell, void *to, uint8_t size);

/* Returns after the write is complete; equal content is not written again. */
void store_write(uint8_t cell, const void *from, uint8_t size);

#endif
