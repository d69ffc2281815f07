/** Asks the coach about a finished game, and waits for the answer; when the page is left, in the background. */
import { ApiError, get, post } from '@/server/api'
import { settings, type Lang } from '@/device/settings.svelte'
import { background } from './background.svelte'
import type { GameReview, Reviewing } from '@/protocol/types'

const AGAIN_MS = 700

export class Asking {
  review = $state.raw<GameReview | null>(null)
  /** The language of the review. */
  lang: Lang = settings.lang
  progress = $state.raw<Reviewing | null>(null)
  problem = $state.raw<ApiError | null>(null)

  #path: string
  #token: string | null
  #timer: ReturnType<typeof setTimeout> | undefined
  #closed = false

  /** Whether decisions were looked at: until then the review has only what the cards tell. */
  get complete(): boolean {
    return this.progress?.state === 'ready'
  }

  constructor(
    private readonly code: string,
    private readonly game: string,
    token: string | null,
  ) {
    background.dismiss(code)
    this.#path = `/tables/${encodeURIComponent(code)}/review`
    this.#token = token
  }

  /** Through these eyes, null for those of everybody. */
  async look(seat: number | null): Promise<void> {
    clearTimeout(this.#timer)
    this.problem = null
    const lang = settings.lang
    try {
      let found = await this.#read(seat)
      if (found.state === 'none') {
        await post<Reviewing>(this.#path, { want: true }, this.#token)
        found = await this.#read(seat)
      }
      if (this.#closed) return
      this.progress = found
      if (found.review) {
        this.lang = lang
        this.review = found.review
      }
      if (found.state !== 'ready') this.#timer = setTimeout(() => void this.look(seat), AGAIN_MS)
    } catch (error) {
      this.problem =
        error instanceof ApiError ? error : new ApiError(0, 'broken', { de: String(error), en: String(error) })
    }
  }

  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    if (this.progress && this.progress.state !== 'ready')
      background.follow({ code: this.code, game: this.game }, this.#token)
  }

  #read(seat: number | null): Promise<Reviewing> {
    return get<Reviewing>(`${this.#path}?lang=${settings.lang}${seat === null ? '' : `&seat=${seat}`}`, this.#token)
  }
}
