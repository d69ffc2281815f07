/** Questions to the server that wait for their answer, each under an id; on a broken line none comes. */
import type { Reason } from '@/server/wire'

const ANSWER_MS = 5000

export class Answers {
  #waiting = new Map<string, (reason: Reason | null) => void>()
  #count = 0

  /** An id for a message that nobody else has sent. */
  id(): string {
    this.#count += 1
    return `${Date.now().toString(36)}-${this.#count}`
  }

  has(id: string): boolean {
    return this.#waiting.has(id)
  }

  /** The answer, or null after a while. */
  to(id: string): Promise<Reason | null> {
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve)
      setTimeout(() => this.give(id, null), ANSWER_MS)
    })
  }

  give(id: string, reason: Reason | null): void {
    this.#waiting.get(id)?.(reason)
    this.#waiting.delete(id)
  }
}
