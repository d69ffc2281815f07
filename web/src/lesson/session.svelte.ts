/** A situation of a lesson, played by the rules in the page's worker: moves that are not meant explain themselves. */
import type { AnyEvent, Action, GameId, Moment, Person, Reason } from '@/server/wire'
import { onceSeated, ShownTable } from '@/session/shown-table'
import type { TableSession } from '@/session/table-session'
import type { Lang } from '@/device/settings.svelte'
import { byOther, isMeant, type Situation } from './lesson'

/** Asks the worker. */
export interface Rules {
  situation(asked: object): Promise<Moment>
  objection(asked: object): Promise<Reason | null>
}

export class LessonSession extends ShownTable implements TableSession {
  readonly kind = 'live'
  readonly deadline = null
  readonly clocks = []
  readonly mayUndo = false
  readonly speed = 1
  readonly you = 0
  readonly people: readonly Person[]

  events = $state.raw<readonly AnyEvent[]>([])
  notice = $state.raw<Reason | null>(null)
  pending = $state<string | null>(null)
  /** The key of the explanation why the last move was not meant; '' after any other. */
  wrong = $state('')
  /** How many moves have been made, those of others included. */
  made = $state(0)
  #played: [seat: number, action: string][] = []
  #names: readonly string[]

  constructor(
    readonly game: GameId,
    readonly situation: Situation,
    names: readonly string[],
    private readonly lang: Lang,
    private readonly rules: Rules,
  ) {
    super()
    this.#names = names.slice(0, situation.position.seats)
    this.people = onceSeated(this.#names)
  }

  /** True when all moves of this situation have been made and shown. */
  get done(): boolean {
    return this.made === this.situation.moves.length && this.settled
  }
  get actions(): readonly Action[] {
    return this.settled && this.made < this.situation.moves.length ? (this.show.now?.actions ?? []) : []
  }
  get myTurn(): boolean {
    return this.actions.length > 0
  }

  /** Deal, and let others play who come first. */
  async begin(): Promise<void> {
    this.show.jump(await this.rules.situation(this.#asked()))
    await this.#others()
  }

  may(action: string): boolean {
    return this.actions.some((one) => one.text === action)
  }
  play(action: string): void {
    if (this.pending !== null || !this.myTurn) return
    if (!this.may(action)) {
      void this.why(action)
      return
    }
    this.notice = null
    const { id, moves, wrong } = this.situation
    if (!isMeant(moves[this.made], action)) {
      this.wrong = wrong?.[action] ?? `${id}_wrong`
      return
    }
    this.wrong = ''
    this.pending = action
    void this.#move(this.you, action).then(() => this.#others())
  }
  async why(action: string): Promise<Reason | null> {
    this.notice = await this.rules.objection({ ...this.#asked(), action })
    return this.notice
  }
  dismissNotice(): void {
    this.notice = null
  }
  undo(): void {
    // A situation begins again instead.
  }
  close(): void {
    this.show.clear()
  }

  #asked(): object {
    return {
      position: this.situation.position,
      seat: this.you,
      names: this.#names,
      lang: this.lang,
      moves: this.#played,
    }
  }

  async #move(seat: number, action: string): Promise<void> {
    this.#played.push([seat, action])
    const moment = await this.rules.situation(this.#asked())
    this.pending = null
    this.show.add(moment, () => (this.events = [...this.events, ...moment.events]))
    this.made += 1
  }

  async #others(): Promise<void> {
    for (let move = byOther(this.situation.moves[this.made]); move; move = byOther(this.situation.moves[this.made]))
      await this.#move(...move)
  }
}
