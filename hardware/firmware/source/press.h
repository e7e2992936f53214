/* Conditions for a press by the board: lease, limits, rest, key, and no button pressed by a person. */
#ifndef PRESS_H
#define PRESS_H

#include <stdint.h>

/* The remaining rest time survives a reset; ``sagged``: the supply may have failed during a press. */
void press_start(uint8_t sagged);

/* Each returns 0, or the NakCode of the refusal. */
uint8_t press_arm(uint16_t lease_ms);
uint8_t press_do(uint16_t mask, uint16_t ms);

/* All outputs off; counted when that ends a press early. */
void press_cut(void);

void press_disarm(void);

uint8_t press_armed(void);

/* Advances the time by ``passed`` milliseconds; the key turned off or a dead chain ends a press. */
void press_pass(uint16_t passed);

uint16_t presses_done(void);
uint16_t presses_cut(void);

#endif
