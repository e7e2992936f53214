#include "lamps.h"

#include <string.h>

#include "board.h"
#include "clock.h"
#include "memory.h"

/* Samples are also taken while a frame is sent; more than this between two reads of the inputs are dropped. */
#define FRESH 8
/* Sampling continues for this long after a host asked for the lamps. */
#define WATCHED_MS 3000
/* Golden section of 256: samples are spread over the millisecond, so that no panel can run in step with them. */
#define GOLDEN 159
#define SHORT_STEP 78
#define LONG_STEP 203

static volatile uint8_t due;
static uint8_t phase;
static uint16_t fresh[FRESH];
static uint8_t fresh_count;
static struct {
    uint8_t taken, lit[LAMPS_COUNT];
} window, last;
static uint16_t lit, watched;
static uint8_t looking, known;

uint8_t lamps_next(void)
{
    uint8_t before = phase;
    phase += GOLDEN;
    due = 1;
    clock_woke = 1;
    /* One millisecond on average. */
    return phase < before ? SHORT_STEP : LONG_STEP;
}

uint8_t lamps_due(void)
{
    uint8_t was_due = due;
    due = 0;
    return was_due;
}

void lamps_take(uint16_t now)
{
    if (fresh_count < FRESH)
        fresh[fresh_count++] = now;
}

static void count(void)
{
    for (uint8_t i = 0; i < fresh_count && window.taken < config.lamp_window_ms; i++) {
        window.taken++;
        for (uint8_t lamp = 0; lamp < LAMPS_COUNT; lamp++)
            window.lit[lamp] += fresh[i] >> lamp & 1;
    }
}

/* On at the configured share, off below half of it: this hysteresis keeps a lamp near the limit steady. */
static void decide(void)
{
    uint16_t limit = (uint16_t)config.lamp_share * window.taken;
    for (uint8_t lamp = 0; lamp < LAMPS_COUNT; lamp++) {
        uint16_t share = (uint16_t)window.lit[lamp] * 100;
        if (share >= limit)
            lit |= 1U << lamp;
        else if (share < limit / 2)
            lit &= ~(1U << lamp);
    }
    last = window;
    memset(&window, 0, sizeof window);
}

uint8_t lamps_pass(uint16_t passed, uint8_t sound, uint16_t steady)
{
    uint8_t first = 0, wanted;
    watched = watched > passed ? watched - passed : 0;
    wanted = config.lamp_share || watched;
    if (wanted != looking) {
        looking = wanted;
        board_moments(looking);
        memset(&window, 0, sizeof window);
        last.taken = 0;
    }
    /* A chain that did not load its inputs returns the pattern that was fed in, not the lamps. */
    if (sound)
        count();
    fresh_count = 0;
    if (window.taken >= config.lamp_window_ms) {
        decide();
        first = config.lamp_share && !known;
        known = 1;
    }
    if (!config.lamp_share) {
        lit = steady;
        known = 1;
    }
    return first;
}

uint16_t lamps_lit(uint16_t plain)
{
    return config.lamp_share ? lit : plain;
}

uint8_t lamps_tell(uint8_t *payload)
{
    watched = WATCHED_MS;
    memcpy(payload, &last, sizeof last);
    return sizeof last;
}
