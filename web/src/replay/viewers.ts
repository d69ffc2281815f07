/** Through whose eyes a game may be looked at again on this device, and with which key. */
import type { Seat, TableInfo } from '@/server/wire'

export interface Eyes {
  /** Besides what lies open for all. */
  seats: number[]
  /** Whose eyes look at the beginning; null: what lies open for all. */
  first: number | null
  token: string | null
  /** Seats that belong to this device. */
  own: number[]
}

export function viewersFor(table: TableInfo, keys: readonly Seat[]): Eyes {
  const all = table.seats.map((seat) => seat.seat)
  const key = keys[0] ?? null
  const token = key?.token ?? null
  const held = keys.map((one) => one.seat).filter((seat) => all.includes(seat))
  const own = key && all.includes(key.seat) ? key.seat : null
  if (table.state === 'over') return { seats: all, first: own, token, own: held }
  const rounds = table.spectators === 'rounds'
  // One device for all: nobody sees here what a curtain hides at the table. Without a key no hidden card comes.
  if (keys.length > 1)
    return { seats: rounds ? all : [], first: null, token: table.spectators === 'none' ? token : null, own: held }
  return { seats: rounds ? all : own === null ? [] : [own], first: own, token, own: held }
}
