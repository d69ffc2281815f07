/** The memory of a game's module, and what lies in it under a name. */
import type { Exports } from './exports.js';
/** Bytes of a number in the module's memory; none needs more than the lower half of them. */
export declare const CELL = 8;
/** The words of a random generator, each below 2**32. */
export type RngWords = readonly [number, number, number];
/** Memory that is taken piece by piece, and grows. */
export declare class Memory {
    /** The functions as the module has them. */
    readonly exports: Exports;
    private top;
    private seen;
    private look;
    constructor(
    /** The functions as the module has them. */
    exports: Exports);
    /** Numbers that the module holds under this name. */
    cells(name: 'out' | 'points' | 'visits' | 'worlds', size: number): number[];
    /** Numbers at an address. */
    numbers(at: number, size: number): Int32Array;
    /** Write numbers to an address. */
    lay(at: number, numbers: ArrayLike<number>): void;
    /** Write actions to where the module's functions look for them. */
    layOut(actions: readonly number[]): void;
    /** Fractions that the module holds under this name. */
    reals(name: 'values' | 'likings' | 'means', size: number): number[];
    /** Bytes at an address; growing the memory makes such lists useless. */
    bytes(at: number, size: number): Uint8Array;
    /** Take in what a seat that thinks knows, and the words of its random generator. */
    hold(known: Uint8Array, rng: RngWords): void;
    protected get view(): DataView;
    /** Take a piece of memory for good; return its address. */
    reserve(size: number): number;
    /** Do something with memory that is reserved meanwhile, and is free again afterwards. */
    borrowed<Result>(use: () => Result): Result;
    /** The module's random generator. */
    get rng(): RngWords;
    set rng(words: RngWords);
}
