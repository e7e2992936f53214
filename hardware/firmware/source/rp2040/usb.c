#include "usb.h"

#include <stddef.h>

#include "board_rp2040.h"

/* Standard requests and descriptors: "Universal Serial Bus Specification 2.0", chapter 9; those of a serial port: "CDC 1.2"
 * and its subclass "PSTN 1.2". */
#define TO_HOST 0x80
#define STANDARD 0x00
#define CLASS 0x20
#define KIND 0x60
#define GET_STATUS 0
#define CLEAR_FEATURE 1
#define SET_ADDRESS 5
#define GET_DESCRIPTOR 6
#define GET_CONFIGURATION 8
#define SET_CONFIGURATION 9
#define GET_INTERFACE 10
#define SET_INTERFACE 11
#define SET_LINE_CODING 0x20
#define GET_LINE_CODING 0x21
#define SET_CONTROL_LINE_STATE 0x22
#define SEND_BREAK 0x23
#define DEVICE 1
#define CONFIGURATION 2
#define STRING 3

#define LOW(word) ((word) & 0xFF), ((word) >> 8)
/* Raspberry Pi's ids for a serial port of an RP2040. Any board that identifies itself by its strings may use them
 * (github.com/raspberrypi/usb-pid). */
#define VENDOR 0x2E8A
#define PRODUCT 0x000A
#define TELL 1
#define DATA 2
#define MILLIAMPERES 300
#define SERIAL_DIGITS 16

static const uint8_t WHOLE[] = {
    18, DEVICE, LOW(0x0200), 0xEF, 2, 1, USB_PACKET, LOW(VENDOR), LOW(PRODUCT), LOW(0x0100), 1, 2, 3, 1,
};

/* One port: an interface for modem lines (without data) and one for the bytes. */
static const uint8_t PORT[] = {
    9, CONFIGURATION, LOW(75), 2, 1, 0, 0x80, MILLIAMPERES / 2,
    8, 11, 0, 2, 2, 2, 0, 0,
    9, 4, 0, 0, 1, 2, 2, 0, 0,
    5, 0x24, 0, LOW(0x0120),
    5, 0x24, 1, 0, 1,
    4, 0x24, 2, 2,
    5, 0x24, 6, 0, 1,
    7, 5, 0x80 | TELL, 3, LOW(8), 16,
    9, 4, 1, 0, 2, 10, 0, 0, 0,
    7, 5, DATA, 2, LOW(USB_PACKET), 0,
    7, 5, 0x80 | DATA, 2, LOW(USB_PACKET), 0,
};
_Static_assert(sizeof PORT == 75 && sizeof PORT % USB_PACKET, "no empty packet behind it");

static const uint8_t LANGUAGES[] = { 4, STRING, LOW(0x0409) };
static const char *const NAMES[] = { "jantaku", "jantaku table board" };

struct Setup {
    uint8_t type, request;
    uint16_t value, index, length;
};

/* Stage of the control pipe's request; the status stage runs in the opposite direction of the data. */
static enum { IDLE, TELLING, HEARING, ENDING, ENDED_BY_HOST } doing;
static const uint8_t *from;
static uint16_t left;
static uint32_t control_data1;
static uint32_t bulk_in_data1, bulk_out_data1;
static uint8_t address, configured, bulk_size;
static char serial[SERIAL_DIGITS + 1];
static uint8_t text[2 + 2 * 20];
static uint8_t coding[7] = { 0x90, 0xD0, 0x03, 0, 0, 0, 8 };

static void offer(uint32_t buffer, uint32_t word)
{
    REGISTER(buffer) = word;
    /* The controller needs the word before the bit that makes the buffer available to it (4.1.2.5.1). */
    wait_12();
    REGISTER(buffer) = word | USB_AVAILABLE;
}

static void tell_on(void)
{
    volatile uint8_t *to = (volatile uint8_t *)(USB_MEMORY + USB_CONTROL_PLACE);
    uint8_t size = left > USB_PACKET ? USB_PACKET : left;
    for (uint8_t i = 0; i < size; i++)
        to[i] = from[i];
    from += size;
    left -= size;
    offer(USB_BUFFER_IN(0), USB_FULL | control_data1 | size);
    control_data1 ^= USB_DATA1;
}

static void tell(const struct Setup *setup, const uint8_t *data, uint16_t size)
{
    from = data;
    left = size < setup->length ? size : setup->length;
    doing = TELLING;
    tell_on();
}

static void end(void)
{
    doing = ENDING;
    offer(USB_BUFFER_IN(0), USB_FULL | USB_DATA1);
}

static void refuse(void)
{
    doing = IDLE;
    REGISTER(USB_STALL_ARM) = USB_STALL_ARM_CONTROL;
    REGISTER(USB_BUFFER_IN(0)) = USB_STALL;
    REGISTER(USB_BUFFER_OUT(0)) = USB_STALL;
}

static void tell_text(const struct Setup *setup, const char *name)
{
    uint8_t size = 2;
    for (; *name && size < sizeof text; name++, size += 2) {
        text[size] = (uint8_t)*name;
        text[size + 1] = 0;
    }
    text[0] = size;
    text[1] = STRING;
    tell(setup, text, size);
}

static void tell_descriptor(const struct Setup *setup)
{
    uint8_t number = setup->value & 0xFF;
    switch (setup->value >> 8) {
    case DEVICE:
        return tell(setup, WHOLE, sizeof WHOLE);
    case CONFIGURATION:
        return tell(setup, PORT, sizeof PORT);
    case STRING:
        if (!number)
            return tell(setup, LANGUAGES, sizeof LANGUAGES);
        if (number <= 3)
            return tell_text(setup, number == 3 ? serial : NAMES[number - 1]);
    }
    refuse();
}

static void configure(uint8_t value)
{
    configured = value;
    bulk_in_data1 = bulk_out_data1 = 0;
    REGISTER(USB_BUFFER_IN(DATA)) = REGISTER(USB_BUFFER_OUT(DATA)) = 0;
    REGISTER(USB_ENDPOINT_IN(TELL)) = USB_ENDPOINT_ENABLE | USB_ENDPOINT_INTERRUPT | 0x200;
    REGISTER(USB_ENDPOINT_IN(DATA)) =
        USB_ENDPOINT_ENABLE | USB_ENDPOINT_TELLS_EACH | USB_ENDPOINT_BULK | ((uint32_t)USB_TO_HOST - USB_MEMORY);
    REGISTER(USB_ENDPOINT_OUT(DATA)) =
        USB_ENDPOINT_ENABLE | USB_ENDPOINT_TELLS_EACH | USB_ENDPOINT_BULK | ((uint32_t)USB_FROM_HOST - USB_MEMORY);
    line_open(configured);
}

/* The host restarted the packet count (DATA0/DATA1) of that endpoint. */
static void recount(uint16_t endpoint)
{
    if (endpoint == (TO_HOST | DATA)) {
        bulk_in_data1 = 0;
        if (REGISTER(USB_BUFFER_IN(DATA)) & USB_AVAILABLE)
            usb_give(bulk_size);
    } else if (endpoint == DATA) {
        bulk_out_data1 = 0;
        if (REGISTER(USB_BUFFER_OUT(DATA)) & USB_AVAILABLE)
            usb_take();
    }
}

static void asked(const struct Setup *setup)
{
    static const uint8_t NOTHING[2];
    switch ((setup->type & (TO_HOST | KIND)) << 8 | setup->request) {
    case (TO_HOST | STANDARD) << 8 | GET_DESCRIPTOR:
        return tell_descriptor(setup);
    case (TO_HOST | STANDARD) << 8 | GET_CONFIGURATION:
        return tell(setup, &configured, 1);
    case (TO_HOST | STANDARD) << 8 | GET_STATUS:
        return tell(setup, NOTHING, 2);
    case (TO_HOST | STANDARD) << 8 | GET_INTERFACE:
        return tell(setup, NOTHING, 1);
    case (TO_HOST | CLASS) << 8 | GET_LINE_CODING:
        return tell(setup, coding, sizeof coding);
    case CLASS << 8 | SET_LINE_CODING:
        doing = HEARING;
        return offer(USB_BUFFER_OUT(0), USB_DATA1 | USB_PACKET);
    case STANDARD << 8 | SET_ADDRESS:
        address = setup->value & 0x7F;
        return end();
    case STANDARD << 8 | SET_CONFIGURATION:
        if (setup->value > 1)
            return refuse();
        configure((uint8_t)setup->value);
        return end();
    case STANDARD << 8 | CLEAR_FEATURE:
        recount(setup->index);
        return end();
    case STANDARD << 8 | SET_INTERFACE:
    /* Opening or closing the port has no effect: the board neither restarts nor stops. */
    case CLASS << 8 | SET_CONTROL_LINE_STATE:
    case CLASS << 8 | SEND_BREAK:
        return end();
    }
    refuse();
}

static void control_in_done(void)
{
    if (doing == TELLING && left) {
        tell_on();
    } else if (doing == TELLING) {
        doing = ENDED_BY_HOST;
        offer(USB_BUFFER_OUT(0), USB_DATA1 | USB_PACKET);
    } else if (doing == ENDING) {
        doing = IDLE;
        REGISTER(USB_ADDRESS) = address;
    }
}

static void control_out_done(void)
{
    if (doing == HEARING) {
        for (uint8_t i = 0; i < sizeof coding; i++)
            coding[i] = ((volatile uint8_t *)(USB_MEMORY + USB_CONTROL_PLACE))[i];
        end();
    } else {
        doing = IDLE;
    }
}

static uint8_t done(uint32_t which)
{
    if (!(REGISTER(USB_DONE) & which))
        return 0;
    REGISTER(USB_DONE) = which;
    return 1;
}

void usb_interrupt(void)
{
    uint32_t why = REGISTER(USB_INTS);
    if (why & USB_INT_BUS_RESET) {
        REGISTER(USB_STATUS) = USB_STATUS_BUS_RESET;
        REGISTER(USB_ADDRESS) = address = configured = 0;
        doing = IDLE;
        line_open(0);
    }
    /* Finished transfers first: a new request arrived after them. */
    if (done(USB_DONE_IN(0)))
        control_in_done();
    if (done(USB_DONE_OUT(0)))
        control_out_done();
    if (done(USB_DONE_IN(DATA)))
        line_given();
    if (done(USB_DONE_OUT(DATA)))
        line_came(REGISTER(USB_BUFFER_OUT(DATA)) & USB_LENGTH);
    if (why & USB_INT_SETUP) {
        struct Setup setup = *(const volatile struct Setup *)USB_SETUP;
        REGISTER(USB_STATUS) = USB_STATUS_SETUP;
        REGISTER(USB_BUFFER_IN(0)) = REGISTER(USB_BUFFER_OUT(0)) = 0;
        control_data1 = USB_DATA1;
        asked(&setup);
    }
}

void usb_give(uint8_t size)
{
    bulk_size = size;
    offer(USB_BUFFER_IN(DATA), USB_FULL | bulk_in_data1 | size);
    bulk_in_data1 ^= USB_DATA1;
}

void usb_take(void)
{
    offer(USB_BUFFER_OUT(DATA), bulk_out_data1 | USB_PACKET);
    bulk_out_data1 ^= USB_DATA1;
}

static void name(void)
{
    uint32_t words[2];
    store_serial(words);
    for (uint8_t i = 0; i < SERIAL_DIGITS; i++)
        serial[i] = "0123456789abcdef"[words[i < 8] >> 4 * (7 - i % 8) & 15];
}

void usb_start(void)
{
    name();
    SET(RESETS_RESET) = RESET_USB;
    CLEAR(RESETS_RESET) = RESET_USB;
    while (!(REGISTER(RESETS_DONE) & RESET_USB))
        ;
    for (uint32_t word = USB_MEMORY; word < USB_BUFFERS_END; word += 4)
        REGISTER(word) = 0;
    REGISTER(USB_MUXING) = USB_MUXING_PHY;
    REGISTER(USB_POWER) = USB_POWER_THERE;
    REGISTER(USB_MAIN) = USB_MAIN_DEVICE;
    REGISTER(USB_INTE) = USB_INT_BUS_RESET | USB_INT_SETUP | USB_INT_DONE;
    REGISTER(USB_SIE) = USB_SIE_CONTROL_TELLS_EACH | USB_SIE_PULLUP;
    NVIC_ISER = 1UL << IRQ_USB | 1UL << IRQ_LINE;
}
