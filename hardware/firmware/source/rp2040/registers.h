/* The registers of the RP2040 that the firmware uses; addresses and bits as in Raspberry Pi's "RP2040 Datasheet". */
#ifndef REGISTERS_H
#define REGISTERS_H

#include <stdint.h>

#define REGISTER(address) (*(volatile uint32_t *)(address))
/* Addresses at which a write sets or clears the written bits atomically. */
#define SET(address) REGISTER((address) + 0x2000)
#define CLEAR(address) REGISTER((address) + 0x3000)

#define FLASH 0x10000000UL
/* The flash without the cache. */
#define FLASH_UNCACHED 0x13000000UL

/* 4.10.13: the synchronous serial interface, to the flash. */
#define SSI_CTRLR0 0x18000000UL
#define SSI_CTRLR1 0x18000004UL
#define SSI_SSIENR 0x18000008UL
#define SSI_SER 0x18000010UL
#define SSI_BAUDR 0x18000014UL
#define SSI_SR 0x18000028UL
#define SSI_SR_BUSY 1UL
#define SSI_SR_TFE (1UL << 2)
#define SSI_SR_RFNE (1UL << 3)
#define SSI_DR0 0x18000060UL
#define SSI_SPI_CTRLR0 0x180000F4UL

/* 2.19.6.2: the pins of the flash; software can force chip select high or low. */
#define QSPI_SS_CTRL 0x4001800CUL
#define QSPI_SS_OUTOVER (3UL << 8)
#define QSPI_SS_LOW (2UL << 8)
#define QSPI_SS_HIGH (3UL << 8)

/* 2.14: blocks held in reset. */
#define RESETS_RESET 0x4000C000UL
#define RESETS_DONE 0x4000C008UL
#define RESET_IO_BANK0 (1UL << 5)
#define RESET_PADS_BANK0 (1UL << 8)
#define RESET_PLL_USB (1UL << 13)
#define RESET_TIMER (1UL << 21)
#define RESET_USB (1UL << 24)

/* 2.13: blocks that a watchdog reset includes. */
#define PSM_WDSEL 0x40010008UL
#define PSM_ALL_BUT_OSCILLATORS 0x1FFFCUL

/* 2.16, 2.15, 2.18: the 12 MHz crystal, the 48 MHz PLL, and the clocks that use them. */
#define XOSC_CTRL 0x40024000UL
#define XOSC_STATUS 0x40024004UL
#define XOSC_STARTUP 0x4002400CUL
#define XOSC_ENABLE (0xFABUL << 12 | 0xAA0UL)
#define XOSC_STABLE (1UL << 31)
#define CLK_REF_CTRL 0x40008030UL
#define CLK_REF_SELECTED 0x40008038UL
#define CLK_REF_XOSC 2UL
#define CLK_SYS_CTRL 0x4000803CUL
#define CLK_SYS_SELECTED 0x40008044UL
#define CLK_SYS_FROM_PLL_USB (1UL << 5)
#define CLK_SYS_SWITCHED 1UL
#define CLK_USB_CTRL 0x40008054UL
#define CLK_USB_ENABLE (1UL << 11)
#define PLL_USB_CS 0x4002C000UL
#define PLL_USB_LOCKED (1UL << 31)
#define PLL_USB_PWR 0x4002C004UL
#define PLL_USB_PWR_OFF (1UL << 5 | 1UL)
#define PLL_USB_PWR_DIVIDERS_OFF (1UL << 3)
#define PLL_USB_FBDIV 0x4002C008UL
#define PLL_USB_PRIM 0x4002C00CUL
/* 12 MHz * 100 / 5 / 5 */
#define PLL_USB_TIMES 100UL
#define PLL_USB_DIVIDERS (5UL << 16 | 5UL << 12)

/* 4.7, 2.12.7: the watchdog and the recorded cause of a reset. */
#define WATCHDOG_CTRL 0x40058000UL
#define WATCHDOG_ENABLE (1UL << 30)
#define WATCHDOG_LOAD 0x40058004UL
#define WATCHDOG_REASON 0x40058008UL
#define WATCHDOG_REASON_TIMER 1UL
#define WATCHDOG_SCRATCH0 0x4005800CUL
#define WATCHDOG_TICK 0x4005802CUL
#define WATCHDOG_TICK_ENABLE (1UL << 9)
#define CHIP_RESET 0x40064008UL
#define CHIP_RESET_HAD_POR (1UL << 8)
#define CHIP_RESET_HAD_RUN (1UL << 16)

/* 4.6: the timer counts microseconds. */
#define TIMER_ALARM0 0x40054010UL
#define TIMER_ALARM1 0x40054014UL
#define TIMER_ARMED 0x40054020UL
#define TIMER_RAWL 0x40054028UL
#define TIMER_INTR 0x40054034UL
#define TIMER_INTE 0x40054038UL

/* 4.1.4: the USB controller; packet memory and buffer control words in the layout of a device (4.1.2.5). */
#define USB_MEMORY 0x50100000UL
#define USB_SETUP USB_MEMORY
#define USB_ENDPOINT_IN(number) (USB_MEMORY + 8 * (number))
#define USB_ENDPOINT_OUT(number) (USB_MEMORY + 8 * (number) + 4)
#define USB_ENDPOINT_ENABLE (1UL << 31)
#define USB_ENDPOINT_TELLS_EACH (1UL << 29)
#define USB_ENDPOINT_BULK (2UL << 26)
#define USB_ENDPOINT_INTERRUPT (3UL << 26)
#define USB_BUFFER_IN(number) (USB_MEMORY + 0x80 + 8 * (number))
#define USB_BUFFER_OUT(number) (USB_MEMORY + 0x84 + 8 * (number))
#define USB_BUFFERS_END (USB_MEMORY + 0x100)
#define USB_FULL (1UL << 15)
#define USB_DATA1 (1UL << 13)
#define USB_STALL (1UL << 11)
#define USB_AVAILABLE (1UL << 10)
#define USB_LENGTH 0x3FFUL
#define USB_CONTROL_PLACE 0x100UL

#define USB_ADDRESS 0x50110000UL
#define USB_MAIN 0x50110040UL
#define USB_MAIN_DEVICE 1UL
#define USB_SIE 0x5011004CUL
#define USB_SIE_CONTROL_TELLS_EACH (1UL << 29)
#define USB_SIE_PULLUP (1UL << 16)
#define USB_STATUS 0x50110050UL
#define USB_STATUS_BUS_RESET (1UL << 19)
#define USB_STATUS_SETUP (1UL << 17)
#define USB_DONE 0x50110058UL
#define USB_DONE_IN(number) (1UL << 2 * (number))
#define USB_DONE_OUT(number) (2UL << 2 * (number))
#define USB_STALL_ARM 0x50110068UL
#define USB_STALL_ARM_CONTROL 3UL
#define USB_MUXING 0x50110074UL
#define USB_MUXING_PHY (1UL << 3 | 1UL)
#define USB_POWER 0x50110078UL
#define USB_POWER_THERE (1UL << 3 | 1UL << 2)
#define USB_INTE 0x50110090UL
#define USB_INTS 0x50110098UL
#define USB_INT_SETUP (1UL << 16)
#define USB_INT_BUS_RESET (1UL << 12)
#define USB_INT_DONE (1UL << 4)

/* 2.19.6.1, 2.19.6.3, 2.3.1.7: pins. */
#define GPIO_CTRL(pin) REGISTER(0x40014004UL + 8 * (pin))
#define FUNCTION_SIO 5UL
#define PAD(pin) REGISTER(0x4001C004UL + 4 * (pin))
/* Input enabled, Schmitt trigger, 4 mA, pulled down or up. */
#define PAD_DOWN (1UL << 6 | 1UL << 4 | 1UL << 2 | 1UL << 1)
#define PAD_UP (1UL << 6 | 1UL << 4 | 1UL << 3 | 1UL << 1)
#define GPIO_IN REGISTER(0xD0000004UL)
#define GPIO_OUT REGISTER(0xD0000010UL)
#define GPIO_OUT_SET REGISTER(0xD0000014UL)
#define GPIO_OUT_CLR REGISTER(0xD0000018UL)
#define GPIO_OE REGISTER(0xD0000020UL)
#define GPIO_OE_SET REGISTER(0xD0000024UL)

/* Arm's "ARMv6-M Architecture Reference Manual". */
#define NVIC_ISER REGISTER(0xE000E100UL)
#define NVIC_ISPR REGISTER(0xE000E200UL)
#define NVIC_IPR1 REGISTER(0xE000E404UL)
#define NVIC_IPR6 REGISTER(0xE000E418UL)
#define VTOR REGISTER(0xE000ED08UL)
#define IRQ_TIMER0 0
#define IRQ_TIMER1 1
#define IRQ_USB 5
/* 2.3.2: an interrupt that no hardware raises. */
#define IRQ_LINE 26

/* 12 cycles, 250 ns at 48 MHz. */
static inline void wait_12(void)
{
    __asm__ volatile("b .+2\n\tb .+2\n\tb .+2\n\tb .+2\n\tb .+2\n\tb .+2");
}

#endif
