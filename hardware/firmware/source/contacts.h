/* The outputs: off at the start, closed together for one pulse, opened by the clock interrupt in any case. */
#ifndef CONTACTS_H
#define CONTACTS_H

#include <stdint.h>

void contacts_start(void);

/* Closes ``mask`` at the next tick, for exactly ``ms``. */
void contacts_close(uint16_t mask, uint16_t ms);

/* All off at once; 1 when that ended a pulse early. */
uint8_t contacts_open(void);

/* Mask of the outputs that are closed or will close at the next tick. */
uint16_t contacts_closed(void);

/* 1 if the port registers read back every output as off. */
uint8_t contacts_read_off(void);

/* Called each millisecond by the clock's interrupt. */
void contacts_tick(void);

#endif
