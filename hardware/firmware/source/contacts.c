#include "contacts.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#define WANT_OUTPUTS
#include "tables.h"

static volatile uint16_t closed, left;
static volatile uint8_t starting, on_b, on_c, on_d;

static inline void all_off(void)
{
    PORTB &= ~OUTPUTS_ON_B;
    PORTC &= ~OUTPUTS_ON_C;
    PORTD &= ~OUTPUTS_ON_D;
}

void contacts_start(void)
{
    /* Low before they become outputs, so that none of them twitches. */
    all_off();
    DDRB |= OUTPUTS_ON_B;
    DDRC |= OUTPUTS_ON_C;
    DDRD |= OUTPUTS_ON_D;
}

void contacts_close(uint16_t mask, uint16_t ms)
{
    uint8_t b = 0, c = 0, d = 0;
    for (uint8_t i = 0; i < OUTPUT_COUNT; i++) {
        if (!(mask >> i & 1))
            continue;
        uint8_t pin = pgm_read_byte(&OUTPUTS[i].mask);
        switch (pgm_read_byte(&OUTPUTS[i].port)) {
        case 'B':
            b |= pin;
            break;
        case 'C':
            c |= pin;
            break;
        default:
            d |= pin;
        }
    }
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        on_b = b;
        on_c = c;
        on_d = d;
        closed = mask;
        left = ms;
        starting = 1;
    }
}

uint8_t contacts_open(void)
{
    uint8_t was_closed;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        all_off();
        was_closed = closed != 0;
        closed = 0;
        starting = 0;
    }
    return was_closed;
}

uint16_t contacts_closed(void)
{
    uint16_t mask;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        mask = closed;
    }
    return mask;
}

uint8_t contacts_read_off(void)
{
    return !(PORTB & OUTPUTS_ON_B) && !(PORTC & OUTPUTS_ON_C) && !(PORTD & OUTPUTS_ON_D) &&
           !(PINB & OUTPUTS_ON_B) && !(PINC & OUTPUTS_ON_C) && !(PIND & OUTPUTS_ON_D) &&
           (DDRB & OUTPUTS_ON_B) == OUTPUTS_ON_B && (DDRC & OUTPUTS_ON_C) == OUTPUTS_ON_C &&
           (DDRD & OUTPUTS_ON_D) == OUTPUTS_ON_D;
}

void contacts_tick(void)
{
    if (!closed)
        return;
    if (starting) {
        starting = 0;
        PORTB |= on_b;
        PORTC |= on_c;
        PORTD |= on_d;
    } else if (!--left) {
        all_off();
        closed = 0;
    }
}
