/** Who has gone away for so long that a bot may be asked to play on, and who has come back. */
import type { SeatInfo } from '@/server/wire'

const WELCOME_BACK_MS = 7000

type Timer = ReturnType<typeof setTimeout>

export class Away {
  /** The player is here again. */
  returned = $state<number | null>(null)
  #long = $state.raw<readonly number[]>([])
  #patient = $state.raw<readonly number[]>([])
  #gone = new Set<number>()
  #timers: Timer[] = []
  #greeting: Timer | undefined

  /** Seats for which a bot may be asked for now, unless the people here would rather wait. */
  get long(): readonly number[] {
    return this.#long.filter((seat) => !this.#patient.includes(seat))
  }

  /** The server counts from the message that this came with, and says nothing when the time is over. */
  see(seats: readonly SeatInfo[]): void {
    this.#stop()
    this.#long = []
    if (this.returned !== null && !seats[this.returned]?.online) this.returned = null
    this.#patient = this.#patient.filter((seat) => seats[seat]?.may_stand_in != null)
    for (const { seat, may_stand_in: left, standing_in, online } of seats) {
      if (left === 0) this.#late(seat)
      else if (left !== null) this.#timers.push(setTimeout(() => this.#late(seat), left))
      else if (standing_in) this.#gone.add(seat)
      else if (online && this.#gone.delete(seat)) this.#greet(seat)
    }
  }

  /** Rather wait, until the seat goes away again. */
  wait(seat: number): void {
    this.#patient = [...this.#patient, seat]
  }

  close(): void {
    this.#stop()
    clearTimeout(this.#greeting)
  }

  #stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers = []
  }

  #late(seat: number): void {
    this.#gone.add(seat)
    this.#long = [...this.#long, seat]
  }

  #greet(seat: number): void {
    this.returned = seat
    clearTimeout(this.#greeting)
    this.#greeting = setTimeout(() => (this.returned = null), WELCOME_BACK_MS)
  }
}
