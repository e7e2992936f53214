#include "link.h"

#include <stddef.h>
#include <string.h>

#include "clock.h"
#include "contacts.h"
#include "events.h"
#include "faults.h"
#include "frames.h"
#include "lamps.h"
#include "lines.h"
#include "press.h"
#include "uart.h"
#define WANT_COMMANDS
#define WANT_DICTIONARY
#include "tables.h"

/* Reports leave this much room, so that an answer never waits for long. */
#define ROOM 128

#define ANSWERED 0
#define DONE 0xFF

static struct Decoder decoder;
/* Command being processed; answer to the newest command (sent again if it is repeated); any other frame to send. */
static struct Frame in, reply, out;
static struct Start start;
static uint16_t hellos, refused, state_left;
static uint32_t session, nonce, sensed;
static uint8_t read_only;

static void send(struct Frame *frame, uint8_t type, uint8_t length)
{
    frame->type = type;
    frame->length = length;
    frame->session = session;
    frame_write(frame, uart_put);
}

/* Sends the payload in ``reply`` as the answer to the command being processed. */
static uint8_t answer(uint8_t type, uint8_t length)
{
    reply.seq = in.seq;
    send(&reply, type, length);
    return ANSWERED;
}

/* Refuses the command being processed, with its session and number; the newest answer is kept. */
static void turn_away(uint8_t code)
{
    struct Nak *nak = (struct Nak *)out.payload;
    nak->command = in.type;
    nak->code = code;
    refused++;
    out.type = TYPE_NAK;
    out.length = SIZE_NAK;
    out.session = in.session;
    out.seq = in.seq;
    frame_write(&out, uart_put);
    out.seq = 0;
}

static void state_now(struct State *state, uint32_t now)
{
    uint32_t steady = lines_steady();
    state->uptime_ms = now;
    state->inputs = steady;
    state->outputs = contacts_closed();
    state->faults = faults_held();
    state->armed = press_armed();
    state->pending = events_pending();
    memcpy(&state->board, &config.uid_low, sizeof state->board);
    if (steady & INPUT_LIFTED)
        state->hatch = HATCH_LIFTED;
    else if (steady & INPUT_HATCH_OPEN)
        state->hatch = HATCH_OPEN;
    else if (config.inputs & INPUT_HATCH_CLOSED)
        state->hatch = steady & INPUT_HATCH_CLOSED ? HATCH_CLOSED : HATCH_UNKNOWN;
    else
        state->hatch = config.inputs & INPUT_HATCH_OPEN ? HATCH_CLOSED : HATCH_UNKNOWN;
    if (state->faults)
        state->build = BUILD_FAULT;
    else if (steady & INPUT_MIXING)
        state->build = BUILD_MIXING;
    else
        state->build = steady & INPUT_READY ? BUILD_READY : BUILD_EMPTY;
}

_Static_assert(offsetof(struct Arm, board) == offsetof(struct EventAck, board), "is_meant reads either");

/* 1 if the command names this board: another board may have been connected since the host last spoke. */
static uint8_t is_meant(void)
{
    /* Fields that a host of an earlier version does not send count as 0. */
    memset(in.payload + in.length, 0, sizeof in.payload - in.length);
    const struct Arm *words = (const struct Arm *)in.payload;
    return !words->board || !memcmp(&words->board, &config.uid_low, sizeof words->board);
}

static void hello(uint32_t now)
{
    const struct Hello *asked = (const struct Hello *)in.payload;
    if (asked->nonce != nonce || !session) {
        nonce = asked->nonce;
        /* A start without contact to a host is not counted: a supply that fails repeatedly would wear out the store. */
        boot_save(start.boot);
        /* The boot counter makes session numbers from before a reset invalid, the uid those of other boards. */
        do {
            hellos++;
            session = ((uint32_t)start.boot << 16 | hellos) ^ config.uid_low ^ config.uid_high;
        } while (!session);
        read_only = asked->major != PROTOCOL_MAJOR;
        reply.seq = 0;
        press_disarm();
        state_left = 0;
    }
    struct HelloAck *who = (struct HelloAck *)out.payload;
    who->nonce = nonce;
    who->major = PROTOCOL_MAJOR;
    who->minor = PROTOCOL_MINOR;
    who->build = start.build;
    memcpy(&who->uid, &config.uid_low, sizeof who->uid);
    who->boot = start.boot;
    who->cause = start.cause;
    who->dictionary = DICTIONARY_CRC;
    who->uptime_ms = now;
    send(&out, TYPE_HELLO_ACK, SIZE_HELLO_ACK);
}

static uint8_t identify(uint16_t offset)
{
    struct IdentifyData *data = (struct IdentifyData *)reply.payload;
    uint8_t size = SIZE_IDENTIFY_DATA;
    data->offset = offset;
    data->total = DICTIONARY_SIZE;
    while (size < PAYLOAD_MAX && offset < DICTIONARY_SIZE)
        reply.payload[size++] = pgm_read_byte(&DICTIONARY[offset++]);
    return answer(TYPE_IDENTIFY_DATA, size);
}

static uint8_t tell_config(uint8_t key)
{
    struct Config *told = (struct Config *)reply.payload;
    uint32_t value;
    if (!config_get(key, &value))
        return NAK_CODE_BAD_VALUE;
    told->key = key;
    told->value = value;
    return answer(TYPE_CONFIG, SIZE_CONFIG);
}

static uint8_t tell_state(uint32_t now)
{
    state_now((struct State *)reply.payload, now);
    return answer(TYPE_STATE, SIZE_STATE);
}

static uint8_t tell_stats(void)
{
    struct Stats *stats = (struct Stats *)reply.payload;
    stats->frames = decoder.frames;
    stats->damaged = decoder.damaged;
    stats->refused = refused;
    stats->dropped_events = events_dropped();
    stats->presses = presses_done();
    stats->cut = presses_cut();
    return answer(TYPE_STATS, SIZE_STATS);
}

/* ANSWERED, DONE or the NakCode of a refusal. */
static uint8_t obey(uint32_t now)
{
    const struct Press *words = (const struct Press *)in.payload;
    const struct SetConfig *set = (const struct SetConfig *)in.payload;
    uint8_t refusal;
    switch (in.type) {
    case TYPE_PING:
        return DONE;
    case TYPE_IDENTIFY:
        return identify(words->mask);
    case TYPE_GET_STATE:
        return tell_state(now);
    case TYPE_GET_STATS:
        return tell_stats();
    case TYPE_GET_LAMPS:
        return answer(TYPE_LAMPS, lamps_tell(reply.payload));
    case TYPE_GET_CONFIG:
        return tell_config(set->key);
    case TYPE_SET_CONFIG:
        return config_set(set->key, set->value) ? DONE : NAK_CODE_BAD_VALUE;
    case TYPE_SAVE_CONFIG:
        /* The main loop is blocked while the store is written: a person's press could not end a pulse. */
        if (contacts_closed())
            return NAK_CODE_BUSY;
        config_save();
        return DONE;
    case TYPE_CANCEL:
        press_cut();
        press_disarm();
        return DONE;
    case TYPE_SELFTEST:
        if (contacts_closed())
            return NAK_CODE_BUSY;
        return selftest(start.build) ? DONE : NAK_CODE_SELFTEST_FAILED;
    case TYPE_ARM:
        refusal = is_meant() ? press_arm(words->mask) : NAK_CODE_OTHER_BOARD;
        break;
    case TYPE_PRESS:
        refusal = press_do(words->mask, words->ms);
        break;
    case TYPE_FAULT_CLEAR:
        refusal = fault_clear(set->key);
        break;
    default:
        refusal = NAK_CODE_UNKNOWN_COMMAND;
    }
    return refusal ? refusal : DONE;
}

/* 0, or the NakCode of a refusal that does not depend on the command's content. */
static uint8_t refusal_of(uint8_t type, uint8_t length)
{
    for (uint8_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        if (pgm_read_byte(&COMMANDS[i].type) != type)
            continue;
        if (length < pgm_read_byte(&COMMANDS[i].size))
            return NAK_CODE_UNKNOWN_COMMAND;
        return read_only && pgm_read_byte(&COMMANDS[i].acts) ? NAK_CODE_READ_ONLY : 0;
    }
    return NAK_CODE_UNKNOWN_COMMAND;
}

static void command(uint32_t now)
{
    uint8_t code;
    if (!session || in.session != session) {
        turn_away(NAK_CODE_STALE_SESSION);
        return;
    }
    if (in.seq < reply.seq) {
        turn_away(NAK_CODE_REPEATED);
        return;
    }
    if (in.seq == reply.seq) {
        frame_write(&reply, uart_put);
        return;
    }
    code = refusal_of(in.type, in.length);
    if (!code)
        code = obey(now);
    if (code == ANSWERED)
        return;
    reply.payload[0] = in.type;
    reply.payload[1] = code;
    if (code == DONE) {
        answer(TYPE_ACK, SIZE_ACK);
    } else {
        refused++;
        answer(TYPE_NAK, SIZE_NAK);
    }
}

void link_start(const struct Start *given)
{
    start = *given;
}

void link_byte(uint8_t byte)
{
    if (!decoder_feed(&decoder, byte, &in))
        return;
    uint32_t now = clock_ms();
    if (in.type == TYPE_HELLO) {
        if (in.length >= SIZE_HELLO)
            hello(now);
    } else if (in.type == TYPE_EVENT_ACK) {
        if (session && in.session == session && in.length >= LEAST_EVENT_ACK && is_meant())
            events_take(((const struct EventAck *)in.payload)->sequence);
    } else if (in.seq) {
        command(now);
    }
}

void link_pass(uint32_t now, uint16_t passed)
{
    if (!session)
        return;
    state_left = state_left > passed ? state_left - passed : 0;
    if (uart_room() > ROOM && (!state_left || lines_steady() != sensed)) {
        state_left = STATE_MS;
        sensed = lines_steady();
        state_now((struct State *)out.payload, now);
        send(&out, TYPE_STATE, SIZE_STATE);
    }
    while (uart_room() > ROOM && event_due(now, (struct Event *)out.payload))
        send(&out, TYPE_EVENT, SIZE_EVENT);
}
