/**
 * Recomputes a deal here: every chance outcome from the revealed secret and the shares, and what this device has kept
 * of them.
 */
import type { FairPart, GameRecord, OptionValue } from '@/protocol/types'
import type { Redealt } from '@/offline/house'
import { CONSTRUCTION, commitment, key, promise } from './construction'
import { firstDifference, heads, UNKNOWN } from './heads'
import { isValid, signedUntil, type Signed } from './signatures'
import { Dealer, LOT } from './stacks'
import type { Telling } from './told'

export type { FairPart }

/** What a device has kept since before the first card, as it stands in the file that it saves. */
export interface Receipt {
  seat: number
  commitment: string
  promises: (string | null)[]
  share: string | null
  /** Missing where the page was opened only while the game was starting. */
  options?: Record<string, OptionValue>
  /** How often the table was started before this device. */
  starts: number
  /** The heads of what the seat was told; more than one telling where the past was told differently later. */
  told: Telling[]
  /** Of a server that has a key. */
  signed?: Signed
}

/** A record as a device saves it. */
export type Saved = GameRecord & { receipt?: Receipt }

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
  | 'choices'
  | 'deal'
  | 'no_rules'
  | 'bad_deal'
  | 'list'
  | 'shown'
  | 'retold'
  | 'signed'
  | 'signatures'
  | 'unsigned'
  | 'signature'
  | 'version'
  | 'bad_commitment'
  | 'bad_share'
  | 'bad_number'
  | 'first'
  | 'swapped'
  | 'dropped'
  | 'promises'
  | 'options'
  | 'construction'
  | 'kept_back'
  | 'no_fair'
  | 'damaged'
  | 'not_from_the_start'

/**
 * After these notes no share binds the server that this device knows to be honest, or there was a choice of deals, or
 * the cards were not looked at.
 */
const UNBOUND: readonly Code[] = ['server_alone', 'no_receipt', 'not_mine', 'no_options', 'choices', 'no_rules']

/** The worst that was found; `note`: nothing is wrong, but that nobody chose the cards is not shown either. */
export function verdict(findings: readonly Finding[]): Kind {
  const worst = (['bad', 'unable'] as const).find((kind) => findings.some((finding) => finding.kind === kind))
  return worst ?? (findings.some(({ kind, code }) => kind === 'note' && UNBOUND.includes(code)) ? 'note' : 'good')
}

/** The number of deals that one party could have chosen from; 1: none could choose. */
export function choices(findings: readonly Finding[]): number {
  return findings.find(({ code }) => code === 'choices')?.values.n ?? 1
}

type Checked = Saved & { fair: FairPart }

/** Everything that can be checked without the rules. */
export function check(record: Saved, promised = false): Finding[] {
  const problem = unreadable(record, promised)
  if (problem) return [{ kind: 'unable', code: problem, values: {} }]
  const { fair } = record as Checked
  const found: Finding[] = []
  const add: Add = (kind, code, values = {}) => void found.push({ kind, code, values })
  if (commitment(fair.table, fair.secret) === fair.commitment) add('good', 'commitment')
  else add('bad', 'bad_commitment')
  shares(fair, add)
  numbers(record.game, fair, add)
  // A party that may choose where to begin may choose the cards.
  if (record.start !== null) add('unable', 'not_from_the_start')
  else if (fair.first !== 0) add('bad', 'first', { n: fair.first + 1 })
  if (record.receipt) kept(record, fair, record.receipt, add)
  else if (fair.shares.some((share) => share !== null)) add('note', 'no_receipt')
  // A party that knows all shares of a start that failed, or may keep back the last one, can choose.
  const missing = fair.promises.filter((promised, seat) => promised !== null && fair.shares[seat] === null).length
  const n = (record.receipt?.starts ?? 1) * 2 ** missing
  if (n > 1) add('note', 'choices', { n })
  return found
}

/**
 * Lets the rules run over all decisions, in the worker that has them; null: they are others than those of the record.
 */
export type Again = (
  record: GameRecord,
  seat: number | null,
  shown: Record<string, OptionValue> | null,
) => Promise<Redealt | null>

/** Everything: the numbers, and whether each card is the one of its number and the one that was shown. */
export async function checkAll(record: Saved, again: Again, promised = false): Promise<Finding[]> {
  const found = check(record, promised)
  if (unreadable(record, promised)) return found
  const { receipt, ...bare } = record
  // An error here is one of this page: it never speaks against the server.
  const dealt = await again(bare, receipt?.seat ?? null, receipt?.options ?? null).then(
    (dealt) => judged(record, dealt),
    (): Finding[] => [{ kind: 'note', code: 'no_rules', values: {} }],
  )
  // That a seat was shown the same as everybody is known only now.
  const fine = dealt.every(({ code }) => code === 'deal')
  const signatures = receipt?.signed ? [await signed(receipt, receipt.signed)] : []
  return [...found.filter(({ code }) => code !== 'receipt' || fine), ...dealt, ...signatures]
}

/** What a server with a key has signed: all that the page was told. */
async function signed({ commitment, seat, told }: Receipt, signed: Signed): Promise<Finding> {
  const valid = await Promise.all(signed.heads.map((head) => isValid(signed, commitment, seat, head)))
  const last = told.at(-1) ?? []
  const until = signedUntil(last, signed.heads)
  if (valid.includes(false)) return { kind: 'unable', code: 'signature', values: {} }
  if (valid.includes(null)) return { kind: 'note', code: 'signatures', values: {} }
  if (until < last.length) return { kind: 'note', code: 'unsigned', values: { n: until + 1 } }
  return { kind: 'good', code: 'signed', values: {} }
}

function judged({ history, start, receipt }: Saved, dealt: Redealt | null): Finding[] {
  if (!dealt) return [{ kind: 'unable', code: 'version', values: {} }]
  const { entries, all, events, options } = dealt
  if (!all)
    return entries < history.length
      ? [{ kind: 'bad', code: 'bad_deal', values: { n: entries + 1 } }]
      : [{ kind: 'bad', code: 'list', values: {} }]
  const found: Finding[] = [{ kind: 'good', code: 'deal', values: { n: entries } }]
  if (!options) found.push({ kind: 'bad', code: 'options', values: {} })
  const told = receipt?.told.at(-1)
  if (told && start === null) {
    const played = heads(events)
    const n = firstDifference(told, played) ?? (told.length < played.length ? told.length + 1 : null)
    if (n !== null) found.push({ kind: 'bad', code: 'shown', values: { n } })
  }
  return found
}

const KEYS = ['game', 'version', 'seats', 'options', 'start', 'history']
const FAIR_KEYS = ['commitment', 'construction', 'draws', 'first', 'promises', 'secret', 'shares', 'table', 'two_sided']

const RECEIPT_KEYS = ['commitment', 'promises', 'seat', 'share', 'starts', 'told']

/** A file that a device has saved, or the server's record; null where it is neither. */
export function readSaved(text: string): Saved | null {
  try {
    const found = JSON.parse(text) as Saved | null
    return typeof found === 'object' && typeof found?.game === 'string' && 'history' in found ? found : null
  } catch {
    return null
  }
}

/** Why a record cannot be checked. `promised`: the table had shown a commitment. */
function unreadable(record: Saved, promised: boolean): Code | null {
  const fair: unknown = record.fair ?? null
  if (fair === null) return promised || isHex(record.receipt?.commitment) ? 'kept_back' : 'no_fair'
  if (typeof fair !== 'object' || Object.keys(fair).sort().join() !== FAIR_KEYS.join()) return 'damaged'
  const part = fair as FairPart
  if (part.construction !== CONSTRUCTION) return 'construction'
  return KEYS.every((name) => name in record) &&
    Array.isArray(record.history) &&
    readable(part, record.seats) &&
    (!('receipt' in record) || receiptReadable(record.receipt, record.seats))
    ? null
    : 'damaged'
}

const isHex = (text: unknown): boolean => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text)
const isRow = (row: unknown, seats: number): boolean =>
  Array.isArray(row) && row.length === seats && row.every((one) => one === null || isHex(one))
const LARGEST = 2 ** 31

function isDraw(draw: unknown, seats: number, twoSided: boolean): boolean {
  if (!Array.isArray(draw) || draw.length !== 3 || !draw.every(Number.isSafeInteger)) return false
  const [n, index, stack] = draw as [number, number, number]
  const drawn = stack === LOT || (0 <= stack && stack <= seats && (!twoSided || n % 2 === 0))
  return drawn && 0 <= index && index < n && n < LARGEST
}

/** What is not written as it should be could be read in two ways, or never come to an end. */
function readable(part: FairPart, seats: number): boolean {
  const { table, secret, commitment, promises, shares, first, two_sided, draws } = part
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
    typeof two_sided === 'boolean' &&
    Array.isArray(draws) &&
    draws.every((draw) => isDraw(draw, seats, two_sided))
  )
}

/** A file may come from anywhere. */
function receiptReadable(found: unknown, seats: number): boolean {
  if (typeof found !== 'object' || found === null) return false
  const { seat, commitment, promises, share, options = {}, starts, told } = found as Receipt
  return (
    Object.keys(found)
      .filter((name) => name !== 'options' && name !== 'signed')
      .sort()
      .join() === RECEIPT_KEYS.join() &&
    isNumber(seat, 0, seats) &&
    isHex(commitment) &&
    isRow(promises, seats) &&
    (share === null || isHex(share)) &&
    typeof options === 'object' &&
    !Array.isArray(options) &&
    isNumber(starts, 1, LARGEST) &&
    Array.isArray(told) &&
    told.length > 0 &&
    told.every((one: unknown) => Array.isArray(one) && one.every(isToldHead)) &&
    (!('signed' in found) || signedReadable(found.signed))
  )
}

function signedReadable(found: unknown): boolean {
  if (typeof found !== 'object' || found === null) return false
  const { key, code, heads } = found as Signed
  return (
    Object.keys(found).sort().join() === 'code,heads,key' &&
    isHex(key) &&
    typeof code === 'string' &&
    /^[ -~]*$/.test(code) &&
    Array.isArray(heads) &&
    heads.every(
      (one: unknown) =>
        Array.isArray(one) &&
        one.length === 3 &&
        isNumber(one[0], 1, LARGEST) &&
        isHead(one[1]) &&
        typeof one[2] === 'string' &&
        /^[0-9a-f]{128}$/.test(one[2]),
    )
  )
}

const isHead = (head: unknown): boolean => typeof head === 'string' && /^[0-9a-f]{32}$/.test(head)
const isToldHead = (head: unknown): boolean => head === UNKNOWN || isHead(head)
const isNumber = (number: unknown, least: number, below: number): boolean =>
  typeof number === 'number' && Number.isSafeInteger(number) && least <= number && number < below

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
  const dealer = new Dealer(made, fair.first, fair.promises.length, fair.two_sided)
  const wrong = fair.draws.findIndex(([n, index, stack]) => dealer.draw(n, stack) !== index)
  if (wrong < 0) add('good', 'numbers', { n: fair.draws.length })
  else add('bad', 'bad_number', { n: wrong + 1 })
}

function kept({ start }: Saved, fair: FairPart, receipt: Receipt, add: Add): void {
  let bad = false
  const wrong = (code: Code, values?: Record<string, number>): void => {
    bad = true
    add('bad', code, values)
  }
  if (receipt.commitment !== fair.commitment) wrong('swapped')
  if (receipt.share === null) add('note', 'not_mine')
  else if (receipt.share !== fair.shares[receipt.seat]) wrong('dropped')
  if (JSON.stringify(receipt.promises) !== JSON.stringify(fair.promises)) wrong('promises')
  if (!receipt.options) add('note', 'no_options')
  // A party that knows all shares of a start that failed could wait for one that suits.
  if (receipt.starts > 1) add('note', 'twice', { n: receipt.starts })
  const last = receipt.told.at(-1) ?? []
  // Where the rules have changed during the game, an honest server tells its events from there on once more.
  for (const telling of start === null ? receipt.told.slice(0, -1) : []) {
    const n = firstDifference(telling, last)
    if (n !== null) wrong('retold', { n })
  }
  if (!bad && receipt.share !== null) add('good', 'receipt')
}
