/**
 * What one seat at a table knows, what it may do now, and what it is being shown. `session.svelte.ts` speaks with the
 * server, and keeps all this up to date.
 */
import { ShownReactions, type ShownReaction } from '@/chat/reactions.svelte'
import { Talk } from '@/chat/talk.svelte'
import type { Signed } from '@/fair/signatures'
import { Shadow } from '@/fair/shadow.svelte'
import { Told, type Telling } from '@/fair/told'
import { isLocal } from '@/offline/codes'
import { another } from '@/server/open-table'
import type { SocketState } from '@/server/socket'
import { AdviceState } from './advice.svelte'
import { Away } from './away.svelte'
import { Clocks } from './clocks.svelte'
import { Notices } from './notices.svelte'
import { Received } from './received.svelte'
import { TableRequests } from './requests'
import type { SeatClock, Watching } from './table-session'
import {
  person,
  type Action,
  type AnyEvent,
  type Bilingual,
  type GameId,
  type Reason,
  type Standing,
  type TableInfo,
  type UndoAsk,
} from '@/server/wire'

// How many times as fast things move for spectators.
const SPEED: Record<Watching, number> = { steps: 2.5, fast: 5, end: 1 }

export abstract class SeatState extends TableRequests {
  game = $state<GameId>('')
  you = $state<number | null>(null)
  connection = $state<SocketState>('connecting')
  /** The server has ended this connection for good, and says why. */
  goodbye = $state.raw<{ code: string; text: Bilingual; detail?: string } | null>(null)
  table = $state.raw<TableInfo | null>(null)
  readonly people = $derived(this.table?.seats.map((seat) => person(seat, this.table?.host ?? null)) ?? [])
  readonly away = new Away()
  readonly talk = new Talk(() => this.people)
  readonly notices = new Notices()
  readonly advice = new AdviceState()
  undoAsked = $state.raw<UndoAsk | null>(null)
  /** The player who asks for more time. */
  timeAsked = $state<number | null>(null)
  nextTable = $state<string | null>(null)
  /** The first step that this device had been told differently before. */
  retold = $state<number | null>(null)
  /** Whether a player here has asked for the next table; the others stay until they want to go there. */
  goesOn = $state(false)

  /** Whether what the server renders follows from what it tells. */
  readonly shadow = new Shadow()
  protected moved = 0
  protected readonly received = new Received()
  protected readonly timers = new Clocks()
  protected readonly reacted = new ShownReactions()
  /** A device's own tables need no proof. */
  protected readonly told: Told | null
  #watching = $state<Watching | null>(null)

  /** Without a token: watch. */
  constructor(
    readonly code: string,
    readonly token: string | null,
    game: GameId,
  ) {
    super()
    this.game = game
    this.told = isLocal(code) ? null : new Told(code, token ?? '')
  }

  override get movedAt(): number {
    return this.moved
  }
  get actions(): readonly Action[] {
    const shown = this.connection === 'open' ? (this.show.now?.actions ?? []) : []
    if (this.show.settled) return shown
    // While the table waits to be heard, what can be done now and also then can be done.
    const then = this.received.head?.actions ?? []
    return this.resting ? shown.filter(({ text }) => then.some((action) => action.text === text)) : []
  }
  get standings(): readonly Standing[] {
    return this.show.now?.standings ?? []
  }
  get reactions(): readonly ShownReaction[] {
    return this.reacted.now
  }
  get deadline(): number | null {
    return this.timers.deadline
  }
  get clocks(): readonly (SeatClock | null)[] {
    const { seats } = this.timers
    return this.table?.timer != null || seats.some((clock) => clock !== null) ? seats : []
  }
  /** Whether the clock in the bar stands still: while an undo is asked for, only the asker's clock runs. */
  get clockRests(): boolean {
    return this.timers.resting || (this.undoAsked !== null && this.undoAsked.seat !== this.timers.seat)
  }
  get events(): readonly AnyEvent[] {
    return this.received.events
  }
  /** The heads of all that this seat was told on this device. */
  get tellings(): Telling[] {
    return this.told?.tellings ?? []
  }
  /** The key to this seat for another device, with what was told here. */
  get ownKey(): string {
    return this.show.now && this.token !== null ? this.token + (this.told?.pin ?? '') : (this.token ?? '')
  }
  /** What the server has signed of it. */
  get signed(): Signed | null {
    return this.told?.signed ?? null
  }
  get notice(): Reason | null {
    return this.notices.reason.now
  }
  get isHost(): boolean {
    return this.you !== null && this.table?.host === this.you
  }
  /** Whether this seat may ask the coach when it is its turn. */
  get mayAskAdvice(): boolean {
    const alone = this.people.every((one) => one.bot || one.seat === this.you)
    return (
      this.you !== null &&
      !this.over &&
      !isLocal(this.code) &&
      !this.table?.deal &&
      (alone || (this.table?.advice ?? false))
    )
  }
  /** Whether this seat's clock runs, so that the others may be asked for more time; days are time enough. */
  get mayAskTime(): boolean {
    const days = (this.table?.timer ?? 0) >= 86_400
    return this.you !== null && !days && !this.over && !this.clockRests && this.timers.seats[this.you]?.runs === true
  }
  get mayUndo(): boolean {
    return (this.show.now?.can_undo ?? false) && this.undoAsked === null && !this.over
  }
  get myTurn(): boolean {
    return this.you !== null && this.actions.length > 0
  }

  may(action: string): boolean {
    return this.actions.some((candidate) => candidate.text === action)
  }

  get speed(): number {
    return this.#watching ? SPEED[this.#watching] : 1
  }

  watch(how: Watching | null): void {
    this.#watching = how
    this.show.patient = how !== null
    this.show.rush = how === 'end'
  }

  async another(): Promise<void> {
    if (this.table) await another(this.table, this.you)
  }
}
