/* Lamps of a panel that drives them in turns: what counts is for how much of the time each one burns. */
#ifndef LAMPS_H
#define LAMPS_H

#include <stdint.h>

/* The lamps are the inputs after the first byte of the chain. */
#define LAMP_FIRST 8
#define LAMPS_COUNT 16

/* Eight microseconds until the next moment to take them; called by the interrupt that comes then. */
uint8_t lamps_next(void);

/* Whether such a moment has come; asked once. */
uint8_t lamps_due(void);

/* The lamps at such a moment, bit n for lamp n that is lit. */
void lamps_take(uint16_t lit);

/*
 * At each look at the inputs, ``passed`` milliseconds after the last one: what was taken since counts where the chain was
 * ``sound``; ``steady`` are the lamps that count as on. 1 at the first answer since the start.
 */
uint8_t lamps_pass(uint16_t passed, uint8_t sound, uint16_t steady);

/* The lamps as they count by their share of the time; ``plain``, as they read now, where none is set. */
uint16_t lamps_lit(uint16_t plain);

/* A host wants to see them for a while; the last whole window as the payload of LAMPS: its length. */
uint8_t lamps_tell(uint8_t *payload);

#endif
