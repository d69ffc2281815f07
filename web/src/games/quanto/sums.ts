/** The sums that build up while cards are picked, for the eye; the server decides what may be picked. */
import type { QuantoView } from '@/protocol/types'

export interface Group {
  cards: string[]
  /** The played card belongs to the group. */
  base: number | null
  goal: number
  sum: number
  closed: boolean
  /** Place of its first card among all picks. */
  first: number
}

/** A joker counts what it was said to be, else nothing yet. */
export function worth(card: string): number {
  const said = / as (\d+)$/.exec(card)
  if (said) return Number(said[1])
  return card === 'J' || card === '?' ? 0 : parseInt(card, 10)
}

/** What the played card counts, with a joker's value from the verb. */
export function played(view: QuantoView): number {
  const said = / as (\d+)$/.exec(view.verb ?? '')
  return said ? Number(said[1]) : worth(view.card ?? '?')
}

export function verbOf(view: QuantoView): string {
  return (view.verb ?? '').replace(/ as \d+$/, '').replace(/^steal \d+$/, 'steal')
}

function partnerOf(seat: number): number {
  return (seat + 2) % 4
}

/** Whose quanto it is about; null when it is about the display alone. */
export function ownerOf(view: QuantoView): number | null {
  const verb = verbOf(view)
  if (verb === '' || verb === 'take') return null
  if (verb === 'steal') return Number((view.verb ?? '').split(' ')[1])
  return verb === 'serve partner' ? partnerOf(view.turn) : view.turn
}

/** What a group has to make. Null: a quanto is being formed, and its first card decides. */
export function goalOf(view: QuantoView): number | null {
  const verb = verbOf(view)
  if (verb === 'take') return played(view)
  if (verb === 'form') {
    const partner = view.picked[0]?.[0]
    return partner === undefined ? null : played(view) + worth(partner)
  }
  const owner = ownerOf(view)
  return owner === null ? null : (view.players[owner]?.quanto?.tile ?? null)
}

export function groupsOf(view: QuantoView): Group[] {
  const goal = goalOf(view)
  if (goal === null) return []
  const joins = ['form', 'serve', 'serve partner'].includes(verbOf(view))
  let first = 0
  return view.picked.map((cards, i) => {
    const base = joins && i === 0 ? played(view) : null
    const counted = cards.reduce((total, card) => total + worth(card), base ?? 0)
    const sum = cards.at(-1) === 'J' ? goal : counted
    const group = { cards, base, goal, sum, closed: sum === goal, first }
    first += cards.length
    return group
  })
}

/** Cards of the display that are not picked. */
export function lying(view: QuantoView): string[] {
  const picked = view.picked.reduce((total, group) => total + group.length, 0)
  return view.display.slice(0, view.display.length - picked)
}

/** With a joker as what it stands for. */
export function sumText(group: Group): string {
  const known = group.cards.reduce((total, card) => total + worth(card), group.base ?? 0)
  const parts = group.cards.map((card) => (card === 'J' ? String(group.goal - known) : String(worth(card))))
  if (group.base !== null) parts.unshift(String(group.base))
  if (!group.closed) parts.push('…')
  return parts.length === 1 ? (parts[0] ?? '') : `${parts.join(' + ')} = ${group.goal}`
}
