/**
 * Recomputes a deal here: every chance outcome from the revealed secret and the shares, and what this device has kept
 * of them.
 */
import type { FairPart, GameRecord, OptionValue } from '@/protocol/types'
import type { Redealt, Told } from '@/offline/house'
import { CONSTRUCTION, commitment, key, outcome, promise } from './construction'

export type { FairPart }

/** What this device has kept since before the first card. */
export interface Receipt {
  seat: number
  commitment: string
  promises: (string | null)[]
  share: string | null
  /** Missing where the page was opened only while the game was starting. */
  options?: Record<string, OptionValue>
}

/** Where this device sits, and the options of the game that a record does not name. */
export interface Known {
  you: number | null
  defaults: Record<string, OptionValue>
}

/** As in src/tischlein/verify/check.py. */
export type Kind = 'good' | 'note' | 'bad' | 'unable'
export interface Finding {
  kind: Kind
  code: Code
  values: Record<string, number>
}
export type Code =
  | 'commitment'
  | 'shares'
  | 'numbers'
  | 'receipt'
  | 'withheld'
  | 'server_alone'
  | 'no_receipt'
  | 'not_mine'
  | 'no_options'
  | 'twice'
  | 'deal'
  | 'no_rules'
  | 'bad_deal'
  | 'list'
  | 'shown'
  | 'version'
  | 'bad_commitment'
  | 'bad_share'
  | 'bad_number'
  | 'first'
  | 'swapped'
  | 'dropped'
  | 'promises'
  | 'options'
  | 'moved'
  | 'construction'
  | 'kept_back'
  | 'damaged'
  | 'not_from_the_start'

/** After these notes no share binds the server that this device knows to be honest, or the cards were not looked at. */
const UNBOUND: readonly Code[] = ['server_alone', 'no_receipt', 'not_mine', 'no_rules']

/** The worst that was found; `note`: nothing is wrong, but that nobody chose the cards is not shown either. */
export function verdict(findings: readonly Finding[]): Kind {
  const worst = (['bad', 'unable'] as const).find((kind) => findings.some((finding) => finding.kind === kind))
  return worst ?? (findings.some(({ kind, code }) => kind === 'note' && UNBOUND.includes(code)) ? 'note' : 'good')
}

export function check(record: GameRecord, receipts: readonly Receipt[], known: Known): Finding[] {
  const problem = unreadable(record)
  if (problem) return [{ kind: 'unable', code: problem, values: {} }]
  return checkRead(record as Checked, receipts, known)
}

type Checked = GameRecord & { fair: FairPart }

function checkRead(record: Checked, receipts: readonly Receipt[], known: Known): Finding[] {
  const found: Finding[] = []
  const add = (kind: Kind, code: Code, values: Record<string, number> = {}): void =>
    void found.push({ kind, code, values })
  const { fair } = record
  if (commitment(fair.table, fair.secret) === fair.commitment) add('good', 'commitment')
  else add('bad', 'bad_commitment')
  shares(fair, add)
  numbers(record.game, fair, add)
  // Whoever may choose where to begin may choose the cards.
  if (record.start !== null) add('unable', 'not_from_the_start')
  else if (fair.first !== 0) add('bad', 'first', { n: fair.first + 1 })
  kept(record, receipts, known, add)
  return found
}

/**
 * Lets the rules run over all decisions, in the worker that has them; null: they are others than those of the record.
 */
export type Again = (record: GameRecord, told: Told | null) => Promise<Redealt | null>

/** Everything: the numbers, and whether each card is the one of its number and the one that was shown. */
export async function checkAll(
  record: GameRecord,
  receipts: readonly Receipt[],
  known: Known,
  events: readonly unknown[],
  again: Again,
): Promise<Finding[]> {
  const found = check(record, receipts, known)
  if (unreadable(record)) return found
  const last = receipts.at(-1)
  const told = last ? { seat: last.seat, events } : null
  // An error here is one of this page: it never speaks against the server.
  const dealt = await again(record, told).then(
    (dealt) => judged(record, dealt),
    (): Finding => ({ kind: 'note', code: 'no_rules', values: {} }),
  )
  // That a seat was shown the same as everybody is known only now.
  return [...found.filter(({ code }) => code !== 'receipt' || dealt.code === 'deal'), dealt]
}

function judged({ history }: GameRecord, dealt: Redealt | null): Finding {
  if (!dealt) return { kind: 'unable', code: 'version', values: {} }
  const { entries, all, seen } = dealt
  if (!all)
    return entries < history.length
      ? { kind: 'bad', code: 'bad_deal', values: { n: entries + 1 } }
      : { kind: 'bad', code: 'list', values: {} }
  if (!seen) return { kind: 'bad', code: 'shown', values: {} }
  return { kind: 'good', code: 'deal', values: { n: entries } }
}

const KEYS = ['game', 'version', 'seats', 'options', 'start', 'history']
const FAIR_KEYS = ['commitment', 'construction', 'draws', 'first', 'promises', 'secret', 'shares', 'table']

/** Why a record cannot be checked. */
function unreadable(record: GameRecord): Code | null {
  const fair: unknown = record.fair ?? null
  // The page offers the check only where the table had shown a commitment.
  if (fair === null) return 'kept_back'
  if (typeof fair !== 'object' || Object.keys(fair).sort().join() !== FAIR_KEYS.join()) return 'damaged'
  const part = fair as FairPart
  if (part.construction !== CONSTRUCTION) return 'construction'
  return KEYS.every((name) => name in record) && Array.isArray(record.history) && readable(part, record.seats)
    ? null
    : 'damaged'
}

const isHex = (text: unknown): boolean => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text)
const isRow = (row: unknown, seats: number): boolean =>
  Array.isArray(row) && row.length === seats && row.every((one) => one === null || isHex(one))
const LARGEST = 2 ** 31
const isDraw = (draw: unknown): boolean =>
  Array.isArray(draw) &&
  draw.length === 2 &&
  draw.every(Number.isSafeInteger) &&
  0 <= draw[1] &&
  draw[1] < draw[0] &&
  draw[0] < LARGEST

/** What is not written as it should be could be read in two ways, or never come to an end. */
function readable({ table, secret, commitment, promises, shares, first, draws }: FairPart, seats: number): boolean {
  return (
    typeof table === 'string' &&
    /^[ -~]*$/.test(table) &&
    isHex(secret) &&
    isHex(commitment) &&
    isRow(promises, seats) &&
    isRow(shares, seats) &&
    Number.isSafeInteger(first) &&
    first >= 0 &&
    first < LARGEST &&
    Array.isArray(draws) &&
    draws.every(isDraw)
  )
}

type Add = (kind: Kind, code: Code, values?: Record<string, number>) => void

function shares(fair: FairPart, add: Add): void {
  const seats = fair.promises.map((promised, place) => ({
    seat: place + 1,
    promised,
    share: fair.shares[place] ?? null,
  }))
  const given = seats.filter(({ share }) => share !== null)
  const broken = given.filter(({ promised, share }) => promise(share ?? '') !== promised)
  for (const { seat } of broken) add('bad', 'bad_share', { seat })
  for (const { seat, promised, share } of seats)
    if (share === null && promised !== null) add('note', 'withheld', { seat })
  if (given.length > broken.length) add('good', 'shares', { n: given.length - broken.length })
  else if (!given.length) add('note', 'server_alone')
}

function numbers(game: string, fair: FairPart, add: Add): void {
  const made = key(fair.secret, fair.table, game, fair.promises, fair.shares)
  const wrong = fair.draws.findIndex(([n, index], k) => outcome(made, fair.first + k, n) !== index)
  if (wrong < 0) add('good', 'numbers', { n: fair.draws.length })
  else add('bad', 'bad_number', { n: wrong + 1 })
}

function kept(record: Checked, receipts: readonly Receipt[], known: Known, add: Add): void {
  const { fair } = record
  const last = receipts.at(-1)
  if (!last) {
    if (fair.shares.some((share) => share !== null)) add('note', 'no_receipt')
    return
  }
  let bad = false
  const wrong = (code: Code): void => {
    bad = true
    add('bad', code)
  }
  if (last.commitment !== fair.commitment) wrong('swapped')
  if (last.share === null) add('note', 'not_mine')
  else if (last.share !== fair.shares[last.seat]) wrong('dropped')
  if (JSON.stringify(last.promises) !== JSON.stringify(fair.promises)) wrong('promises')
  if (!last.options) add('note', 'no_options')
  else if (!sameOptions({ ...known.defaults, ...last.options }, { ...known.defaults, ...record.options }))
    wrong('options')
  // Whoever deals to other seats than those that promised chooses between the hands.
  if (last.seat !== known.you) wrong('moved')
  // Whoever knows all shares of a start that came to nothing could wait for one that suits.
  if (receipts.length > 1) add('note', 'twice', { n: receipts.length })
  if (!bad && last.share !== null) add('good', 'receipt')
}

/** A record does not name all options that nobody has chosen. */
function sameOptions(kept: Record<string, OptionValue>, played: Record<string, OptionValue>): boolean {
  return Object.keys(played).every((name) => kept[name] === played[name])
}
