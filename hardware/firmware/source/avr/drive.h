/* The pins of the outputs on the AVR: three ports, one after the other. Included by contacts.c alone. */
#ifndef DRIVE_H
#define DRIVE_H

#include <avr/io.h>

#define WANT_OUTPUTS
#include "tables.h"

struct Drive {
    uint8_t b, c, d;
};

static inline struct Drive drive_of(uint16_t mask)
{
    struct Drive drive = { 0, 0, 0 };
    for (uint8_t i = 0; i < OUTPUT_COUNT; i++) {
        if (!(mask >> i & 1))
            continue;
        uint8_t pin = pgm_read_byte(&OUTPUTS[i].mask);
        switch (pgm_read_byte(&OUTPUTS[i].port)) {
        case 'B':
            drive.b |= pin;
            break;
        case 'C':
            drive.c |= pin;
            break;
        default:
            drive.d |= pin;
        }
    }
    return drive;
}

static inline void drive_on(const volatile struct Drive *drive)
{
    PORTB |= drive->b;
    PORTC |= drive->c;
    PORTD |= drive->d;
}

static inline void drive_off(void)
{
    PORTB &= ~OUTPUTS_ON_B;
    PORTC &= ~OUTPUTS_ON_C;
    PORTD &= ~OUTPUTS_ON_D;
}

static inline void drive_start(void)
{
    /* Set low before they become outputs, to avoid a pulse. */
    drive_off();
    DDRB |= OUTPUTS_ON_B;
    DDRC |= OUTPUTS_ON_C;
    DDRD |= OUTPUTS_ON_D;
}

static inline uint8_t drive_is_off(void)
{
    return !(PORTB & OUTPUTS_ON_B) && !(PORTC & OUTPUTS_ON_C) && !(PORTD & OUTPUTS_ON_D) &&
           !(PINB & OUTPUTS_ON_B) && !(PINC & OUTPUTS_ON_C) && !(PIND & OUTPUTS_ON_D) &&
           (DDRB & OUTPUTS_ON_B) == OUTPUTS_ON_B && (DDRC & OUTPUTS_ON_C) == OUTPUTS_ON_C &&
           (DDRD & OUTPUTS_ON_D) == OUTPUTS_ON_D;
}

#endif
