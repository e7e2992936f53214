/* The ring of events: numbered from 1 since the start, stored until acknowledged; a full ring drops the oldest. */
#ifndef EVENTS_H
#define EVENTS_H

#include <stdint.h>

#include "protocol.h"

void event_add(uint8_t kind, uint8_t seat, uint8_t code, uint32_t at_ms);

/* The host has acknowledged all events up to ``sequence``. */
void events_take(uint16_t sequence);

uint8_t events_pending(void);

uint16_t events_dropped(void);

/* 1 and an event that is due to be sent (again), or 0. */
uint8_t event_due(uint32_t now, struct Event *event);

#endif
