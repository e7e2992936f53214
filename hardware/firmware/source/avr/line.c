#include "line.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#include "protocol.h"
#include "uart.h"

void line_start(void)
{
    UBRR0 = F_CPU / 16 / BAUD - 1;
    UCSR0A = 0;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

void line_send(void)
{
    UCSR0B |= _BV(UDRIE0);
}

ISR(USART_RX_vect)
{
    uart_came(UDR0);
}

ISR(USART_UDRE_vect)
{
    uint8_t byte;
    if (uart_next(&byte))
        UDR0 = byte;
    else
        UCSR0B &= ~_BV(UDRIE0);
}
