#!/usr/bin/env node
/*
 * The firmware for the RP2040 on rp2040js, in lockstep with the program at its stdin and stdout. Commands and answers
 * are those of ../harness.c; time has the same unit of 1/16 microsecond. There is no boot loader to choose (b), and
 * "EEPROM" means the cells of the store in the layout of the AVR. Additional commands; the first two save the slow
 * start of node:
 *
 *   k               take a snapshot
 *   g               restore the snapshot (answered)
 *   o 0|1           the host closes or opens the port; nobody reads meanwhile
 *   d 0|1           the host does not read, though the port is open
 *   u               answers that the host received during set-up, as JSON in hex (answered: "e HEX")
 *
 * Usage: node harness.js PROGRAM.uf2
 */
import { readFileSync, readSync, writeSync } from "node:fs";

import { Chip, FLASH_SIZE, Flash } from "./chip.js";
import { moment } from "./moment.js";

const STEPS_PER_NANO = 16 / 1000;
const PINS = JSON.parse(readFileSync(new URL("pins.json", import.meta.url)));
const SECTOR = 4096;
// Per cell: its address and size in the layout of the AVR.
const CELLS = [
    [0, 64],
    [64, 64],
    [128, 4],
    [132, 4],
];
const EEPROM_SIZE = 1024;
const WRONG = { DATA_LOW: 1, DATA_HIGH: 2, CLOCK_OPEN: 3, LATCH_LOW: 4, LATCH_HIGH: 5, NO_U1: 6, NO_U2: 7, NO_U3: 8, FEED_OPEN: 9 };
const OUTPUT_PINS = PINS.outputs.reduce((mask, pin) => mask | (1 << pin), 0);
const NO_SCRATCH = new Uint32Array(8);

let chip;
let flash;
let had = "power";
let watchdogBit = false;
let levels = 0;
let panel = { mask: 0 };
let wrong = 0;
const chain = [0, 0, 0];
let latched = 0;
let clocked = 0;
let value = 0;
let enabled = 0;
let outputs = 0;
let told = [];
let line = [];
let lineFirst = 0;
let frameEnded = false;
let back;

const steps = (nanos) => Math.floor(nanos * STEPS_PER_NANO + 1e-3);
const bit = (word, number) => (word >>> number) & 1;

function sent(bytes, nanos) {
    if (!line.length) lineFirst = steps(nanos);
    line.push(...bytes);
    frameEnded ||= bytes.includes(0);
    chip.stop = frameEnded;
}

// Current input levels, as in harness.c.
function seen() {
    let now = levels;
    for (let number = 0; panel.mask >>> number; number++) {
        if (!bit(panel.mask, number)) continue;
        let at = steps(chip.nanos) + (32 - number) * panel.step;
        const noise = Math.imul(Math.floor(at / panel.period), 2654435761) >>> 16;
        at += panel.jitter ? noise % panel.jitter : 0;
        const lit = at % panel.period < (bit(levels, number) ? panel.lit : panel.ghost);
        now = lit ? now | (1 << number) : now & ~(1 << number);
    }
    return now;
}

function load() {
    if (wrong === WRONG.LATCH_HIGH) return;
    const now = seen();
    for (let i = 0; i < chain.length; i++) chain[i] = ~(now >>> (8 * i)) & 0xff;
}

// Active low; D7 of the first chip is shifted out first.
function drive() {
    let data = bit(chain[0], 7);
    if (wrong === WRONG.DATA_LOW || wrong === WRONG.NO_U1) data = 0;
    else if (wrong === WRONG.DATA_HIGH) data = 1;
    chip.rp.gpio[PINS.data].setInputValue(!!data);
    chip.rp.gpio[PINS.enable].setInputValue(!bit(levels, 24));
}

function shift() {
    if (!latched || wrong === WRONG.CLOCK_OPEN || wrong === WRONG.LATCH_LOW) return;
    const fed = wrong === WRONG.FEED_OPEN ? 1 : high(PINS.feed);
    chain[0] = ((chain[0] << 1) | (wrong === WRONG.NO_U2 ? 1 : bit(chain[1], 7))) & 0xff;
    chain[1] = ((chain[1] << 1) | (wrong === WRONG.NO_U3 ? 1 : bit(chain[2], 7))) & 0xff;
    chain[2] = ((chain[2] << 1) | fed) & 0xff;
    drive();
}

function high(pin) {
    const { gpio } = chip.rp;
    return gpio[pin].outputEnable && gpio[pin].outputValue ? 1 : 0;
}

function driven() {
    let mask = 0;
    PINS.outputs.forEach((pin, i) => (mask |= high(pin) << i));
    return mask;
}

function pinsMoved() {
    const { sio } = chip.rp;
    const changed = (sio.gpioValue ^ value) | (sio.gpioOutputEnable ^ enabled);
    value = sio.gpioValue;
    enabled = sio.gpioOutputEnable;
    if (bit(changed, PINS.latch)) {
        latched = high(PINS.latch);
        if (!latched || wrong === WRONG.LATCH_LOW) {
            load();
            drive();
        }
    }
    if (bit(changed, PINS.clock)) {
        const now = high(PINS.clock);
        if (now && !clocked) shift();
        clocked = now;
    }
    if (changed & OUTPUT_PINS) tellOutputs();
}

function tellOutputs() {
    const now = driven();
    if (now === outputs) return;
    outputs = now;
    told.push(`o ${steps(chip.nanos)} ${now.toString(16)}`);
}

function tellLine() {
    if (line.length) told.push(`t ${lineFirst} ${Buffer.from(line).toString("hex")}`);
    line = [];
}

function started(memory, cause, scratch) {
    const origin = chip ? chip.nanos : 0;
    chip = new Chip(flash, memory, origin, cause, scratch, sent, () => (chip.stop = watchdogBit = true));
    value = enabled = clocked = latched = 0;
    load();
    drive();
    tellOutputs();
}

function reset(kind, seed) {
    const memory = chip ? chip.rp.sram.slice() : new Uint8Array(264 * 1024);
    if (kind !== 2) {
        let noise = (Math.imul(seed, 2654435761) + 1) >>> 0;
        const next = () => ((noise = (Math.imul(noise, 1664525) + 1013904223) >>> 0), noise >>> 24);
        for (let i = 0; i < memory.length; i++) memory[i] = next();
        flash ??= new Flash(image(process.argv[2]), Array.from({ length: 8 }, next));
        if (chip) {
            flash.settle(chip.nanos);
            flash.cut();
        }
    }
    had = kind === 2 ? "external" : "power";
    started(memory, { had, watchdog: false }, NO_SCRATCH);
}

function advance(until) {
    frameEnded = false;
    const before = outputs;
    const target = until / STEPS_PER_NANO;
    while (chip.nanos < target - 1e-3 && !frameEnded && outputs === before) {
        chip.run(target);
        const { sio } = chip.rp;
        if (sio.gpioValue !== value || sio.gpioOutputEnable !== enabled) pinsMoved();
        if (watchdogBit) {
            watchdogBit = false;
            started(chip.rp.sram.slice(), { had, watchdog: true }, chip.watchdog.scratchData);
        }
    }
}

function eeprom(hex) {
    const given = Buffer.from(hex, "hex");
    const whole = Buffer.alloc(EEPROM_SIZE, 0xff);
    flash.settle(chip.nanos);
    CELLS.forEach(([at, size], cell) => {
        const place = FLASH_SIZE - (CELLS.length - cell) * SECTOR;
        flash.bytes.set(given.subarray(at, Math.min(at + size, Math.max(at, given.length))), place);
        whole.set(flash.bytes.subarray(place, place + size), at);
    });
    told.push(`e ${whole.toString("hex")}`);
}

/** Flash content of a UF2 file. */
function image(path) {
    const file = readFileSync(path);
    const bytes = new Uint8Array(file.length / 2);
    for (let at = 0; at < file.length; at += 512) {
        if (file.readUInt32LE(at) !== 0x0a324655 || file.readUInt32LE(at + 4) !== 0x9e5d5157) throw new Error("not UF2");
        const size = file.readUInt32LE(at + 16);
        bytes.set(file.subarray(at + 32, at + 32 + size), file.readUInt32LE(at + 12) - 0x10000000);
    }
    return bytes;
}

function kept() {
    const things = moment(chip, flash, chain);
    const here = [chip, had, levels, panel, wrong, latched, clocked, value, enabled, outputs];
    return () => {
        things();
        [chip, had, levels, panel, wrong, latched, clocked, value, enabled, outputs] = here;
        watchdogBit = false;
        told = [];
        line = [];
    };
}

function obey(command) {
    const rest = command.slice(2);
    switch (command[0]) {
        case "i":
            levels = parseInt(rest, 16);
            if (!chip) return;
            if (wrong === WRONG.LATCH_LOW) load();
            return drive();
        case "m": {
            const [mask, ...times] = rest.split(" ");
            const [period, lit, step, jitter, ghost] = times.map(Number);
            panel = { mask: parseInt(mask, 16), period, lit, step, jitter, ghost };
            return;
        }
        case "c":
            wrong = parseInt(rest, 10);
            if (!latched || wrong === WRONG.LATCH_LOW) load();
            return drive();
        case "b":
            return;
        case "r":
            return chip.host.send(Buffer.from(rest, "hex"));
        case "h":
            return chip.hang(rest === "1");
        case "k":
            back = kept();
            return;
        case "o":
            return chip.host.hold(rest === "1");
        case "d":
            chip.host.deaf = rest === "1";
            return chip.host.look();
        case "u":
            told.push(`e ${Buffer.from(JSON.stringify(chip.host.answers)).toString("hex")}`);
            break;
        case "g":
            back();
            break;
        case "a":
            advance(parseInt(rest, 10));
            break;
        case "x":
            reset(...rest.split(" ").map(Number));
            break;
        case "e":
            eeprom(rest);
            break;
        default:
            throw new Error(`unknown command: ${command}`);
    }
    tellLine();
    writeSync(1, [...told, `. ${steps(chip.nanos)}`, ""].join("\n"));
    told = [];
}

const buffer = Buffer.alloc(1 << 16);
let pending = "";
for (let size; (size = readSync(0, buffer, 0, buffer.length, null)) > 0;) {
    const lines = (pending + buffer.toString("latin1", 0, size)).split("\n");
    pending = lines.pop();
    lines.forEach(obey);
}
