/* Milliseconds since the start, from Timer1. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

void clock_start(void);

uint32_t clock_ms(void);

/* The main loop is alive: milliseconds are counted from here on, see ``clock_unfed``. */
void clock_feed(void);

/* Milliseconds since then; it outlives a reset. */
extern volatile uint16_t clock_unfed;

/* 1 after an interrupt: the main loop has something to look at. */
extern volatile uint8_t clock_woke;

#endif
