/** Where things lie on the table of any game: by the zones that it declares, or else by what its view looks like. */
import type { AnyView } from '@/server/wire'

export type Kind = 'hand' | 'cards' | 'pile' | 'row' | 'counter' | 'text'

/** As the server describes it. A key such as `players.*.cards` has one place for every seat. */
export interface Zone {
  name: string
  key: string
  kind: Kind
  owner: 'table' | 'seat'
  title: string
  /** The action that a tap on the zone stands for. */
  action?: string | null
}

/** What a zone shows. */
export interface Place {
  id: string
  title: string
  kind: Kind
  /** Lines of cards; null is an empty place. */
  lines: (string | null)[][]
  /** How many, where the cards themselves are not known. */
  count: number | null
  text: string
  /** The action that belongs to this place. */
  action: string | null
  /** It was on the table before and may come again: its place stays free. */
  gone?: boolean
}

export const HIDDEN = '?'

/** Said elsewhere on the table, or of no use there. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'game',
  'seats',
  'you',
  'phase',
  'over',
  'waiting',
  'turn',
  'scores',
  'winners',
  'options',
  'unseen',
])
const HAND = 'hand'

type Values = Record<string, unknown>

/** What stands at a place of the view, undefined if there is nothing. */
export function at(view: unknown, path: string): unknown {
  let found = view
  for (const key of path.split('.')) {
    if (found === null || typeof found !== 'object') return undefined
    found = (found as Values)[key]
  }
  return found
}

function isCard(value: unknown): value is string | null {
  return typeof value === 'string' || value === null
}

function written(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map(written).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([key, one]) => `${key} ${written(one)}`)
      .join(', ')
  return String(value).replace(/^-/, '−')
}

function linesOf(value: unknown): (string | null)[][] {
  if (!Array.isArray(value)) return isCard(value) ? [[value]] : []
  if (value.every(isCard)) return [value]
  return value.flatMap((line) => (Array.isArray(line) && line.every(isCard) ? [line] : []))
}

/** Null where there is nothing to see. */
export function placeOf(zone: Zone, value: unknown, id = zone.name): Place | null {
  if (value === undefined || value === null || value === false) return null
  const { title, kind } = zone
  const bare = { id, title, kind, lines: [], count: null, text: '', action: zone.action ?? null }
  if (value === true) return { ...bare, kind: 'text', text: '✓' }
  if (kind === 'text') return { ...bare, text: written(value) }
  if (typeof value === 'number') return { ...bare, count: value, text: written(value) }
  const lines = linesOf(value)
  if (lines.length === 0 && !(Array.isArray(value) && value.length === 0))
    return { ...bare, kind: 'text', text: written(value) }
  return { ...bare, lines }
}

/** What was in the middle of a table so far, so that the rest stays where it is when something goes. */
export class Kept {
  #places = new Map<string, Place>()
  #longest = new Map<string, number>()

  /** The places of now, and free room for those that were there before, in the order in which they first came. */
  with(places: readonly Place[]): Place[] {
    const now = new Map(places.map((place) => [place.id, place]))
    for (const place of places) {
      this.#places.set(place.id, place)
      const length = Math.max(0, ...place.lines.map((line) => line.length))
      this.#longest.set(place.id, Math.max(length, this.#longest.get(place.id) ?? 0))
    }
    return [...this.#places.values()].map((place) => now.get(place.id) ?? { ...place, gone: true })
  }

  /** How many cards a place had at most; rows are as wide as the longest of them. */
  longest(id: string): number {
    const place = this.#places.get(id)
    if (place?.kind !== 'row') return this.#longest.get(id) ?? 0
    const rows = [...this.#places.values()].filter(({ kind }) => kind === 'row')
    return Math.max(...rows.map((row) => this.#longest.get(row.id) ?? 0))
  }
}

/** The zones of a game that declares none: a list as long as the table has seats belongs to them. */
export function guessed(view: AnyView): Zone[] {
  const zones: Zone[] = []
  const add = (name: string, key: string, kind: Kind, owner: Zone['owner']): void => {
    zones.push({ name, key, kind, owner, title: name.replaceAll('_', ' ') })
  }
  const kindOf = (value: unknown): Kind =>
    typeof value === 'number'
      ? 'counter'
      : Array.isArray(value) && linesOf(value).length > 0
        ? 'cards'
        : isCard(value)
          ? 'cards'
          : 'text'
  for (const [name, value] of Object.entries(view)) {
    if (ELSEWHERE.has(name)) continue
    if (name === HAND) add(name, name, 'hand', 'seat')
    else if (Array.isArray(value) && value.length === view.seats) {
      const [first] = value as unknown[]
      if (first !== null && typeof first === 'object' && !Array.isArray(first)) {
        for (const [part, one] of Object.entries(first))
          if (part !== 'seat') add(part, `${name}.*.${part}`, kindOf(one), 'seat')
      } else add(name, `${name}.*`, kindOf(value.find((one) => one !== null) ?? null), 'seat')
    } else add(name, name, kindOf(value), 'table')
  }
  return zones
}

function found(places: (Place | null)[]): Place[] {
  return places.filter((place) => place !== null)
}

/** What lies in the middle. */
export function onTable(view: AnyView, zones: readonly Zone[]): Place[] {
  return found(zones.filter((zone) => zone.owner === 'table').map((zone) => placeOf(zone, at(view, zone.key))))
}

/** What lies before a player; your own hand is shown elsewhere. */
export function before(view: AnyView, zones: readonly Zone[], seat: number): Place[] {
  const own = zones.filter((zone) => zone.owner === 'seat' && (zone.key.includes('*') || seat === view.you))
  return found(
    own
      .filter((zone) => !(seat === view.you && zone.kind === 'hand'))
      .map((zone) => placeOf(zone, at(view, zone.key.replace('*', String(seat))), `${zone.name}:${seat}`)),
  )
}

/** Whether a zone lies open before its owner. */
const isOpen = ({ owner, kind, key }: Zone): boolean =>
  owner === 'seat' && key.includes('*') && (kind === 'cards' || kind === 'row' || kind === 'pile')

/** What lies open before everybody, seat by seat: where nothing else lies in the middle, this does. */
export function around(
  view: AnyView,
  zones: readonly Zone[],
  seats: readonly number[],
  name: (seat: number) => string,
): Place[] {
  const open = zones.filter(isOpen)
  return seats.flatMap((seat) =>
    found(
      open.map((zone) => {
        const value = at(view, zone.key.replace('*', String(seat)))
        const title = open.length > 1 ? `${name(seat)}: ${zone.title}` : name(seat)
        return placeOf({ ...zone, title }, value ?? [null], `${zone.name}:${seat}`)
      }),
    ),
  )
}

/** The cards in the viewer's hand. */
export function inHand(view: AnyView, zones: readonly Zone[]): string[] {
  if (view.you === null) return []
  const hands = zones.filter((zone) => zone.owner === 'seat' && zone.kind === 'hand')
  return hands
    .flatMap((zone) => linesOf(at(view, zone.key.replace('*', String(view.you)))).flat())
    .filter((card) => card !== null)
}

const GAP = 6
const TITLE = 22
const APART = 16
/** Between one line of zones and the next. */
const LINES = 12
const LARGEST = 104
const READABLE = 44
const SMALLEST = 30
/** The width of what has no cards. */
const NARROW = 100
/** The height of the row of dots. */
const DOTS = 20

export interface Fit {
  /** The width of a card. */
  card: number
  /** Numbers and texts stand in a line with their titles. */
  dense: boolean
}

/** The widest cards with which everything in the middle has room; dots below them say who has decided. */
export function fit(
  places: readonly Place[],
  width: number,
  height: number,
  dots = false,
  longest: (id: string) => number = () => 0,
): Fit {
  const free = height - (dots ? DOTS : 0)
  for (let card = LARGEST; card >= READABLE; card -= 2)
    if (needed(places, width, card, false, longest) <= free) return { card, dense: false }
  for (let card = LARGEST; card > SMALLEST; card -= 2)
    if (needed(places, width, card, true, longest) <= free) return { card, dense: true }
  return { card: SMALLEST, dense: true }
}

function needed(
  places: readonly Place[],
  width: number,
  card: number,
  dense: boolean,
  most: (id: string) => number,
): number {
  const tall = card * 1.4
  let top = 0
  let left = 0
  let row = 0
  for (const { id, kind, lines, count } of places) {
    const longest = Math.max(1, most(id), ...lines.map((line) => line.length))
    const across = kind === 'pile' || count !== null ? 1 : longest
    const bare = kind === 'counter' || kind === 'text'
    const one = across * (card + GAP)
    const wide = bare ? NARROW : Math.min(width, one)
    const each = Math.max(1, Math.floor(width / (card + GAP)))
    const rows =
      bare || across === 1 ? 1 : lines.reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / each)), 0) || 1
    const high = bare ? (dense ? 26 : TITLE + 44) : TITLE + rows * (tall + GAP)
    if (left > 0 && left + APART + wide > width) {
      top += row + LINES
      left = 0
      row = 0
    }
    left += (left > 0 ? APART : 0) + wide
    row = Math.max(row, high)
  }
  return top + row
}

export interface Suit {
  colour: string
  symbol: string
}

const SIGNS = /^[-−+±×÷<>=]$/

/** Whether a zone shows only the hand and what lies elsewhere before its owner, such as the cards that are left. */
export function printed(
  card: string,
  name: string,
  suits: Readonly<Record<string, Suit>>,
): { text: string; symbol: string; colour: string } {
  const found = suited(card, suits)
  const symbol = found?.suit.symbol ?? ''
  const sign = SIGNS.test(symbol)
  const text = found ? `${sign ? symbol : ''}${found.text}` : name.length <= 4 ? name : card
  return { text: text.replace(/^-/, '−'), symbol: sign ? '' : symbol, colour: found?.suit.colour ?? '' }
}

/** Whether a zone shows no more than the hand and what lies elsewhere before its owner: the cards that are left. */
export function repeats(place: Place, hand: readonly string[], others: readonly Place[]): boolean {
  const left = place.lines.flat()
  for (const card of hand) {
    const at = left.indexOf(card)
    if (at < 0) return false
    left.splice(at, 1)
  }
  const elsewhere = others.filter((one) => one !== place).flatMap((one) => one.lines.flat())
  return hand.length > 0 && left.every((card) => elsewhere.includes(card))
}

/** The suit of a card, and what is written on it then; the longest beginning that fits counts. */
export function suited(card: string, suits: Readonly<Record<string, Suit>>): { suit: Suit; text: string } | null {
  const [start] = Object.keys(suits)
    .filter((one) => card.startsWith(one))
    .sort((one, other) => other.length - one.length)
  const suit = start === undefined ? undefined : suits[start]
  return start === undefined || !suit ? null : { suit, text: suit.symbol ? card.slice(start.length) : card }
}
