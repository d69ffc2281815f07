/** Opening tables: the few ways in which people do it, each in one call. */
import { faceOf } from '@/games'
import type {
  CreateTable,
  GameInfo,
  Joined,
  Matched,
  PlayDaily,
  QuickMatch,
  TableCreated,
  TableInfo,
} from '@/protocol/types'
import { isLocal } from '@/offline/codes'
import { ApiError, post } from './api'
import { guestKey } from '@/device/guest'
import { mine } from '@/device/my-tables.svelte'
import { ownAvatar } from '@/device/names'
import { router } from '@/router.svelte'
import { server } from './server.svelte'
import { settings } from '@/device/settings.svelte'
import type { Seat } from './wire'

const FEWEST = 2

/** How many sit at a table where nobody has said so; the fewest until the games are known. */
export function usualSeats(game: string, info?: GameInfo): number {
  return faceOf(game).company ?? info?.usual_seats ?? FEWEST
}

/** The level that was chosen last; for people whose strength nobody knows easy, or else the middle one. */
export function usualLevel(levels: readonly string[]): string {
  return (
    levels.find((level) => level === settings.level) ??
    levels.find((level) => level === 'easy') ??
    levels[Math.floor(levels.length / 2)] ??
    'easy'
  )
}

/** Set a table: at the server, or on this device where no server answers. */
async function set(wish: CreateTable): Promise<TableCreated> {
  if (!server.alone) {
    try {
      return await post<TableCreated>('/tables', { ...wish, shares: true, guest: guestKey() })
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'unreachable') || !(await server.canPlayHere())) throw error
    }
  }
  const { create, LocalError } = await import('@/offline/local')
  try {
    return await create(wish)
  } catch (error) {
    throw error instanceof LocalError ? new ApiError(error.error.status, error.error.code, error.error.text) : error
  }
}

export async function open(wish: CreateTable): Promise<string> {
  const made = await set({ ...wish, avatar: ownAvatar() })
  const seats: Seat[] = [...made.others]
  if (made.token !== null && made.seat !== null) seats.unshift({ seat: made.seat, token: made.token })
  mine.keep(made.code, wish.game, seats)
  return made.code
}

/** One click: a table full of bots, and you. */
export async function playNow(info: GameInfo, name: string): Promise<void> {
  const seats = usualSeats(info.id, info)
  const level = usualLevel(info.levels)
  const code = await open({
    game: info.id,
    seats,
    name,
    bots: Array.from({ length: seats }, (_, seat) => (seat === 0 ? null : level)),
    pace: settings.pace,
    lang: settings.lang,
  })
  router.go(`/t/${code}`)
}

/** A seat among others, at once: at a table that waits, or at a new one. */
export async function match(info: GameInfo, name: string, similar = false): Promise<void> {
  const avoid = mine.tables.filter((table) => !isLocal(table.code)).map((table) => table.code)
  const wish: QuickMatch = {
    game: info.id,
    name,
    seats: usualSeats(info.id, info),
    avoid: avoid.slice(0, 100),
    lang: settings.lang,
    avatar: ownAvatar(),
    guest: guestKey(),
    similar,
  }
  const { code, seat, token } = await post<Matched>('/match', wish)
  mine.keep(code, info.id, [{ seat, token }])
  router.go(`/t/${code}`)
}

/** Today's deal: a new table, or the one where this guest plays it already. Bots are quick, unless asked to be slow. */
export async function playDaily(game: string, name: string, replace = false): Promise<void> {
  const pace = settings.pace === 'slow' ? 'slow' : 'instant'
  const wish: PlayDaily = { name, guest: guestKey(), pace, lang: settings.lang, avatar: ownAvatar() }
  const { code, seat, token } = await post<Joined>(`/daily/${game}`, wish)
  mine.keep(code, game, [{ seat, token }])
  router.go(`/t/${code}`, replace)
}

/** The same game again, without waiting for anybody: bots sit where the others sat. */
export async function another(table: TableInfo, you: number | null): Promise<void> {
  const code = await open({
    game: table.game,
    seats: table.seats.length,
    name: table.seats[you ?? 0]?.name ?? settings.name,
    options: table.options,
    bots: table.seats.map(({ seat, level }) => (seat === (you ?? 0) ? null : (level ?? table.stand_in))),
    pace: table.pace,
    lang: settings.lang,
  })
  router.go(`/t/${code}`)
}
