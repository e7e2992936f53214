/* Tables in flash and blocks that no interrupt enters, on the AVR. */
#ifndef TARGET_H
#define TARGET_H

#include <avr/pgmspace.h>
#include <util/atomic.h>

#define ATOMIC ATOMIC_BLOCK(ATOMIC_RESTORESTATE)

#endif
