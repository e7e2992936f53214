#include "uart.h"

#include <avr/interrupt.h>
#include <avr/io.h>

#include "clock.h"
#include "protocol.h"

/* Indices are bytes that wrap by themselves over the masks. */
#define RX_SIZE 128
#define TX_SIZE 256

static volatile uint8_t rx[RX_SIZE], tx[TX_SIZE];
static volatile uint8_t rx_in, rx_out, tx_in, tx_out;

void uart_start(void)
{
    UBRR0 = F_CPU / 16 / BAUD - 1;
    UCSR0A = 0;
    UCSR0C = _BV(UCSZ01) | _BV(UCSZ00);
    UCSR0B = _BV(RXEN0) | _BV(TXEN0) | _BV(RXCIE0);
}

uint8_t uart_get(uint8_t *byte)
{
    if (rx_out == rx_in)
        return 0;
    *byte = rx[rx_out & (RX_SIZE - 1)];
    rx_out++;
    return 1;
}

uint8_t uart_waiting(void)
{
    return rx_out != rx_in;
}

uint8_t uart_room(void)
{
    return (uint8_t)(tx_out - tx_in - 1);
}

void uart_put(uint8_t byte)
{
    while (!uart_room())
        ;
    tx[tx_in] = byte;
    tx_in++;
    UCSR0B |= _BV(UDRIE0);
}

ISR(USART_RX_vect)
{
    uint8_t byte = UDR0;
    clock_woke = 1;
    /* A full ring loses the newest byte; the CRC finds the frame damaged. */
    if ((uint8_t)(rx_in - rx_out) < RX_SIZE) {
        rx[rx_in & (RX_SIZE - 1)] = byte;
        rx_in++;
    }
}

ISR(USART_UDRE_vect)
{
    if (tx_out == tx_in)
        UCSR0B &= ~_BV(UDRIE0);
    else
        UDR0 = tx[tx_out++];
}
