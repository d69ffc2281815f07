/** What a table on the screen needs to know and to do; live games and replays both have it. */
import type { Action, AnyEvent, AnyView, GameId, Moment, Person, Reason } from '@/server/wire'

/** One step at the table: what happened, and the table before and after it. */
export interface News {
  events: AnyEvent[]
  before: AnyView | null
  after: AnyView
  /** Shown again after a reload, an undo or a jump: put everything in place, without motion. */
  jump: boolean
}

/**
 * May return a promise: the step is told of, and the next one shown, when it resolves. A tap lets motion end at once;
 * no clock does.
 */
export type NewsListener = (news: News) => void | Promise<void>

/** How a player who is out looks on: step by step, fast, or only at the end. */
export type Watching = 'steps' | 'fast' | 'end'

/** The time a player has left: until when, if the clock runs, else in milliseconds. */
export type SeatClock = { runs: true; until: number } | { runs: false; left: number }

/** Everything is reactive: read it in markup, `$derived` or `$effect`. */
export interface TableSession {
  readonly kind: 'live' | 'replay'
  readonly game: GameId
  /** Through whose eyes: a seat, or null for a spectator. */
  readonly you: number | null
  /** The name of the seat's player, where another person looks on; '' for your own. */
  readonly whose: string
  /** The table as shown now; cast it to the game's view type. Null until the first welcome. */
  readonly view: AnyView | null
  /** Legal now, for `you`; empty while earlier steps are still being shown, after the end, and in replays. */
  readonly actions: readonly Action[]
  /** What to do now, in the chosen language; '' where the server has no words for it. */
  readonly task: string
  readonly waiting: readonly number[]
  readonly scores: readonly number[]
  readonly over: boolean
  readonly winners: readonly number[]
  /** Everything that this seat was told, oldest first. */
  readonly events: readonly AnyEvent[]
  /** The number of the last event before this seat's last move; 0 where it has made none here. */
  readonly movedAt: number
  readonly people: readonly Person[]
  /** When the time for this move is up, in milliseconds of Date.now(); null without a timer. */
  readonly deadline: number | null
  /** What everybody has left, by seat; empty where there is no clock. */
  readonly clocks: readonly (SeatClock | null)[]
  /** The action that was sent and is not answered yet: highlight it, show nothing of its outcome. */
  readonly pending: string | null
  /** Why the last thing tried does not go; goes away by itself. */
  readonly notice: Reason | null
  /** Whether a tap has asked for the end of the motion at once. */
  readonly hurry: boolean
  /** How many times as fast as usual things move. */
  readonly speed: number
  /** Whether a move of mine can be taken back, as far as the page knows; the server decides. */
  readonly mayUndo: boolean

  /** Whether this action is legal now. */
  may(action: string): boolean
  /** Whether `you` may act, and everything is shown. */
  readonly myTurn: boolean
  /** "Maria", or "Du"/"You" for your own seat with `you: true`. */
  name(seat: number): string
  /** Send it. What is not legal is asked about instead, and `notice` says why. */
  play(action: string): void
  /** Why this does not go now; null if it does. Also sets `notice`. */
  why(action: string): Promise<Reason | null>
  dismissNotice(): void
  undo(): void
  /** Ask for more time on the clock, or give it to the player who asks. */
  moreTime?(): void
  /** Be told of every step. Returns how to stop. */
  onNews(listener: NewsListener): () => void
  /** Delay a step by a number of milliseconds; the hand is not locked meanwhile. */
  onPause(before: (moment: Moment) => number): () => void
  /** Whether the next step waits. */
  readonly resting: boolean
  /** Show now what waits. */
  endPause(): void
  /** Finish what moves, after a tap. */
  skip(): void
  /** Nothing is told or asked before this motion has ended. */
  during(motion: Promise<void>): void
  /** How the rest is shown to a player who is out; null: as to everybody. */
  watch?(how: Watching | null): void
  /** A new game of the same kind, with bots in the place of everybody else. */
  another?(): Promise<void>
  /** The sentence for an event, in the chosen language, to the reader at this seat; '' for what needs no words. */
  sentence(event: AnyEvent): string
}
