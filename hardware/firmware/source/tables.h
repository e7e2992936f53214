/* Tables in flash; generated from hardware/firmware/messages.toml; do not edit. */
#include <avr/pgmspace.h>

#include "protocol.h"

#ifdef WANT_COMMANDS
static const struct { uint8_t type, size, acts; } COMMANDS[] PROGMEM = {
    { TYPE_HELLO, SIZE_HELLO, 0 },
    { TYPE_IDENTIFY, SIZE_IDENTIFY, 0 },
    { TYPE_PING, SIZE_PING, 0 },
    { TYPE_GET_STATE, SIZE_GET_STATE, 0 },
    { TYPE_EVENT_ACK, SIZE_EVENT_ACK, 0 },
    { TYPE_ARM, SIZE_ARM, 1 },
    { TYPE_PRESS, SIZE_PRESS, 1 },
    { TYPE_CANCEL, SIZE_CANCEL, 0 },
    { TYPE_SET_CONFIG, SIZE_SET_CONFIG, 1 },
    { TYPE_SAVE_CONFIG, SIZE_SAVE_CONFIG, 1 },
    { TYPE_GET_CONFIG, SIZE_GET_CONFIG, 0 },
    { TYPE_FAULT_CLEAR, SIZE_FAULT_CLEAR, 1 },
    { TYPE_SELFTEST, SIZE_SELFTEST, 1 },
    { TYPE_GET_STATS, SIZE_GET_STATS, 0 },
};
#endif

#ifdef WANT_INPUTS
static const struct { uint8_t on, off, seat; } INPUTS[INPUT_COUNT] PROGMEM = {
    { EVENT_KIND_SET_PRESSED, 0, 0 }, /* SET_A */
    { EVENT_KIND_SET_PRESSED, 0, 1 }, /* SET_B */
    { EVENT_KIND_SET_PRESSED, 0, 2 }, /* SET_C */
    { EVENT_KIND_SET_PRESSED, 0, 3 }, /* SET_D */
    { EVENT_KIND_DICE_PRESSED, 0, 0 }, /* DICE_A */
    { EVENT_KIND_DICE_PRESSED, 0, 1 }, /* DICE_B */
    { EVENT_KIND_DICE_PRESSED, 0, 2 }, /* DICE_C */
    { EVENT_KIND_DICE_PRESSED, 0, 3 }, /* DICE_D */
    { EVENT_KIND_DEALER_LIT, 0, 0 }, /* DEALER_A */
    { EVENT_KIND_DEALER_LIT, 0, 1 }, /* DEALER_B */
    { EVENT_KIND_DEALER_LIT, 0, 2 }, /* DEALER_C */
    { EVENT_KIND_DEALER_LIT, 0, 3 }, /* DEALER_D */
    { EVENT_KIND_HATCH_OPENED, 0, 255 }, /* HATCH_OPEN */
    { EVENT_KIND_HATCH_CLOSED, 0, 255 }, /* HATCH_CLOSED */
    { EVENT_KIND_LIFTED, 0, 255 }, /* LIFTED */
    { EVENT_KIND_WALLS_UP, 0, 255 }, /* WALLS_UP */
    { EVENT_KIND_MIXING, 0, 255 }, /* MIXING */
    { EVENT_KIND_READY, 0, 255 }, /* READY */
    { EVENT_KIND_DICE_ROLLING, EVENT_KIND_DICE_STOPPED, 255 }, /* DICE_ROLLING */
    { EVENT_KIND_FAULT, EVENT_KIND_FAULT_CLEARED, 255 }, /* FAULT_1 */
    { EVENT_KIND_FAULT, EVENT_KIND_FAULT_CLEARED, 255 }, /* FAULT_2 */
    { EVENT_KIND_FAULT, EVENT_KIND_FAULT_CLEARED, 255 }, /* FAULT_3 */
    { EVENT_KIND_FAULT, EVENT_KIND_FAULT_CLEARED, 255 }, /* FAULT_4 */
    { EVENT_KIND_FAULT, EVENT_KIND_FAULT_CLEARED, 255 }, /* FAULT_5 */
    { 0, 0, 255 }, /* ENABLE */
};
#endif

#ifdef WANT_OUTPUTS
static const struct { char port; uint8_t mask; } OUTPUTS[OUTPUT_COUNT] PROGMEM = {
    { 'D', 1 << 2 }, /* SET_A */
    { 'D', 1 << 3 }, /* SET_B */
    { 'D', 1 << 4 }, /* SET_C */
    { 'D', 1 << 5 }, /* SET_D */
    { 'D', 1 << 6 }, /* DICE_A */
    { 'D', 1 << 7 }, /* DICE_B */
    { 'B', 1 << 0 }, /* DICE_C */
    { 'B', 1 << 1 }, /* DICE_D */
    { 'B', 1 << 2 }, /* DEALER_A */
    { 'B', 1 << 3 }, /* DEALER_B */
    { 'B', 1 << 4 }, /* DEALER_C */
    { 'C', 1 << 0 }, /* DEALER_D */
};
#endif

#ifdef WANT_SETTINGS
static const struct { uint8_t size; uint32_t initial, least, most; } SETTINGS[] PROGMEM = {
    { 1, 20UL, 4UL, 100UL }, /* BUTTON_MS */
    { 2, 20UL, 4UL, 5000UL }, /* LAMP_ON_MS */
    { 2, 20UL, 4UL, 5000UL }, /* LAMP_OFF_MS */
    { 2, 1500UL, 1500UL, 10000UL }, /* GAP_MS */
    { 4, 0UL, 0UL, 16777215UL }, /* INVERT */
    { 4, 33554431UL, 0UL, 33554431UL }, /* INPUTS */
    { 2, 4095UL, 0UL, 4095UL }, /* OUTPUTS */
    { 1, 1UL, 1UL, 6UL }, /* FAULT_1 */
    { 1, 2UL, 1UL, 6UL }, /* FAULT_2 */
    { 1, 3UL, 1UL, 6UL }, /* FAULT_3 */
    { 1, 4UL, 1UL, 6UL }, /* FAULT_4 */
    { 1, 5UL, 1UL, 6UL }, /* FAULT_5 */
    { 1, 0UL, 0UL, 1UL }, /* BLIND */
    { 4, 0UL, 0UL, 4294967295UL }, /* UID_LOW */
    { 4, 0UL, 0UL, 4294967295UL }, /* UID_HIGH */
};
#endif

#ifdef WANT_DICTIONARY
static const char DICTIONARY[] PROGMEM =
    "{\"protocol\":[1,0],\"inputs\":[\"SET_A\",\"SET_B\",\"SET_C\",\"SET_D\",\"DICE_A\","
    "\"DICE_B\",\"DICE_C\",\"DICE_D\",\"DEALER_A\",\"DEALER_B\",\"DEALER_C\",\"DEALER_D\","
    "\"HATCH_OPEN\",\"HATCH_CLOSED\",\"LIFTED\",\"WALLS_UP\",\"MIXING\",\"READY\",\"DICE_ROLLING\","
    "\"FAULT_1\",\"FAULT_2\",\"FAULT_3\",\"FAULT_4\",\"FAULT_5\",\"ENABLE\"],\"outputs\":[\"SET_A\","
    "\"SET_B\",\"SET_C\",\"SET_D\",\"DICE_A\",\"DICE_B\",\"DICE_C\",\"DICE_D\",\"DEALER_A\","
    "\"DEALER_B\",\"DEALER_C\",\"DEALER_D\"],\"limits\":{\"BAUD\":250000,\"PAYLOAD_MAX\":47,"
    "\"RETRY_MS\":[50,100,200,250],\"GIVE_UP_MS\":2000,\"RING_EVENTS\":16,\"RESEND_MS\":100,"
    "\"STATE_MS\":1000,\"LOST_MS\":3000,\"PULSE_MIN_MS\":50,\"PULSE_MAX_MS\":800,\"GAP_MS\":1500,"
    "\"FELT_MS\":50,\"LEASE_MS\":1500},\"config\":{\"BUTTON_MS\":[1,4,100,20],\"LAMP_ON_MS\":[2,"
    "4,5000,20],\"LAMP_OFF_MS\":[3,4,5000,20],\"GAP_MS\":[4,1500,10000,1500],\"INVERT\":[5,"
    "0,16777215,0],\"INPUTS\":[6,0,33554431,33554431],\"OUTPUTS\":[7,0,4095,4095],\"FAULT_1\":[8,"
    "1,6,1],\"FAULT_2\":[9,1,6,2],\"FAULT_3\":[10,1,6,3],\"FAULT_4\":[11,1,6,4],\"FAULT_5\":[12,"
    "1,6,5],\"BLIND\":[13,0,1,0],\"UID_LOW\":[14,0,4294967295,0],\"UID_HIGH\":[15,0,4294967295,"
    "0]},\"enums\":{\"EventKind\":{\"SET_PRESSED\":1,\"HATCH_OPENED\":2,\"HATCH_CLOSED\":3,"
    "\"MIXING\":4,\"WALLS_UP\":5,\"DICE_PRESSED\":6,\"DICE_STOPPED\":7,\"FAULT\":8,\"FAULT_CLEARED\":9,"
    "\"READY\":10,\"LIFTED\":11,\"DEALER_LIT\":12,\"DICE_ROLLING\":13},\"FaultCode\":{\"TABLE_JAM\":1,"
    "\"TABLE_HATCH_OPEN\":2,\"TILE_MISSING\":3,\"TABLE_TIMEOUT\":4,\"TABLE_MOTOR_HOT\":5,"
    "\"TABLE_COUNT_WRONG\":6,\"BOARD_WATCHDOG\":16,\"BOARD_CONFIG\":17,\"BOARD_INPUTS\":18,"
    "\"BOARD_OUTPUTS\":19,\"BOARD_MEMORY\":20},\"NakCode\":{\"STALE_SESSION\":1,\"UNKNOWN_COMMAND\":2,"
    "\"BAD_VALUE\":3,\"NOT_ARMED\":4,\"TOO_SOON\":5,\"READ_ONLY\":6,\"BUSY\":7,\"DISABLED\":8,"
    "\"SELFTEST_FAILED\":9},\"Hatch\":{\"UNKNOWN\":0,\"CLOSED\":1,\"OPEN\":2,\"LIFTED\":3},"
    "\"Build\":{\"UNKNOWN\":0,\"EMPTY\":1,\"MIXING\":2,\"READY\":3,\"FAULT\":4},\"ResetCause\":{\"UNKNOWN\":0,"
    "\"POWER\":1,\"EXTERNAL\":2,\"BROWN_OUT\":3,\"WATCHDOG\":4},\"LogLevel\":{\"DEBUG\":0,"
    "\"INFO\":1,\"WARNING\":2,\"ERROR\":3}},\"messages\":{\"HELLO\":[1,\"IBB\"],\"IDENTIFY\":[2,"
    "\"H\"],\"PING\":[3,\"\"],\"GET_STATE\":[4,\"\"],\"EVENT_ACK\":[5,\"H\"],\"ARM\":[6,"
    "\"H\"],\"PRESS\":[7,\"HH\"],\"CANCEL\":[8,\"\"],\"SET_CONFIG\":[9,\"BI\"],\"SAVE_CONFIG\":[10,"
    "\"\"],\"GET_CONFIG\":[14,\"B\"],\"FAULT_CLEAR\":[11,\"B\"],\"SELFTEST\":[12,\"\"],"
    "\"GET_STATS\":[13,\"\"],\"HELLO_ACK\":[129,\"IBBIQHBII\"],\"IDENTIFY_DATA\":[130,"
    "\"HHs\"],\"ACK\":[131,\"B\"],\"NAK\":[132,\"BB\"],\"STATE\":[133,\"IIHBBBIB\"],\"EVENT\":[134,"
    "\"HHIBBBBB\"],\"STATS\":[135,\"IIIIII\"],\"CONFIG\":[137,\"BI\"],\"LOG\":[136,\"Bs\"]}}";
#endif
