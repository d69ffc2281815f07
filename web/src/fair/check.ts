/** Recomputes a deal here: every chance outcome from the revealed secret and the shares, and what this device has kept of them. */
import type { FairPart } from '@/protocol/types'
import { CONSTRUCTION, commitment, key, outcome, promise } from './construction'

export type { FairPart }

/** What this device has kept since before the first card. */
export interface Receipt {
  seat: number
  commitment: string
  promises: (string | null)[]
  share: string | null
}

export type Kind = 'good' | 'note' | 'bad'
export interface Finding {
  kind: Kind
  code: Code
  values: Record<string, number>
}
export type Code =
  | 'commitment' | 'shares' | 'numbers' | 'receipt'
  | 'withheld' | 'server_alone' | 'no_receipt' | 'not_mine' | 'twice' | 'unknown'
  | 'bad_commitment' | 'bad_share' | 'bad_number' | 'swapped' | 'dropped' | 'promises'

export function check(game: string, fair: FairPart, receipts: readonly Receipt[]): Finding[] {
  const found: Finding[] = []
  const add = (kind: Kind, code: Code, values: Record<string, number> = {}): void => void found.push({ kind, code, values })
  if (fair.construction !== CONSTRUCTION) {
    add('bad', 'unknown')
    return found
  }
  if (commitment(fair.table, fair.secret) === fair.commitment) add('good', 'commitment')
  else add('bad', 'bad_commitment')
  shares(fair, add)
  numbers(game, fair, add)
  kept(fair, receipts, add)
  return found
}

type Add = (kind: Kind, code: Code, values?: Record<string, number>) => void

function shares(fair: FairPart, add: Add): void {
  let good = 0
  fair.promises.forEach((promised, place) => {
    const share = fair.shares[place] ?? null
    const seat = place + 1
    if (share === null && promised !== null) add('note', 'withheld', { seat })
    else if (share !== null && promise(share) !== promised) add('bad', 'bad_share', { seat })
    else if (share !== null) good += 1
  })
  if (good) add('good', 'shares', { n: good })
  else add('note', 'server_alone')
}

function numbers(game: string, fair: FairPart, add: Add): void {
  const made = key(fair.secret, fair.table, game, fair.promises, fair.shares)
  const wrong = fair.draws.findIndex(([n, index], k) => outcome(made, fair.first + k, n) !== index)
  if (wrong < 0) add('good', 'numbers', { n: fair.draws.length })
  else add('bad', 'bad_number', { n: wrong + 1 })
}

function kept(fair: FairPart, receipts: readonly Receipt[], add: Add): void {
  const last = receipts.at(-1)
  if (!last) {
    if (fair.shares.some((share) => share !== null)) add('note', 'no_receipt')
    return
  }
  if (last.commitment !== fair.commitment) add('bad', 'swapped')
  else if (last.share === null) add('note', 'not_mine')
  else if (last.share !== fair.shares[last.seat]) add('bad', 'dropped')
  else if (JSON.stringify(last.promises) !== JSON.stringify(fair.promises)) add('bad', 'promises')
  else add('good', 'receipt')
  // Whoever knows all shares of a start that came to nothing could wait for one that suits.
  if (receipts.length > 1) add('note', 'twice', { n: receipts.length })
}
