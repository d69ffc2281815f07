/**
 * The headless state of one seat at one table: what it knows, what it may do, and what it is being shown.
 *
 * News that arrive quickly are shown one after the other, each when the motion of the one before has ended. Until the
 * server has answered, only `pending` is known of a move.
 */
import { untrack } from 'svelte'
import type { ClientMessage, Reaction, ServerMessage, Welcome } from '@/protocol/types'
import { Sharing } from '@/fair/sharing'
import type { Signed } from '@/fair/signatures'
import { Told, type Telling } from '@/fair/told'
import { isLocal } from '@/offline/codes'
import { Answers } from './answers'
import { Away } from './away.svelte'
import { Clocks } from './clocks.svelte'
import { Received } from './received.svelte'
import { AdviceState } from './advice.svelte'
import { Moves } from './moves.svelte'
import { Notices } from './notices.svelte'
import { ShownReactions, type ShownReaction } from '@/chat/reactions.svelte'
import { another } from '@/server/open-table'
import { OFFLINE, PASSING, stands } from './reasons'
import { TableRequests } from './requests'
import { hidden } from '@/device/hidden.svelte'
import { settings, type Lang } from '@/device/settings.svelte'
import { address, Socket, type SocketState } from '@/server/socket'
import { Talk } from '@/chat/talk.svelte'
import type { SeatClock, TableSession, Watching } from './table-session'
import {
  person,
  type Action,
  type AnyEvent,
  type GameId,
  type Moment,
  type Person,
  type Reason,
  type Standing,
  type TableInfo,
  type UndoAsk,
  type Bilingual,
} from '@/server/wire'

export type { News, NewsListener, TableSession } from './table-session'
export type { Action, AnyEvent, AnyView, GameId, Person, Reason } from '@/server/wire'

// How many times as fast things move for spectators.
const SPEED: Record<Watching, number> = { steps: 2.5, fast: 5, end: 1 }

export interface SessionOptions {
  code: string
  /** Null: watch. */
  token: string | null
  game: GameId
  url?: string
}

export class Session extends TableRequests implements TableSession {
  readonly kind = 'live'
  readonly code: string
  readonly token: string | null

  connection = $state<SocketState>('connecting')
  /** The server has ended this connection for good, and says why. */
  goodbye = $state.raw<{ code: string; text: Bilingual; detail?: string } | null>(null)
  table = $state.raw<TableInfo | null>(null)
  readonly away = new Away()
  readonly talk: Talk
  readonly notices = new Notices()
  readonly advice = new AdviceState()
  undoAsked = $state.raw<UndoAsk | null>(null)
  /** The player who asks for more time. */
  timeAsked = $state<number | null>(null)
  nextTable = $state<string | null>(null)
  /** The first event that this device had been told differently before. */
  retold = $state<number | null>(null)
  /** Whether a player here has asked for the next table; the others stay until they want to go there. */
  goesOn = $state(false)

  #people = $derived(this.table?.seats.map((seat) => person(seat, this.table?.host ?? null)) ?? [])
  #game = $state<GameId>('')
  #you = $state<number | null>(null)
  #movedAt = 0
  #moves = new Moves((play) => this.#send(play))
  #reactions = new ShownReactions()
  #clocks = new Clocks()
  #watching = $state<Watching | null>(null)
  #socket: Socket
  #sharing: Sharing
  #received = new Received()
  /** Nothing is kept of what spectators are shown. */
  #told: Told | null
  /** The key of a server that signs what it tells. */
  #signer: string | null = null
  #answers = new Answers()
  #hidden = hidden.shown.join()
  #stop: () => void

  constructor({ code, token, game, url }: SessionOptions) {
    super()
    this.code = code
    this.token = token
    this.#game = game
    this.talk = new Talk(() => this.#people)
    this.#stop = $effect.root(() => {
      $effect(() => this.#speak(settings.lang))
      $effect(() => this.#rename(hidden.shown.join()))
    })
    this.#told = token === null || isLocal(code) ? null : new Told(code, token)
    this.#sharing = new Sharing(code, token, (message) => this.#send(message))
    this.#socket = new Socket(url ?? address(code), {
      hello: () => {
        this.#sharing.restart()
        return { type: 'hello', token: this.token, since: this.#received.since, lang: settings.lang }
      },
      message: (message) => this.#receive(hidden.in(message as ServerMessage)),
      state: (state) => (this.connection = state),
      refused: () => undefined,
    })
  }

  // What is shown

  get game(): GameId {
    return this.#game
  }
  override get movedAt(): number {
    return this.#movedAt
  }
  get you(): number | null {
    return this.#you
  }
  get actions(): readonly Action[] {
    const shown = this.connection === 'open' ? (this.show.now?.actions ?? []) : []
    if (this.show.settled) return shown
    // While the table waits to be heard, what can be done now and also then can be done.
    const then = this.#received.head?.actions ?? []
    return this.resting ? shown.filter(({ text }) => then.some((action) => action.text === text)) : []
  }
  get standings(): readonly Standing[] {
    return this.show.now?.standings ?? []
  }
  get reactions(): readonly ShownReaction[] {
    return this.#reactions.now
  }
  get deadline(): number | null {
    return this.#clocks.deadline
  }
  get clocks(): readonly (SeatClock | null)[] {
    const { seats } = this.#clocks
    return this.table?.timer != null || seats.some((clock) => clock !== null) ? seats : []
  }
  /** Whether the clock in the bar stands still: while an undo is asked for, only the asker's clock runs. */
  get clockRests(): boolean {
    return this.#clocks.resting || (this.undoAsked !== null && this.undoAsked.seat !== this.#clocks.seat)
  }
  get events(): readonly AnyEvent[] {
    return this.#received.events
  }
  /** The heads of all that this seat was told on this device. */
  get tellings(): Telling[] {
    return this.#told?.tellings ?? []
  }
  /** The key to this seat for another device, with what was told here. */
  get ownKey(): string {
    return this.show.now && this.token !== null ? this.token + (this.#told?.pin ?? '') : (this.token ?? '')
  }
  /** What the server has signed of it. */
  get signed(): Signed | null {
    return this.#told?.signed ?? null
  }
  get people(): readonly Person[] {
    return this.#people
  }
  get notice(): Reason | null {
    return this.notices.reason.now
  }
  get pending(): string | null {
    return this.#moves.pending
  }
  get isHost(): boolean {
    return this.#you !== null && this.table?.host === this.#you
  }
  /** Whether this seat may ask the coach when it is its turn. */
  get mayAskAdvice(): boolean {
    const alone = this.#people.every((one) => one.bot || one.seat === this.#you)
    return (
      this.#you !== null &&
      !this.over &&
      !isLocal(this.code) &&
      !this.table?.deal &&
      (alone || (this.table?.advice ?? false))
    )
  }
  /** Whether this seat's clock runs, so that the others may be asked for more time; days are time enough. */
  get mayAskTime(): boolean {
    const days = (this.table?.timer ?? 0) >= 86_400
    return this.#you !== null && !days && !this.over && !this.clockRests && this.#clocks.seats[this.#you]?.runs === true
  }
  get mayUndo(): boolean {
    return (this.show.now?.can_undo ?? false) && this.undoAsked === null && !this.over
  }
  get myTurn(): boolean {
    return this.#you !== null && this.actions.length > 0
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
    if (this.table) await another(this.table, this.#you)
  }

  // What a seat does

  play(action: string): void {
    if (this.pending !== null || this.#moves.undoing) return
    if (!this.may(action)) {
      void this.why(action)
      return
    }
    this.dismissNotice()
    const { head } = this.#received
    if (!head) return
    this.#movedAt = head.told
    this.#moves.make(this.#answers.id(), head.seq, action)
  }

  async why(action: string): Promise<Reason | null> {
    const id = this.#answers.id()
    const answer = this.#answers.to(id)
    if (!this.#send({ type: 'why', id, action })) this.#answers.give(id, null)
    const reason = await answer
    if (reason) this.notices.reason.show(reason)
    return reason
  }

  /** Ask the coach, which all hear of. */
  askAdvice(): void {
    this.advice.ask(() => this.ask({ type: 'advice', id: this.#answers.id() }))
  }
  dismissNotice(): void {
    this.notices.reason.clear()
  }

  /** Ask for more time, or give it to the player who asks. */
  moreTime(): void {
    const seat = this.timeAsked ?? this.#you
    if (seat !== null) this.ask({ type: 'more_time', seat })
  }
  undo(): void {
    this.dismissNotice()
    this.#moves.undo(() => this.ask({ type: 'undo', id: this.#answers.id() }))
  }
  /** Go to the next table: the one that a player has opened already, or a new one. */
  rematch(): void {
    this.goesOn = this.nextTable !== null || this.ask({ type: 'rematch' })
  }
  chat(text: string): boolean {
    const said = text.trim()
    if (said === '' || !this.#send({ type: 'chat', text: said })) return false
    this.talk.say(said)
    return true
  }
  close(): void {
    this.#stop()
    this.notices.clear()
    this.away.close()
    this.show.clear()
    this.#socket.close()
  }

  #send(message: ClientMessage): boolean {
    return this.#socket.send(message)
  }

  /** What a person wants is never dropped in silence. */
  protected ask(message: ClientMessage): boolean {
    const sent = this.#send(message)
    if (!sent) this.notices.reason.show(OFFLINE)
    return sent
  }

  #speak(lang: Lang): void {
    if (!this.#received.isForeign(lang)) return
    this.#send({ type: 'sync', since: 0, lang })
    // The same question again costs nothing, and is answered in the language of now.
    if (untrack(() => this.advice.given)) this.#send({ type: 'advice', id: this.#answers.id() })
  }

  /** Names were hidden or shown: everything is told again, with what stands in their place. */
  #rename(hidden: string): void {
    if (hidden !== this.#hidden) this.#send({ type: 'sync', since: 0, lang: settings.lang })
    this.#hidden = hidden
  }

  // What the server says

  #receive(message: ServerMessage): void {
    switch (message.type) {
      case 'welcome':
        return this.#welcome(message)
      case 'news':
        return this.#news(message)
      case 'promises':
        return this.#sharing.reveal(message.seat, message.commitment, message.promises)
      case 'people':
        return this.#meet(message.table)
      case 'accepted':
        return this.#accepted(message.id)
      case 'refused':
        return this.#refused(message.id, message)
      case 'because':
        return this.#answers.give(message.id, message.code === 'legal' ? null : message)
      case 'advice':
        return this.advice.hear(message)
      case 'advised':
        if (message.seat === this.#you) this.advice.taken = true
        else this.notices.advised.show({ seat: message.seat })
        return
      case 'chat':
        return this.talk.hear(message.line, this.#you)
      case 'reaction':
        return this.#reacted(message.seat, message.reaction)
      case 'undo_asked':
        this.undoAsked = message.undo
        this.#clocks.hold(message.undo.seat)
        return
      case 'undo_answered':
        this.undoAsked = null
        // The player who refused or moved knows it.
        if (message.how !== 'agreed' && (message.by === null || message.by !== this.#you))
          this.notices.reason.show(stands(message.how, message.by === null ? '' : this.name(message.by)))
        return
      case 'more_time':
        this.timeAsked = message.by === null ? message.seat : null
        if (message.by !== null) this.notices.given.show({ seat: message.seat })
        return
      case 'rematch':
        this.nextTable = message.code
        return
      case 'goodbye':
        if (PASSING.has(message.code)) return
        this.goodbye = message
        this.#socket.close()
        return
      case 'pong':
        return
    }
  }

  #welcome(message: Welcome): void {
    this.#received.understood()
    this.#socket.welcomed()
    this.#you = message.you
    this.#game = message.table.game
    this.#meet(message.table)
    this.talk.lines = message.chat
    this.undoAsked = message.undo
    this.nextTable = message.table.rematch
    this.show.finish()
    this.#moves.forgetUndo()
    this.#received.add(message.events)
    this.#received.head = message
    this.#signer = message.signer
    this.#keep(message)
    this.#seeClocks(message)
    this.show.jump(message)
    // Perhaps it had arrived before the line broke: the same id again is answered, not played twice.
    this.#moves.send()
  }

  #meet(table: TableInfo): void {
    this.table = table
    this.#sharing.meet(table, this.#you)
    this.away.see(table.seats)
  }

  #news(message: Moment): void {
    if (this.#next(message)) this.#seeClocks(message)
  }

  #seeClocks(message: Moment): void {
    this.#clocks.see(message, this.#you, this.table?.bank != null)
    if (this.undoAsked !== null) this.#clocks.hold(this.undoAsked.seat)
    if (this.timeAsked !== null && !message.waiting.includes(this.timeAsked)) this.timeAsked = null
  }

  /** True if it is what there is now. */
  #next(message: Moment): boolean {
    const place = this.#received.place(message)
    // The same position again has another clock, or another right to take back.
    if (place === 'same') this.#again(message)
    if (place === 'gap') this.#send({ type: 'sync', since: this.#received.head?.told ?? 0, lang: settings.lang })
    if (place === 'next' || place === 'same') this.#keep(message)
    if (place !== 'next') return place === 'same'
    this.#received.head = message
    this.advice.putAway()
    this.show.add(message, () => this.#received.add(message.events))
    return true
  }

  /** What was shown once stays shown. */
  #keep(message: Moment): void {
    if (!this.#told || this.#you === null) return
    if (this.#told.hear(message)) this.#send({ type: 'sync', since: 0, lang: settings.lang })
    this.retold = this.#told.differs
    const commitment = this.table?.fair?.commitment
    if (this.#signer !== null && commitment !== undefined && message.told > 0)
      void this.#told.sign({ key: this.#signer, commitment, seat: this.#you }, message)
  }

  #again(message: Moment): void {
    this.show.amend({
      clock: message.clock,
      can_undo: message.can_undo,
      actions: message.actions,
      waiting: message.waiting,
    })
  }

  #accepted(id: string): void {
    if (this.#moves.accepted(id)) this.advice.taken = false
  }

  #refused(id: string | null, reason: Reason): void {
    if (id !== null && this.#answers.has(id)) return this.#answers.give(id, reason)
    // A message that the server could not read has no id: perhaps it was the pending move, which can be made again.
    this.#moves.refused(id)
    this.advice.refused()
    if (id === null) {
      this.goesOn = false
      this.talk.refuse()
    }
    this.notices.reason.show(reason)
  }

  #reacted(seat: number, reaction: Reaction): void {
    if (!this.talk.muted.has(seat)) this.#reactions.add(seat, reaction)
  }
}
