/* The USB controller as a device with one serial port (CDC ACM): descriptors, and packets from and to the host. */
#ifndef USB_H
#define USB_H

#include <stdint.h>

#include "registers.h"

#define USB_PACKET 64

/* Buffers of the packet to the host and of the one received. */
#define USB_TO_HOST ((volatile uint8_t *)(USB_MEMORY + 0x180))
#define USB_FROM_HOST ((volatile uint8_t *)(USB_MEMORY + 0x1C0))

/* Connects the device to the bus. */
void usb_start(void);

void usb_interrupt(void);

/* Sends ``size`` bytes of USB_TO_HOST; allows a packet into USB_FROM_HOST. Call only from the line's interrupts. */
void usb_give(uint8_t size);
void usb_take(void);

/* From the controller's interrupt: 1, packets can be exchanged and none is pending; 0, no packets any more. */
void line_open(uint8_t open);
/* The host read the packet; a packet of ``size`` bytes was received. */
void line_given(void);
void line_came(uint8_t size);

#endif
