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

/* From the line's interrupts: so many more bytes may come; a byte came; 1 and the next one to send, or 0. */
uint8_t uart_space(void);
void uart_came(uint8_t byte);
uint8_t uart_next(uint8_t *byte);

#endif
