#include "lines.h"

#include <avr/io.h>

#include "events.h"
#include "faults.h"
#include "memory.h"
#include "press.h"
#define WANT_INPUTS
#include "tables.h"

#define BYTES 4
/* Looks in a row, of SAMPLE_MS each, after which a chain that reads wrong is broken: a spark at the table lasts shorter. */
#define WRONG 8
#define CHAIN_BYTES (CHAIN_BITS / 8)
#define FIRST_FAULT (CHAIN_BITS - 5)

_Static_assert(INPUTS_FAULT == 0x1FUL << FIRST_FAULT, "five fault lamps end the chain");
_Static_assert(INPUTS_BUTTON == 0xFF, "the buttons are the first byte");
_Static_assert(INPUTS_KEY == 1UL << CHAIN_BITS, "the key follows the chain");

union Levels {
    uint32_t all;
    uint8_t bytes[BYTES];
};

static union Levels raw, steady, pending;
static uint16_t since[INPUT_COUNT];
static uint16_t felt_left;
static uint8_t felt, alive;
/* What the far end is fed, turned over at each look; how often each chip read as fed; how often the chain was wrong. */
static uint8_t pattern = 0xA5, unloaded[CHAIN_BYTES], wrong;

/* The next byte out of the chain, D7 first, 1 for a low line; ``feed`` goes into its far end. */
static uint8_t shift(uint8_t feed)
{
    uint8_t byte = 0;
    for (uint8_t bit = 0x80; bit; bit >>= 1) {
        if (!(CHAIN_DATA_PIN & _BV(CHAIN_DATA_BIT)))
            byte |= bit;
        if (feed & bit)
            CHAIN_FEED_PORT |= _BV(CHAIN_FEED_BIT);
        else
            CHAIN_FEED_PORT &= ~_BV(CHAIN_FEED_BIT);
        CHAIN_CLOCK_PORT |= _BV(CHAIN_CLOCK_BIT);
        CHAIN_CLOCK_PORT &= ~_BV(CHAIN_CLOCK_BIT);
    }
    return byte;
}

/* All inputs as they are now into ``raw``, 1 for a closed contact or a lit lamp. */
static void look(void)
{
    union Levels levels;
    uint8_t sound = 1, stale = ~pattern;
    CHAIN_LATCH_PORT &= ~_BV(CHAIN_LATCH_BIT);
    CHAIN_LATCH_PORT |= _BV(CHAIN_LATCH_BIT);
    for (uint8_t i = 0; i < CHAIN_BYTES; i++) {
        uint8_t byte = levels.bytes[i] = shift(pattern);
        /* A chip that gives what it was fed last time has not loaded its inputs, and these do not turn over each time. */
        if (byte != stale)
            unloaded[i] = 0;
        else if (++unloaded[i] >= WRONG)
            unloaded[i] = WRONG, sound = 0;
    }
    levels.bytes[CHAIN_BYTES] = !(ENABLE_PIN & _BV(ENABLE_BIT));
    levels.all ^= config.invert;
    /* What was fed comes out again, read 1 for low, unless a wire is broken or a chip dead. */
    pattern = ~pattern;
    for (uint8_t i = 0; i < CHAIN_BYTES; i++)
        if (shift(pattern) != pattern)
            sound = 0;
    alive = sound;
    if (alive)
        wrong = 0;
    else if (wrong < WRONG)
        wrong++;
    for (uint8_t i = 0; i < CHAIN_BYTES && !alive; i++)
        levels.bytes[i] = steady.bytes[i];
    levels.all &= config.inputs;
    levels.bytes[0] = (levels.bytes[0] & ~felt) | (steady.bytes[0] & felt);
    raw = levels;
}

void lines_start(void)
{
    CHAIN_LATCH_PORT |= _BV(CHAIN_LATCH_BIT);
    CHAIN_LATCH_DDR |= _BV(CHAIN_LATCH_BIT);
    CHAIN_CLOCK_DDR |= _BV(CHAIN_CLOCK_BIT);
    CHAIN_FEED_DDR |= _BV(CHAIN_FEED_BIT);
    /* 4.7 kOhm to ground beside the Arduino are stronger than this pull-up; a bare board reads all inputs as off. */
    CHAIN_DATA_PORT |= _BV(CHAIN_DATA_BIT);
    ENABLE_PORT |= _BV(ENABLE_BIT);
    /* Levels are taken as they are found; only a lit fault lamp is news. */
    look();
    steady.all = raw.all & ~INPUTS_FAULT;
}

static void turn(uint8_t number, uint8_t on, uint32_t at_ms)
{
    uint8_t code = 0;
    uint8_t kind = pgm_read_byte(on ? &INPUTS[number].on : &INPUTS[number].off);
    uint8_t sort = pgm_read_byte(&INPUTS[number].sort);
    if (on && sort == SORT_BUTTON) {
        /* A person's hand ends the board's own press: two buttons at once may mean something else to the table. */
        press_cut();
    } else if (sort == SORT_FAULT) {
        code = (&config.fault_1)[number - FIRST_FAULT];
        fault_mark(code, on);
    }
    if (kind)
        event_add(kind, pgm_read_byte(&INPUTS[number].seat), code, at_ms);
}

static uint16_t steady_ms(uint8_t number, uint8_t was_on)
{
    uint8_t sort = pgm_read_byte(&INPUTS[number].sort);
    if (sort == SORT_BUTTON || sort == SORT_KEY)
        return config.button_ms;
    return was_on ? config.lamp_off_ms : config.lamp_on_ms;
}

void lines_sample(uint32_t now, uint16_t passed)
{
    if (felt_left > passed)
        felt_left -= passed;
    else
        felt = 0;
    look();
    if (wrong == WRONG)
        fault_set(FAULT_CODE_BOARD_INPUTS);
    if (raw.all == steady.all && !pending.all)
        return;
    for (uint8_t number = 0; number < INPUT_COUNT; number++) {
        uint8_t i = number / 8, bit = 1 << number % 8;
        if (!((raw.bytes[i] ^ steady.bytes[i]) & bit)) {
            pending.bytes[i] &= ~bit;
        } else if (!(pending.bytes[i] & bit)) {
            pending.bytes[i] |= bit;
            since[number] = now;
        } else {
            uint16_t age = (uint16_t)now - since[number];
            uint8_t was_on = (steady.bytes[i] & bit) != 0;
            if (age >= steady_ms(number, was_on)) {
                pending.bytes[i] &= ~bit;
                steady.bytes[i] ^= bit;
                turn(number, !was_on, now - age);
            }
        }
    }
}

void lines_feel(uint16_t mask, uint16_t ms)
{
    felt = mask & OUTPUTS_FELT;
    felt_left = ms + SAMPLE_MS;
}

uint32_t lines_steady(void)
{
    return steady.all;
}

uint8_t lines_held(void)
{
    return raw.bytes[0] | steady.bytes[0];
}

uint8_t lines_enabled(void)
{
    return raw.bytes[CHAIN_BYTES] & steady.bytes[CHAIN_BYTES];
}

uint8_t lines_alive(void)
{
    return alive;
}

uint8_t lines_lit_faults(void)
{
    return steady.bytes[2] >> (FIRST_FAULT % 8);
}
