/* The inputs: buttons, lamps and sensors through a chain of shift registers, and the key that enables the outputs. */
#ifndef LINES_H
#define LINES_H

#include <stdint.h>

#define SAMPLE_MS 4

void lines_start(void);

/* Looks at the inputs, ``passed`` milliseconds after the last time; those that have become steady turn into events. */
void lines_sample(uint32_t now, uint16_t passed);

/* Reads only the lamps, at a moment that is not synchronous with the panel. */
void lines_glance(void);

/* Announces that the board itself presses these buttons for ``ms`` from now on. */
void lines_feel(uint16_t mask, uint16_t ms);

/* Debounced levels; bit n for input n. */
uint32_t lines_steady(void);

/* 1 if a button is closed, debounced or not: a person presses it, or its relay is stuck. */
uint8_t lines_held(void);

/* Bit n for a button that has stayed closed since the board pressed it. */
uint8_t lines_stuck(void);

/* 1 if the key enables the outputs; off takes effect at once, without debouncing. */
uint8_t lines_enabled(void);

/* 1 if the chain of shift registers works. */
uint8_t lines_alive(void);

/* Bit n for fault lamp n that is lit. */
uint8_t lines_lit_faults(void);

#endif
