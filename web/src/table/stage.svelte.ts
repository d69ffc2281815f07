/**
 * The stage of a table: what is shown at this moment, and how it gets from one state to the next.
 *
 * A step is shown in two halves. First what leaves its place moves, while the old state is still on the table; then the
 * new state is put in place, and what has come moves to where it lies. A game's motion script knows which events belong
 * to which half.
 */
import { tick } from 'svelte'
import { Flights } from '@/cards/flight'
import { calm, settings } from '@/device/settings.svelte'
import { play as sound, type Sound } from '@/device/sound'
import type { IconName } from './Icon.svelte'
import type { News, TableSession } from '@/session/table-session'
import type { AnyEvent, AnyView } from '@/server/wire'

export interface Move<V, E = AnyEvent> {
  events: E[]
  before: V
  after: V
  flights: Flights
  sound: (name: Sound) => void
  /** The element with this name, if it is on the table. */
  at: (anchor: string) => HTMLElement | null
  all: (anchor: string) => HTMLElement[]
  /** Every card that says what it is. */
  cards: () => HTMLElement[]
  /** Large words in the middle, for a moment. */
  announce: (banner: Banner, time?: number) => Promise<void>
  /**
   * Until the player has seen enough. The table waits for no others: in a replay, and for spectators, it is a
   * pause.
   */
  hold: (time: number) => Promise<void>
}

export interface Motion<V, E = AnyEvent> {
  /** Kinds of events that come before anybody has decided anything: players who sit down early see them. */
  opening?: readonly string[]
  before?: (move: Move<V, E>) => Promise<void>
  after?: (move: Move<V, E>) => Promise<void>
}

export interface Banner {
  title: string
  tone?: 'good' | 'danger' | 'feast' | ''
  /** Drawn large above the words. */
  icon?: IconName
  /** The anchors of what it is about: the words never cover these. */
  clear?: readonly string[]
}

/** More than this happened while nobody looked: the table is put in place as it is now. */
const TOO_MUCH = 60

export class Stage {
  readonly session: TableSession
  view: AnyView | null = $state.raw(null)
  moving = $state(false)
  /** What happened in the step that is being shown. */
  showing: readonly AnyEvent[] = $state.raw([])
  /** The first deal: nothing waits for it. */
  opening = $state(false)
  banner: Banner | null = $state.raw(null)
  /** Something is played out that is worth seeing to its end: a tap completes it, and skips nothing after it. */
  scene = $state(false)
  /** Goes on, where the table waits for its viewer. */
  goOn: (() => void) | null = $state.raw(null)
  #motion: Motion<AnyView> | null = null
  #come: () => void = () => undefined
  /** The game's own part of the page is fetched: what happens before it is there is shown when it has come. */
  #directed = new Promise<void>((resolve) => (this.#come = resolve))
  #root: HTMLElement | null = null
  #flights: Flights | null = null
  #last: Promise<void> = Promise.resolve()
  #steps = 0
  #clearing: ReturnType<typeof setTimeout> | undefined

  constructor(session: TableSession) {
    this.session = session
    this.view = session.view
  }

  /** Nothing can be done here: a spectator watches, or a game is shown again. */
  get still(): boolean {
    return this.session.kind === 'replay' || this.session.you === null
  }

  /** The seat at the lower edge of the screen. */
  get near(): number {
    return this.session.you ?? 0
  }

  /** The others, clockwise from the left. A spectator sees everybody there. */
  others(seats: number): number[] {
    const first = this.session.you === null ? 0 : 1
    return Array.from({ length: seats - first }, (_, i) => (this.near + first + i) % seats)
  }

  /** The game that is played here knows how its things move. */
  direct<V, E>(motion: Motion<V, E>): void {
    const first = this.#motion === null
    this.#motion = motion as unknown as Motion<AnyView>
    if (first)
      void tick()
        .then(() => this.#deal())
        .finally(this.#come)
  }

  /** The game's part of the page is there. If it directs no motion, every state is put in place at once. */
  ready(): void {
    if (this.#motion === null) this.direct({})
  }

  open(root: HTMLElement, layer: HTMLElement): () => void {
    this.#root = root
    this.#flights = new Flights(
      layer,
      () => (!settings.motion ? 'still' : calm() ? 'calm' : 'lively'),
      () => this.session.speed,
    )
    // A hidden page runs no animations, so news that wait for one would never be shown.
    const away = (): void => {
      if (document.hidden) this.hurry()
    }
    document.addEventListener('visibilitychange', away)
    const stop = this.session.onNews((news) => this.#next(news))
    return () => {
      stop()
      document.removeEventListener('visibilitychange', away)
      this.#come()
      this.goOn?.()
      this.hurry()
    }
  }

  hurry(): void {
    this.#flights?.hurry()
  }

  /** Put in place what came without news: the first state. */
  catchUp(view: AnyView | null): void {
    if (this.#steps === 0) this.view = view
  }

  /** A player who sits down at a fresh table sees the cards being dealt. */
  #deal(): void {
    const { events, view, kind } = this.session
    const opening = this.#motion?.opening ?? []
    if (
      this.#steps > 0 ||
      !view ||
      kind === 'replay' ||
      events.length === 0 ||
      !events.every((event) => opening.includes(event.kind))
    )
      return
    this.opening = true
    this.session.during(
      this.#next({ events: [...events], before: view, after: view, jump: false }).finally(() => (this.opening = false)),
    )
  }

  /** One step at a time: when the next one comes early, the one before is finished at once. */
  #next(news: News): Promise<void> {
    if (news.jump) this.goOn?.()
    if (this.moving) this.#flights?.hurry()
    this.#steps += 1
    this.#last = this.#last
      .then(() => this.#show(news))
      // A motion that fails must not stop the table: what it led to is in place.
      .catch((error: unknown) => console.error(error))
      .finally(() => (this.#steps -= 1))
    return this.#last
  }

  async #show(news: News): Promise<void> {
    if (!news.jump && !document.hidden) await this.#directed
    const flights = this.#flights
    const motion = this.#motion
    if (
      news.jump ||
      !news.before ||
      !this.view ||
      !flights ||
      !motion ||
      news.events.length > TOO_MUCH ||
      document.hidden
    ) {
      this.view = news.after
      return
    }
    clearTimeout(this.#clearing)
    this.banner = null
    flights.ready()
    if (this.session.hurry) flights.hurry()
    const move = this.#move(news, flights)
    this.moving = true
    this.showing = news.events
    try {
      await motion.before?.(move)
      this.view = news.after
      await tick()
      flights.settle()
      await motion.after?.(move)
    } finally {
      this.view = news.after
      if (!flights.still) this.banner = null
      flights.settle()
      this.scene = false
      this.moving = false
      this.showing = []
    }
  }

  #held(): Promise<void> {
    return new Promise((resolve) => {
      this.goOn = () => {
        this.goOn = null
        resolve()
      }
    })
  }

  #move(news: News, flights: Flights): Move<AnyView> {
    const root = this.#root
    return {
      events: news.events,
      before: news.before as AnyView,
      after: news.after,
      flights,
      sound: (name) => {
        if (flights.still || !flights.hurrying) sound(name)
      },
      at: (anchor) => root?.querySelector<HTMLElement>(`[data-anchor="${anchor}"]`) ?? null,
      all: (anchor) => [...(root?.querySelectorAll<HTMLElement>(`[data-anchor="${anchor}"]`) ?? [])],
      cards: () => [...(root?.querySelectorAll<HTMLElement>('[data-card]') ?? [])],
      announce: async (banner, time = 2400) => {
        this.banner = banner
        if (flights.still) {
          // Nothing waits for it: it stays until it was read, or until something happens.
          this.#clearing = setTimeout(() => (this.banner = null), time)
          return
        }
        await flights.pause(time)
        this.banner = null
      },
      hold: async (time) => {
        if (this.still) return flights.pause(time)
        await this.#held()
        // A tap shows all of it at once; the next thing moves again.
        flights.ready()
        if (this.session.hurry) flights.hurry()
      },
    }
  }
}
