/** How well one plays beside luck: what the coach has measured over several games, with its interval. */
import { counted, ownRow, type Result } from '@/device/results.svelte'
import type { Coached } from './coached.svelte'

export interface Mean {
  n: number
  value: number
  /** Half of the 95 % interval. */
  spread: number
}

/** Fewer games say nothing yet. */
export const FEWEST = 3

/** The mean of some values with its 95 % interval, by Student’s distribution; null for too few of them. */
export function mean(values: readonly number[]): Mean | null {
  const n = values.length
  if (n < FEWEST) return null
  const value = values.reduce((sum, one) => sum + one, 0) / n
  const variance = values.reduce((sum, one) => sum + (one - value) ** 2, 0) / (n - 1)
  return { n, value, spread: student(n - 1) * Math.sqrt(variance / n) }
}

/** The quantile of 97.5 %, by the expansion of Cornish and Fisher: 1 % too small at worst from three games on. */
function student(freedom: number): number {
  return 1.96 + 2.372 / freedom + 2.823 / freedom ** 2 + 2.556 / freedom ** 3 + 2.1 / freedom ** 4
}

type Measured = Coached & { own: number; luck: number }
export const measured = (list: readonly Coached[]): Measured[] =>
  list.filter((one): one is Measured => one.own !== undefined && one.luck !== undefined)

/** The mean of one’s own decisions after each game, from the first to the last, in hundredths of a win. */
export function course(list: readonly Coached[]): number[] {
  let sum = 0
  return measured(list)
    .reverse()
    .map(({ own }, k) => {
      sum += own
      return Math.round((1000 * sum) / (k + 1)) / 10
    })
}

export interface Against {
  level: string
  played: number
  won: number
  /** What equals would have won. */
  expected: number
}

/** Games against bots of one level alone, by level, the most played first. */
export function byLevel(list: readonly Result[]): Against[] {
  const found = new Map<string, Against>()
  for (const one of counted(list)) {
    const others = (one.levels ?? []).filter((_, seat) => seat !== one.you)
    const [level] = others
    if (!level || others.some((other) => other !== level)) continue
    const against = found.get(level) ?? { level, played: 0, won: 0, expected: 0 }
    const row = ownRow(one)
    against.played += 1
    against.won += row?.won ? 1 : 0
    against.expected += (row?.seats.length ?? 1) / one.names.length
    found.set(level, against)
  }
  return [...found.values()].sort((a, b) => b.played - a.played)
}
