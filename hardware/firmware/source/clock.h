/* Milliseconds since the start. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

void clock_start(void);

uint32_t clock_ms(void);

/* Called each millisecond by the interrupt of the board's timer. */
void clock_tick(void);

/* 1 after an interrupt: there is work for the main loop. */
extern volatile uint8_t clock_woke;

#endif
