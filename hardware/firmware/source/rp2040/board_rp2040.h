/* Functions shared by the source files for the RP2040. */
#ifndef BOARD_RP2040_H
#define BOARD_RP2040_H

#include <stdint.h>

/* Makes the pins usable. */
void board_pins(void);

/* Called each millisecond: requests the line's interrupt if there is work. */
void line_tick(void);
void line_interrupt(void);

/* Unique id of the flash chip. */
void store_serial(uint32_t serial[2]);

#endif
