#include "clock.h"

#include "board.h"
#include "contacts.h"
#include "lines.h"
#include "target.h"

static volatile uint32_t ms;
volatile uint8_t clock_woke;

void clock_start(void)
{
    board_ticks();
}

uint32_t clock_ms(void)
{
    uint32_t now;
    ATOMIC
    {
        now = ms;
    }
    return now;
}

void clock_tick(void)
{
    if ((uint8_t)++ms % SAMPLE_MS == 0)
        clock_woke = 1;
    /* In the interrupt, so that a pulse ends on time even if the main loop is busy. */
    contacts_tick();
}
