/**
 * Shows moments one after the other. A moment becomes the present when the motion that leads to it has ended: until
 * then neither the log nor the sentence nor a result mentions it.
 */
import { tick } from 'svelte'
import type { News, NewsListener } from './table-session'
import type { Moment } from '@/server/wire'

// With this number of moments waiting, the oldest ones are put in place without motion.
const CROWD = 6

interface Step {
  moment: Moment
  shown: () => void
  /** No motion for it, after a tap. */
  quick: boolean
}

export class Timeline {
  now = $state.raw<Moment | null>(null)
  /** Skip the motion of what is waiting. */
  #tapped = $state(false)
  #crowd = $state(false)
  /** Motion outside of the order of moments: the first deal. */
  #opening = $state(0)
  #waiting = $state(0)
  #moving = $state(false)
  #steps: Step[] = []
  /** On its way to be seen. */
  #current: Step | null = null
  #listeners = new Set<NewsListener>()
  /** Tell how long a moment has to wait before it is shown, in milliseconds. */
  #pauses = new Set<(moment: Moment) => number>()
  /** Ends a pause. */
  #goOn: () => void = () => undefined
  /** The next moment waits, and nothing moves. */
  resting = $state(false)
  /** However many moments wait, each is shown. */
  patient = false
  /** Only the last moment matters: nothing moves. */
  rush = $state(false)

  /** Whether the newest moment is shown, with nothing in motion that must come first. */
  get settled(): boolean {
    return this.#waiting === 0 && !this.#moving && this.#opening === 0
  }

  /** What is shown next is put in place without motion. */
  get hurry(): boolean {
    return this.#tapped || this.#crowd || this.rush
  }

  listen(listener: NewsListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Let moments wait before they are shown. */
  pause(before: (moment: Moment) => number): () => void {
    this.#pauses.add(before)
    return () => this.#pauses.delete(before)
  }

  /** Show this now, without motion; whatever was waiting is in it. */
  jump(moment: Moment): void {
    const before = this.now?.view ?? null
    this.finish()
    // Whatever moves arrives now: listeners end their motion when they are told of a jump.
    if (this.#moving) this.#tapped = true
    this.now = moment
    if (moment.view) this.#tell({ events: moment.events, before, after: moment.view, jump: true })
  }

  /** Nothing is told, and nothing asked, before this motion has ended. */
  async during(motion: Promise<void>): Promise<void> {
    this.#opening += 1
    await motion.catch(() => undefined)
    this.#opening -= 1
    this.#start()
  }

  /** Whatever was to be shown has been told of. */
  finish(): void {
    for (const step of [this.#current, ...this.#steps]) step?.shown()
    this.#current = null
    this.#steps = []
    this.#waiting = 0
    this.#goOn()
  }

  add(moment: Moment, shown: () => void): void {
    this.#steps.push({ moment, shown, quick: false })
    this.#waiting = this.#steps.length
    this.#start()
  }

  /** The newest moment, shown or waiting, in a few things different. */
  amend(change: Partial<Moment>): void {
    const last = this.#steps.at(-1) ?? this.#current
    if (last) last.moment = { ...last.moment, ...change }
    else if (this.now) this.now = { ...this.now, ...change }
  }

  /** Whatever moves, and whatever waits, is put in place: the stage ends its motion, and only then is anything told. */
  skip(): void {
    if (this.settled) return
    this.#tapped = true
    for (const step of this.#steps) step.quick = true
    if (this.resting && this.#current) this.#current.quick = true
    this.#goOn()
  }

  /** Show what waits now; what comes after it moves and waits as usual. */
  endPause(): void {
    if (this.resting) this.#goOn()
  }

  clear(): void {
    this.#current = null
    this.#steps = []
    this.#waiting = 0
    this.#listeners.clear()
    this.#pauses.clear()
    this.#goOn()
  }

  #start(): void {
    if (!this.#moving && this.#opening === 0 && this.#steps.length > 0) void this.#run()
  }

  async #run(): Promise<void> {
    this.#moving = true
    for (let step = this.#steps.shift(); step; step = this.#steps.shift()) {
      this.#waiting = this.#steps.length
      this.#current = step
      const time = this.#toWait(step)
      if (time > 0) await this.#pause(time)
      if (this.#current !== step) continue
      this.#tapped = step.quick
      this.#crowd = !this.patient && this.#steps.length > CROWD
      const before = this.now?.view ?? null
      const after = step.moment.view
      // There is no clock here: what is told is released by the end of the motion, however slow the machine is.
      if (after) await Promise.allSettled(this.#tell({ events: step.moment.events, before, after, jump: false }))
      // Something newer has been put in its place meanwhile.
      if (this.#current !== step) continue
      this.#current = null
      this.now = step.moment
      step.shown()
      // It is on the page before anything else moves.
      await tick()
    }
    this.#moving = false
    this.#tapped = false
    this.#crowd = false
  }

  #toWait({ moment, quick }: Step): number {
    return quick || this.rush ? 0 : Math.max(0, ...[...this.#pauses].map((left) => left(moment)))
  }

  /** Wait before a moment is shown, until it has been long enough or the wait is skipped. */
  async #pause(time: number): Promise<void> {
    this.resting = true
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, time)
      this.#goOn = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.resting = false
  }

  #tell(news: News): Promise<void>[] {
    const motions: Promise<void>[] = []
    for (const listener of this.#listeners) {
      const motion = listener(news)
      if (motion) motions.push(motion)
    }
    return motions
  }
}
