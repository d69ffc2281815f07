/** What is special about a table, in words: its clock and its rules. */
import { server } from '@/server/server.svelte'
import type { GameId } from '@/server/wire'
import { texts } from '@/texts/lobby'
import type { OptionValue } from '@/protocol/types'
import { choiceName, optionName } from '@/new-table/options'

const w = texts('termsInWords')

const HOUR = 3600
const DAY = 24 * HOUR

/** How much time there is at a table: for each move, for the whole game, or none. */
export interface Clocked {
  timer: number | null
  bank?: number | null
  increment?: number
}

export function hasClock({ timer, bank = null }: Clocked): boolean {
  return timer !== null || bank !== null
}

export function clockText({ timer, bank = null, increment = 0 }: Clocked): string {
  if (bank !== null) return w(increment ? 'game_plus' : 'game', { n: Math.round(bank / 60), plus: increment })
  if (timer === null) return w('none')
  if (timer >= DAY) return w('days', { n: Math.round(timer / DAY) })
  return timer >= 2 * HOUR ? w('hours', { n: Math.round(timer / HOUR) }) : w('seconds', { n: timer })
}

/** What is played differently from usual, so that nobody is surprised later. */
export function specialRules(game: GameId, options: Record<string, OptionValue>): string[] {
  return (server.game(game)?.options ?? []).flatMap((option) => {
    const value = options[option.name]
    if (value === undefined || value === option.default) return []
    return [value === true ? optionName(option) : `${optionName(option)} ${choiceName(option, value)}`]
  })
}
