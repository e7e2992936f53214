/*
 * Frames damaged on purpose through the firmware's own decoder. Usage: mutated_frames COUNT SEED
 * Prints how many were damaged, how many of those the decoder took for the same frame (only its zeros were hit), and how
 * many it took for another one: false accepts.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "frames.h"

#define LINE_MAX_SIZE 160

static uint64_t state;
static uint8_t line[LINE_MAX_SIZE];
static unsigned size;

static uint32_t draw(uint32_t below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)((state >> 32) % below);
}

static void put(uint8_t byte)
{
    line[size++] = byte;
}

static void damage(void)
{
    unsigned at = draw(size);
    switch (draw(5)) {
    case 0:
        line[at] ^= (uint8_t)(1u << draw(8));
        break;
    case 1:
        line[at] = (uint8_t)draw(256);
        break;
    case 2:
        memmove(line + at, line + at + 1, --size - at);
        break;
    case 3:
        memmove(line + at + 1, line + at, size++ - at);
        break;
    default: {
        unsigned other = draw(size);
        uint8_t byte = line[at];
        line[at] = line[other];
        line[other] = byte;
    }
    }
}

int main(int argc, char **argv)
{
    unsigned long count = argc > 1 ? strtoul(argv[1], NULL, 10) : 1000;
    unsigned long damaged = 0, same = 0, false_accepts = 0;
    state = 0x9E3779B97F4A7C15u ^ (argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
    while (damaged < count) {
        struct Decoder decoder = { 0 };
        struct Frame sent = { .length = (uint8_t)draw(PAYLOAD_MAX + 1), .type = (uint8_t)draw(256) }, got;
        uint8_t whole[LINE_MAX_SIZE];
        sent.session = (uint16_t)draw(65536);
        sent.seq = (uint8_t)draw(256);
        for (unsigned i = 0; i < sent.length; i++)
            sent.payload[i] = (uint8_t)(draw(3) ? draw(256) : 0);
        size = 0;
        frame_write(&sent, put);
        unsigned before = size;
        memcpy(whole, line, size);
        for (unsigned hits = 1 + draw(4); hits && size > 2; hits--)
            damage();
        if (size == before && !memcmp(whole, line, size))
            continue;
        damaged++;
        put(0);
        for (unsigned i = 0; i < size; i++) {
            if (!decoder_feed(&decoder, line[i], &got))
                continue;
            if (memcmp(&got, &sent, HEAD_SIZE + sent.length))
                false_accepts++;
            else
                same++;
        }
    }
    printf("%lu %lu %lu\n", damaged, same, false_accepts);
    return 0;
}
