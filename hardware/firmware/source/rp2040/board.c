#include "board.h"

#include "board_rp2040.h"
#include "clock.h"
#include "frames.h"
#include "lamps.h"
#include "protocol.h"
#include "registers.h"
#include "target.h"
#include "usb.h"

#define CANARY 0xC5
#define MHZ 12
#define TICK_US 1000
#define MOMENT_US 8
/* The watchdog counts down twice each microsecond (erratum RP2040-E1). */
#define WATCHDOG_LOADED (2 * 500000UL)
/* In a scratch register while the program runs: the boot ROM restarts by the same watchdog after an upload. */
#define RUNNING 0x6A616E74UL
#define STARTUP_1_MS (MHZ * 1000 / 256 + 1)

int main(void);
void reset(void);

extern uint32_t memory_end, canary_place, text_start, text_end, text_load, data_start, data_end, data_load, bss_start, bss_end;
extern const uint8_t image_end;

static void stuck(void)
{
    for (;;)
        __asm__ volatile("");
}

static uint32_t next_tick;

static void timer_interrupt(void)
{
    REGISTER(TIMER_INTR) = 1;
    do {
        next_tick += TICK_US;
        clock_tick();
        line_tick();
        REGISTER(TIMER_ALARM0) = next_tick;
        /* An alarm that is set for a time gone by never comes. */
    } while ((int32_t)(REGISTER(TIMER_RAWL) - next_tick) >= 0 && REGISTER(TIMER_ARMED) & 1);
}

static uint32_t next_moment;

static void moment_interrupt(void)
{
    REGISTER(TIMER_INTR) = 2;
    do {
        next_moment += lamps_next() * MOMENT_US;
        REGISTER(TIMER_ALARM1) = next_moment;
    } while ((int32_t)(REGISTER(TIMER_RAWL) - next_moment) >= 0 && REGISTER(TIMER_ARMED) & 2);
}

/* In flash, for the start: the program itself and its vectors are copied to memory. */
__attribute__((used, section(".start_vectors"))) static const void *const START[] = { &memory_end, reset };

__attribute__((used, section(".vectors"))) static const void *const VECTORS[16 + 32] = {
    &memory_end, reset, stuck, stuck, [11] = stuck, [14] = stuck, [15] = stuck,
    [16 + IRQ_TIMER0] = timer_interrupt, [16 + IRQ_TIMER1] = moment_interrupt, [16 + IRQ_USB] = usb_interrupt,
    [16 + IRQ_LINE] = line_interrupt,
};

static inline __attribute__((always_inline)) void copied(uint32_t *to, const uint32_t *end, const uint32_t *from)
{
    while (to < end)
        *to++ = *from++;
}

__attribute__((noreturn, section(".start"))) void reset(void)
{
    __asm__ volatile("cpsid i");
    copied(&text_start, &text_end, &text_load);
    copied(&data_start, &data_end, &data_load);
    for (uint32_t *word = &bss_start; word < &bss_end; word++)
        *(volatile uint32_t *)word = 0;
    VTOR = (uint32_t)VECTORS;
    __asm__ volatile("dsb\n\tbx %0" : : "r"(main));
    __builtin_unreachable();
}

static void awake(uint32_t blocks)
{
    CLEAR(RESETS_RESET) = blocks;
    while (~REGISTER(RESETS_DONE) & blocks)
        ;
}

/* 48 MHz for the USB controller, which needs a processor at least as fast (raspberrypi/pico-sdk, issue 1697). */
static void fast(void)
{
    SET(RESETS_RESET) = RESET_PLL_USB;
    awake(RESET_PLL_USB);
    REGISTER(PLL_USB_CS) = 1;
    REGISTER(PLL_USB_FBDIV) = PLL_USB_TIMES;
    CLEAR(PLL_USB_PWR) = PLL_USB_PWR_OFF;
    while (!(REGISTER(PLL_USB_CS) & PLL_USB_LOCKED))
        ;
    REGISTER(PLL_USB_PRIM) = PLL_USB_DIVIDERS;
    CLEAR(PLL_USB_PWR) = PLL_USB_PWR_DIVIDERS_OFF;
    REGISTER(CLK_SYS_CTRL) = CLK_SYS_FROM_PLL_USB;
    REGISTER(CLK_SYS_CTRL) = CLK_SYS_FROM_PLL_USB | CLK_SYS_SWITCHED;
    while (!(REGISTER(CLK_SYS_SELECTED) & 1UL << CLK_SYS_SWITCHED))
        ;
    REGISTER(CLK_USB_CTRL) = CLK_USB_ENABLE;
}

void board_start(void)
{
    REGISTER(XOSC_STARTUP) = STARTUP_1_MS;
    REGISTER(XOSC_CTRL) = XOSC_ENABLE;
    while (!(REGISTER(XOSC_STATUS) & XOSC_STABLE))
        ;
    REGISTER(CLK_REF_CTRL) = CLK_REF_XOSC;
    while (!(REGISTER(CLK_REF_SELECTED) & 1UL << CLK_REF_XOSC))
        ;
    REGISTER(CLK_SYS_CTRL) = 0;
    while (!(REGISTER(CLK_SYS_SELECTED) & 1))
        ;
    fast();
    REGISTER(WATCHDOG_TICK) = WATCHDOG_TICK_ENABLE | MHZ;
    awake(RESET_TIMER);
    REGISTER(PSM_WDSEL) = PSM_ALL_BUT_OSCILLATORS;
    board_feed();
    REGISTER(WATCHDOG_CTRL) = WATCHDOG_ENABLE;
    *(volatile uint8_t *)&canary_place = CANARY;
    GPIO_OE_SET = 1UL << GP_LED;
    GPIO_CTRL(GP_LED) = FUNCTION_SIO;
}

void board_pins(void)
{
    awake(RESET_IO_BANK0 | RESET_PADS_BANK0);
}

void board_feed(void)
{
    REGISTER(WATCHDOG_LOAD) = WATCHDOG_LOADED;
}

void board_ticks(void)
{
    next_tick = REGISTER(TIMER_RAWL) + TICK_US;
    SET(TIMER_INTE) = 1;
    REGISTER(TIMER_ALARM0) = next_tick;
    /* The clock's interrupt may preempt the line's two interrupts; these do not preempt each other. */
    NVIC_IPR1 = 0xC000;
    NVIC_IPR6 = 0xC00000;
    NVIC_ISER = 1UL << IRQ_TIMER0;
}

void board_moments(uint8_t on)
{
    if (!on) {
        CLEAR(TIMER_INTE) = 2;
        REGISTER(TIMER_ARMED) = 2;
        return;
    }
    REGISTER(TIMER_INTR) = 2;
    SET(TIMER_INTE) = 2;
    NVIC_ISER = 1UL << IRQ_TIMER1;
    next_moment = REGISTER(TIMER_RAWL) + TICK_US;
    REGISTER(TIMER_ALARM1) = next_moment;
}

void board_run(void)
{
    __asm__ volatile("cpsie i");
}

void board_sleep(void)
{
    do {
        /* With interrupts disabled, one that arrives between the check and ``wfi`` still ends the sleep at once. */
        __asm__ volatile("cpsid i");
        if (!clock_woke)
            __asm__ volatile("wfi");
        __asm__ volatile("cpsie i");
    } while (!clock_woke);
}

uint8_t board_cause(void)
{
    uint32_t chip = REGISTER(CHIP_RESET), reason = REGISTER(WATCHDOG_REASON);
    uint8_t ran = REGISTER(WATCHDOG_SCRATCH0) == RUNNING;
    REGISTER(WATCHDOG_SCRATCH0) = RUNNING;
    /* Both bits of the reason are 0 after a reset of another kind. */
    if (reason)
        return ran && reason & WATCHDOG_REASON_TIMER ? RESET_CAUSE_WATCHDOG : RESET_CAUSE_UNKNOWN;
    if (chip & CHIP_RESET_HAD_RUN)
        return RESET_CAUSE_EXTERNAL;
    return chip & CHIP_RESET_HAD_POR ? RESET_CAUSE_POWER : RESET_CAUSE_UNKNOWN;
}

uint8_t board_sagged(uint8_t cause, uint16_t boot)
{
    /* The chip cannot distinguish a supply drop from power-on; before its first start the board pressed nothing. */
    return cause == RESET_CAUSE_POWER && boot > 1;
}

void board_uid(uint32_t uid[2])
{
    store_serial(uid);
}

uint32_t board_program(void)
{
    uint32_t crc = 0xFFFFFFFFUL;
    for (const uint8_t *byte = (const uint8_t *)FLASH; byte < &image_end; byte++)
        crc = crc32_add(crc, *byte);
    return ~crc;
}

uint8_t board_program_sound(uint32_t build)
{
    /* The program runs from memory, so its copy there is checked as well. */
    return board_program() == build && !memcmp(&text_start, &text_load, (uint32_t)&text_end - (uint32_t)&text_start);
}

uint8_t board_stack_sound(void)
{
    return *(volatile uint8_t *)&canary_place == CANARY;
}

void board_led(uint8_t on)
{
    if (on)
        GPIO_OUT_SET = 1UL << GP_LED;
    else
        GPIO_OUT_CLR = 1UL << GP_LED;
}
