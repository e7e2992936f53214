/* The link in numbers; generated from hardware/firmware/messages.toml; do not edit. */
#ifndef PROTOCOL_H
#define PROTOCOL_H

#include <stdint.h>

#define PROTOCOL_MAJOR 2
#define PROTOCOL_MINOR 0
#define DICTIONARY_CRC 0xDBD8A670UL
#define DICTIONARY_SIZE 1109
#define BAUD 250000UL
#define PAYLOAD_MAX 47UL
#define BURST 20UL
#define GIVE_UP_MS 2000UL
#define RING_EVENTS 16UL
#define RESEND_MS 100UL
#define STATE_MS 1000UL
#define LOST_MS 3000UL
#define PULSE_MIN_MS 50UL
#define PULSE_MAX_MS 800UL
#define GAP_MS 1500UL
#define FELT_MS 50UL
#define STUCK_MS 500UL
#define LEASE_MS 1500UL
#define INPUT_COUNT 25
#define OUTPUT_COUNT 12
#define CHAIN_BITS 24
#define INPUT_SET_A (1UL << 0)
#define INPUT_SET_B (1UL << 1)
#define INPUT_SET_C (1UL << 2)
#define INPUT_SET_D (1UL << 3)
#define INPUT_DICE_A (1UL << 4)
#define INPUT_DICE_B (1UL << 5)
#define INPUT_DICE_C (1UL << 6)
#define INPUT_DICE_D (1UL << 7)
#define INPUT_DEALER_A (1UL << 8)
#define INPUT_DEALER_B (1UL << 9)
#define INPUT_DEALER_C (1UL << 10)
#define INPUT_DEALER_D (1UL << 11)
#define INPUT_HATCH_OPEN (1UL << 12)
#define INPUT_HATCH_CLOSED (1UL << 13)
#define INPUT_LIFTED (1UL << 14)
#define INPUT_WALLS_UP (1UL << 15)
#define INPUT_MIXING (1UL << 16)
#define INPUT_READY (1UL << 17)
#define INPUT_DICE_ROLLING (1UL << 18)
#define INPUT_FAULT_1 (1UL << 19)
#define INPUT_FAULT_2 (1UL << 20)
#define INPUT_FAULT_3 (1UL << 21)
#define INPUT_FAULT_4 (1UL << 22)
#define INPUT_FAULT_5 (1UL << 23)
#define INPUT_ENABLE (1UL << 24)
#define SORT_BUTTON 0
#define INPUTS_BUTTON 0xFFUL
#define SORT_LAMP 1
#define INPUTS_LAMP 0x7FF00UL
#define SORT_FAULT 2
#define INPUTS_FAULT 0xF80000UL
#define SORT_KEY 3
#define INPUTS_KEY 0x1000000UL
#define OUTPUTS_FELT 0xFF
#define OUTPUTS_ON_B 0x1F
#define OUTPUTS_ON_C 0x01
#define OUTPUTS_ON_D 0xFC
#define CHAIN_LATCH_PORT PORTC
#define CHAIN_LATCH_DDR DDRC
#define CHAIN_LATCH_PIN PINC
#define CHAIN_LATCH_BIT 1
#define CHAIN_CLOCK_PORT PORTC
#define CHAIN_CLOCK_DDR DDRC
#define CHAIN_CLOCK_PIN PINC
#define CHAIN_CLOCK_BIT 2
#define CHAIN_DATA_PORT PORTC
#define CHAIN_DATA_DDR DDRC
#define CHAIN_DATA_PIN PINC
#define CHAIN_DATA_BIT 3
#define CHAIN_FEED_PORT PORTC
#define CHAIN_FEED_DDR DDRC
#define CHAIN_FEED_PIN PINC
#define CHAIN_FEED_BIT 5
#define ENABLE_PORT PORTC
#define ENABLE_DDR DDRC
#define ENABLE_PIN PINC
#define ENABLE_BIT 4
#define LED_PORT PORTB
#define LED_DDR DDRB
#define LED_PIN PINB
#define LED_BIT 5
#define GP_CHAIN_LATCH 14
#define GP_CHAIN_CLOCK 15
#define GP_CHAIN_DATA 16
#define GP_CHAIN_FEED 17
#define GP_ENABLE 18
#define GP_LED 25
#define GP_OUTPUTS 2

/* What happened at the table. */
enum EventKind {
    EVENT_KIND_SET_PRESSED = 1,
    EVENT_KIND_HATCH_OPENED = 2,
    EVENT_KIND_HATCH_CLOSED = 3,
    EVENT_KIND_MIXING = 4,
    EVENT_KIND_WALLS_UP = 5,
    EVENT_KIND_DICE_PRESSED = 6,
    EVENT_KIND_DICE_STOPPED = 7,
    EVENT_KIND_FAULT = 8,
    EVENT_KIND_FAULT_CLEARED = 9,
    EVENT_KIND_READY = 10,
    EVENT_KIND_LIFTED = 11,
    EVENT_KIND_DEALER_LIT = 12,
    EVENT_KIND_DICE_ROLLING = 13,
};

/* Trouble of the machine, from 16 on of the board itself; on the host the name in lower case with hyphens. */
enum FaultCode {
    FAULT_CODE_TABLE_JAM = 1,
    FAULT_CODE_TABLE_HATCH_OPEN = 2,
    FAULT_CODE_TILE_MISSING = 3,
    FAULT_CODE_TABLE_TIMEOUT = 4,
    FAULT_CODE_TABLE_MOTOR_HOT = 5,
    FAULT_CODE_TABLE_COUNT_WRONG = 6,
    FAULT_CODE_BOARD_WATCHDOG = 16,
    FAULT_CODE_BOARD_CONFIG = 17,
    FAULT_CODE_BOARD_INPUTS = 18,
    FAULT_CODE_BOARD_OUTPUTS = 19,
    FAULT_CODE_BOARD_MEMORY = 20,
};

/* Why the board refused a command. */
enum NakCode {
    NAK_CODE_STALE_SESSION = 1,
    NAK_CODE_UNKNOWN_COMMAND = 2,
    NAK_CODE_BAD_VALUE = 3,
    NAK_CODE_NOT_ARMED = 4,
    NAK_CODE_TOO_SOON = 5,
    NAK_CODE_READ_ONLY = 6,
    NAK_CODE_BUSY = 7,
    NAK_CODE_DISABLED = 8,
    NAK_CODE_SELFTEST_FAILED = 9,
    NAK_CODE_REPEATED = 10,
    NAK_CODE_OTHER_BOARD = 11,
};

/* The opening in the middle of the table. */
enum Hatch {
    HATCH_UNKNOWN = 0,
    HATCH_CLOSED = 1,
    HATCH_OPEN = 2,
    HATCH_LIFTED = 3,
};

/* The set inside the table. */
enum Build {
    BUILD_UNKNOWN = 0,
    BUILD_EMPTY = 1,
    BUILD_MIXING = 2,
    BUILD_READY = 3,
    BUILD_FAULT = 4,
};

/* Why the board started. */
enum ResetCause {
    RESET_CAUSE_UNKNOWN = 0,
    RESET_CAUSE_POWER = 1,
    RESET_CAUSE_EXTERNAL = 2,
    RESET_CAUSE_BROWN_OUT = 3,
    RESET_CAUSE_WATCHDOG = 4,
};

/* Weight of a line of the board's log. */
enum LogLevel {
    LOG_LEVEL_DEBUG = 0,
    LOG_LEVEL_INFO = 1,
    LOG_LEVEL_WARNING = 2,
    LOG_LEVEL_ERROR = 3,
};

/* A value of the configuration. */
enum ConfigKey {
    CONFIG_KEY_BUTTON_MS = 1,
    CONFIG_KEY_LAMP_ON_MS = 2,
    CONFIG_KEY_LAMP_OFF_MS = 3,
    CONFIG_KEY_GAP_MS = 4,
    CONFIG_KEY_INVERT = 5,
    CONFIG_KEY_INPUTS = 6,
    CONFIG_KEY_OUTPUTS = 7,
    CONFIG_KEY_FAULT_1 = 8,
    CONFIG_KEY_FAULT_2 = 9,
    CONFIG_KEY_FAULT_3 = 10,
    CONFIG_KEY_FAULT_4 = 11,
    CONFIG_KEY_FAULT_5 = 12,
    CONFIG_KEY_BLIND = 13,
    CONFIG_KEY_UID_LOW = 14,
    CONFIG_KEY_UID_HIGH = 15,
    CONFIG_KEY_LAMP_SHARE = 16,
    CONFIG_KEY_LAMP_WINDOW_MS = 17,
};

enum MessageType {
    TYPE_HELLO = 0x01,
    TYPE_IDENTIFY = 0x02,
    TYPE_PING = 0x03,
    TYPE_GET_STATE = 0x04,
    TYPE_EVENT_ACK = 0x05,
    TYPE_ARM = 0x06,
    TYPE_PRESS = 0x07,
    TYPE_CANCEL = 0x08,
    TYPE_SET_CONFIG = 0x09,
    TYPE_SAVE_CONFIG = 0x0A,
    TYPE_GET_CONFIG = 0x0E,
    TYPE_FAULT_CLEAR = 0x0B,
    TYPE_SELFTEST = 0x0C,
    TYPE_GET_LAMPS = 0x0F,
    TYPE_GET_STATS = 0x0D,
    TYPE_HELLO_ACK = 0x81,
    TYPE_IDENTIFY_DATA = 0x82,
    TYPE_ACK = 0x83,
    TYPE_NAK = 0x84,
    TYPE_STATE = 0x85,
    TYPE_EVENT = 0x86,
    TYPE_STATS = 0x87,
    TYPE_CONFIG = 0x89,
    TYPE_LOG = 0x88,
    TYPE_LAMPS = 0x8A,
};

#define SIZE_HELLO 6
struct __attribute__((packed)) Hello {
    uint32_t nonce;
    uint8_t major;
    uint8_t minor;
};

#define SIZE_IDENTIFY 2
struct __attribute__((packed)) Identify {
    uint16_t offset;
};

#define SIZE_PING 0

#define SIZE_GET_STATE 0

#define SIZE_EVENT_ACK 10
#define LEAST_EVENT_ACK 2
struct __attribute__((packed)) EventAck {
    uint16_t sequence;
    uint64_t board;
};

#define SIZE_ARM 10
#define LEAST_ARM 2
struct __attribute__((packed)) Arm {
    uint16_t lease_ms;
    uint64_t board;
};

#define SIZE_PRESS 4
struct __attribute__((packed)) Press {
    uint16_t mask;
    uint16_t ms;
};

#define SIZE_CANCEL 0

#define SIZE_SET_CONFIG 5
struct __attribute__((packed)) SetConfig {
    uint8_t key;
    uint32_t value;
};

#define SIZE_SAVE_CONFIG 0

#define SIZE_GET_CONFIG 1
struct __attribute__((packed)) GetConfig {
    uint8_t key;
};

#define SIZE_FAULT_CLEAR 1
struct __attribute__((packed)) FaultClear {
    uint8_t code;
};

#define SIZE_SELFTEST 0

#define SIZE_GET_LAMPS 0

#define SIZE_GET_STATS 0

#define SIZE_HELLO_ACK 29
struct __attribute__((packed)) HelloAck {
    uint32_t nonce;
    uint8_t major;
    uint8_t minor;
    uint32_t build;
    uint64_t uid;
    uint16_t boot;
    uint8_t cause;
    uint32_t dictionary;
    uint32_t uptime_ms;
};

#define SIZE_IDENTIFY_DATA 4
struct __attribute__((packed)) IdentifyData {
    uint16_t offset;
    uint16_t total;
};

#define SIZE_ACK 1
struct __attribute__((packed)) Ack {
    uint8_t command;
};

#define SIZE_NAK 2
struct __attribute__((packed)) Nak {
    uint8_t command;
    uint8_t code;
};

#define SIZE_STATE 26
#define LEAST_STATE 18
struct __attribute__((packed)) State {
    uint32_t uptime_ms;
    uint32_t inputs;
    uint16_t outputs;
    uint8_t hatch;
    uint8_t build;
    uint8_t armed;
    uint32_t faults;
    uint8_t pending;
    uint64_t board;
};

#define SIZE_EVENT 13
struct __attribute__((packed)) Event {
    uint16_t sequence;
    uint16_t oldest;
    uint32_t at_ms;
    uint8_t kind;
    uint8_t seat;
    uint8_t pips_a;
    uint8_t pips_b;
    uint8_t code;
};

#define SIZE_STATS 24
struct __attribute__((packed)) Stats {
    uint32_t frames;
    uint32_t damaged;
    uint32_t refused;
    uint32_t dropped_events;
    uint32_t presses;
    uint32_t cut;
};

#define SIZE_CONFIG 5
struct __attribute__((packed)) Config {
    uint8_t key;
    uint32_t value;
};

#define SIZE_LOG 1
struct __attribute__((packed)) Log {
    uint8_t level;
};

#define SIZE_LAMPS 1
struct __attribute__((packed)) Lamps {
    uint8_t looks;
};

#define SIZE_SETTINGS 33
struct __attribute__((packed)) Settings {
    uint8_t button_ms;
    uint16_t lamp_on_ms;
    uint16_t lamp_off_ms;
    uint16_t gap_ms;
    uint32_t invert;
    uint32_t inputs;
    uint16_t outputs;
    uint8_t fault_1;
    uint8_t fault_2;
    uint8_t fault_3;
    uint8_t fault_4;
    uint8_t fault_5;
    uint8_t blind;
    uint32_t uid_low;
    uint32_t uid_high;
    uint8_t lamp_share;
    uint8_t lamp_window_ms;
};

#endif
