/* The hardware of the serial line; its interrupts call ``uart_came`` and ``uart_next``. */
#ifndef LINE_H
#define LINE_H

void line_start(void);

/* There is something to send. */
void line_send(void);

#endif
