#include "lines.h"

#include "events.h"
#include "faults.h"
#include "lamps.h"
#include "memory.h"
#include "pins.h"
#include "press.h"
#define WANT_INPUTS
#include "tables.h"

#define BYTES 4
/* Consecutive wrong reads, SAMPLE_MS apart, after which the chain counts as broken: a spark at the table is shorter. */
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

_Static_assert(LAMP_FIRST == 8 && LAMPS_COUNT == CHAIN_BITS - LAMP_FIRST, "the lamps are the chain's other bytes");

static union Levels raw, steady, pending;
static uint16_t since[INPUT_COUNT];
/* Buttons pressed by the board, and milliseconds left of that; buttons stuck after it, and milliseconds since then. */
static uint8_t felt, stuck, alive;
static uint16_t felt_left, stuck_ms;
/* Pattern fed into the far end, inverted at each read; consecutive reads of it per chip; consecutive chain failures. */
static uint8_t pattern = 0xA5, unloaded[CHAIN_BYTES], wrong;

/* The next byte out of the chain, D7 first, 1 for a low line; ``feed`` enters at the far end. */
static uint8_t shift(uint8_t feed)
{
    uint8_t byte = 0;
    for (uint8_t bit = 0x80; bit; bit >>= 1) {
        if (!chain_data())
            byte |= bit;
        chain_clock(feed & bit);
    }
    return byte;
}

/* The two bytes of the lamps. */
static inline uint16_t lamps_of(const union Levels *levels)
{
    return levels->bytes[1] | (uint16_t)levels->bytes[2] << 8;
}

/* 1 if the chain works and no chip returns the pattern that was fed in instead of its inputs. */
static uint8_t loaded(void)
{
    uint8_t stale = 0;
    for (uint8_t i = 0; i < CHAIN_BYTES; i++)
        stale |= unloaded[i];
    return alive && !stale;
}

void lines_glance(void)
{
    union Levels levels;
    chain_load();
    /* Feed the pattern that the last read left in the chain, so that the next read can compare. */
    for (uint8_t i = 0; i < CHAIN_BYTES; i++)
        levels.bytes[i] = shift(pattern);
    levels.all ^= config.invert;
    lamps_take(lamps_of(&levels));
}

/* Reads all inputs into ``raw`` (1: contact closed, lamp lit); 1 when the lamps are known for the first time. */
static uint8_t look(uint16_t passed)
{
    union Levels levels;
    uint8_t sound = 1, stale = ~pattern;
    chain_load();
    for (uint8_t i = 0; i < CHAIN_BYTES; i++) {
        uint8_t byte = levels.bytes[i] = shift(pattern);
        /* A chip that returns the last pattern has not loaded its inputs: real inputs do not invert at each read. */
        if (byte != stale)
            unloaded[i] = 0;
        else if (++unloaded[i] >= WRONG)
            unloaded[i] = WRONG, sound = 0;
    }
    levels.bytes[CHAIN_BYTES] = key_closed();
    levels.all ^= config.invert;
    /* The pattern comes out again (1 for low) unless a wire is broken or a chip is dead. */
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
    uint8_t found = lamps_pass(passed, loaded(), lamps_of(&steady));
    uint16_t lit = lamps_lit(lamps_of(&levels));
    levels.bytes[1] = lit;
    levels.bytes[2] = lit >> 8;
    levels.all &= config.inputs;
    /* A contact still closed after its pulse counts as a stuck relay until it is seen open. */
    stuck = felt_left ? 0 : felt & levels.bytes[0];
    if (!felt_left)
        felt = stuck;
    levels.bytes[0] = (levels.bytes[0] & ~felt) | (steady.bytes[0] & felt);
    raw = levels;
    return found;
}

void lines_start(void)
{
    pins_start();
    /* The first levels cause no events, except for a lit fault lamp. */
    look(0);
    steady.all = raw.all & ~INPUTS_FAULT;
}

static void turn(uint8_t number, uint8_t on, uint32_t at_ms)
{
    uint8_t code = 0;
    uint8_t kind = pgm_read_byte(on ? &INPUTS[number].on : &INPUTS[number].off);
    uint8_t sort = pgm_read_byte(&INPUTS[number].sort);
    if (on && sort == SORT_BUTTON) {
        /* A person's press ends the board's own: two buttons at once may mean something else to the table. */
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
    felt_left = felt_left > passed ? felt_left - passed : 0;
    uint8_t found = look(passed);
    if (wrong == WRONG)
        fault_set(FAULT_CODE_BOARD_INPUTS);
    if (!stuck)
        stuck_ms = 0;
    else if (stuck_ms < STUCK_MS)
        stuck_ms += passed;
    else
        fault_set(FAULT_CODE_BOARD_OUTPUTS);
    if (found)
        /* The first known state of the lamps causes no events either. */
        steady.all = (steady.all & (INPUTS_BUTTON | INPUTS_KEY)) | (raw.all & ~(INPUTS_BUTTON | INPUTS_KEY | INPUTS_FAULT));
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
    return raw.bytes[0] | steady.bytes[0] | stuck;
}

uint8_t lines_stuck(void)
{
    return stuck;
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
