#include "events.h"

#include "clock.h"

struct Kept {
    uint32_t at_ms, due;
    uint8_t kind, seat, code;
};

static struct Kept ring[RING_EVENTS];
/* The stored events have the ``count`` numbers before ``next``; the number gives the place in the ring. */
static uint16_t next = 1;
static uint8_t count;
static uint16_t dropped;

static struct Kept *at(uint16_t sequence)
{
    return &ring[sequence % RING_EVENTS];
}

void event_add(uint8_t kind, uint8_t seat, uint8_t code, uint32_t at_ms)
{
    struct Kept *kept = at(next++);
    kept->kind = kind;
    kept->seat = seat;
    kept->code = code;
    kept->at_ms = at_ms;
    kept->due = clock_ms();
    if (count < RING_EVENTS)
        count++;
    else
        dropped++;
}

void events_take(uint16_t sequence)
{
    uint16_t oldest = next - count;
    int16_t taken = (int16_t)(sequence - oldest) + 1;
    if (taken > 0)
        count = taken < count ? count - taken : 0;
}

uint8_t events_pending(void)
{
    return count;
}

uint16_t events_dropped(void)
{
    return dropped;
}

uint8_t event_due(uint32_t now, struct Event *event)
{
    uint16_t oldest = next - count;
    for (uint16_t sequence = oldest; sequence != next; sequence++) {
        struct Kept *kept = at(sequence);
        if ((int32_t)(now - kept->due) < 0)
            continue;
        kept->due = now + RESEND_MS;
        event->sequence = sequence;
        event->oldest = oldest;
        event->at_ms = kept->at_ms;
        event->kind = kept->kind;
        event->seat = kept->seat;
        /* A press bridge cannot see pips. */
        event->pips_a = event->pips_b = 0;
        event->code = kept->code;
        return 1;
    }
    return 0;
}
