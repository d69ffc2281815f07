/** A decision of a game that is over, to be tried again: one tap, and nothing happens but the answer. */
import { Show } from '@/client/show.svelte'
import type { NewsListener, TableSession } from '@/client/tablesession'
import type { Action, AnyEvent, AnyView, GameId, Moment, Person, Reason } from '@/client/wire'
import type { ReviewLesson } from '@/protocol/types'

export class ExerciseSession implements TableSession {
  readonly kind = 'live'
  readonly deadline = null
  readonly clocks = []
  readonly notice = null
  readonly mayUndo = false
  readonly speed = 1
  readonly events: readonly AnyEvent[] = []
  readonly over = false
  readonly winners: readonly number[] = []
  readonly people: readonly Person[]
  readonly task: string

  /** What was chosen, as the notation writes it. */
  chosen = $state<string | null>(null)
  #lesson: ReviewLesson
  #show = new Show()

  constructor(
    readonly game: GameId,
    lesson: ReviewLesson,
    names: readonly string[],
  ) {
    this.#lesson = lesson
    this.task = lesson.task
    this.people = names.map((name, seat) => ({ seat, name, bot: false, level: null, free: false, online: true, standIn: false, host: false, avatar: null, preferences: {} }))
    const { view, actions, task } = lesson
    const moment: Moment = {
      seq: 1, told: 0, events: [], view, actions, waiting: view.waiting, scores: view.scores, over: false, winners: [],
      clock: [], can_undo: false, task, standings: null,
    }
    this.#show.jump(moment)
  }

  get you(): number {
    return this.#lesson.seat
  }
  get view(): AnyView | null {
    return this.#show.now?.view ?? null
  }
  get actions(): readonly Action[] {
    return this.chosen === null ? this.#lesson.actions : []
  }
  get pending(): string | null {
    return this.chosen
  }
  get waiting(): readonly number[] {
    return this.#show.now?.waiting ?? []
  }
  get scores(): readonly number[] {
    return this.#show.now?.scores ?? []
  }
  get hurry(): boolean {
    return this.#show.hurry
  }
  get myTurn(): boolean {
    return this.chosen === null
  }

  may(action: string): boolean {
    return this.actions.some((one) => one.text === action)
  }
  name(seat: number): string {
    return this.people[seat]?.name ?? ''
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
  }
  onNews(listener: NewsListener): () => void {
    return this.#show.listen(listener)
  }
  skip(): void {
    this.#show.skip()
  }
  during(motion: Promise<void>): void {
    void this.#show.during(motion)
  }
  sentence(event: AnyEvent): string {
    return event.text ?? ''
  }
  close(): void {
    this.#show.clear()
  }
}
