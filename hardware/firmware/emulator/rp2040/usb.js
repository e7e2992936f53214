// The USB host: enumerates the device, configures it, and keeps its serial port open. It is as strict as real hosts:
// a packet with the wrong count (DATA0/DATA1) is acknowledged and dropped, and received bytes are passed on when a
// packet arrives that is not full. rp2040js itself accepts any packet at once.

const AVAILABLE = 1 << 10;
const STALL = 1 << 11;
const DATA1 = 1 << 13;
const FULL = 1 << 15;
const LENGTH = 0x3ff;
const BUFFERS = 0x80;
const PULL_UP = 1 << 16;
const BUS_RESET = 1 << 19;
const MOST = 64;
const CONTROL_PLACE = 0x100;
const USB_HZ = 48e6;
// Delay of the host after plugging in, and length of the bus reset: shorter than real hosts, to save time.
const PLUGGED_NANOS = 2e6;
const RESET_NANOS = 10e6;
// Bits of a packet at 12 Mbit/s, and the overhead before and after it.
const BYTE_NANOS = 8e9 / 12e6;
const PACKET_NANOS = 20e3;
const DTR_RTS = 3;

const word = (value) => [value & 0xff, value >> 8];
const told = (type, length, language = 0) => ({ setup: [0x80, 6, ...word(type), ...word(language), ...word(length)] });

/** Requests of Linux when a serial port is plugged in, in order; ``as``: name under which the answer is stored. */
const SETTING_UP = [
    { ...told(0x0100, 64), as: "first" },
    { setup: [0x00, 5, 1, 0, 0, 0, 0, 0] },
    { ...told(0x0100, 18), as: "device" },
    { ...told(0x0600, 10), as: "qualifier" },
    { ...told(0x0200, 9) },
    { ...told(0x0200, 255), as: "configuration" },
    { ...told(0x0300, 255) },
    { ...told(0x0302, 255, 0x0409), as: "product" },
    { ...told(0x0301, 255, 0x0409), as: "maker" },
    { ...told(0x0303, 255, 0x0409), as: "serial" },
    { setup: [0x00, 9, 1, 0, 0, 0, 0, 0] },
    { setup: [0xa1, 0x21, 0, 0, 0, 0, 7, 0], as: "coding" },
];
const OPENING = [
    { setup: [0x21, 0x20, 0, 0, 0, 0, 7, 0], data: [0x90, 0xd0, 3, 0, 0, 0, 8] },
    { setup: [0x21, 0x22, DTR_RTS, 0, 0, 0, 0, 0] },
];
const CLOSING = [{ setup: [0x21, 0x22, 0, 0, 0, 0, 0, 0] }];

export class UsbHost {
    /** ``onBytes(bytes)``: called with the bytes that the open port reads. */
    constructor(rp, onBytes) {
        this.rp = rp;
        this.usb = rp.usbCtrl;
        this.memory = rp.usbDPRAM;
        this.view = rp.usbDPRAMView;
        this.onBytes = onBytes;
        this.words = new Map();
        this.answers = {};
        this.steps = [];
        this.asking = null;
        this.address = 0;
        this.counts = { in: [0, 0, 0], out: [0, 0, 0] };
        this.ready = false;
        this.open = false;
        this.deaf = false;
        this.came = [];
        this.part = [];
        this.busy = false;
        this.plugged = this.usb.rp2040.clock.createAlarm(() => this.reset());
        this.wake = this.usb.rp2040.clock.createAlarm(() => this.packet());
        this.usb.DPRAMUpdated = (offset, value) => this.offered(offset, value);
        const control = this.usb.handleSieCtrlWrite.bind(this.usb);
        this.usb.handleSieCtrlWrite = (value) => {
            if (value & PULL_UP && !(this.usb.sieCtrl & PULL_UP) && this.clocked) this.plugged.schedule(PLUGGED_NANOS);
            control(value);
        };
    }

    get clocked() {
        const { clocks, pllUsb } = this.rp;
        return clocks.usbCtrl === 1 << 11 && pllUsb.frequency === USB_HZ && !(pllUsb.pwr & 0x29) && clocks.sysFreq >= USB_HZ;
    }

    /** Send bytes to the port; without a port they are dropped. */
    send(bytes) {
        if (!this.open) return;
        this.came.push(...bytes);
        this.look();
    }

    /** Close the port or open it again; while it is closed, nothing is read. */
    hold(open) {
        if (!this.ready || open === this.open) return;
        this.open = false;
        this.came = [];
        this.steps = open ? [...OPENING] : [...CLOSING];
        this.reopen = open;
        this.next();
    }

    reset() {
        this.usb.sieStatus |= BUS_RESET;
        this.usb.sieStatusUpdated();
        this.steps = [...SETTING_UP, ...OPENING];
        this.reopen = true;
        this.asking = null;
        this.address = 0;
        this.settle(RESET_NANOS);
    }

    settle(nanos) {
        this.busy = true;
        this.wake.schedule(nanos);
    }

    /** Send the next request; after the last one, open the port. */
    next() {
        const step = this.steps.shift();
        this.asking = step ? { ...step, stage: "setup", got: [] } : null;
        if (!step) {
            this.ready = true;
            this.open = this.reopen;
        }
        this.look();
    }

    /** Called when the board writes a buffer control word. */
    offered(offset, value) {
        if (offset < BUFFERS || offset >= CONTROL_PLACE) return;
        const before = this.words.get(offset) ?? 0;
        this.words.set(offset, value);
        if (value & AVAILABLE && before !== (value & ~AVAILABLE))
            throw new Error("a packet was handed over before the controller could see what it is");
        this.look();
    }

    look() {
        if (this.busy) return;
        const size = this.possible();
        if (size !== null) this.settle(PACKET_NANOS + size * BYTE_NANOS);
    }

    word(number, out) {
        return this.words.get(BUFFERS + 8 * number + (out ? 4 : 0)) ?? 0;
    }

    /** Number of bytes of the next packet; null if there is none. */
    possible() {
        if (this.asking) {
            const out = this.outwards();
            if (this.asking.stage === "setup") return 8;
            const control = this.word(0, out);
            if (control & STALL) return 0;
            return control & AVAILABLE ? control & LENGTH : null;
        }
        if (!this.open) return null;
        const given = this.word(2, false);
        if (given & AVAILABLE && !this.deaf) return given & LENGTH;
        return this.came.length && this.word(2, true) & AVAILABLE ? Math.min(this.came.length, MOST) : null;
    }

    /** True if the current stage of the request goes to the board. */
    outwards() {
        const { setup, stage, data } = this.asking;
        const tells = setup[0] & 0x80;
        return stage === "data" ? !!data : !!tells;
    }

    packet() {
        this.busy = false;
        if (this.asking) this.control();
        else if (this.steps.length) this.next();
        else if (this.open) this.port();
        this.look();
    }

    control() {
        const asking = this.asking;
        if (asking.stage === "setup") {
            if (this.usb.addrEndp !== this.address) throw new Error("the board does not go by the address that it was given");
            this.counts.in[0] = this.counts.out[0] = DATA1;
            asking.stage = asking.data || asking.setup[0] & 0x80 ? "data" : "status";
            this.usb.sendSetupPacket(Uint8Array.from(asking.setup));
            return;
        }
        const out = this.outwards();
        const control = this.word(0, out);
        if (control & STALL) {
            this.words.clear();
            this.answers[asking.as] = null;
            this.next();
            return;
        }
        if (!(control & AVAILABLE)) return;
        if (out) {
            this.give(0, asking.stage === "data" ? asking.data : [], CONTROL_PLACE);
        } else {
            const bytes = this.take(0, CONTROL_PLACE);
            if (!bytes) return;
            asking.got.push(...bytes);
            const wanted = asking.setup[6] | (asking.setup[7] << 8);
            if (asking.stage === "data" && bytes.length === MOST && asking.got.length < wanted) return;
        }
        if (asking.stage === "data") {
            asking.stage = "status";
            this.counts.in[0] = this.counts.out[0] = DATA1;
            return;
        }
        if (asking.as) this.answers[asking.as] = asking.got;
        if (asking.setup[0] === 0 && asking.setup[1] === 5) this.address = asking.setup[2];
        if (asking.setup[0] === 0 && asking.setup[1] === 9) this.counts.in[2] = this.counts.out[2] = 0;
        this.next();
    }

    port() {
        const place = (out) => this.view.getUint32(0x8 + 8 + (out ? 4 : 0), true) & 0xffc0;
        if (this.word(2, false) & AVAILABLE && !this.deaf) {
            const bytes = this.take(2, place(false));
            if (!bytes) return;
            this.part.push(...bytes);
            if (bytes.length < MOST) this.onBytes(this.part.splice(0));
        } else if (this.came.length && this.word(2, true) & AVAILABLE) {
            this.give(2, this.came.splice(0, MOST), place(true));
        }
    }

    /** A packet from the board; null for a repeated one. */
    take(number, place) {
        const control = this.word(number, false);
        const right = (control & DATA1) === this.counts.in[number];
        const bytes = [...this.memory.subarray(place, place + (control & LENGTH))];
        this.finish(number, false, control & ~(AVAILABLE | FULL));
        if (!right) return null;
        this.counts.in[number] ^= DATA1;
        return bytes;
    }

    /** Send a packet to the board, which drops a packet whose count it has seen already. */
    give(number, bytes, place) {
        const control = this.word(number, true);
        const right = (control & DATA1) === this.counts.out[number];
        this.counts.out[number] ^= DATA1;
        if (!right) return;
        this.memory.set(bytes, place);
        this.finish(number, true, (control & ~(AVAILABLE | LENGTH)) | FULL | bytes.length);
    }

    finish(number, out, control) {
        const offset = BUFFERS + 8 * number + (out ? 4 : 0);
        this.words.set(offset, control);
        this.view.setUint32(offset, control, true);
        this.usb.indicateBufferReady(number, out);
    }
}
