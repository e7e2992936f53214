/* AVR: tables in flash, and blocks with interrupts disabled. */
#ifndef TARGET_H
#define TARGET_H

#include <avr/pgmspace.h>
#include <util/atomic.h>

#define ATOMIC ATOMIC_BLOCK(ATOMIC_RESTORESTATE)

#endif
