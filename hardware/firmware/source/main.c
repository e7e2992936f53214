/* The board at the table: looks at its inputs, talks to the host, and sleeps. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/wdt.h>

#include "clock.h"
#include "contacts.h"
#include "faults.h"
#include "lines.h"
#include "link.h"
#include "memory.h"
#include "press.h"
#include "uart.h"

/* Sleeps until there is something to look at; most ticks of the clock are not. */
static void sleep_until_woken(void)
{
    do
        /* Some emulators (QEMU) come back to before the sleep: then the flag that interrupts set leads past it. */
        __asm__ volatile("lds r24, %0\n\tsbrs r24, 0\n\tsleep" : : "i"(&clock_woke) : "r24", "memory");
    while (!clock_woke);
}

int main(void)
{
    struct Start start;
    contacts_start();
    wdt_enable(WDTO_500MS);
    memory_start(&start);
    wdt_reset();
    clock_feed();
    LED_DDR |= _BV(LED_BIT);
    lines_start();
    press_start(start.cause);
    clock_start();
    uart_start();
    link_start(&start);
    SMCR = _BV(SE);
    sei();
    if (start.fresh)
        fault_set(FAULT_CODE_BOARD_CONFIG);
    if (start.cause == RESET_CAUSE_WATCHDOG)
        fault_set(FAULT_CODE_BOARD_WATCHDOG);

    uint32_t sampled = 0;
    for (;;) {
        uint8_t byte;
        clock_woke = 0;
        while (uart_get(&byte))
            link_byte(byte);
        uint32_t now = clock_ms();
        uint16_t passed = now - sampled;
        if (passed >= SAMPLE_MS) {
            sampled = now;
            lines_sample(now, passed);
            press_pass(passed);
            link_pass(now, passed);
            if (press_armed())
                LED_PORT |= _BV(LED_BIT);
            else
                LED_PORT &= ~_BV(LED_BIT);
            /* A stack that ran into the variables is left to the watchdog. */
            if (stack_sound()) {
                wdt_reset();
                clock_feed();
            } else
                contacts_open();
        }
        sleep_until_woken();
    }
}
