/**
 * A trained net in the memory of its game's module: what `hard` plays, and what `expert` thinks ahead with, to the bit as in Python.
 *
 * The file is the one beside the rules in the Python package, `net.bin`.
 */
import type { Rules } from './loader.js';
import { type RngWords } from './memory.js';
import { type Budget } from './search.js';
/** What games that were played on with a net have shown, for each action in how many worlds it was tried, and what it brings on average. */
export interface Foreseen {
    readonly worlds: readonly number[];
    readonly means: readonly number[];
    readonly games: number;
    /** What to play. */
    readonly verdict: number;
}
export declare class Net {
    private readonly rules;
    private readonly at;
    constructor(rules: Rules, file: Uint8Array);
    /** How much the net likes each of these legal actions; `known` is the record, concealed for the seat. */
    likings(known: Uint8Array, seat: number, actions: readonly number[]): number[];
    /** Which of the legal actions are worth a try, by their places: the favourite first, as long as the net has doubts. */
    private doubtful;
    /** Play games on with the net; iterations are games. The clock is looked at after every few worlds, and none is begun that would be late. */
    foresee(known: Uint8Array, seat: number, actions: readonly number[], rng: RngWords, budget: Budget): Foreseen;
    /** What to play after thinking ahead; what is clear to the net takes no time. */
    choose(known: Uint8Array, seat: number, actions: readonly number[], rng: RngWords, budget: Budget): number;
}
/** Decide as a bot with a net: `hard` after a glance ahead, `expert` after thinking ahead. Without a net both search. */
export declare function decide(rules: Rules, net: Net | null, level: string, known: Uint8Array, seat: number, actions: readonly number[], rng: RngWords, budget: Budget): number;
