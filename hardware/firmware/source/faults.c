#include "faults.h"

#include "board.h"
#include "clock.h"
#include "contacts.h"
#include "events.h"
#include "lines.h"
#include "memory.h"

#define NO_SEAT 255
#define BIT(code) (1UL << ((code) - 1))

static uint32_t held;

uint32_t faults_held(void)
{
    return held;
}

void fault_mark(uint8_t code, uint8_t holds)
{
    if (holds)
        held |= BIT(code);
    else
        held &= ~BIT(code);
}

void fault_set(uint8_t code)
{
    if (held & BIT(code))
        return;
    fault_mark(code, 1);
    event_add(EVENT_KIND_FAULT, NO_SEAT, code, clock_ms());
}

uint8_t fault_clear(uint8_t code)
{
    if (code < 1 || code > 32 || !(held & BIT(code)))
        return NAK_CODE_BAD_VALUE;
    uint8_t lit = lines_lit_faults();
    for (uint8_t lamp = 0; lit >> lamp; lamp++)
        if ((lit >> lamp & 1) && (&config.fault_1)[lamp] == code)
            return NAK_CODE_BUSY;
    if (code == FAULT_CODE_BOARD_INPUTS && !lines_alive())
        return NAK_CODE_BUSY;
    if (code == FAULT_CODE_BOARD_OUTPUTS && lines_stuck())
        return NAK_CODE_BUSY;
    fault_mark(code, 0);
    event_add(EVENT_KIND_FAULT_CLEARED, NO_SEAT, code, clock_ms());
    return 0;
}

uint8_t selftest(uint32_t build)
{
    uint8_t wrong = 0;
    if (!board_stack_sound() || !board_program_sound(build)) {
        fault_set(FAULT_CODE_BOARD_MEMORY);
        wrong = 1;
    }
    if (!settings_sound()) {
        fault_set(FAULT_CODE_BOARD_CONFIG);
        wrong = 1;
    }
    if (!lines_alive())
        wrong = 1;
    if (lines_stuck() || (!contacts_closed() && !contacts_read_off())) {
        fault_set(FAULT_CODE_BOARD_OUTPUTS);
        wrong = 1;
    }
    return !wrong;
}
