/**
 * What a player takes along to another device: name, settings, finished games, and the keys to their seats, their
 * evenings and their games at the server.
 *
 * It travels in the part of a link behind the #, which no browser sends to a server. So it is in no log, and only who
 * has the link can read it.
 */
import { isEvening, myEvenings } from '@/evening/keys.svelte'
import { isLocal } from '@/offline/codes'
import { guestKeys, takeKeys } from './guest'
import { mine, type MyTable } from './my-tables.svelte'
import { results } from './results.svelte'
import { settings } from './settings.svelte'

export interface Profile {
  settings: Record<string, unknown>
  games: unknown[]
  tables: MyTable[]
  evenings?: unknown
  guest: unknown
}

const KIND = 'tischlein-profile'
const MARK = '#profile='
/** A link cannot be of any length: the newest games, and the tables and evenings opened last. */
const GAMES = 150
const TABLES = 30
const EVENINGS = 2
// Letters; cameras read no larger QR codes with ease (version 22, level L).
const LARGEST = 1003
// What is unpacked is not longer than this, whatever it pretends to be.
const LONGEST = 2_000_000

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const reader = new Blob([bytes as BlobPart])
    .stream()
    .pipeThrough(stream as ReadableWritablePair<Uint8Array, BlobPart>)
    .getReader()
  const parts: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > LONGEST) throw new RangeError('too long')
    parts.push(value)
  }
  return new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer())
}

function written(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

function read(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
}

/** The end of a link that takes this device's profile along. */
export async function pack(games = GAMES, tables = TABLES): Promise<string> {
  const profile = {
    kind: KIND,
    version: 1,
    settings: settings.all(),
    games: results.list.slice(0, games),
    tables: mine.tables.filter((table) => table.seats.length && !isLocal(table.code)).slice(0, tables),
    evenings: myEvenings.list.slice(0, EVENINGS),
    guest: guestKeys(),
  }
  return (
    MARK +
    written(await through(new TextEncoder().encode(JSON.stringify(profile)), new CompressionStream('deflate-raw')))
  )
}

/**
 * The whole link, short enough for a camera: without games, which the other device gets from the server, and with as
 * many seats as fit.
 */
export async function packSmall(base: string): Promise<string> {
  for (const tables of [TABLES, 20, 12, 8, 5, 3, 1]) {
    const link = base + (await pack(0, tables))
    if (link.length <= LARGEST) return link
  }
  return base + (await pack(0, 0))
}

/** What such a link brings; null if it is none. */
export async function unpack(hash: string): Promise<Profile | null> {
  if (!hash.startsWith(MARK)) return null
  try {
    const text = new TextDecoder().decode(
      await through(read(hash.slice(MARK.length)), new DecompressionStream('deflate-raw')),
    )
    const found = JSON.parse(text) as Profile & { kind?: unknown }
    const whole =
      found.kind === KIND &&
      typeof found.settings === 'object' &&
      Array.isArray(found.games) &&
      Array.isArray(found.tables)
    return whole
      ? {
          settings: found.settings ?? {},
          games: found.games,
          tables: found.tables,
          evenings: found.evenings,
          guest: found.guest,
        }
      : null
  } catch {
    return null
  }
}

function isTable(found: unknown): found is MyTable {
  const one = found as MyTable | null
  return (
    typeof one?.code === 'string' &&
    one.code.length <= 40 &&
    typeof one.game === 'string' &&
    one.game.length <= 40 &&
    Array.isArray(one.seats) &&
    one.seats.every(
      (seat) => Number.isInteger(seat?.seat) && typeof seat.token === 'string' && seat.token.length <= 200,
    )
  )
}

/** Take it over: settings are replaced, games and tables are added. Returns how many games were new. */
export function take(profile: Profile): number {
  settings.take(profile.settings)
  takeKeys(profile.guest)
  for (const table of profile.tables.filter(isTable).reverse())
    for (const seat of table.seats) mine.addKey(table.code, table.game, seat)
  if (Array.isArray(profile.evenings)) for (const one of profile.evenings.filter(isEvening)) myEvenings.keep(one)
  return results.adopt(profile.games)
}
