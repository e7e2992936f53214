/*
 * The compiled firmware on an emulated ATmega328P, in lockstep with the program at its stdin and stdout: virtual time
 * passes only on request. A separate program, built where it is used, because libsimavr is under the GPL.
 *
 *   i LEVELS        inputs from now on (hex, bit n for input n; bit 24 the key)
 *   m MASK PERIOD LIT STEP JITTER GHOST   a panel that multiplexes these lamps (hex, then cycles): lamp n is lit LIT of
 *                   each PERIOD, STEP later than lamp n - 1, up to JITTER off; for GHOST while it should be dark
 *   c FAULT         fault of the chain of shift registers (enum Wrong, 0: none)
 *   b LOADER        the boot loader that runs before the program from the next reset on (enum Loader, 0: none)
 *   r HEX           bytes from the host, at the speed of the line
 *   a CYCLE         run up to CYCLE, or to the end of the first frame sent or the first move of an output
 *   x CAUSE SEED    reset (1 power, 2 external, 3 brown-out); power and brown-out fill the memory with noise
 *   h 0|1           the program hangs, with interrupts off or on
 *   e [HEX]         EEPROM: read, or write from address 0
 *
 * a, x and e are answered: lines "t CYCLE HEX" (bytes sent), "o CYCLE MASK" (outputs closed), "e HEX", then ". CYCLE".
 */
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <simavr/avr_eeprom.h>
#include <simavr/avr_extint.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_cycle_timers.h>
#include <simavr/sim_hex.h>

#include "../source/protocol.h"

#define HZ 16000000UL
#define BYTE_CYCLES (HZ / BAUD * 10)
#define RAM_FIRST 0x100
#define RAM_LAST 0x8FF
#define MCUSR 0x54
#define RJMP_SELF 0xCFFF
#define EEPROM_SIZE 1024
#define LINE_SIZE 8192

enum { LATCH = CHAIN_LATCH_BIT, CLOCK = CHAIN_CLOCK_BIT, DATA = CHAIN_DATA_BIT, FEED = CHAIN_FEED_BIT, KEY = ENABLE_BIT };

/* An unplugged chip leaves the input that it drove open; an open input reads high, like an idle one. */
enum Wrong { WHOLE, DATA_LOW, DATA_HIGH, CLOCK_OPEN, LATCH_LOW, LATCH_HIGH, NO_U1, NO_U2, NO_U3, FEED_OPEN };

/* How each boot loader passes on the cause of a reset. After an external reset each one waits for an upload and then
 * starts the program by a watchdog reset. */
enum Loader {
    NO_LOADER,     /* MCUSR as set by the processor */
    OPTIBOOT_4,    /* MCUSR cleared, registers unchanged */
    OPTIBOOT_6,    /* MCUSR cleared, its last value in r2 */
    OPTIBOOT_8,    /* MCUSR without the loader's watchdog flag; r2 with it */
};

static avr_t *avr;
static uint32_t levels;
static struct {
    uint32_t mask, period, lit, step, jitter, ghost;
} panel;
static uint8_t chain[3];
static enum Wrong wrong;
static enum Loader loader;
static int latched;
static uint8_t driven_pins;
static avr_irq_t *data_irq, *key_irq;
static uint8_t rx[1 << 16];
static unsigned rx_in, rx_out;
static uint8_t tx[512];
static unsigned tx_size;
static avr_cycle_count_t tx_first;
static int frame_ended, inside_frame;
static uint32_t outputs;

/* Bits of the outputs in each port. */
static inline uint32_t driven(void)
{
    const uint8_t *data = avr->data;
    return (uint32_t)(data[0x2A] & data[0x2B] & OUTPUTS_ON_D) | (uint32_t)(data[0x24] & data[0x25] & OUTPUTS_ON_B) << 8 |
           (uint32_t)(data[0x27] & data[0x28] & OUTPUTS_ON_C) << 16;
}

/* Outputs driven high, in the order of the pins: D2-D7, B0-B4, C0. */
static unsigned outputs_of(uint32_t ports)
{
    return (ports >> 2 & 0x3F) | (ports >> 8 & 0x1F) << 6 | (ports >> 16 & 1) << 11;
}

static void drive(void)
{
    /* Active low; D7 of the first chip is shifted out first. */
    int data = chain[0] >> 7;
    if (wrong == DATA_LOW || wrong == NO_U1)
        data = 0;
    else if (wrong == DATA_HIGH)
        data = 1;
    int key = !(levels >> CHAIN_BITS & 1);
    uint8_t pins = (uint8_t)(data << DATA | key << KEY);
    if (pins == driven_pins)
        return;
    driven_pins = pins;
    avr_ioport_external_t pull = { .name = 'C', .mask = 1 << DATA | 1 << KEY, .value = pins };
    avr_ioctl(avr, AVR_IOCTL_IOPORT_SET_EXTERNAL('C'), &pull);
    avr_raise_irq(data_irq, data);
    avr_raise_irq(key_irq, key);
}

/* Current input levels. */
static uint32_t seen(void)
{
    uint32_t now = levels;
    for (unsigned bit = 0; panel.mask >> bit; bit++) {
        if (!(panel.mask >> bit & 1))
            continue;
        uint64_t at = avr->cycle + (uint64_t)(32 - bit) * panel.step;
        /* A pseudo-random number that differs in each period. */
        uint32_t noise = (uint32_t)(at / panel.period) * 2654435761u >> 16;
        at += panel.jitter ? noise % panel.jitter : 0;
        if (at % panel.period >= (levels >> bit & 1 ? panel.lit : panel.ghost))
            now &= ~(1UL << bit);
        else
            now |= 1UL << bit;
    }
    return now;
}

static void load(void)
{
    if (wrong == LATCH_HIGH)
        return;
    uint32_t now = seen();
    for (unsigned i = 0; i < sizeof chain; i++)
        chain[i] = (uint8_t)~(now >> 8 * i);
}

static void on_latch(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    latched = value != 0;
    if (!latched || wrong == LATCH_LOW) {
        load();
        drive();
    }
}

static void on_clock(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)param;
    if (!latched || !value || irq->value || wrong == CLOCK_OPEN || wrong == LATCH_LOW)
        return;
    /* PORTC and DDRC; a pin that nobody drives floats. */
    int fed = wrong == FEED_OPEN || (avr->data[0x28] & avr->data[0x27] & 1 << FEED) != 0;
    chain[0] = (uint8_t)(chain[0] << 1 | (wrong == NO_U2 ? 1 : chain[1] >> 7));
    chain[1] = (uint8_t)(chain[1] << 1 | (wrong == NO_U3 ? 1 : chain[2] >> 7));
    chain[2] = (uint8_t)(chain[2] << 1 | fed);
    drive();
}

static void on_byte(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    if (!tx_size)
        tx_first = avr->cycle;
    if (tx_size < sizeof tx)
        tx[tx_size++] = (uint8_t)value;
    if (value)
        inside_frame = 1;
    else if (inside_frame)
        frame_ended = 1, inside_frame = 0;
}

static avr_cycle_count_t give_byte(avr_t *of, avr_cycle_count_t when, void *param)
{
    (void)of, (void)param;
    if (rx_in == rx_out)
        return 0;
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT), rx[rx_out++ % sizeof rx]);
    return rx_in == rx_out ? 0 : when + BYTE_CYCLES;
}

static avr_cycle_count_t stop_here(avr_t *of, avr_cycle_count_t when, void *param)
{
    (void)of, (void)when, (void)param;
    return 0;
}

static void no_sleep(avr_t *of, avr_cycle_count_t cycles)
{
    (void)of, (void)cycles;
}

static void tell_moves(void)
{
    if (tx_size) {
        printf("t %" PRIu64 " ", tx_first);
        for (unsigned i = 0; i < tx_size; i++)
            printf("%02x", tx[i]);
        putchar('\n');
        tx_size = 0;
    }
    if (outputs != driven()) {
        outputs = driven();
        printf("o %" PRIu64 " %x\n", avr->cycle, outputs_of(outputs));
    }
}

/* Registers after the boot loader, at a reset of that cause (MCUSR). */
static void load_program(uint8_t cause)
{
    /* After an external reset the loader waits until its watchdog resets the processor. */
    uint8_t last = cause & 0x02 ? 0x08 : cause;
    avr->data[MCUSR] = loader == NO_LOADER ? cause : loader == OPTIBOOT_8 ? cause & (cause & 0x02 ? 0x02 : 0xFF) : 0;
    if (loader == OPTIBOOT_6)
        avr->data[2] = last;
    else if (loader == OPTIBOOT_8)
        avr->data[2] = cause | last;
}

static void advance(avr_cycle_count_t until)
{
    /* Outputs on INT0 and INT1 are low most of the time; polling that level in each cycle would be too slow. */
    avr_extint_set_strict_lvl_trig(avr, EXTINT_IRQ_OUT_INT0, 0);
    avr_extint_set_strict_lvl_trig(avr, EXTINT_IRQ_OUT_INT1, 0);
    frame_ended = 0;
    if (until > avr->cycle)
        avr_cycle_timer_register(avr, until - avr->cycle, stop_here, NULL);
    while (avr->cycle < until && !frame_ended && outputs == driven()) {
        int state = avr_run(avr);
        if (loader && avr->pc == 0 && avr->data[MCUSR] & 0x08)
            load_program(0x08);
        if (state == cpu_Done || state == cpu_Crashed) {
            printf("! the processor stopped at %#x\n", avr->pc);
            exit(1);
        }
    }
    avr_cycle_timer_cancel(avr, stop_here, NULL);
    tell_moves();
}

static void reset(unsigned cause, unsigned seed)
{
    static const uint8_t FLAGS[] = { 0, 0x01, 0x02, 0x04 };
    avr_cycle_count_t now = avr->cycle;
    avr_cycle_timer_cancel(avr, give_byte, NULL);
    rx_in = rx_out = 0;
    if (cause != 2) {
        uint32_t noise = seed * 2654435761u + 1;
        for (unsigned i = RAM_FIRST; i <= RAM_LAST; i++) {
            noise = noise * 1664525u + 1013904223u;
            avr->data[i] = (uint8_t)(noise >> 24);
        }
        avr->data[2] = (uint8_t)noise;
    }
    avr_reset(avr);
    avr->cycle = now;
    load_program(FLAGS[cause & 3]);
    inside_frame = 0;
    driven_pins = 0xFF;
    drive();
    tell_moves();
}

static void hang(int interrupts)
{
    for (unsigned at = 0; at + 1 < avr->codeend; at += 2) {
        if ((avr->flash[at] | avr->flash[at + 1] << 8) == RJMP_SELF) {
            avr->pc = at;
            avr->sreg[S_I] = (uint8_t)interrupts;
            avr->state = cpu_Running;
            return;
        }
    }
    puts("! no endless loop in the program");
    exit(1);
}

static unsigned from_hex(const char *text, uint8_t *bytes, unsigned most)
{
    unsigned size = 0;
    for (; isxdigit((unsigned char)text[0]) && isxdigit((unsigned char)text[1]) && size < most; text += 2) {
        char pair[3] = { text[0], text[1], 0 };
        bytes[size++] = (uint8_t)strtoul(pair, NULL, 16);
    }
    return size;
}

static void receive(const char *text)
{
    uint8_t bytes[LINE_SIZE / 2];
    unsigned size = from_hex(text, bytes, sizeof bytes);
    int idle = rx_in == rx_out;
    for (unsigned i = 0; i < size; i++)
        rx[rx_in++ % sizeof rx] = bytes[i];
    if (idle && size)
        avr_cycle_timer_register(avr, BYTE_CYCLES, give_byte, NULL);
}

static void eeprom(const char *text)
{
    uint8_t bytes[EEPROM_SIZE];
    avr_eeprom_desc_t whole = { .ee = bytes, .offset = 0, .size = from_hex(text, bytes, sizeof bytes) };
    if (whole.size)
        avr_ioctl(avr, AVR_IOCTL_EEPROM_SET, &whole);
    whole = (avr_eeprom_desc_t){ .offset = 0, .size = EEPROM_SIZE };
    avr_ioctl(avr, AVR_IOCTL_EEPROM_GET, &whole);
    printf("e ");
    for (unsigned i = 0; i < EEPROM_SIZE; i++)
        printf("%02x", whole.ee[i]);
    putchar('\n');
}

static void start(char *hex)
{
    avr = avr_make_mcu_by_name("atmega328p");
    ihex_chunk_p chunks = NULL;
    int count = avr ? read_ihex_chunks(hex, &chunks) : 0;
    if (count < 1) {
        fprintf(stderr, "%s: expected a program in Intel hex\n", hex);
        exit(2);
    }
    avr_init(avr);
    avr->frequency = HZ;
    avr->log = LOG_NONE;
    avr->sleep = no_sleep;
    for (int i = 0; i < count; i++) {
        avr_loadcode(avr, chunks[i].data, chunks[i].size, chunks[i].baseaddr);
        avr->codeend = chunks[i].baseaddr + chunks[i].size;
    }
    data_irq = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('C'), DATA);
    key_irq = avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('C'), KEY);
    uint32_t flags = 0;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), on_byte, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('C'), LATCH), on_latch, NULL);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('C'), CLOCK), on_clock, NULL);
}

int main(int argc, char **argv)
{
    static char line[LINE_SIZE];
    if (argc != 2) {
        fprintf(stderr, "usage: harness PROGRAM.hex\n");
        return 2;
    }
    start(argv[1]);
    while (fgets(line, sizeof line, stdin)) {
        const char *rest = line + 1;
        unsigned cause = 0, seed = 0;
        switch (line[0]) {
        case 'i':
            levels = (uint32_t)strtoul(rest, NULL, 16);
            if (wrong == LATCH_LOW)
                load();
            drive();
            continue;
        case 'm':
            sscanf(rest, "%x %u %u %u %u %u", &panel.mask, &panel.period, &panel.lit, &panel.step, &panel.jitter, &panel.ghost);
            continue;
        case 'c':
            wrong = (enum Wrong)strtol(rest, NULL, 10);
            if (!latched || wrong == LATCH_LOW)
                load();
            drive();
            continue;
        case 'b':
            loader = (enum Loader)strtol(rest, NULL, 10);
            continue;
        case 'r':
            receive(rest + 1);
            continue;
        case 'h':
            hang((int)strtol(rest, NULL, 10));
            continue;
        case 'a':
            advance(strtoull(rest, NULL, 10));
            break;
        case 'x':
            sscanf(rest, "%u %u", &cause, &seed);
            reset(cause, seed);
            break;
        case 'e':
            eeprom(rest + 1);
            break;
        default:
            fprintf(stderr, "unknown command: %s", line);
            return 2;
        }
        printf(". %" PRIu64 "\n", avr->cycle);
        fflush(stdout);
    }
    return 0;
}
