/* Faults that hold: of the machine while its lamp is lit, of the board until they are cleared. */
#ifndef FAULTS_H
#define FAULTS_H

#include <stdint.h>

uint32_t faults_held(void);

/* Remembers or forgets a fault without an event of its own. */
void fault_mark(uint8_t code, uint8_t holds);

/* Remembers a fault of the board and reports it, once. */
void fault_set(uint8_t code);

/* 0, or the NakCode that says why the fault cannot be forgotten. */
uint8_t fault_clear(uint8_t code);

/* Looks for everything that can be wrong with the board; 1 when nothing is. */
uint8_t selftest(uint32_t build);

#endif
