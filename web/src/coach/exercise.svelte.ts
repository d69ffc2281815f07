/** A decision of a game that is over, to be tried again: one tap, and nothing happens but the answer. */
import { onceSeated, ShownTable } from '@/session/shown-table'
import type { TableSession } from '@/session/table-session'
import type { Action, AnyEvent, GameId, Moment, Person, Reason } from '@/server/wire'
import type { ToldDecision } from '@/offline/house'
import type { MoveFrame, SeatInfo } from '@/protocol/types'

export class ExerciseSession extends ShownTable implements TableSession {
  readonly kind = 'live'
  readonly deadline = null
  readonly clocks = []
  readonly notice = null
  readonly mayUndo = false
  readonly speed = 1
  readonly events: readonly AnyEvent[] = []
  readonly people: readonly Person[]

  /** What was chosen, as the notation writes it. */
  chosen = $state<string | null>(null)
  /** A whole move is shown in place of the question. */
  #demonstrated = $state(false)
  #lesson: ToldDecision

  constructor(
    readonly game: GameId,
    lesson: ToldDecision,
    names: readonly string[],
    seats: readonly Pick<SeatInfo, 'avatar'>[],
    chosen: string | null = null,
  ) {
    super()
    this.chosen = chosen
    this.#lesson = lesson
    this.people = onceSeated(names, seats)
    this.show.jump(this.#asked())
  }

  get you(): number {
    return this.#lesson.seat
  }
  get actions(): readonly Action[] {
    return this.chosen === null && !this.#demonstrated ? this.#lesson.actions : []
  }
  get pending(): string | null {
    return this.#demonstrated ? null : this.chosen
  }
  get myTurn(): boolean {
    return this.chosen === null && !this.#demonstrated
  }

  /** Show a whole move on the table, action by action, from the decision on. */
  demonstrate(line: readonly MoveFrame[]): void {
    this.#demonstrated = true
    this.show.jump({ ...this.#asked(), actions: [] })
    for (const { view, events } of line)
      this.show.add(moment(view, events, [], events.findLast(({ text }) => text)?.text ?? ''), () => undefined)
  }

  #asked(): Moment {
    const { view, actions, task } = this.#lesson
    return moment(view, [], actions, task)
  }

  may(action: string): boolean {
    return this.actions.some((one) => one.text === action)
  }
  play(action: string): void {
    if (this.may(action)) this.chosen = action
  }
  why(): Promise<Reason | null> {
    return Promise.resolve(null)
  }
  dismissNotice(): void {
    // There is never one.
  }
  undo(): void {
    this.chosen = null
    this.#demonstrated = false
    this.show.jump(this.#asked())
  }
  close(): void {
    this.show.clear()
  }
}

function moment(
  view: MoveFrame['view'],
  events: MoveFrame['events'],
  actions: readonly Action[] = [],
  task = '',
): Moment {
  return {
    seq: 1,
    told: events.at(-1)?.seq ?? 0,
    facts: null,
    head: null,
    signature: null,
    events: [...events] as MoveFrame['events'],
    view,
    actions: [...actions],
    waiting: view.waiting,
    scores: view.scores,
    over: false,
    winners: [],
    clock: [],
    can_undo: false,
    task,
    standings: null,
  }
}
