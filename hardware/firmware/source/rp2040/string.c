#include "string.h"

#include <stdint.h>

void *memcpy(void *to, const void *from, size_t size)
{
    uint8_t *next = to;
    for (const uint8_t *byte = from; size; size--)
        *next++ = *byte++;
    return to;
}

void *memset(void *to, int byte, size_t size)
{
    for (uint8_t *next = to; size; size--)
        *next++ = (uint8_t)byte;
    return to;
}

int memcmp(const void *one, const void *other, size_t size)
{
    const uint8_t *left = one, *right = other;
    for (; size; size--, left++, right++)
        if (*left != *right)
            return *left - *right;
    return 0;
}
