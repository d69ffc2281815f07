/** What is known about a game beside its functions: its record, its options and its bots. */

/** One field of a record: `shape` is empty for a single number. */
export interface Field {
  readonly cell: 'int8' | 'int16' | 'int32'
  readonly shape: readonly number[]
  readonly offset: number
}

/** A choice of rules: the field that holds it, and its choices with the number of each; or from where to where numbers go. */
export interface Option {
  readonly field: string
  readonly default: unknown
  readonly choices?: ReadonlyArray<readonly [unknown, number]>
  readonly from?: number
  readonly to?: number
}

/** How the search plays, as `Searcher` in Python has it. */
export interface Style {
  readonly exploration: number
  readonly temperature: number
  readonly per_world: number
  readonly horizon: number
  readonly lead: number
  readonly belief: number
}

/** How bots play with a net: see `Net.foresee`. */
export interface NetInfo {
  /** A hash of the rules that it was trained for. */
  readonly rules: string
  /** Games that `hard` plays on before it decides; with 0 it plays what the net likes best. */
  readonly glance: number
  /** Decisions that are played on before the net says who will win. */
  readonly ahead: number
  /** The number of actions that are tried, and how much less than the favourite they may be liked. */
  readonly tried: number
  readonly reach: number
  /** Worlds between two looks at the clock, those before anything is given up, and those that are enough. */
  readonly at_once: number
  readonly at_least: number
  readonly most: number
}

/** Everything about a game that is no function; written by `tischlein build wasm`. */
export interface RulesInfo {
  readonly id: string
  readonly name: string
  /** The version of the rules. */
  readonly version: number
  readonly seats: readonly [number, number]
  readonly maxSeats: number
  /** Bytes of one number in a list; a loader that counts others would misread this module. */
  readonly cell: number
  /** Bytes of a record. */
  readonly size: number
  /** Action ids are below this. */
  readonly actions: number
  /** The notation of each action, in the package `tischlein-rules`; the page has sentences instead. */
  readonly texts?: readonly string[]
  /** Features that `observe` writes. */
  readonly features: number
  readonly fields: Readonly<Record<string, Field>>
  /** Reasons by number: name and clause of the rulebook; the first means legal. */
  readonly reasons: ReadonlyArray<readonly [string, string]>
  readonly options: Readonly<Record<string, Option>>
  /** Choices that do not go with a number of seats: seats, option, choice, why. */
  readonly conflicts: ReadonlyArray<readonly [number, string, unknown, string]>
  readonly style: Style
  /** How `expert` searches where no net helps. */
  readonly expert: Style
  /** Whether `expert` weights worlds by what others' actions tell about their cards. */
  readonly belief: number
  /** The net that fits these rules; null where there is none. */
  readonly net: NetInfo | null
}
