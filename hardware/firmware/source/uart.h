/* The serial line: 8N1 at BAUD, both ways through rings that interrupts fill and drain. */
#ifndef UART_H
#define UART_H

#include <stdint.h>

void uart_start(void);

/* 1 and the next byte received, or 0. */
uint8_t uart_get(uint8_t *byte);

/* Sends a byte, waiting for room if there is none. */
void uart_put(uint8_t byte);

uint8_t uart_room(void);

/* For the line's interrupts: room for received bytes; a received byte; 1 and the next byte to send, or 0. */
uint8_t uart_space(void);
void uart_came(uint8_t byte);
uint8_t uart_next(uint8_t *byte);

#endif
