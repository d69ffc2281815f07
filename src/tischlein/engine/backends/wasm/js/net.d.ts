/**
 * A trained net in the memory of its game's module: what `hard` plays, and what `expert` thinks ahead with, to the bit as in Python.
 *
 * The file is the one beside the rules in the Python package, `net.bin`.
 */
import type { Rules } from './loader.js';
import { type RngWords } from './memory.js';
import type { Budget, Thought } from './search.js';
/** A thought with a net: it also says how much the net trusts each action. */
export interface Pondered extends Thought {
    readonly priors: readonly number[];
}
export declare class Net {
    private readonly rules;
    private readonly at;
    constructor(rules: Rules, file: Uint8Array);
    /** How much the net likes each of these legal actions; `known` is the record, concealed for the seat. */
    likings(known: Uint8Array, seat: number, actions: readonly number[]): number[];
    /** Think ahead with the net. */
    ponder(known: Uint8Array, seat: number, actions: readonly number[], rng: RngWords, budget: Budget): Pondered;
}
/** What a bot that has learned decides: `hard` what its net likes best, `expert` after thinking ahead; both search where no net has learned this. */
export declare function decide(rules: Rules, net: Net | null, level: string, known: Uint8Array, seat: number, actions: readonly number[], rng: RngWords, budget: Budget): number;
