/**
 * What somebody takes along to another device: name, settings, finished games, and the keys to their seats.
 *
 * It travels in the part of a link behind the #, which no browser sends to a server. So it is in no log, and only who has the link
 * can read it.
 */
import { mine, type MyTable } from './mine.svelte'
import { results } from './results.svelte'
import { settings } from './settings.svelte'

export interface Profile {
  settings: Record<string, unknown>
  games: unknown[]
  tables: MyTable[]
}

const KIND = 'tischlein-profile'
const MARK = '#profile='
/** A link cannot be of any length: the newest games, and the tables opened last. */
const GAMES = 150
const TABLES = 30
// What is unpacked is not longer than this, whatever it pretends to be.
const LONGEST = 2_000_000

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const reader = new Blob([bytes as BlobPart]).stream().pipeThrough(stream as ReadableWritablePair<Uint8Array, BlobPart>).getReader()
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
export async function pack(): Promise<string> {
  const profile = { kind: KIND, version: 1, settings: settings.all(), games: results.list.slice(0, GAMES), tables: mine.tables.filter((table) => table.seats.length).slice(0, TABLES) }
  return MARK + written(await through(new TextEncoder().encode(JSON.stringify(profile)), new CompressionStream('deflate-raw')))
}

/** What such a link brings; null if it is none. */
export async function unpack(hash: string): Promise<Profile | null> {
  if (!hash.startsWith(MARK)) return null
  try {
    const text = new TextDecoder().decode(await through(read(hash.slice(MARK.length)), new DecompressionStream('deflate-raw')))
    const found = JSON.parse(text) as Profile & { kind?: unknown }
    const whole = found.kind === KIND && typeof found.settings === 'object' && Array.isArray(found.games) && Array.isArray(found.tables)
    return whole ? { settings: found.settings ?? {}, games: found.games, tables: found.tables } : null
  } catch {
    return null
  }
}

function isTable(found: unknown): found is MyTable {
  const one = found as MyTable | null
  return (
    typeof one?.code === 'string' && one.code.length <= 40 && typeof one.game === 'string' && one.game.length <= 40 && Array.isArray(one.seats) &&
    one.seats.every((seat) => Number.isInteger(seat?.seat) && typeof seat.token === 'string' && seat.token.length <= 200)
  )
}

/** Take it over: settings are replaced, games and tables are added. Returns how many games were new. */
export function take(profile: Profile): number {
  settings.take(profile.settings)
  for (const table of profile.tables.filter(isTable).reverse()) for (const seat of table.seats) mine.addKey(table.code, table.game, seat)
  return results.adopt(profile.games)
}
