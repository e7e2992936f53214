/* Active faults: of the machine while its lamp is lit, of the board until they are cleared. */
#ifndef FAULTS_H
#define FAULTS_H

#include <stdint.h>

uint32_t faults_held(void);

/* Marks a fault as active or inactive without an event. */
void fault_mark(uint8_t code, uint8_t holds);

/* Marks a fault of the board as active and reports it once. */
void fault_set(uint8_t code);

/* Clears a fault; 0, or the NakCode of the refusal. */
uint8_t fault_clear(uint8_t code);

/* Checks the board for every detectable fault; 1 if there is none. */
uint8_t selftest(uint32_t build);

#endif
