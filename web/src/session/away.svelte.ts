/** Who has gone away for so long that a bot may be asked to play on, and who has come back. */
import type { SeatInfo } from '@/server/wire'

const NEWS_MS = 7000

type Timer = ReturnType<typeof setTimeout>

export class Away {
  /** The player is here again, or a bot plays on for them. */
  news = $state<{ seat: number; back: boolean } | null>(null)
  #long = $state.raw<readonly number[]>([])
  #patient = $state.raw<readonly number[]>([])
  #gone = new Set<number>()
  #bots: ReadonlySet<number> | null = null
  #timers: Timer[] = []
  #telling: Timer | undefined

  /** Seats for which a bot may be asked for now, unless the people here would rather wait. */
  get long(): readonly number[] {
    return this.#long.filter((seat) => !this.#patient.includes(seat))
  }

  /** The server counts from the message that this came with, and says nothing when the time is over. */
  see(seats: readonly SeatInfo[]): void {
    this.#stop()
    this.#long = []
    if (this.news?.back && !seats[this.news.seat]?.online) this.news = null
    const bots = new Set(seats.filter((one) => one.standing_in).map((one) => one.seat))
    for (const seat of this.#bots ? bots : []) if (!this.#bots?.has(seat)) this.#tell({ seat, back: false })
    this.#bots = bots
    this.#patient = this.#patient.filter((seat) => seats[seat]?.may_stand_in != null)
    for (const { seat, may_stand_in: left, standing_in, online } of seats) {
      if (left === 0) this.#late(seat)
      else if (left !== null) this.#timers.push(setTimeout(() => this.#late(seat), left))
      else if (standing_in) this.#gone.add(seat)
      else if (online && this.#gone.delete(seat)) this.#tell({ seat, back: true })
    }
  }

  /** Rather wait, until the seat goes away again. */
  wait(seat: number): void {
    this.#patient = [...this.#patient, seat]
  }

  close(): void {
    this.#stop()
    clearTimeout(this.#telling)
  }

  #stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers = []
  }

  #late(seat: number): void {
    this.#gone.add(seat)
    this.#long = [...this.#long, seat]
  }

  #tell(news: { seat: number; back: boolean }): void {
    this.news = news
    clearTimeout(this.#telling)
    this.#telling = setTimeout(() => (this.news = null), NEWS_MS)
  }
}
