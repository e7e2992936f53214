#include "contacts.h"

#include "drive.h"
#include "target.h"

static volatile uint16_t closed, left;
static volatile uint8_t starting;
static volatile struct Drive on;

void contacts_start(void)
{
    drive_start();
}

void contacts_close(uint16_t mask, uint16_t ms)
{
    struct Drive drive = drive_of(mask);
    ATOMIC
    {
        on = drive;
        closed = mask;
        left = ms;
        starting = 1;
    }
}

uint8_t contacts_open(void)
{
    uint8_t was_closed;
    ATOMIC
    {
        drive_off();
        was_closed = closed != 0;
        closed = 0;
        starting = 0;
    }
    return was_closed;
}

uint16_t contacts_closed(void)
{
    uint16_t mask;
    ATOMIC
    {
        mask = closed;
    }
    return mask;
}

uint8_t contacts_read_off(void)
{
    return drive_is_off();
}

void contacts_tick(void)
{
    if (!closed)
        return;
    if (starting) {
        starting = 0;
        drive_on(&on);
    } else if (!--left) {
        drive_off();
        closed = 0;
    }
}
