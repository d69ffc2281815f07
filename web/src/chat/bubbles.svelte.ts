/** What others have just said, at their seats for as long as it takes to read. */
import type { ChatLine } from '@/server/wire'

const LEAST_MS = 5000
const MOST_MS = 8000
const LETTER_MS = 50

export function shownFor(text: string): number {
  return Math.min(MOST_MS, Math.max(LEAST_MS, LEAST_MS / 2 + LETTER_MS * text.length))
}

export class Bubbles {
  now = $state.raw<readonly ChatLine[]>([])

  /** Nobody says two things at once: the newer one takes the place of the older one. */
  add(line: ChatLine): void {
    this.now = [...this.now.filter((other) => other.seat !== line.seat), line]
    setTimeout(() => (this.now = this.now.filter((other) => other !== line)), shownFor(line.text))
  }

  clear(): void {
    this.now = []
  }
}
