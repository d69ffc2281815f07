/** The seats that this device has a key to. */
import { isLocal } from '@/offline/codes'
import { recall, remember } from './storage'
import type { GameId, Seat } from './wire'

export interface MyTable {
  code: string
  game: GameId
  /** One key, or several when the device goes round. None: only watched. */
  seats: Seat[]
  at: number
}

// Those that were not opened for longest are forgotten first.
const KEPT = 500

class Mine {
  #tables = $state.raw<MyTable[]>(recall<MyTable[]>('tables', []).filter((table) => Array.isArray(table?.seats)))

  get tables(): readonly MyTable[] {
    return this.#tables
  }

  find(code: string): MyTable | undefined {
    return this.#tables.find((table) => table.code === code)
  }

  keep(code: string, game: GameId, seats: Seat[]): void {
    const others = this.#tables.filter((table) => table.code !== code)
    this.#save([{ code, game, seats, at: Date.now() }, ...others].slice(0, KEPT))
  }

  /** A link with a key was opened here. */
  addKey(code: string, game: GameId, seat: Seat): void {
    const table = this.find(code)
    if (table?.seats.some((other) => other.token === seat.token && other.seat === seat.seat)) {
      this.keep(code, game, table.seats)
      return
    }
    const known = table?.seats.filter((other) => other.token !== seat.token && other.seat !== seat.seat) ?? []
    this.keep(code, game, [...known, seat].sort((a, b) => a.seat - b.seat))
  }

  /** One key opens nothing any more; without any the table is forgotten. A table that was never on the list stays where it is. */
  drop(code: string, token: string): void {
    const table = this.find(code)
    if (!table) return
    const left = table.seats.filter((seat) => seat.token !== token)
    if (left.length) this.keep(code, table.game, left)
    else this.forget(code)
  }

  forget(code: string): void {
    if (isLocal(code)) void import('@/offline/local').then(({ forget }) => forget(code))
    this.#save(this.#tables.filter((table) => table.code !== code))
  }

  #save(tables: MyTable[]): void {
    this.#tables = tables
    remember('tables', tables)
  }
}

export const mine = new Mine()
