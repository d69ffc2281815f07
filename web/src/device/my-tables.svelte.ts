/** The seats that this device has a key to. */
import { isLocal } from '@/offline/codes'
import { Synced } from './synced.svelte'
import type { GameId, Seat } from '@/server/wire'

export interface MyTable {
  code: string
  game: GameId
  /** One key, or several when the device goes round. None: only watched. */
  seats: Seat[]
  at: number
}

// Those that were not opened for longest are forgotten first.
const KEPT = 500

function isTable(found: unknown): found is MyTable {
  return Array.isArray((found as MyTable | null)?.seats)
}

class Mine {
  #kept = new Synced('tables', (found) => (Array.isArray(found) ? found.filter(isTable) : []))

  get tables(): readonly MyTable[] {
    return this.#kept.value
  }

  find(code: string): MyTable | undefined {
    return this.tables.find((table) => table.code === code)
  }

  keep(code: string, game: GameId, seats: Seat[]): void {
    this.#change(code, () => ({ game, seats }))
  }

  /** A link with a key was opened here. */
  addKey(code: string, game: GameId, seat: Seat): void {
    this.#change(code, (table) => {
      if (table?.seats.some((other) => other.token === seat.token && other.seat === seat.seat))
        return { game, seats: table.seats }
      const known = table?.seats.filter((other) => other.token !== seat.token && other.seat !== seat.seat) ?? []
      return { game, seats: [...known, seat].sort((a, b) => a.seat - b.seat) }
    })
  }

  /**
   * One key opens nothing any more; without any the table is forgotten. A table that was never on the list stays where
   * it is.
   */
  drop(code: string, token: string): void {
    const table = this.find(code)
    if (!table) return
    const left = table.seats.filter((seat) => seat.token !== token)
    if (left.length) this.keep(code, table.game, left)
    else this.forget(code)
  }

  forget(code: string): void {
    if (isLocal(code)) void import('@/offline/local').then(({ forget }) => forget(code))
    this.#kept.change((tables) => tables.filter((table) => table.code !== code))
  }

  /** The table as it is now, at the top of the list. */
  #change(code: string, now: (before: MyTable | undefined) => Pick<MyTable, 'game' | 'seats'>): void {
    this.#kept.change((tables) => {
      const others = tables.filter((table) => table.code !== code)
      return [{ code, ...now(tables.find((table) => table.code === code)), at: Date.now() }, ...others].slice(0, KEPT)
    })
  }
}

export const mine = new Mine()
