/* The pins of the input chain and of the key on the RP2040. */
#ifndef PINS_H
#define PINS_H

#include "protocol.h"
#include "registers.h"

static inline void chain_pin(uint8_t pin, uint32_t pad)
{
    PAD(pin) = pad;
    GPIO_CTRL(pin) = FUNCTION_SIO;
}

static inline void pins_start(void)
{
    GPIO_OUT_SET = 1UL << GP_CHAIN_LATCH;
    GPIO_OE_SET = 1UL << GP_CHAIN_LATCH | 1UL << GP_CHAIN_CLOCK | 1UL << GP_CHAIN_FEED;
    chain_pin(GP_CHAIN_LATCH, PAD_DOWN);
    chain_pin(GP_CHAIN_CLOCK, PAD_DOWN);
    chain_pin(GP_CHAIN_FEED, PAD_DOWN);
    /* As on the AVR: the external resistor is stronger than this pull-up. */
    chain_pin(GP_CHAIN_DATA, PAD_UP);
    chain_pin(GP_ENABLE, PAD_UP);
}

/* Latches the inputs. Each wait exceeds every delay of a 74HC165, even at 2 V (Nexperia, 74HC165). */
static inline void chain_load(void)
{
    GPIO_OUT_CLR = 1UL << GP_CHAIN_LATCH;
    wait_12();
    GPIO_OUT_SET = 1UL << GP_CHAIN_LATCH;
    wait_12();
}

/* Level of the chain's serial output. */
static inline uint8_t chain_data(void)
{
    return GPIO_IN >> GP_CHAIN_DATA & 1;
}

/* Shifts by one bit; ``feed`` enters at the far end. */
static inline void chain_clock(uint8_t feed)
{
    if (feed)
        GPIO_OUT_SET = 1UL << GP_CHAIN_FEED;
    else
        GPIO_OUT_CLR = 1UL << GP_CHAIN_FEED;
    wait_12();
    GPIO_OUT_SET = 1UL << GP_CHAIN_CLOCK;
    wait_12();
    GPIO_OUT_CLR = 1UL << GP_CHAIN_CLOCK;
}

static inline uint8_t key_closed(void)
{
    return !(GPIO_IN >> GP_ENABLE & 1);
}

#endif
