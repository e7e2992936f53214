#include "uart.h"

#include "clock.h"
#include "line.h"

/* Indices are unsigned bytes; the masks make them wrap at the end of a ring. */
#define RX_SIZE 128
#define TX_SIZE 256

static volatile uint8_t rx[RX_SIZE], tx[TX_SIZE];
static volatile uint8_t rx_in, rx_out, tx_in, tx_out;

void uart_start(void)
{
    line_start();
}

uint8_t uart_get(uint8_t *byte)
{
    if (rx_out == rx_in)
        return 0;
    *byte = rx[rx_out & (RX_SIZE - 1)];
    rx_out++;
    return 1;
}

uint8_t uart_space(void)
{
    return RX_SIZE - (uint8_t)(rx_in - rx_out);
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
    line_send();
}

void uart_came(uint8_t byte)
{
    clock_woke = 1;
    /* A full ring drops the newest byte; the CRC check then rejects the frame. */
    if ((uint8_t)(rx_in - rx_out) < RX_SIZE) {
        rx[rx_in & (RX_SIZE - 1)] = byte;
        rx_in++;
    }
}

uint8_t uart_next(uint8_t *byte)
{
    if (tx_out == tx_in)
        return 0;
    *byte = tx[tx_out++];
    return 1;
}
