#include "frames.h"

#define CRC_START 0xFFFFFFFFUL

uint32_t crc32_add(uint32_t crc, uint8_t byte)
{
    /* Bit by bit: a table costs more flash than it is worth, and a frame takes well under a millisecond. */
    crc ^= byte;
    for (uint8_t bit = 8; bit; bit--)
        crc = crc & 1 ? crc >> 1 ^ 0xEDB88320UL : crc >> 1;
    return crc;
}

static uint32_t crc32(const uint8_t *bytes, uint8_t size)
{
    uint32_t crc = CRC_START;
    while (size--)
        crc = crc32_add(crc, *bytes++);
    return ~crc;
}

/* Decodes COBS and returns the number of bytes; 0 if a code points beyond the end. */
static uint8_t cobs_decode(const uint8_t *coded, uint8_t size, uint8_t *raw)
{
    uint8_t from = 0, to = 0;
    while (from < size) {
        uint8_t code = coded[from++];
        uint8_t run = code - 1;
        if (run > size - from)
            return 0;
        while (run--)
            raw[to++] = coded[from++];
        if (code != 0xFF && from < size)
            raw[to++] = 0;
    }
    return to;
}

static uint8_t take(struct Decoder *decoder, struct Frame *frame)
{
    /* COBS of up to 254 bytes gives one byte less, so the frame cannot overflow. */
    uint8_t *raw = (uint8_t *)frame;
    uint8_t size = decoder->overlong ? 0 : cobs_decode(decoder->coded, decoder->size, raw);
    if (size < HEAD_SIZE + CRC_SIZE || size != HEAD_SIZE + raw[0] + CRC_SIZE)
        return 0;
    const uint8_t *end = raw + HEAD_SIZE + raw[0];
    frame->crc = (uint32_t)end[0] | (uint32_t)end[1] << 8 | (uint32_t)end[2] << 16 | (uint32_t)end[3] << 24;
    return frame->crc == crc32(raw, HEAD_SIZE + raw[0]);
}

uint8_t decoder_feed(struct Decoder *decoder, uint8_t byte, struct Frame *frame)
{
    uint8_t sound = 0;
    if (byte) {
        if (decoder->size == sizeof decoder->coded)
            decoder->overlong = 1;
        else
            decoder->coded[decoder->size++] = byte;
        return 0;
    }
    if (decoder->size) {
        sound = take(decoder, frame);
        if (sound)
            decoder->frames++;
        else
            decoder->damaged++;
    }
    decoder->size = decoder->overlong = 0;
    return sound;
}

void frame_write(struct Frame *frame, void (*put)(uint8_t byte))
{
    uint8_t *raw = (uint8_t *)frame;
    uint8_t size = HEAD_SIZE + frame->length;
    uint32_t crc = crc32(raw, size);
    for (uint8_t i = 0; i < CRC_SIZE; i++, crc >>= 8)
        raw[size++] = (uint8_t)crc;
    put(0);
    for (uint8_t start = 0; start <= size;) {
        uint8_t end = start;
        while (end < size && raw[end])
            end++;
        put(end - start + 1);
        while (start < end)
            put(raw[start++]);
        start = end + 1;
    }
    put(0);
}
