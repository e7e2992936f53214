/* The hardware of the serial line; its interrupts call ``uart_came`` and ``uart_next``. */
#ifndef LINE_H
#define LINE_H

void line_start(void);

/* Starts sending: the output ring has data. */
void line_send(void);

#endif
