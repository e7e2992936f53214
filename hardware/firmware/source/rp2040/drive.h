/* The pins of the outputs on the RP2040, all in one register. Included by contacts.c alone. */
#ifndef DRIVE_H
#define DRIVE_H

#include "board_rp2040.h"
#include "protocol.h"
#include "registers.h"

#define OUTPUTS_ALL (((1UL << OUTPUT_COUNT) - 1) << GP_OUTPUTS)

struct Drive {
    uint32_t pins;
};

static inline struct Drive drive_of(uint16_t mask)
{
    return (struct Drive){ (uint32_t)mask << GP_OUTPUTS & OUTPUTS_ALL };
}

static inline void drive_on(const volatile struct Drive *drive)
{
    GPIO_OUT_SET = drive->pins;
}

static inline void drive_off(void)
{
    GPIO_OUT_CLR = OUTPUTS_ALL;
}

static inline void drive_start(void)
{
    board_pins();
    /* Set low before they become outputs, to avoid a pulse; after a reset the pins are pulled down. */
    drive_off();
    GPIO_OE_SET = OUTPUTS_ALL;
    for (uint8_t pin = GP_OUTPUTS; pin < GP_OUTPUTS + OUTPUT_COUNT; pin++) {
        PAD(pin) = PAD_DOWN;
        GPIO_CTRL(pin) = FUNCTION_SIO;
    }
}

static inline uint8_t drive_is_off(void)
{
    return !(GPIO_OUT & OUTPUTS_ALL) && !(GPIO_IN & OUTPUTS_ALL) && (GPIO_OE & OUTPUTS_ALL) == OUTPUTS_ALL;
}

#endif
