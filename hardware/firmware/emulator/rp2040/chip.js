// Parts of the RP2040 that rp2040js lacks: a flash chip written over its serial interface, the processor's speed, and
// the recorded cause of a reset.
import { RP2040 } from "rp2040js";

import { UsbHost } from "./usb.js";

export const FLASH_SIZE = 2 << 20;
const SECTOR = 4096;
const PAGE = 256;
// Approximate clock that the boot ROM leaves to the program (data sheet 2.17: 6.5 MHz, 1.8 to 12).
const FIRST_HZ = 6.5e6;
// The longest times of a W25Q16JV's sector erase and page program, from its data sheet (typical: 45 and 0.4 ms).
const ERASE_NANOS = 400e6;
const WRITE_NANOS = 3e6;
const BOOT2_PLACE = 0x20041f00;
const BOOT2_SIZE = 256;
const HAD = { power: 1 << 8, external: 1 << 16 };
const AS_MEMORY = [[0x00, (31 << 16) | (3 << 8)], [0x08, 1], [0x10, 1], [0xf4, (3 << 24) | (2 << 8) | (6 << 2)]];
const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

class Registers {
    constructor() {
        this.values = new Map();
    }
    readUint32(offset) {
        return this.values.get(offset) ?? 0;
    }
    writeUint32(offset, value) {
        this.values.set(offset, value >>> 0);
    }
    writeUint32Atomic(offset, value, kind) {
        const now = this.readUint32(offset);
        this.writeUint32(offset, [value, now ^ value, now | value, now & ~value][kind]);
    }
}

/** A serial flash of 2 MiB. It outlives every reset; only a power cut stops it in the middle of its work. */
export class Flash {
    constructor(image, serial) {
        this.bytes = new Uint8Array(16 << 20).fill(0xff);
        this.bytes.set(image);
        this.serial = serial;
        this.writable = false;
        this.busy = 0;
        this.work = null;
        this.told = [];
    }

    /** Exchange one byte. */
    swap(byte, now) {
        this.settle(now);
        this.told.push(byte);
        const [command] = this.told;
        const at = this.told.length - 1;
        if (command === 0x05) return this.busy > now ? 1 : 0;
        if (command === 0x4b && at >= 5) return this.serial[(at - 5) % 8];
        return 0xff;
    }

    /** Chip select goes high: write commands start. */
    release(now) {
        const [command, high, middle, low, ...data] = this.told;
        this.told = [];
        if (command === undefined || this.busy > now) return;
        const at = ((high << 16) | (middle << 8) | low) % FLASH_SIZE;
        if (command === 0x06) {
            this.writable = true;
        } else if (command === 0x20 && this.writable) {
            const first = at - (at % SECTOR);
            this.begin(now + ERASE_NANOS, first, SECTOR, () => this.bytes.fill(0xff, first, first + SECTOR));
        } else if (command === 0x02 && this.writable) {
            const page = at - (at % PAGE);
            const whole = this.bytes.slice(page, page + PAGE);
            data.forEach((byte, i) => (whole[(at + i) % PAGE] &= byte));
            this.begin(now + WRITE_NANOS, at, data.length, () => this.bytes.set(whole, page));
        }
    }

    begin(until, at, size, finish) {
        this.writable = false;
        this.busy = until;
        // Until the write is complete, the content is undefined.
        for (let i = 0; i < size; i++) this.bytes[at + i] ^= (i * 37) & 0xff;
        this.work = finish;
    }

    settle(now) {
        if (this.work && this.busy <= now) {
            this.work();
            this.work = null;
        }
    }

    cut() {
        this.work = null;
        this.busy = 0;
        this.told = [];
        this.writable = false;
    }
}

/** The interface to the flash. Until it is set up as memory, reads do not return the stored bytes. */
class Ssi extends Registers {
    constructor(chip) {
        super();
        this.chip = chip;
        this.answers = [];
    }
    readUint32(offset) {
        if (offset === 0x28) return (this.answers.length ? 8 : 0) | 4 | 2;
        if (offset === 0x60) return this.answers.shift() ?? 0;
        return super.readUint32(offset);
    }
    writeUint32(offset, value) {
        super.writeUint32(offset, value);
        if (offset === 0x60 && this.values.get(0x08) && this.values.get(0x00) === 7 << 16)
            this.answers.push(this.chip.selected ? this.chip.swap(value & 0xff) : 0xff);
        this.chip.map();
    }
    get asMemory() {
        for (const [offset, value] of AS_MEMORY) if (this.values.get(offset) !== value) return false;
        return true;
    }
}

class QspiPins extends Registers {
    constructor(chip) {
        super();
        this.chip = chip;
    }
    writeUint32(offset, value) {
        const before = this.chip.selected;
        super.writeUint32(offset, value);
        if (offset === 0x0c && before && !this.chip.selected) this.chip.flash.release(this.chip.nanos);
        this.chip.map();
    }
}

const NOWHERE = new Uint8Array(16 << 20).fill(0xee);

/** One RP2040 from a reset to the next. ``origin``: nanoseconds before this one started. */
export class Chip {
    constructor(flash, memory, origin, cause, scratch, onSent, onWatchdog) {
        this.flash = flash;
        this.origin = origin;
        const rp = (this.rp = new RP2040());
        this.clock = rp.clock;
        rp.logger = SILENT;
        rp.sram.set(memory);
        this.ssi = new Ssi(this);
        this.qspi = new QspiPins(this);
        rp.peripherals[0x18000] = this.ssi;
        rp.peripherals[0x40018] = this.qspi;
        rp.peripherals[0x40064] = new Registers();
        rp.peripherals[0x40064].writeUint32(0x08, HAD[cause.had]);
        this.watchdog = rp.peripherals[0x40058];
        this.watchdog.reason = cause.watchdog ? 1 : 0;
        this.watchdog.scratchData.set(scratch);
        this.watchdog.onWatchdogTrigger = () => {
            // Otherwise the interrupt would be raised again at once, endlessly.
            this.watchdog.alarm.enable = false;
            onWatchdog();
        };
        this.cycle = 1e9 / FIRST_HZ;
        rp.addClockListener((hz) => (this.cycle = 1e9 / hz));
        this.host = new UsbHost(rp, (bytes) => onSent(bytes, this.nanos));
        this.boot();
    }

    get nanos() {
        return this.origin + this.clock.nanos;
    }

    get selected() {
        return ((this.qspi.readUint32(0x0c) >> 8) & 3) === 2;
    }

    /** One byte to the flash and back. If the program polls a busy flash, advance the time to the next event. */
    swap(byte) {
        const answer = this.flash.swap(byte, this.nanos);
        if (this.flash.told[0] === 0x05 && answer === 1) {
            const next = this.clock.nextAlarm ? this.clock.nanosToNextAlarm : Infinity;
            this.clock.tick(Math.max(0, Math.min(next, this.flash.busy - this.nanos, this.until - this.nanos)));
        }
        return answer;
    }

    /** Content of the flash's address range for the processor. */
    map() {
        this.flash.settle(this.nanos);
        const bytes = this.ssi.asMemory && !this.selected && this.flash.busy <= this.nanos ? this.flash.bytes : NOWHERE;
        if (this.rp.flash === bytes) return;
        this.rp.flash = bytes;
        this.rp.flash16 = new Uint16Array(bytes.buffer);
        this.rp.flashView = new DataView(bytes.buffer);
    }

    /** Boot as the ROM does: wait for the flash, check the first 256 bytes, and run them from memory. */
    boot() {
        this.flash.told = [];
        if (this.flash.busy > this.nanos) this.clock.tick(this.flash.busy - this.nanos);
        this.flash.settle(this.nanos);
        this.map();
        const boot2 = this.flash.bytes.slice(0, BOOT2_SIZE);
        const view = new DataView(boot2.buffer);
        let crc = 0xffffffff;
        for (const byte of boot2.subarray(0, BOOT2_SIZE - 4)) {
            crc ^= byte << 24;
            for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
        }
        if (crc >>> 0 !== view.getUint32(BOOT2_SIZE - 4, true)) throw new Error("the boot block's CRC is wrong");
        this.rp.sram.set(boot2, BOOT2_PLACE - 0x20000000);
        this.rp.core.SP = BOOT2_PLACE;
        this.rp.core.PC = BOOT2_PLACE;
    }

    /** Run up to ``until`` (nanoseconds), to the next change of a pin, or until ``stop`` is set. */
    run(until) {
        const { core, sio } = this.rp;
        const { clock } = this;
        const { gpioValue, gpioOutputEnable } = sio;
        const end = until - this.origin - 1e-3;
        this.until = until;
        this.stop = false;
        while (clock.nanosCounter < end && !this.stop) {
            if (core.waiting) this.sleep(until);
            else clock.tick(core.executeInstruction() * this.cycle);
            if (sio.gpioValue !== gpioValue || sio.gpioOutputEnable !== gpioOutputEnable) return;
        }
    }

    /** Advance the time while the processor waits for an interrupt, up to ``until``. */
    sleep(until) {
        const { core } = this.rp;
        if (core.pendingInterrupts & core.enabledInterrupts && core.checkForInterrupts()) {
            core.waiting = false;
            return;
        }
        const left = until - this.nanos;
        const next = this.clock.nextAlarm;
        this.clock.tick(next ? Math.min(left, Math.max(0, this.clock.nanosToNextAlarm)) : left);
    }

    /** Hang the program in an endless loop that is searched for in memory. */
    hang(interrupts) {
        const { core, sram } = this.rp;
        for (let at = 0; at < sram.length; at += 2) {
            if (sram[at] !== 0xfe || sram[at + 1] !== 0xe7) continue;
            core.PC = 0x20000000 + at;
            core.PM = !interrupts;
            core.waiting = false;
            return;
        }
        throw new Error("no endless loop in the program");
    }
}
