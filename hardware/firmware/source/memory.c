#include "memory.h"

#include <stddef.h>
#include <string.h>

#include "board.h"
#include "frames.h"
#include "store.h"
#define WANT_SETTINGS
#include "tables.h"

#define SLOTS 2
#define BOOT_CHECK 0xA55A

struct __attribute__((packed)) Slot {
    struct Settings config;
    uint8_t generation;
    uint32_t crc;
};

struct Boot {
    uint16_t count, check;
};

_Static_assert(sizeof(struct Slot) <= CELL_SIZE, "a cell of the store");

struct Settings config;

static uint8_t generation, newest;

/* A sector of the RP2040's flash may take 0.4 s to erase (W25Q16JV), most of the watchdog's time. */
static void store_fed(uint8_t cell, const void *from, uint8_t size)
{
    board_feed();
    store_write(cell, from, size);
    board_feed();
}

/* Sizes of the settings, newest program first: settings written by an earlier program are shorter and stay readable. */
static const uint8_t SIZES[] PROGMEM = { sizeof(struct Settings), offsetof(struct Settings, lamp_share) };

static uint32_t bytes_crc(const uint8_t *bytes, uint8_t count)
{
    uint32_t crc = 0xFFFFFFFFUL;
    for (uint8_t i = 0; i < count; i++)
        crc = crc32_add(crc, bytes[i]);
    return ~crc;
}

static uint32_t slot_crc(const struct Slot *slot)
{
    return bytes_crc((const uint8_t *)slot, offsetof(struct Slot, crc));
}

/* 1 if the slot is valid; fields that it does not contain take their defaults. */
static uint8_t slot_read(uint8_t number, struct Slot *slot)
{
    uint8_t cell[sizeof *slot];
    store_read(CELL_SETTINGS + number, cell, sizeof cell);
    for (uint8_t i = 0; i < sizeof SIZES; i++) {
        uint8_t size = pgm_read_byte(&SIZES[i]);
        uint32_t crc;
        memcpy(&crc, &cell[size + 1], sizeof crc);
        if (crc != bytes_crc(cell, size + 1))
            continue;
        memcpy_P(&slot->config, &DEFAULTS, sizeof slot->config);
        memcpy(&slot->config, cell, size);
        slot->generation = cell[size];
        return 1;
    }
    return 0;
}

static uint8_t blank(void)
{
    uint8_t cell[CELL_SIZE];
    for (uint8_t number = 0; number < SLOTS; number++) {
        store_read(CELL_SETTINGS + number, cell, sizeof cell);
        for (uint8_t i = 0; i < sizeof cell; i++)
            if (cell[i] != 0xFF)
                return 0;
    }
    return 1;
}

/* 1 if a slot was valid. */
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
    store_fed(CELL_SETTINGS + newest, &slot, sizeof slot);
}

/* Returns the newest stored count (0: none) and sets ``slot`` to the place of the older one. */
static uint16_t boot_last(uint8_t *slot)
{
    struct Boot boot;
    uint16_t last = 0;
    uint8_t found = 0;
    *slot = 0;
    for (uint8_t number = 0; number < SLOTS; number++) {
        store_read(CELL_BOOT + number, &boot, sizeof boot);
        if (boot.check != (boot.count ^ BOOT_CHECK) || (found && (int16_t)(boot.count - last) <= 0))
            continue;
        found = 1;
        last = boot.count;
        *slot = !number;
    }
    return last;
}

void boot_save(uint16_t count)
{
    uint8_t slot;
    if (boot_last(&slot) == count)
        return;
    struct Boot boot = { .count = count, .check = count ^ BOOT_CHECK };
    store_fed(CELL_BOOT + slot, &boot, sizeof boot);
}

void memory_start(struct Start *start)
{
    memcpy_P(&config, &DEFAULTS, sizeof config);
    uint8_t found = config_load();
    start->fresh = !found && !blank();
    if (!found) {
        uint32_t uid[2];
        board_uid(uid);
        config.uid_low = uid[0];
        config.uid_high = uid[1] | 1;
        config_save();
    }
    uint8_t slot;
    start->boot = boot_last(&slot) + 1;
    start->cause = board_cause();
    start->build = board_program();
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

uint8_t settings_sound(void)
{
    struct Slot slot;
    return slot_read(newest, &slot);
}
