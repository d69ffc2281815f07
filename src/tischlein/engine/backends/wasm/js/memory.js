/** The memory of a game's module, and what lies in it under a name. */
const PAGE = 1 << 16;
/** Bytes of a number in the module's memory; none needs more than the lower half of them. */
export const CELL = 8;
/** Memory that is taken piece by piece, and grows. */
export class Memory {
    exports;
    top;
    seen = null;
    look = new DataView(new ArrayBuffer(0));
    constructor(
    /** The functions as the module has them. */
    exports) {
        this.exports = exports;
        this.top = this.exports.heap.value;
    }
    /** Numbers that the module holds under this name. */
    cells(name, size) {
        return [...this.numbers(this.exports[name].value, size)];
    }
    /** Numbers at an address. */
    numbers(at, size) {
        const halves = new Int32Array(this.exports.memory.buffer, at, 2 * size);
        const found = new Int32Array(size);
        for (let k = 0; k < size; k++)
            found[k] = halves[2 * k];
        return found;
    }
    /** Write numbers to an address. */
    lay(at, numbers) {
        const halves = new Int32Array(this.exports.memory.buffer, at, 2 * numbers.length);
        for (let k = 0; k < numbers.length; k++) {
            halves[2 * k] = numbers[k];
            halves[2 * k + 1] = numbers[k] < 0 ? -1 : 0;
        }
    }
    /** Write actions to where the module's functions look for them. */
    layOut(actions) {
        this.lay(this.exports.out.value, actions);
    }
    /** Fractions that the module holds under this name. */
    reals(name, size) {
        return [...new Float64Array(this.exports.memory.buffer, this.exports[name].value, size)];
    }
    /** Bytes at an address; growing the memory makes such lists useless. */
    bytes(at, size) {
        return new Uint8Array(this.exports.memory.buffer, at, size);
    }
    /** Take in what a seat that thinks knows, and the words of its random generator. */
    hold(known, rng) {
        this.bytes(this.exports.known.value, known.length).set(known);
        this.rng = rng;
    }
    get view() {
        // Growing replaces the buffer.
        if (this.exports.memory.buffer !== this.seen) {
            this.seen = this.exports.memory.buffer;
            this.look = new DataView(this.exports.memory.buffer);
        }
        return this.look;
    }
    /** Take a piece of memory for good; return its address. */
    reserve(size) {
        const at = Math.ceil(this.top / 16) * 16;
        this.top = at + size;
        const missing = this.top - this.exports.memory.buffer.byteLength;
        if (missing > 0)
            this.exports.memory.grow(Math.ceil(missing / PAGE));
        return at;
    }
    /** Do something with memory that is reserved meanwhile, and is free again afterwards. */
    borrowed(use) {
        const mark = this.top;
        try {
            return use();
        }
        finally {
            this.top = mark;
        }
    }
    /** The module's random generator. */
    get rng() {
        const [a, b, c] = this.numbers(this.exports.rng.value, 3);
        return [a >>> 0, b >>> 0, c >>> 0];
    }
    set rng(words) {
        this.lay(this.exports.rng.value, words);
    }
}
