/* What the files of the RP2040 have among themselves. */
#ifndef BOARD_RP2040_H
#define BOARD_RP2040_H

#include <stdint.h>

/* The pins can be set from here on. */
void board_pins(void);

/* A millisecond has gone by: the line looks whether there is something to do, in an interrupt of its own. */
void line_tick(void);
void line_interrupt(void);

/* The number that the maker of the flash gave it. */
void store_serial(uint32_t serial[2]);

#endif
