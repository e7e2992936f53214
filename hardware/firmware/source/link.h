/* The board's side of the conversation: sessions, commands and their answers, state and events. */
#ifndef LINK_H
#define LINK_H

#include <stdint.h>

#include "memory.h"

void link_start(const struct Start *start);

/* A byte from the host. */
void link_byte(uint8_t byte);

/* Advances the time by ``passed`` milliseconds and sends what is due. */
void link_pass(uint32_t now, uint16_t passed);

#endif
