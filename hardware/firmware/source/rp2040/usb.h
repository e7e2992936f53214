/* The USB controller as a device with one serial port (CDC ACM): what it is, and packets from and to the host. */
#ifndef USB_H
#define USB_H

#include <stdint.h>

#include "registers.h"

#define USB_PACKET 64

/* The packet to the host, and the one that came. */
#define USB_TO_HOST ((volatile uint8_t *)(USB_MEMORY + 0x180))
#define USB_FROM_HOST ((volatile uint8_t *)(USB_MEMORY + 0x1C0))

/* The host sees the device from here on. */
void usb_start(void);

void usb_interrupt(void);

/* So many bytes of USB_TO_HOST are for the host; USB_FROM_HOST is free for a packet. Ask only from the line's interrupts. */
void usb_give(uint8_t size);
void usb_take(void);

/* From the controller's interrupt: packets go both ways from here on, none is under way; or none go any more. */
void line_open(uint8_t open);
/* The host took the packet; one of that size came. */
void line_given(void);
void line_came(uint8_t size);

#endif
