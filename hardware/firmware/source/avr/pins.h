/* The pins of the input chain and of the key on the AVR. */
#ifndef PINS_H
#define PINS_H

#include <avr/io.h>

#include "protocol.h"

static inline void pins_start(void)
{
    CHAIN_LATCH_PORT |= _BV(CHAIN_LATCH_BIT);
    CHAIN_LATCH_DDR |= _BV(CHAIN_LATCH_BIT);
    CHAIN_CLOCK_DDR |= _BV(CHAIN_CLOCK_BIT);
    CHAIN_FEED_DDR |= _BV(CHAIN_FEED_BIT);
    /* The external 4.7 kOhm to ground is stronger than this pull-up; a board without wiring reads all inputs as off. */
    CHAIN_DATA_PORT |= _BV(CHAIN_DATA_BIT);
    ENABLE_PORT |= _BV(ENABLE_BIT);
}

/* Latches the inputs of the chain. */
static inline void chain_load(void)
{
    CHAIN_LATCH_PORT &= ~_BV(CHAIN_LATCH_BIT);
    CHAIN_LATCH_PORT |= _BV(CHAIN_LATCH_BIT);
}

/* Level of the chain's serial output. */
static inline uint8_t chain_data(void)
{
    return CHAIN_DATA_PIN & _BV(CHAIN_DATA_BIT);
}

/* Shifts by one bit; ``feed`` enters at the far end. */
static inline void chain_clock(uint8_t feed)
{
    if (feed)
        CHAIN_FEED_PORT |= _BV(CHAIN_FEED_BIT);
    else
        CHAIN_FEED_PORT &= ~_BV(CHAIN_FEED_BIT);
    CHAIN_CLOCK_PORT |= _BV(CHAIN_CLOCK_BIT);
    CHAIN_CLOCK_PORT &= ~_BV(CHAIN_CLOCK_BIT);
}

static inline uint8_t key_closed(void)
{
    return !(ENABLE_PIN & _BV(ENABLE_BIT));
}

#endif
