/** Search of bots: in slices, until its budget of time or iterations is used up. */
import type { Memory, RngWords } from './memory.js';
/** What came out of a search: for each action how often it was tried, and what it is worth on average. */
export interface Thought {
    readonly visits: readonly number[];
    readonly values: readonly number[];
    readonly iterations: number;
    /** The action that was tried most often; among equals the one with the better mean. */
    readonly best: number;
}
export interface Budget {
    /** How long to think; another slice begins only if there is time for it. */
    readonly seconds?: number;
    /** How much to think instead: such searches can be repeated. */
    readonly iterations?: number;
}
/** A budget that ends: by default a second. */
export declare function checked({ iterations, seconds }: Budget): {
    iterations: number | undefined;
    seconds: number;
};
/** What a search remembers of positions lies in the memory of the game's module, and is used again by the next one. */
export declare class Search {
    private readonly memory;
    private table;
    constructor(memory: Memory);
    /** Search in slices until the budget is used up; each place of the memory takes so many bytes. */
    run(known: Uint8Array, rng: RngWords, budget: Budget, perSecond: number, place: number, slice: (at: number, size: number, done: number, ahead: number) => void): {
        at: number;
        size: number;
        done: number;
    };
    /** What a search has written down about these actions. */
    found(actions: readonly number[], iterations: number): Thought;
    private prepared;
}
