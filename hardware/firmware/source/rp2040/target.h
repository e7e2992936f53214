/* RP2040: tables are in memory like all data; blocks with interrupts disabled. */
#ifndef TARGET_H
#define TARGET_H

#include <stdint.h>
#include <string.h>

#define PROGMEM
#define pgm_read_byte(place) (*(const uint8_t *)(place))
#define pgm_read_dword(place) (*(place))
#define memcpy_P memcpy

static inline uint32_t interrupts_off(void)
{
    uint32_t before;
    __asm__ volatile("mrs %0, primask\n\tcpsid i" : "=r"(before) : : "memory");
    return before;
}

static inline void interrupts_as_before(const uint32_t *before)
{
    __asm__ volatile("msr primask, %0" : : "r"(*before) : "memory");
}

#define ATOMIC                                                                                                         \
    for (uint32_t before __attribute__((cleanup(interrupts_as_before))) = interrupts_off(), once = 1; once; once = 0)

#endif
