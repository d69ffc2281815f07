/**
 * Cards on their way: copies of what lies on the table fly above it, while the originals are out of sight.
 *
 * Everything can be finished at once (`hurry`); where the system asks for less motion things fade instead of flying,
 * and with motion switched off every step is in place at once.
 */

export interface Flight {
  /** Milliseconds. */
  time?: number
  /** How high the arc is, in pixels; up is positive. */
  arc?: number
  /** Degrees that it turns on the way. */
  spin?: number
  /** What is seen when it starts: the card turns over in the air. */
  turnFrom?: HTMLElement | null
  delay?: number
  fade?: boolean
  /** How many times as large it is half way. */
  swell?: number
}

/** A copy is scenery: nothing to focus, nothing to find, and it fills its place. */
function scenery(copy: HTMLElement): void {
  for (const element of [copy, ...copy.querySelectorAll('[data-anchor]')]) element.removeAttribute('data-anchor')
  for (const key of ['visibility', 'translate', 'rotate']) copy.style.removeProperty(key)
  copy.style.setProperty('transform', 'none')
  copy.style.setProperty('position', 'absolute')
  copy.style.setProperty('inset', '0')
  copy.style.setProperty('margin', '0')
}

/** Where something is: an element, or where one was. */
export type Spot = Element | DOMRect | null | undefined

/** A whole seat is no place for a card: what comes from there is a small card in its middle. */
function where(spot: Element | DOMRect): DOMRect {
  if (!(spot instanceof Element)) return spot
  const rect = spot.getBoundingClientRect()
  if (!(spot instanceof HTMLElement) || !spot.dataset['anchor']?.startsWith('seat:')) return rect
  return new DOMRect(rect.left + rect.width / 2 - 14, rect.top + rect.height / 2 - 20, 28, 39)
}

/** Returns the width in pixels: a percentage or `calc` would refer to another box in the flying layer. */
function cardWidth(element: HTMLElement): number {
  return (element.querySelector<HTMLElement>('.tl-card') ?? element).offsetWidth
}

export type Tempo = 'lively' | 'calm' | 'still'

export class Flights {
  #layer: HTMLElement
  #running = new Set<Animation>()
  #waits = new Set<() => void>()
  #hidden: HTMLElement[] = []
  #ghosts: HTMLElement[] = []
  /** Where the layer is; measured once for each half of a step. */
  #base: DOMRect | null = null
  #hurry = false
  #how: () => Tempo
  #speed: () => number

  constructor(layer: HTMLElement, how: () => Tempo, speed: () => number = () => 1) {
    this.#layer = layer
    this.#how = how
    this.#speed = speed
  }

  /** Nothing moves at all, and nothing waits. */
  get still(): boolean {
    return this.#how() === 'still'
  }

  /** Nothing flies: things fade, or are in place at once. */
  get calm(): boolean {
    return this.#how() !== 'lively'
  }

  get hurrying(): boolean {
    return this.#hurry
  }

  /** Everything that moves arrives now, and what follows does not move, until `settle`. */
  hurry(): void {
    this.#hurry = true
    for (const animation of this.#running) animation.finish()
    for (const end of [...this.#waits]) end()
  }

  /** The table shows the new state: copies go, originals come back. */
  settle(): void {
    for (const ghost of this.#ghosts) ghost.remove()
    for (const element of this.#hidden) element.style.removeProperty('visibility')
    this.#ghosts = []
    this.#hidden = []
    this.#base = null
  }

  ready(): void {
    this.#hurry = this.still
    this.#base = null
  }

  hide(element: HTMLElement | null | undefined): void {
    if (!element) return
    element.style.visibility = 'hidden'
    this.#hidden.push(element)
  }

  show(element: HTMLElement): void {
    element.style.removeProperty('visibility')
  }

  pause(time: number): Promise<void> {
    if (this.#hurry) return Promise.resolve()
    return new Promise((resolve) => {
      const end = (): void => {
        clearTimeout(timer)
        this.#waits.delete(end)
        resolve()
      }
      const timer = setTimeout(end, time / this.#speed())
      this.#waits.add(end)
    })
  }

  /** A copy leaves its original, which stays out of sight; it lies at the target until `settle`. */
  async leave(from: HTMLElement | null | undefined, to: Spot, how: Flight = {}): Promise<void> {
    if (!from || !to) return
    const start = from.getBoundingClientRect()
    const end = where(to)
    const card = cardWidth(from)
    await this.#measured()
    const ghost = this.#copy(from, start, card)
    this.hide(from)
    await this.#move(ghost, start, end, how)
  }

  /** What lies there already comes flying from somewhere, and is seen when it lands. */
  async arrive(target: HTMLElement | null | undefined, from: Spot, how: Flight = {}): Promise<void> {
    if (!target) return
    if (!from) {
      this.show(target)
      return
    }
    const end = target.getBoundingClientRect()
    const start = where(from)
    const card = cardWidth(target)
    await this.#measured()
    const ghost = this.#copy(target, end, card)
    this.hide(target)
    await this.#move(ghost, start, end, how, true)
    ghost.remove()
    this.show(target)
  }

  /** Something that is only there while it flies: a chip, a back. */
  async throw(what: HTMLElement, from: DOMRect, to: DOMRect, how: Flight = {}): Promise<void> {
    await this.#measured()
    const ghost = this.#place(what, from)
    await this.#move(ghost, from, to, how)
    ghost.remove()
  }

  /** A class for a moment, for a bounce or a shake. */
  async flash(element: HTMLElement | null | undefined, name: string, time: number): Promise<void> {
    if (!element) return
    element.classList.add(name)
    await this.pause(time)
    element.classList.remove(name)
  }

  /**
   * All that fly off together are measured before the first copy lies on the page: the browser lays everything out
   * once, not once for each.
   */
  #measured(): Promise<void> {
    this.#base ??= this.#layer.getBoundingClientRect()
    return Promise.resolve()
  }

  #copy(element: HTMLElement, at: DOMRect, card: number): HTMLElement {
    const copy = element.cloneNode(true) as HTMLElement
    scenery(copy)
    copy.style.setProperty('--card', `${card}px`)
    return this.#place(copy, at)
  }

  #place(what: HTMLElement, at: DOMRect): HTMLElement {
    const base = (this.#base ??= this.#layer.getBoundingClientRect())
    const ghost = document.createElement('div')
    ghost.className = 'ghost'
    ghost.style.left = `${at.left - base.left}px`
    ghost.style.top = `${at.top - base.top}px`
    ghost.style.width = `${at.width}px`
    ghost.style.height = `${at.height}px`
    ghost.append(what)
    this.#layer.append(ghost)
    this.#ghosts.push(ghost)
    return ghost
  }

  async #move(ghost: HTMLElement, from: DOMRect, to: DOMRect, how: Flight, lands = false): Promise<void> {
    if (this.#hurry) {
      if (!lands) ghost.style.opacity = '0'
      return
    }
    // A landing copy has the size of its end, a leaving one that of its start.
    const own = lands ? to : from
    // Nothing to be seen, nothing to be moved: an element without a size.
    if (own.width === 0) return
    const put = (rect: DOMRect, lift: number, turn: number): string => {
      const x = rect.left + rect.width / 2 - own.left - own.width / 2
      const y = rect.top + rect.height / 2 - own.top - own.height / 2 - lift
      return `translate(${x}px, ${y}px) rotate(${turn}deg) scale(${rect.width / own.width})`
    }
    const time = how.time ?? 320
    if (this.#how() === 'calm') {
      ghost.style.transform = put(to, 0, 0)
      await this.#run(ghost, [{ opacity: 0 }, { opacity: 1 }], {
        duration: 160,
        delay: how.delay ?? 0,
        fill: 'backwards',
      })
      return
    }
    const swell = how.swell ?? 1
    const [width, height] = [(swell * (from.width + to.width)) / 2, (swell * (from.height + to.height)) / 2]
    const middle = new DOMRect(
      (from.left + from.right + to.left + to.right) / 4 - width / 2,
      (from.top + from.bottom + to.top + to.bottom) / 4 - height / 2,
      width,
      height,
    )
    const spin = how.spin ?? 0
    const turned = how.turnFrom ? this.#turn(ghost, how.turnFrom, own.width, how) : null
    const flown = this.#run(
      ghost,
      [
        { transform: put(from, 0, spin), easing: 'cubic-bezier(.4,.1,.7,.9)' },
        { transform: put(middle, how.arc ?? 26, spin * 0.5 + 4), easing: 'cubic-bezier(.3,.1,.3,1)' },
        { transform: put(to, 0, 0), opacity: how.fade ? 0 : 1 },
      ],
      { duration: time, delay: how.delay ?? 0, fill: 'both' },
    )
    await Promise.all([turned, flown])
  }

  /** Half way the card is seen from the edge, and from then on its other side. */
  async #turn(ghost: HTMLElement, first: HTMLElement, width: number, how: Flight): Promise<void> {
    const last = ghost.firstElementChild as HTMLElement | null
    if (!last) return
    const side = first.cloneNode(true) as HTMLElement
    scenery(side)
    side.style.setProperty('--card', `${width}px`)
    ghost.append(side)
    const timing = { duration: how.time ?? 320, delay: how.delay ?? 0, fill: 'both' as const }
    const view = 'perspective(700px) '
    const away = this.#run(
      side,
      [
        { transform: `${view}rotateY(0deg)`, opacity: 1 },
        { transform: `${view}rotateY(90deg)`, opacity: 1, offset: 0.5 },
        { transform: `${view}rotateY(90deg)`, opacity: 0, offset: 0.51 },
        { transform: `${view}rotateY(90deg)`, opacity: 0 },
      ],
      timing,
    )
    const up = this.#run(
      last,
      [
        { transform: `${view}rotateY(-90deg)`, opacity: 0 },
        { transform: `${view}rotateY(-90deg)`, opacity: 0, offset: 0.49 },
        { transform: `${view}rotateY(-90deg)`, opacity: 1, offset: 0.5 },
        { transform: `${view}rotateY(0deg)`, opacity: 1 },
      ],
      timing,
    )
    await Promise.all([away, up])
  }

  async #run(element: HTMLElement, frames: Keyframe[], timing: KeyframeAnimationOptions): Promise<void> {
    if (typeof element.animate !== 'function') return
    const animation = element.animate(frames, timing)
    animation.playbackRate = this.#speed()
    this.#running.add(animation)
    if (this.#hurry) animation.finish()
    try {
      await animation.finished
    } catch {
      // Cancelled because the table went away.
    }
    this.#running.delete(animation)
  }
}
