/* The board at the table: looks at its inputs, talks to the host, and sleeps. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <avr/wdt.h>

#include "clock.h"
#include "contacts.h"
#include "faults.h"
#include "lines.h"
#include "link.h"
#include "memory.h"
#include "press.h"
#include "uart.h"

static void sleep_until_interrupt(uint32_t now)
{
    cli();
    if (uart_waiting() || clock_ms() != now) {
        sei();
        return;
    }
    sleep_enable();
    sei();
    sleep_cpu();
    sleep_disable();
}

int main(void)
{
    struct Start start;
    contacts_start();
    wdt_enable(WDTO_500MS);
    memory_start(&start);
    wdt_reset();
    LED_DDR |= _BV(LED_BIT);
    lines_start();
    clock_start();
    uart_start();
    link_start(&start);
    set_sleep_mode(SLEEP_MODE_IDLE);
    sei();
    if (start.fresh)
        fault_set(FAULT_CODE_BOARD_CONFIG);
    if (start.cause == RESET_CAUSE_WATCHDOG)
        fault_set(FAULT_CODE_BOARD_WATCHDOG);

    uint32_t sampled = 0;
    for (;;) {
        uint8_t byte;
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
            if (stack_sound())
                wdt_reset();
            else
                contacts_open();
        }
        sleep_until_interrupt(now);
    }
}
