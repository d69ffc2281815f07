// Written by `make types` from the entrances of a module. Do not edit.

// TypeScript knows WebAssembly only where it knows all of a browser: a program for Node may not.
export interface Pages {
  readonly buffer: ArrayBuffer
  grow(pages: number): number
}
export interface Address {
  readonly value: number
}

/** What a module exports: functions on plain numbers, and the addresses of what they read and write. */
export interface Exports {
  readonly memory: Pages
  readonly out: Address
  readonly rng: Address
  readonly points: Address
  readonly ways: Address
  readonly known: Address
  readonly visits: Address
  readonly values: Address
  readonly choices: Address
  readonly likings: Address
  readonly tried: Address
  readonly alive: Address
  readonly worlds: Address
  readonly means: Address
  readonly apart: Address
  readonly spread: Address
  readonly heap: Address
  /** Lay out a new game; seats and options are already in the record. */
  setup(s: number): void
  /** Return 0 when the action is legal, else the number of the reason against it. */
  why(s: number, seat: number, action: number): number
  /** Write the seat's legal actions into `out`; return their number. */
  legal(s: number, seat: number): number
  /** Return the number of equally likely outcomes when `actor` is −1. */
  chances(s: number): number
  /** Return the seat that the next card is drawn for, the number of seats for the middle, −1 for a lot. */
  drawn_for(s: number): number
  /** Carry out a legal action, or with seat −1 a chance outcome. */
  apply(s: number, seat: number, action: number): void
  /** Write the points per seat into `out`. */
  scores(s: number): void
  /** Write the final result per seat into `out`: 1 for every winner, all 0 before the end. */
  payoff(s: number): void
  /** Blank out everything that the seat may not know; −3 is a spectator. */
  conceal(s: number, seat: number): void
  /** Fill a concealed record with hidden cards, drawn with `rng`. */
  imagine(s: number, seat: number): void
  /** Write the features of a concealed record into `out`. */
  observe(s: number, seat: number): void
  /** Set `rng` from a seed, given as two words, and the number of a stream. */
  sow(low: number, high: number, stream: number): void
  /** Return a number from 0 to n − 1, drawn with `rng`. */
  below(n: number): number
  /** Play at random to the end or up to `cap` decisions, drawn with `rng`; return their number. */
  random_game(s: number, cap: number): number
  /** Play `games` records to the end, the i-th with stream first + i of the seed; return all decisions. Three cells of 64 bits a game at `rngs` take the generators, one a game at `decisions` the decisions. */
  random_games(states: number, rngs: number, decisions: number, games: number, low: number, high: number, first: number, cap: number): number
  /** Return a hash over records and generators. */
  checksum(states: number, rngs: number, games: number): number
  /** Write into `points` how good each of the seat's n legal actions in `out` looks. */
  rate(s: number, seat: number, n: number): void
  /** Write into `points` what every seat's position is worth, in hundredths of a point. */
  standing(s: number): void
  /** Play on, every seat as `ways` says: 0 at random, 1 by rules of thumb; return the number of decisions. */
  play_out(s: number, cap: number): number
  /** Clear the memory of a search. */
  prepare(table: number, size: number): void
  /** Add some iterations to those already done, for the seat `me`, whose concealed record lies at `known`. */
  think(table: number, size: number, exploration: number, temperature: number, perWorld: number, horizon: number, lead: number, belief: number, me: number, done: number, iterations: number): void
  /** Write into `visits` how often each of the n actions in `out` was chosen, and into `values` its mean reward. */
  counted(table: number, size: number, me: number, n: number): void
  /** Write into rows of 64-bit floats at `found` what the first n actions in `choices` bring the seat `me` in each world. For a spectator, −3, the record at `known` is the true one, and every seat's expectation is written. */
  prospects(table: number, size: number, net: number, inputs: number, width: number, actions: number, seats: number, exploration: number, temperature: number, perWorld: number, horizon: number, lead: number, belief: number, hasNet: number, ahead: number, me: number, n: number, practice: number, worlds: number, columns: number, found: number): void
  /** Write into `likings` how much the net likes each of the seat's n legal actions in `out`; the record is concealed for the seat. */
  like(net: number, inputs: number, width: number, actions: number, seats: number, s: number, seat: number, n: number): void
  /** Forget what was found for the actions in `tried` before. */
  clear_trials(): void
  /** Try the first n actions in `tried` in more worlds, for the seat `me`, whose concealed record lies at `known`; return how many are left. */
  foresee(net: number, inputs: number, width: number, actions: number, seats: number, belief: number, ahead: number, me: number, n: number, worlds: number): number
  /** Return which of the first n actions in `tried` to play. */
  verdict(n: number): number
  /** Play one decision in each of n games; there is room for `kept` records, twice as many where last ones are kept. */
  step_many(at: number, kept: number, starts: number, n: number, seats: number, way: number, cap: number): void
  /** Write what a bot would do in each of n games, and if `rated` how much worse than the best each action looks. */
  suggest_many(at: number, n: number, way: number, rated: number, columns: number): void
  /** Write what a seat sees in n of the records, what it may do there, and where the game is not over. */
  look_at(states: number, kept: number, numbers: number, n: number, seat: number, observed: number, masks: number, isOpen: number): void
  /** Play games from `first` on, seats as `ways` says, and write for each a row of results, scores and payoff, in 32 bits. At `luck` are 64-bit cells: the stacks that cards are drawn from, and three for the bots' dice. */
  play_games(states: number, ways: number, low: number, high: number, first: number, cap: number, asked: number, answer: number, games: number, rows: number, marks: number, wins: number, luck: number): void
  /** Play games as `play_games` does, with a row for each decision; return the number of rows, at most `most`. `at` is the address of as many addresses, of 32 bits, as there are arrays: records, `kept` concealed records, ways, `answers` actions of asked seats, the place to go on from, rows, scores, payoff, luck, and for each row of the trace its four numbers, its observation and its mask. */
  trace_games(at: number, games: number, kept: number, answers: number, low: number, high: number, first: number, cap: number, most: number): number
}
