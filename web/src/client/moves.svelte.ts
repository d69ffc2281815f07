/**
 * A seat's own moves that are not answered yet: the first is on its way, and the next goes out when that one is accepted.
 * What is meant for the table as it is after them waits here, too.
 */
import type { Play } from '@/protocol/types'

interface Move extends Play {
  /** When it went out. */
  at: number
  /** What follows from it is shown already. */
  foreseen: boolean
}

export class Moves {
  #open = $state.raw<readonly Move[]>([])
  #later: (() => void)[] = []
  #undo = $state.raw<(() => void) | null>(null)
  #send: (play: Play) => void

  constructor(send: (play: Play) => void) {
    this.#send = send
  }

  get none(): boolean {
    return this.#open.length === 0
  }

  /** The action that nothing is known about yet. */
  get pending(): string | null {
    const last = this.#open.at(-1)
    return last && !last.foreseen ? last.action : null
  }

  /** Is the last one to be taken back as soon as it is made? */
  get undoing(): boolean {
    return this.#undo !== null
  }

  /** Do it now, or when all moves have been answered. */
  afterwards(act: () => void): void {
    if (this.none) act()
    else this.#later.push(act)
  }

  /** Take back the last one, now or when it is made. A move that is not made leaves nothing to take back. */
  undo(act: () => void): void {
    if (this.none) act()
    else this.#undo = act
  }

  /** What has waited for all moves, if none is left. */
  settle(): void {
    if (!this.none) return
    for (const act of this.#later.splice(0)) act()
    const undo = this.#undo
    this.#undo = null
    undo?.()
  }

  make(id: string, seq: number, action: string): void {
    this.#open = [...this.#open, { type: 'play', id, seq, action, at: 0, foreseen: false }]
    if (this.#open.length === 1) this.send()
  }

  /** On a broken line a move goes out again after the next welcome: its id makes the second one harmless. */
  send(): void {
    const [first, ...later] = this.#open
    if (!first) return
    this.#open = [{ ...first, at: Date.now() }, ...later]
    const { type, id, seq, action } = first
    this.#send({ type, id, seq, action })
  }

  /** What follows from this move, the last one, is shown; false: it is another. */
  foresee(id: string): boolean {
    const last = this.#open.at(-1)
    if (last?.id !== id) return false
    this.#open = [...this.#open.slice(0, -1), { ...last, foreseen: true }]
    return true
  }

  /** The milliseconds that the answer took; null: nobody waited for it. */
  accepted(id: string): number | null {
    const [first, ...later] = this.#open
    if (first?.id !== id) return null
    this.#open = later
    this.send()
    return Date.now() - first.at
  }

  /** True if something was shown that will not be; without an id the first move was refused. */
  refused(id: string | null): boolean {
    const [first] = this.#open
    if (!first || (id !== null && id !== first.id)) return false
    this.#open = []
    this.#undo = null
    return first.foreseen
  }

  /** What was foreseen does not hold: moves that were made on it are not made. */
  forget(): void {
    this.#open = this.#open.slice(0, 1).map((move) => ({ ...move, foreseen: false }))
    this.#undo = null
  }
}
