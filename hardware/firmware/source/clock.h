/* Milliseconds since the start, from Timer1. */
#ifndef CLOCK_H
#define CLOCK_H

#include <stdint.h>

void clock_start(void);

uint32_t clock_ms(void);

/* Whether ``now`` has reached ``due``, also across the wrap after 49 days. */
static inline uint8_t clock_reached(uint32_t now, uint32_t due)
{
    return (int32_t)(now - due) >= 0;
}

#endif
