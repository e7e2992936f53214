/* The line over USB: sends the bytes of the output ring as packets and fills the input ring. */
#include "line.h"

#include "board_rp2040.h"
#include "uart.h"
#include "usb.h"

/* A packet not read for this long has no reader: until it is read, further bytes are dropped, as on an open wire. */
#define UNREAD_MS 100
/* One byte less than a packet: after a full packet the host waits for more before it passes the bytes on. */
#define MOST (USB_PACKET - 1)

static volatile uint8_t more, waited, opened, giving, taking;

void line_start(void)
{
    usb_start();
}

void line_send(void)
{
    more = 1;
}

void line_tick(void)
{
    if (giving && waited < UNREAD_MS)
        waited++;
    if ((more && !giving) || waited == UNREAD_MS || (opened && !taking))
        NVIC_ISPR = 1UL << IRQ_LINE;
}

void line_interrupt(void)
{
    uint8_t byte, size = 0;
    if (!opened || waited == UNREAD_MS) {
        more = 0;
        while (uart_next(&byte))
            ;
    } else if (!giving) {
        more = 0;
        while (size < MOST && uart_next(&byte))
            USB_TO_HOST[size++] = byte;
        if (size) {
            more = size == MOST;
            giving = 1;
            usb_give(size);
        }
    }
    if (opened && !taking && uart_space() >= USB_PACKET) {
        taking = 1;
        usb_take();
    }
}

void line_open(uint8_t open)
{
    opened = open;
    giving = taking = waited = 0;
    line_interrupt();
}

void line_given(void)
{
    giving = waited = 0;
    line_interrupt();
}

void line_came(uint8_t size)
{
    for (uint8_t i = 0; i < size; i++)
        uart_came(USB_FROM_HOST[i]);
    taking = 0;
    line_interrupt();
}
