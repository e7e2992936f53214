/* Persistent data in the board's store: configuration, uid and boot counter; and the cause of the start. */
#ifndef MEMORY_H
#define MEMORY_H

#include <stdint.h>

#include "protocol.h"

extern struct Settings config;

struct Start {
    uint32_t build; /* CRC-32 of the program in flash */
    uint16_t boot;  /* number of this start; stored by ``boot_save`` */
    uint8_t cause;  /* enum ResetCause */
    uint8_t fresh;  /* 1: the store contained damaged values, so the defaults apply */
};

void memory_start(struct Start *start);

/* Stores the number of this start; further calls do nothing. */
void boot_save(uint16_t boot);

/* 1 if the key is known and the value within its limits; the value applies until the next start. */
uint8_t config_set(uint8_t key, uint32_t value);

uint8_t config_get(uint8_t key, uint32_t *value);

/* Writes the older of two slots, so that a power cut leaves the other one intact. */
void config_save(void);

/* 1 if the newest settings are stored without damage. */
uint8_t settings_sound(void);

#endif
