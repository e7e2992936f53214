/* What each kind of board does in its own way: its start, its watchdog, its sleep, its lamp. */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

/* The watchdog runs from here on: half a second without being fed starts the board anew. */
void board_start(void);

void board_feed(void);

/* ``clock_tick`` is called each millisecond, once interrupts are on. */
void board_ticks(void);

/* Whether ``lamps_next`` is called, each time after as long as it said. */
void board_moments(uint8_t on);

/* Interrupts are on from here on. */
void board_run(void);

/* Until there is something to look at (``clock_woke``). */
void board_sleep(void);

/* Why the board started (enum ResetCause); asked once. */
uint8_t board_cause(void);

/* Whether the supply may have failed just now, in the middle of a press; ``boot`` counts the starts. */
uint8_t board_sagged(uint8_t cause, uint16_t boot);

/* What tells this board from others, at its first start. */
void board_uid(uint32_t uid[2]);

/* CRC-32 of the program, its number; whether it still has it; whether the stack kept to its place. */
uint32_t board_program(void);
uint8_t board_program_sound(uint32_t build);
uint8_t board_stack_sound(void);

void board_led(uint8_t on);

#endif
