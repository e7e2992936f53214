/* Frames of the link: 00 | COBS(length, type, session, seq, payload, crc32) | 00. Compiles anywhere, without I/O. */
#ifndef FRAMES_H
#define FRAMES_H

#include <stdint.h>

#include "protocol.h"

#define HEAD_SIZE 10
#define CRC_SIZE 4
#define RAW_MAX (HEAD_SIZE + PAYLOAD_MAX + CRC_SIZE)

struct __attribute__((packed)) Frame {
    uint8_t length;
    uint8_t type;
    uint32_t session;
    uint32_t seq;
    uint8_t payload[PAYLOAD_MAX];
    uint32_t crc;
};

/* Splits a stream into frames; damaged frames are counted and dropped, and the next zero starts a new one. */
struct Decoder {
    uint32_t frames;
    uint32_t damaged;
    uint8_t coded[RAW_MAX + 1];
    uint8_t size;
    uint8_t overlong;
};

uint32_t crc32_add(uint32_t crc, uint8_t byte);

/* Adds one byte of the stream; 1 if it completes a valid frame, which is then in ``frame``. */
uint8_t decoder_feed(struct Decoder *decoder, uint8_t byte, struct Frame *frame);

/* Passes head, payload and CRC of ``frame`` byte by byte in line format, including the zeros. */
void frame_write(struct Frame *frame, void (*put)(uint8_t byte));

#endif
