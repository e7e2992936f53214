#include "memory.h"

#include <avr/eeprom.h>
#include <avr/io.h>
#include <avr/wdt.h>
#include <stddef.h>
#include <string.h>

#include "clock.h"
#include "frames.h"
#define WANT_SETTINGS
#include "tables.h"

#define CANARY 0xC5
#define SLOTS 2
#define SLOT_ADDRESS(slot) ((void *)(uint16_t)((slot) * 64))
#define BOOT_ADDRESS(slot) ((void *)(uint16_t)(SLOTS * 64 + (slot) * sizeof(struct Boot)))
#define BOOT_CHECK 0xA55A
#define WARM 0x6A616E74UL
/* Stays in r2 while the program runs: no value of MCUSR, so that it shows whether a boot loader handed one over. */
#define NOTHING_HANDED 0xA0
/* The watchdog waits for 0.5 s, 0.45 at least; writing the settings keeps the loop for 0.25 s at most. */
#define HUNG_MS 350

struct Slot {
    struct Settings config;
    uint8_t generation;
    uint32_t crc;
};

struct Boot {
    uint16_t count, check;
};

_Static_assert(sizeof(struct Slot) <= 64, "a slot of the EEPROM");

struct Settings config;

static uint8_t generation, newest;
static uint8_t flags __attribute__((section(".noinit")));
static uint8_t handed_over __attribute__((section(".noinit")));
static uint32_t warm __attribute__((section(".noinit")));
static uint32_t noise[2] __attribute__((section(".noinit")));

extern uint8_t _end, __stack, __data_load_end;

/* Some boot loaders clear MCUSR and hand it over in r2, others leave r2 as it was. */
void start_flags(void) __attribute__((naked, used, section(".init0")));
void start_flags(void)
{
    __asm__ volatile("sts %0, r2" : : "i"(&handed_over));
}

/* Before the memory is cleared: its noise is all that tells new boards apart. After a watchdog reset it still runs. */
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

/* A loader starts the program by a watchdog reset of its own after an external one: then both flags are set. */
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

/* What the processor says, else what the memory proves, else what the boot loader says as far as it can be believed. */
static uint8_t reset_cause(void)
{
    uint8_t was_warm = warm == WARM, cause;
    warm = WARM;
    if (flags)
        return cause_of(flags);
    if (was_warm && clock_unfed >= HUNG_MS)
        return RESET_CAUSE_WATCHDOG;
    cause = handed_over & 0xF0 ? RESET_CAUSE_UNKNOWN : cause_of(handed_over);
    if (was_warm)
        return cause == RESET_CAUSE_BROWN_OUT ? cause : RESET_CAUSE_EXTERNAL;
    /* A loader that hands nothing over leaves any value in r2 after the power came; it never proves a hang. */
    return cause == RESET_CAUSE_POWER || cause == RESET_CAUSE_BROWN_OUT ? cause : RESET_CAUSE_UNKNOWN;
}

static uint32_t slot_crc(const struct Slot *slot)
{
    uint32_t crc = 0xFFFFFFFFUL;
    for (uint8_t i = 0; i < offsetof(struct Slot, crc); i++)
        crc = crc32_add(crc, ((const uint8_t *)slot)[i]);
    return ~crc;
}

static uint8_t slot_read(uint8_t number, struct Slot *slot)
{
    eeprom_read_block(slot, SLOT_ADDRESS(number), sizeof *slot);
    return slot->crc == slot_crc(slot);
}

static uint8_t blank(void)
{
    for (uint8_t i = 0; i < SLOTS * 64; i++)
        if (eeprom_read_byte((uint8_t *)(uint16_t)i) != 0xFF)
            return 0;
    return 1;
}

/* 1 when a slot was sound. */
static uint8_t config_load(void)
{
    struct Slot slot;
    uint8_t found = 0;
    for (uint8_t number = 0; number < SLOTS; number++) {
        if (!slot_read(number, &slot) || (found && (int8_t)(slot.generation - generation) <= 0))
            continue;
        found = 1;
        config = slot.config;
        generation = slot.generation;
        newest = number;
    }
    return found;
}

void config_save(void)
{
    struct Slot slot;
    newest = !newest;
    slot.config = config;
    slot.generation = ++generation;
    slot.crc = slot_crc(&slot);
    eeprom_update_block(&slot, SLOT_ADDRESS(newest), sizeof slot);
}

/* Counts this start in the slot of the older count. */
static uint16_t boot_count(void)
{
    struct Boot boot;
    uint16_t last = 0;
    uint8_t found = 0, slot = 0;
    for (uint8_t number = 0; number < SLOTS; number++) {
        eeprom_read_block(&boot, BOOT_ADDRESS(number), sizeof boot);
        if (boot.check != (boot.count ^ BOOT_CHECK) || (found && (int16_t)(boot.count - last) <= 0))
            continue;
        found = 1;
        last = boot.count;
        slot = !number;
    }
    boot.count = last + 1;
    boot.check = boot.count ^ BOOT_CHECK;
    eeprom_update_block(&boot, BOOT_ADDRESS(slot), sizeof boot);
    return boot.count;
}

static uint32_t program_crc(void)
{
    uint32_t crc = 0xFFFFFFFFUL;
    for (uint16_t i = 0; i < (uint16_t)&__data_load_end; i++)
        crc = crc32_add(crc, pgm_read_byte(i));
    return ~crc;
}

void memory_start(struct Start *start)
{
    _end = CANARY;
    __asm__ volatile("ldi r24, %0\n\tmov r2, r24" : : "M"(NOTHING_HANDED) : "r24");
    memcpy_P(&config, &DEFAULTS, sizeof config);
    uint8_t found = config_load();
    start->fresh = !found && !blank();
    if (!found) {
        config.uid_low = noise[0];
        config.uid_high = noise[1] | 1;
        config_save();
    }
    start->boot = boot_count();
    start->cause = reset_cause();
    start->build = program_crc();
}

static void *setting(uint8_t key, uint8_t *size)
{
    uint8_t *place = (uint8_t *)&config;
    if (key < 1 || key > sizeof SETTINGS / sizeof *SETTINGS)
        return NULL;
    for (uint8_t i = 0; i < key - 1; i++)
        place += pgm_read_byte(&SETTINGS[i].size);
    *size = pgm_read_byte(&SETTINGS[key - 1].size);
    return place;
}

uint8_t config_set(uint8_t key, uint32_t value)
{
    uint8_t size;
    void *place = setting(key, &size);
    if (!place || value < pgm_read_dword(&SETTINGS[key - 1].least) || value > pgm_read_dword(&SETTINGS[key - 1].most))
        return 0;
    memcpy(place, &value, size);
    return 1;
}

uint8_t config_get(uint8_t key, uint32_t *value)
{
    uint8_t size;
    void *place = setting(key, &size);
    if (!place)
        return 0;
    *value = 0;
    memcpy(value, place, size);
    return 1;
}

uint8_t program_sound(uint32_t build)
{
    return program_crc() == build;
}

uint8_t stack_sound(void)
{
    /* The first byte after all variables: a stack that grew into them has passed it. */
    return *(volatile uint8_t *)&_end == CANARY;
}

uint8_t eeprom_sound(void)
{
    struct Slot slot;
    return slot_read(newest, &slot);
}
