#include "press.h"

#include "contacts.h"
#include "lines.h"
#include "memory.h"

#define REST_CHECK 0x9A5C

static struct {
    uint16_t done, cut;
    /* Remaining milliseconds of the lease. */
    uint16_t lease;
} press;

/* Remaining milliseconds of the rest after a press. */
static struct {
    uint16_t ms, check;
} rest __attribute__((section(".noinit")));

static void rest_for(uint16_t ms)
{
    rest.ms = ms;
    rest.check = ms ^ REST_CHECK;
}

void press_start(uint8_t sagged)
{
    if (rest.check == (rest.ms ^ REST_CHECK))
        return;
    /* Memory was lost: without power nothing was pressed, but a supply drop may have happened during a press. */
    rest_for(sagged ? config.gap_ms : 0);
}

uint8_t press_arm(uint16_t lease_ms)
{
    if (!lease_ms || lease_ms > LEASE_MS)
        return NAK_CODE_BAD_VALUE;
    press.lease = lease_ms;
    return 0;
}

void press_disarm(void)
{
    press.lease = 0;
}

uint8_t press_armed(void)
{
    return press.lease != 0;
}

/* 1 if the key is on and a person's press would be detected. */
static uint8_t allowed(void)
{
    return lines_enabled() && (lines_alive() || config.blind);
}

uint8_t press_do(uint16_t mask, uint16_t ms)
{
    if (!mask || (mask & ~config.outputs) || ms < PULSE_MIN_MS || ms > PULSE_MAX_MS)
        return NAK_CODE_BAD_VALUE;
    if (!press.lease)
        return NAK_CODE_NOT_ARMED;
    if (!allowed())
        return NAK_CODE_DISABLED;
    if (rest.ms)
        return NAK_CODE_TOO_SOON;
    if (lines_held())
        return NAK_CODE_BUSY;
    /* Up to one tick passes before the contacts close, and the countdown runs in steps of one sample. */
    lines_feel(mask, ms + 1 + FELT_MS);
    contacts_close(mask, ms);
    rest_for(ms + 1 + SAMPLE_MS + config.gap_ms);
    press.done++;
    return 0;
}

void press_cut(void)
{
    uint16_t mask = contacts_closed();
    if (contacts_open()) {
        press.cut++;
        lines_feel(mask, FELT_MS);
    }
}

static uint16_t left(uint16_t ms, uint16_t passed)
{
    return ms > passed ? ms - passed : 0;
}

void press_pass(uint16_t passed)
{
    press.lease = left(press.lease, passed);
    rest_for(left(rest.ms, passed));
    if (!allowed())
        press_cut();
}

uint16_t presses_done(void)
{
    return press.done;
}

uint16_t presses_cut(void)
{
    return press.cut;
}
