/** The move that this seat has sent and the server has not answered yet. */
import type { Play } from '@/protocol/types'

export class Moves {
  #open = $state.raw<Play | null>(null)
  #undo = $state.raw<(() => void) | null>(null)
  #send: (play: Play) => void

  constructor(send: (play: Play) => void) {
    this.#send = send
  }

  get pending(): string | null {
    return this.#open?.action ?? null
  }

  /** True while an undo waits for the pending move to be accepted. */
  get undoing(): boolean {
    return this.#undo !== null
  }

  make(id: string, seq: number, action: string): void {
    this.#open = { type: 'play', id, seq, action }
    this.send()
  }

  /** Send the pending move again after a reconnect. The server recognises its id and does not play it twice. */
  send(): void {
    if (this.#open) this.#send(this.#open)
  }

  /** Take back the last move: now, or as soon as the pending one is accepted. */
  undo(act: () => void): void {
    if (this.#open) this.#undo = act
    else act()
  }

  /** Return true if the pending move was accepted. */
  accepted(id: string): boolean {
    if (this.#open?.id !== id) return false
    this.#open = null
    const undo = this.#undo
    this.#undo = null
    undo?.()
    return true
  }

  /** Drop the pending move, and the undo that waits for it. A refusal without an id is about the pending move. */
  refused(id: string | null): void {
    if (!this.#open || (id !== null && id !== this.#open.id)) return
    this.#open = null
    this.#undo = null
  }

  /** Drop a waiting undo, because the connection broke after it was asked for. */
  forgetUndo(): void {
    this.#undo = null
  }
}
