/* Lamps of a multiplexed panel: each lamp counts as on by the share of time for which it is lit. */
#ifndef LAMPS_H
#define LAMPS_H

#include <stdint.h>

/* The lamps are the inputs after the first byte of the chain. */
#define LAMP_FIRST 8
#define LAMPS_COUNT 16

/* Units of eight microseconds until the next sample; called by the interrupt at each sample. */
uint8_t lamps_next(void);

/* 1 if a sample is due; the call clears the flag. */
uint8_t lamps_due(void);

/* Adds a sample: bit n for lamp n that is lit. */
void lamps_take(uint16_t lit);

/*
 * Called at each read of the inputs, ``passed`` milliseconds after the last one. Counts the samples taken since if the
 * chain is ``sound``; ``steady`` are the debounced lamps. 1 when the shares are known for the first time.
 */
uint8_t lamps_pass(uint16_t passed, uint8_t sound, uint16_t steady);

/* Lamps that are on by their share of time; ``plain``, the lamps as read, if no share is configured. */
uint16_t lamps_lit(uint16_t plain);

/* Writes the last complete window as the payload of LAMPS and returns its length; sampling continues for a while. */
uint8_t lamps_tell(uint8_t *payload);

#endif
