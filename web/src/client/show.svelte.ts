/** The order in which moments are shown: one after the other, each when the motion of the one before has ended. */
import type { News, NewsListener } from './tablesession'
import type { Moment } from './wire'

// However long a motion believes it takes, the table does not stand still for longer than this.
const LONGEST = 4000
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
    this.#steps = []
    this.#waiting = 0
    this.#skip?.()
    const before = this.now?.view ?? null
    this.now = moment
    if (moment.view) this.#tell({ events: moment.events, before, after: moment.view, jump: true })
  }

  add(moment: Moment, shown: () => void): void {
    this.#steps.push({ moment, shown })
    this.#waiting = this.#steps.length
    if (!this.#moving) void this.#run()
  }

  /** The newest moment, shown or waiting, in a few things different. */
  amend(change: Partial<Moment>): void {
    const last = this.#steps.at(-1)
    if (last) last.moment = { ...last.moment, ...change }
    else if (this.now) this.now = { ...this.now, ...change }
  }

  skip(): void {
    this.hurry = true
    this.#skip?.()
  }

  clear(): void {
    this.#steps = []
    this.#waiting = 0
    this.#listeners.clear()
    this.#skip?.()
  }

  async #run(): Promise<void> {
    this.#moving = true
    for (let step = this.#steps.shift(); step; step = this.#steps.shift()) {
      this.#waiting = this.#steps.length
      if (this.#steps.length > CROWD) this.hurry = true
      const before = this.now?.view ?? null
      this.now = step.moment
      step.shown()
      const after = step.moment.view
      if (after) await this.#motion({ events: step.moment.events, before, after, jump: false })
    }
    this.#moving = false
    this.hurry = false
  }

  async #motion(news: News): Promise<void> {
    const motions = this.#tell(news)
    if (motions.length === 0 || this.hurry) return
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LONGEST)
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
