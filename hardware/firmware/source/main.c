/* Main loop of the board: reads the inputs, talks to the host, and sleeps. */
#include "board.h"
#include "clock.h"
#include "contacts.h"
#include "faults.h"
#include "lamps.h"
#include "lines.h"
#include "link.h"
#include "memory.h"
#include "press.h"
#include "uart.h"

int main(void)
{
    struct Start start;
    contacts_start();
    board_start();
    memory_start(&start);
    board_feed();
    lines_start();
    press_start(board_sagged(start.cause, start.boot));
    clock_start();
    uart_start();
    link_start(&start);
    board_run();
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
        if (lamps_due())
            lines_glance();
        uint32_t now = clock_ms();
        uint16_t passed = now - sampled;
        if (passed >= SAMPLE_MS) {
            sampled = now;
            lines_sample(now, passed);
            press_pass(passed);
            link_pass(now, passed);
            board_led(press_armed());
            /* After a stack overflow the watchdog is not fed, so that it resets the board. */
            if (board_stack_sound())
                board_feed();
            else
                contacts_open();
        }
        board_sleep();
    }
}
