/* The inputs: buttons, lamps and sensors through a chain of shift registers, and the key that enables the outputs. */
#ifndef LINES_H
#define LINES_H

#include <stdint.h>

#define SAMPLE_MS 4

void lines_start(void);

/* Looks at the inputs, ``passed`` milliseconds after the last time; those that have become steady turn into events. */
void lines_sample(uint32_t now, uint16_t passed);

/* Looks at the lamps alone, at a moment that the time of a panel does not know. */
void lines_glance(void);

/* The board presses these buttons itself, for ``ms`` from now on. */
void lines_feel(uint16_t mask, uint16_t ms);

/* Levels that count; bit n for input n. */
uint32_t lines_steady(void);

/* Whether a button is closed, steady or not: a person has a hand on it, or its relay stays closed. */
uint8_t lines_held(void);

/* Bit n for a button that stays closed since the board pressed it. */
uint8_t lines_stuck(void);

/* Whether the key allows outputs; off counts at once. */
uint8_t lines_enabled(void);

/* Whether the chain of shift registers answers. */
uint8_t lines_alive(void);

/* Bit n for fault lamp n that is lit. */
uint8_t lines_lit_faults(void);

#endif
