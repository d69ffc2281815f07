/**
 * One seat at one table, headless: what a person does goes to the server from here, and what the server says changes
 * what the seat knows.
 *
 * News that arrive quickly are shown one after the other, each when the motion of the one before has ended. Until the
 * server has answered, only `pending` is known of a move.
 */
import { untrack } from 'svelte'
import type { ClientMessage, ServerMessage, Welcome } from '@/protocol/types'
import { Sharing } from '@/fair/sharing'
import { Answers } from './answers'
import { Moves } from './moves.svelte'
import { OFFLINE, PASSING, stands } from './reasons'
import { SeatState } from './seat-state.svelte'
import { hidden } from '@/device/hidden.svelte'
import { settings, type Lang } from '@/device/settings.svelte'
import { address, Socket } from '@/server/socket'
import type { TableSession } from './table-session'
import type { GameId, Moment, Reason, TableInfo } from '@/server/wire'

export type { News, NewsListener, TableSession } from './table-session'
export type { Action, AnyEvent, AnyView, GameId, Person, Reason } from '@/server/wire'

export interface SessionOptions {
  code: string
  /** Null: watch. */
  token: string | null
  game: GameId
  url?: string
}

export class Session extends SeatState implements TableSession {
  readonly kind = 'live'
  #moves = new Moves((play) => this.#send(play))
  #socket: Socket
  #sharing: Sharing
  /** The key of a server that signs what it tells. */
  #signer: string | null = null
  #answers = new Answers()
  #hidden = hidden.known
  #stop: () => void
  /** The last message as it came. */
  #raw: ServerMessage | null = null

  constructor({ code, token, game, url }: SessionOptions) {
    super(code, token, game)
    this.#stop = $effect.root(() => {
      $effect(() => this.#speak(settings.lang))
      $effect(() => this.#rename(hidden.known))
    })
    this.#sharing = new Sharing(code, token, (message) => this.#send(message))
    this.#socket = new Socket(url ?? address(code), {
      hello: () => {
        this.#sharing.restart()
        return {
          type: 'hello',
          token: this.token,
          since: this.received.since,
          lang: settings.lang,
          facts: this.told?.steps ?? null,
        }
      },
      message: (message) => {
        this.#raw = message as ServerMessage
        this.#receive(hidden.in(this.#raw))
      },
      state: (state) => (this.connection = state),
      refused: () => undefined,
    })
  }

  get pending(): string | null {
    return this.#moves.pending
  }

  // What a seat does

  play(action: string): void {
    if (this.pending !== null || this.#moves.undoing) return
    if (!this.may(action)) {
      void this.why(action)
      return
    }
    this.dismissNotice()
    const { head } = this.received
    if (!head) return
    this.moved = head.told
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
    const seat = this.timeAsked ?? this.you
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
    if (!this.received.isForeign(lang)) return
    this.#sync(0, lang)
    // The same question again costs nothing, and is answered in the language of now.
    if (untrack(() => this.advice.given)) this.#send({ type: 'advice', id: this.#answers.id() })
  }

  /** Names were hidden or shown: everything is told again, with what stands in their place. */
  #rename(hidden: string): void {
    if (hidden !== this.#hidden) this.#sync(0)
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
        if (message.seat !== this.you) this.notices.advised.show({ seat: message.seat })
        return
      case 'chat':
        return this.talk.hear(message.line, this.you)
      case 'reaction':
        if (!this.talk.muted.has(message.seat)) this.reacted.add(message.seat, message.reaction)
        return
      case 'undo_asked':
        this.undoAsked = message.undo
        this.timers.hold(message.undo.seat)
        return
      case 'undo_answered':
        this.undoAsked = null
        // The player who refused or moved knows it.
        if (message.how !== 'agreed' && (message.by === null || message.by !== this.you))
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
    this.received.understood()
    this.#socket.welcomed()
    this.you = message.you
    this.game = message.table.game
    this.#meet(message.table)
    this.talk.lines = message.chat
    this.undoAsked = message.undo
    this.nextTable = message.table.rematch
    this.show.finish()
    this.#moves.forgetUndo()
    this.received.add(message.events)
    this.received.head = message
    this.#signer = message.signer
    this.#keep(message)
    this.#seeClocks(message)
    this.show.jump(message)
    // Perhaps it had arrived before the line broke: the same id again is answered, not played twice.
    this.#moves.send()
  }

  #meet(table: TableInfo): void {
    this.table = table
    this.#sharing.meet(table, this.you)
    this.away.see(table.seats)
  }

  #news(message: Moment): void {
    if (this.#next(message)) this.#seeClocks(message)
  }

  #seeClocks(message: Moment): void {
    this.timers.see(message, this.you, this.table?.bank != null)
    if (this.undoAsked !== null) this.timers.hold(this.undoAsked.seat)
    if (this.timeAsked !== null && !message.waiting.includes(this.timeAsked)) this.timeAsked = null
  }

  /** True if it is what there is now. */
  #next(message: Moment): boolean {
    const place = this.received.place(message)
    // The same position again has another clock, or another right to take back.
    if (place === 'same') this.#again(message)
    if (place === 'gap') this.#sync(this.received.head?.told ?? 0)
    if (place === 'next' || place === 'same') this.#keep(message)
    if (place !== 'next') return place === 'same'
    this.received.head = message
    this.advice.putAway()
    this.show.add(message, () => this.received.add(message.events))
    return true
  }

  /** Ask for what happened after an event, and for the facts after those that are known here. */
  #sync(since: number, lang: Lang = settings.lang): void {
    this.#send({ type: 'sync', since, lang, facts: this.told?.steps ?? null })
  }

  /** What was told once stays told. */
  #keep(message: Moment): void {
    if (!this.told) return
    const fresh = this.told.hear(message, this.you)
    if (!fresh) this.#sync(0)
    else if (this.#raw?.type === 'welcome' || this.#raw?.type === 'news') this.shadow.check(this.#raw, fresh, this.you)
    this.retold = this.told.differs
    const commitment = this.table?.fair?.commitment
    if (this.#signer !== null && commitment !== undefined && this.you !== null && message.signature !== null)
      void this.told.sign({ key: this.#signer, commitment, seat: this.you }, message)
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
    this.#moves.accepted(id)
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
}
