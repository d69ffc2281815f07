/** Reviews that the coach goes on with after their page was left, and those that are ready by now. */
import { get } from '@/server/api'
import type { Reviewing } from '@/protocol/types'

export interface Left {
  code: string
  game: string
}

const AGAIN_MS = 15_000

class Background {
  ready = $state.raw<readonly Left[]>([])
  #timers = new Map<string, ReturnType<typeof setTimeout>>()

  /** Ask now and then about a game whose page was left. */
  follow(left: Left, token: string | null): void {
    this.dismiss(left.code)
    this.#timers.set(
      left.code,
      setTimeout(() => void this.#look(left, token), AGAIN_MS),
    )
  }

  /** The page is open again, or its reader has seen that it is ready. */
  dismiss(code: string): void {
    clearTimeout(this.#timers.get(code))
    this.#timers.delete(code)
    this.ready = this.ready.filter((one) => one.code !== code)
  }

  async #look(left: Left, token: string | null): Promise<void> {
    const found = await get<Reviewing>(`/tables/${encodeURIComponent(left.code)}/review`, token).catch(() => null)
    if (!this.#timers.has(left.code)) return
    if (found?.state === 'ready') {
      this.dismiss(left.code)
      this.ready = [...this.ready, left]
    } else if (found && found.state !== 'none') this.follow(left, token)
  }
}

export const background = new Background()
