/** The order in which moments are shown: one after the other. A moment is now when the motion that leads to it has ended: until then neither
 * the log nor the sentence nor a result tells of it. */
import type { News, NewsListener } from './tablesession'
import type { Moment } from './wire'

// However long a motion believes it takes, the table does not stand still for longer than this.
const LONGEST = 12_000
// What is hurried needs no more than a few frames.
const HURRIED = 300
// With so many moments waiting, the older ones are shown without waiting for their motion.
const CROWD = 6

interface Step {
  moment: Moment
  shown: () => void
}

export class Show {
  now = $state.raw<Moment | null>(null)
  hurry = $state(false)
  #waiting = $state(0)
  #moving = $state(false)
  #steps: Step[] = []
  /** On its way to be seen. */
  #current: Step | null = null
  #listeners = new Set<NewsListener>()
  #skip: (() => void) | null = null

  /** Is the newest moment shown, with nothing in motion that must come first? */
  get settled(): boolean {
    return this.#waiting === 0 && !this.#moving
  }

  listen(listener: NewsListener): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Show this now, without motion; whatever was waiting is in it. */
  jump(moment: Moment): void {
    const before = this.now?.view ?? null
    this.finish()
    this.#skip?.()
    this.now = moment
    if (moment.view) this.#tell({ events: moment.events, before, after: moment.view, jump: true })
  }

  /** Whatever was to be shown has been told of. */
  finish(): void {
    for (const step of [this.#current, ...this.#steps]) step?.shown()
    this.#current = null
    this.#steps = []
    this.#waiting = 0
  }

  add(moment: Moment, shown: () => void): void {
    this.#steps.push({ moment, shown })
    this.#waiting = this.#steps.length
    if (!this.#moving) void this.#run()
  }

  /** The newest moment, shown or waiting, in a few things different. */
  amend(change: Partial<Moment>): void {
    const last = this.#steps.at(-1) ?? this.#current
    if (last) last.moment = { ...last.moment, ...change }
    else if (this.now) this.now = { ...this.now, ...change }
  }

  skip(): void {
    this.hurry = true
    this.#skip?.()
  }

  clear(): void {
    this.#current = null
    this.#steps = []
    this.#waiting = 0
    this.#listeners.clear()
    this.#skip?.()
  }

  async #run(): Promise<void> {
    this.#moving = true
    for (let step = this.#steps.shift(); step; step = this.#steps.shift()) {
      this.#waiting = this.#steps.length
      this.#current = step
      if (this.#steps.length > CROWD) this.hurry = true
      const before = this.now?.view ?? null
      const after = step.moment.view
      if (after) await this.#motion({ events: step.moment.events, before, after, jump: false })
      // Something newer has been put in its place meanwhile.
      if (this.#current !== step) continue
      this.#current = null
      this.now = step.moment
      step.shown()
    }
    this.#moving = false
    this.hurry = false
  }

  async #motion(news: News): Promise<void> {
    const motions = this.#tell(news)
    if (motions.length === 0) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.hurry ? HURRIED : LONGEST)
      const done = (): void => {
        clearTimeout(timer)
        resolve()
      }
      this.#skip = done
      void Promise.allSettled(motions).then(done)
    })
    this.#skip = null
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
