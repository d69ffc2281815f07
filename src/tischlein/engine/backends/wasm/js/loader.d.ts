/**
 * A game's rules in WebAssembly: records at addresses of its memory, and the functions of the contract on them.
 *
 * What a module exports are plain functions on numbers (`exports.d.ts`). `Rules` gives them lists, seats and options, and takes care of
 * the memory. Records are named by their address; `pack` and `unpack` turn them into bytes and back.
 */
import type { Exports } from './exports.js';
/** Who acts when no seat does, and whose eyes `conceal` may also mean. */
export declare const CHANCE = -1;
export declare const OVER = -2;
export declare const SPECTATOR = -3;
/** One field of a record: `shape` is empty for a single number. */
export interface Field {
    readonly cell: 'int8' | 'int16' | 'int32';
    readonly shape: readonly number[];
    readonly offset: number;
}
/** A choice of rules: the field that holds it, and its choices with the number of each; or from where to where numbers go. */
export interface Option {
    readonly field: string;
    readonly default: unknown;
    readonly choices?: ReadonlyArray<readonly [unknown, number]>;
    readonly from?: number;
    readonly to?: number;
}
/** How the search plays, as `Searcher` in Python has it. */
export interface Style {
    readonly variant: number;
    readonly goal: number;
    readonly exploration: number;
    readonly temperature: number;
    readonly per_world: number;
    readonly horizon: number;
    readonly slips: number;
    readonly lead: number;
    readonly belief: number;
}
/** With how many seats a net plays, and thinks ahead; by how much of a win thinking must be better than what the net likes. */
export interface NetInfo {
    /** A hash of the rules that it was trained for. */
    readonly rules: string;
    readonly plays: readonly number[];
    readonly thinks: readonly number[];
    readonly margin: number;
}
/** Everything about a game that is no function; written by `tischlein build wasm`. */
export interface RulesInfo {
    readonly id: string;
    readonly name: string;
    /** The version of the rules. */
    readonly version: number;
    readonly seats: readonly [number, number];
    readonly maxSeats: number;
    /** Bytes of a record. */
    readonly size: number;
    /** Action ids are below this. */
    readonly actions: number;
    /** Features that `observe` writes. */
    readonly features: number;
    readonly fields: Readonly<Record<string, Field>>;
    /** Reasons by number: name and clause of the rulebook; the first means legal. */
    readonly reasons: ReadonlyArray<readonly [string, string]>;
    readonly options: Readonly<Record<string, Option>>;
    /** Choices that do not go with so many seats: seats, option, choice, why. */
    readonly conflicts: ReadonlyArray<readonly [number, string, unknown, string]>;
    readonly style: Style;
    /** Whether `expert` weights worlds by what others' actions tell about their cards. */
    readonly belief: number;
    /** The net that fits these rules; null where there is none. */
    readonly net: NetInfo | null;
}
type Fields<Info extends RulesInfo> = keyof Info['fields'] & string;
/** The words of a generator, each below 2**32. */
export type Words = readonly [number, number, number];
export interface Batch {
    /** All decisions of all games. */
    readonly total: number;
    /** Decisions per game. */
    readonly decisions: Int32Array;
    /** The last records, one after the other. */
    readonly rows: Uint8Array;
    /** The generators' last words, three a game. */
    readonly rngs: Uint32Array;
    /** How long playing took. */
    readonly seconds: number;
}
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
/** A game's rules, ready to be called. */
export declare class Rules<Info extends RulesInfo = RulesInfo> {
    readonly info: Info;
    /** The functions as the module has them. */
    readonly exports: Exports;
    private top;
    private readonly spare;
    private table;
    private seen;
    private look;
    constructor(info: Info, instance: WebAssembly.Instance);
    /** Compile a module and make it ready. */
    static load<Info extends RulesInfo>(info: Info, module: BufferSource | WebAssembly.Module): Promise<Rules<Info>>;
    /** A new game, before its first chance outcome. */
    open(seats: number, options?: Readonly<Record<string, unknown>>): number;
    private code;
    /** A record of zeros. */
    blank(): number;
    /** Give a record's place back. */
    free(s: number): void;
    copy(s: number): number;
    /** The bytes of a record. */
    pack(s: number): Uint8Array;
    /** A record with these bytes. */
    unpack(data: Uint8Array): number;
    /** A number in a record; `place` counts the cells of a field that has several. */
    get(s: number, field: Fields<Info>, place?: number): number;
    private put;
    private at;
    /** The seat whose decision comes next, CHANCE or OVER. */
    actor(s: number): number;
    /** Lay out a new game in a record that holds seats and options; `open` does both. */
    setup(s: number): void;
    /** The actions that a seat may take now. */
    legal(s: number, seat: number): number[];
    /** 0 when the action is legal, else the number of the reason in `info.reasons`. */
    why(s: number, seat: number, action: number): number;
    /** The number of equally likely outcomes when chance has to decide. */
    chances(s: number): number;
    /** Carry out a legal action, or with CHANCE an outcome. */
    apply(s: number, seat: number, action: number): void;
    /** The points per seat, now. */
    scores(s: number): number[];
    /** 1 for every winner, else 0; all 0 before the end. */
    payoff(s: number): number[];
    /** Blank out what a seat may not know. */
    conceal(s: number, seat: number): void;
    /** Fill a concealed record with hidden cards, drawn with the module's generator. */
    imagine(s: number, seat: number): void;
    /** The features of a concealed record. */
    observe(s: number, seat: number): number[];
    get rng(): Words;
    set rng(words: Words);
    /** Set the module's generator from a seed of two words, and the number of a stream. */
    sow(low: number, high?: number, stream?: number): void;
    /** A number from 0 to n − 1. */
    below(n: number): number;
    /** Play many games from one start, the i-th with stream `first + i` of the seed. */
    randomGames(start: Uint8Array, games: number, low: number, high?: number, first?: number, cap?: number): Batch;
    /** A hash over records and their generators, as every other backend has it. */
    checksum(rows: Uint8Array, rngs: Uint32Array): number;
    /** How good each of these legal actions looks to the seat; the record is concealed for it. */
    rate(s: number, seat: number, actions: readonly number[]): number[];
    /** Think about a decision: `known` is the record, concealed for the seat; `rng` its dice. */
    think(known: Uint8Array, seat: number, actions: readonly number[], rng: Words, budget: Budget, style?: Partial<Style>): Thought;
    /** Search in slices until the budget is used up; each place of the memory takes so many bytes. */
    searched(known: Uint8Array, rng: Words, { iterations, seconds }: Budget, perSecond: number, place: number, slice: (at: number, size: number, done: number, ahead: number) => void): {
        at: number;
        size: number;
        done: number;
    };
    /** What a search has written down about these actions. */
    thought(actions: readonly number[], iterations: number): Thought;
    private prepared;
    private filled;
    private out;
    /** Numbers that the module holds under this name. */
    cells(name: 'out' | 'points' | 'visits', size: number): Int32Array;
    reals(name: 'values' | 'likings', size: number): number[];
    private bytes;
    private get view();
    /** Take a piece of memory for good; return its address. */
    reserve(size: number): number;
}
export {};
