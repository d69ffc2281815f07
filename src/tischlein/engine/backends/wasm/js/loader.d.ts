/**
 * A game's rules in WebAssembly: records at addresses of its memory, and the functions of the contract on them.
 *
 * What a module exports are plain functions on numbers (`exports.d.ts`). `Rules` gives them lists, seats and options, and takes care of
 * the memory. Records are named by their address; `pack` and `unpack` turn them into bytes and back.
 */
import type { RulesInfo, Style } from './info.js';
import { Memory, type RngWords } from './memory.js';
import { Search, type Budget, type Thought } from './search.js';
export * from './info.js';
export * from './memory.js';
export * from './search.js';
/** Who acts when no seat does, and whose eyes `conceal` may also mean. */
export declare const CHANCE = -1;
export declare const OVER = -2;
export declare const SPECTATOR = -3;
type Fields<Info extends RulesInfo> = keyof Info['fields'] & string;
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
/** What `WebAssembly.compile` makes: to TypeScript a thing without members. What has any is none; an answer of `fetch` has this one. */
export interface CompiledModule {
    readonly arrayBuffer?: never;
}
/** The bytes of a module, or what `WebAssembly.compile` has made of them. */
export type ModuleSource = ArrayBuffer | ArrayBufferView | CompiledModule;
/** A game's rules, ready to be called. */
export declare class Rules<Info extends RulesInfo = RulesInfo> extends Memory {
    readonly info: Info;
    /** Where bots think ahead. */
    readonly search: Search;
    private readonly spare;
    private readonly live;
    constructor(info: Info, instance: {
        readonly exports: object;
    });
    /** Compile a module and make it ready. */
    static load<Info extends RulesInfo>(info: Info, module: ModuleSource): Promise<Rules<Info>>;
    /** A new game, before its first chance outcome. */
    open(seats: number, options?: Readonly<Record<string, unknown>>): number;
    private code;
    /** A record of zeros. */
    blank(): number;
    /** Give a record's place back. */
    free(s: number): void;
    /** A place that holds no record, or holds none any more, would be read and written without a word. */
    private known;
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
    /** The actions that a seat may take now; CHANCE has outcomes instead, and after the end there are none. */
    legal(s: number, seat: number): number[];
    /** 0 when the action is legal, else the number of the reason in `info.reasons`. */
    why(s: number, seat: number, action: number): number;
    /** The number of equally likely outcomes when chance has to decide. */
    chances(s: number): number;
    /** Carry out a legal action, or with CHANCE an outcome; anything else would spoil the record, and is refused. */
    apply(s: number, seat: number, action: number): void;
    private impossible;
    private illegal;
    private refusal;
    /** A seat of this record: for any other the module would read and write what lies beside it. */
    protected seat(s: number, seat: number): number;
    protected action(action: number): number;
    /** Write actions to where the module's functions look for them; it has room for each of the game's once. */
    layOut(actions: readonly number[]): void;
    /** The bytes of a record that is concealed for a seat: in any other, hidden cards would be looked for without end. */
    concealed(known: number | Uint8Array, seat: number): Uint8Array;
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
    /** Set the module's generator from a seed of two words, and the number of a stream. */
    sow(low: number, high?: number, stream?: number): void;
    /** A number from 0 to n − 1. */
    below(n: number): number;
    /** Play many games from one start, the i-th with stream `first + i` of the seed. */
    randomGames(start: Uint8Array, games: number, low: number, high?: number, first?: number, cap?: number): Batch;
    private played;
    /** A hash over records and their generators, as every other backend has it. */
    checksum(rows: Uint8Array, rngs: Uint32Array): number;
    /** How good each of these legal actions looks to the seat; the record is concealed for it. */
    rate(s: number, seat: number, actions: readonly number[]): number[];
    /** Think about a decision: `known` is the record, or its bytes, concealed for the seat; `rng` its dice. */
    think(known: number | Uint8Array, seat: number, actions: readonly number[], rng: RngWords, budget: Budget, style?: Partial<Style>): Thought;
    private filled;
}
