/** An evening as the server tells it, always the latest: each request waits until there is something new. */
import { ApiError, get } from '@/server/api'
import type { EveningInfo } from '@/protocol/types'

const AGAIN_MS = 2000
// Sixty phones in one room do not all ask in the same moment.
const SPREAD_MS = 400
// The server answers after twenty seconds at the latest.
const PATIENCE_MS = 30_000

export class EveningFeed {
  info = $state.raw<EveningInfo | null>(null)
  problem = $state.raw<ApiError | null>(null)
  /** When the running round ends, by the clock of this device. */
  ends = $state<number | null>(null)
  #code: string
  #following: AbortController | null = null

  constructor(code: string) {
    this.#code = code
  }

  /** Follow the evening until the screen closes; with a person's key, also that person's seat. */
  async follow(token: string | null): Promise<void> {
    this.close()
    const { signal } = (this.#following = new AbortController())
    let known: number | null = null
    let asking = new AbortController()
    const askAnew = (): void => asking.abort()
    signal.addEventListener('abort', askAnew)
    // A phone that was locked may wait for an answer that never comes.
    document.addEventListener('visibilitychange', () => document.hidden || askAnew(), { signal })
    while (!signal.aborted) {
      asking = new AbortController()
      const timer = setTimeout(askAnew, PATIENCE_MS)
      try {
        const found: EveningInfo = await get<EveningInfo>(
          `/evenings/${this.#code}${known === null ? '' : `?since=${known}`}`,
          token,
          asking.signal,
        )
        known = found.version
        this.take(found)
        await pause(Math.random() * SPREAD_MS)
      } catch (error) {
        if (signal.aborted) return
        if (asking.signal.aborted) continue
        this.problem = error instanceof ApiError ? error : null
        if (this.problem?.status === 404) return
        await pause(AGAIN_MS)
      } finally {
        clearTimeout(timer)
      }
    }
  }

  take(found: EveningInfo): void {
    this.info = found
    this.problem = null
    this.ends = found.left === null ? null : Date.now() + found.left
  }

  close(): void {
    this.#following?.abort()
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}
