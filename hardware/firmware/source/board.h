/* Functions that each kind of board implements: start, watchdog, sleep, lamp. */
#ifndef BOARD_H
#define BOARD_H

#include <stdint.h>

/* Starts the watchdog: half a second without feeding resets the board. */
void board_start(void);

void board_feed(void);

/* ``clock_tick`` is called each millisecond, once interrupts are on. */
void board_ticks(void);

/* Turns the calls of ``lamps_next`` on or off; it returns the delay until its next call. */
void board_moments(uint8_t on);

/* Enables interrupts. */
void board_run(void);

/* Sleeps until there is work for the main loop (``clock_woke``). */
void board_sleep(void);

/* Why the board started (enum ResetCause); asked once. */
uint8_t board_cause(void);

/* 1 if the supply may have failed just now, during a press; ``boot`` is the number of this start. */
uint8_t board_sagged(uint8_t cause, uint16_t boot);

/* A unique id for this board, at its first start. */
void board_uid(uint32_t uid[2]);

/* CRC-32 of the program, used as its number; 1 if it is unchanged; 1 if the stack has not overflowed. */
uint32_t board_program(void);
uint8_t board_program_sound(uint32_t build);
uint8_t board_stack_sound(void);

void board_led(uint8_t on);

#endif
