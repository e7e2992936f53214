#include "clock.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/atomic.h>

#include "contacts.h"
#include "lines.h"

static volatile uint32_t ms;
volatile uint8_t clock_woke;
volatile uint16_t clock_unfed __attribute__((section(".noinit")));

void clock_start(void)
{
    /* CTC at 16 MHz / 64 / 250: 1 kHz. Timer1, because emulators know it best. */
    TCCR1A = 0;
    OCR1A = F_CPU / 64 / 1000 - 1;
    TCCR1B = _BV(WGM12) | _BV(CS11) | _BV(CS10);
    TIMSK1 = _BV(OCIE1A);
}

uint32_t clock_ms(void)
{
    uint32_t now;
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        now = ms;
    }
    return now;
}

void clock_feed(void)
{
    ATOMIC_BLOCK(ATOMIC_RESTORESTATE)
    {
        clock_unfed = 0;
    }
}

ISR(TIMER1_COMPA_vect)
{
    if ((uint8_t)++ms % SAMPLE_MS == 0)
        clock_woke = 1;
    clock_unfed++;
    /* Here, so that a pulse ends on time whatever the main loop does. */
    contacts_tick();
}
