#include "board.h"

#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/wdt.h>

#include "clock.h"
#include "frames.h"
#include "lamps.h"
#include "protocol.h"
#include "target.h"

#define CANARY 0xC5
#define WARM 0x6A616E74UL
/* In r2 while the program runs. It is no value of MCUSR, so it shows whether a boot loader stored MCUSR there. */
#define NOTHING_HANDED 0xA0
/* The watchdog resets after 0.5 s (at least 0.45); writing the settings blocks the loop for 0.25 s at most. */
#define HUNG_MS 350

static uint8_t flags __attribute__((section(".noinit")));
static uint8_t handed_over __attribute__((section(".noinit")));
static uint32_t warm __attribute__((section(".noinit")));
/* Milliseconds since the main loop last fed the watchdog; not cleared by a reset. */
static volatile uint16_t unfed __attribute__((section(".noinit")));
static uint32_t noise[2] __attribute__((section(".noinit")));

extern uint8_t _end, __stack, __data_load_end;

/* Some boot loaders clear MCUSR and pass its value in r2, others leave r2 unchanged. */
void start_flags(void) __attribute__((naked, used, section(".init0")));
void start_flags(void)
{
    __asm__ volatile("sts %0, r2" : : "i"(&handed_over));
}

/* Before the memory is cleared: only its noise distinguishes new boards. The watchdog keeps running after its reset. */
void start_early(void) __attribute__((naked, used, section(".init3")));
void start_early(void)
{
    flags = MCUSR;
    MCUSR = 0;
    wdt_disable();
    uint32_t crc = 0xFFFFFFFFUL;
    const uint8_t *byte = (const uint8_t *)RAMSTART;
    for (; byte < (const uint8_t *)(RAMSTART + (RAMEND - RAMSTART) / 2); byte++)
        crc = crc32_add(crc, *byte);
    uint32_t second = crc;
    for (; byte < (const uint8_t *)RAMEND - 16; byte++)
        second = crc32_add(second, *byte);
    noise[0] = crc;
    noise[1] = second;
}

/* After an external reset a loader starts the program by a watchdog reset; then both flags are set. */
static uint8_t cause_of(uint8_t mcusr)
{
    if (mcusr & _BV(PORF))
        return RESET_CAUSE_POWER;
    if (mcusr & _BV(BORF))
        return RESET_CAUSE_BROWN_OUT;
    if (mcusr & _BV(EXTRF))
        return RESET_CAUSE_EXTERNAL;
    return mcusr & _BV(WDRF) ? RESET_CAUSE_WATCHDOG : RESET_CAUSE_UNKNOWN;
}

/* Cause by MCUSR, else by memory that survived the reset, else by the boot loader's value if it is plausible. */
uint8_t board_cause(void)
{
    uint8_t was_warm = warm == WARM, cause;
    warm = WARM;
    if (flags)
        return cause_of(flags);
    if (was_warm && unfed >= HUNG_MS)
        return RESET_CAUSE_WATCHDOG;
    cause = handed_over & 0xF0 ? RESET_CAUSE_UNKNOWN : cause_of(handed_over);
    if (was_warm)
        return cause == RESET_CAUSE_BROWN_OUT ? cause : RESET_CAUSE_EXTERNAL;
    /* After power-on r2 holds a random value unless the loader sets it, so it never proves a hang. */
    return cause == RESET_CAUSE_POWER || cause == RESET_CAUSE_BROWN_OUT ? cause : RESET_CAUSE_UNKNOWN;
}

void board_uid(uint32_t uid[2])
{
    uid[0] = noise[0];
    uid[1] = noise[1];
}

uint32_t board_program(void)
{
    uint32_t crc = 0xFFFFFFFFUL;
    for (uint16_t i = 0; i < (uint16_t)&__data_load_end; i++)
        crc = crc32_add(crc, pgm_read_byte(i));
    return ~crc;
}

uint8_t board_program_sound(uint32_t build)
{
    return board_program() == build;
}

uint8_t board_stack_sound(void)
{
    /* The first byte after all variables: a stack that overflowed into them has overwritten it. */
    return *(volatile uint8_t *)&_end == CANARY;
}

void board_start(void)
{
    wdt_enable(WDTO_500MS);
    _end = CANARY;
    __asm__ volatile("ldi r24, %0\n\tmov r2, r24" : : "M"(NOTHING_HANDED) : "r24");
    LED_DDR |= _BV(LED_BIT);
}

void board_feed(void)
{
    wdt_reset();
    ATOMIC
    {
        unfed = 0;
    }
}

void board_ticks(void)
{
    /* CTC at 16 MHz / 64 / 250: 1 kHz. Timer1, because emulators know it best. */
    TCCR1A = 0;
    OCR1A = F_CPU / 64 / 1000 - 1;
    TCCR1B = _BV(WGM12) | _BV(CS11) | _BV(CS10);
    TIMSK1 = _BV(OCIE1A);
}

ISR(TIMER1_COMPA_vect)
{
    unfed++;
    clock_tick();
}

void board_moments(uint8_t on)
{
    /* CTC at 16 MHz / 128: 8 us. */
    TCCR2A = _BV(WGM21);
    TCCR2B = on ? _BV(CS22) | _BV(CS20) : 0;
    TCNT2 = 0;
    OCR2A = UINT8_MAX;
    TIMSK2 = on ? _BV(OCIE2A) : 0;
}

ISR(TIMER2_COMPA_vect)
{
    OCR2A = lamps_next();
}

uint8_t board_sagged(uint8_t cause, uint16_t boot)
{
    (void)boot;
    return cause == RESET_CAUSE_BROWN_OUT;
}

void board_run(void)
{
    SMCR = _BV(SE);
    sei();
}

void board_sleep(void)
{
    do
        /* Some emulators (QEMU) resume before the sleep instruction: the flag set by interrupts then skips it. */
        __asm__ volatile("lds r24, %0\n\tsbrs r24, 0\n\tsleep" : : "i"(&clock_woke) : "r24", "memory");
    while (!clock_woke);
}

void board_led(uint8_t on)
{
    if (on)
        LED_PORT |= _BV(LED_BIT);
    else
        LED_PORT &= ~_BV(LED_BIT);
}
