/** A game that was played, as a table on the screen: the same pieces, nobody to act. */
import type { Replay, SeatInfo } from '@/protocol/types'
import { onceSeated, ShownTable } from '@/session/shown-table'
import type { TableSession } from '@/session/table-session'
import type { Action, AnyEvent, GameId, Moment, Person, Reason } from '@/server/wire'

export class ReplaySession extends ShownTable implements TableSession {
  readonly kind = 'replay'
  readonly actions: readonly Action[] = []
  readonly deadline = null
  readonly clocks = []
  readonly pending = null
  readonly notice = null
  readonly mayUndo = false
  readonly myTurn = false
  readonly speed = 1
  readonly people: readonly Person[]

  /** Which frame is asked for. */
  at = $state(0)
  /** Which one has been seen. */
  #seen = $state(0)
  #replay: Replay
  #events = $derived.by(() => this.#eventsSoFar())

  /** Some of the seats may belong to who looks on. */
  constructor(
    replay: Replay,
    at = 0,
    private readonly own: readonly number[] = [],
    seats: readonly Pick<SeatInfo, 'avatar'>[] = [],
  ) {
    super()
    this.#replay = replay
    this.people = onceSeated(replay.names, seats)
    this.jump(at)
  }

  get game(): GameId {
    return this.#replay.game
  }
  get you(): number | null {
    return this.#replay.seat
  }
  override get whose(): string {
    return this.you === null || this.own.includes(this.you) ? '' : this.name(this.you)
  }
  get length(): number {
    return this.#replay.frames.length
  }
  get events(): readonly AnyEvent[] {
    return this.#events
  }
  may(): boolean {
    return false
  }
  play(): void {
    // Nobody acts in a replay.
  }
  why(): Promise<Reason | null> {
    return Promise.resolve(null)
  }
  dismissNotice(): void {
    // There is never one.
  }
  undo(): void {
    // As above.
  }

  /** Show a frame at once. */
  jump(at: number): void {
    this.at = Math.max(0, Math.min(this.length - 1, at))
    this.#seen = this.at
    this.show.jump(this.#moment())
  }

  /** Show the next frame with its motion. */
  forward(): void {
    if (this.at >= this.length - 1) return
    if (!this.show.settled) this.show.skip()
    this.at += 1
    const to = this.at
    this.show.add(this.#moment(), () => (this.#seen = to))
  }

  close(): void {
    this.show.clear()
  }

  #eventsSoFar(): AnyEvent[] {
    return this.#replay.frames.slice(0, this.#seen + 1).flatMap((frame) => frame.events)
  }

  #moment(): Moment {
    const frame = this.#replay.frames[this.at]
    if (!frame) throw new RangeError(`there is no frame ${this.at}`)
    const { view } = frame
    return {
      seq: frame.seq,
      told: frame.events.at(-1)?.seq ?? 0,
      facts: null,
      head: null,
      signature: null,
      events: frame.events,
      view,
      actions: [],
      waiting: view.waiting,
      scores: frame.scores,
      over: view.phase === 'over',
      winners: view.winners,
      clock: [],
      can_undo: false,
      task: '',
      standings: null,
    }
  }
}
