/** What is special about a table, in words: its clock and its rules. */
import { server } from '@/server/server.svelte'
import type { GameId } from '@/server/wire'
import { words } from '@/i18n/lang.svelte'
import type { OptionValue } from '@/protocol/types'
import { choiceName, optionName } from '@/new-table/options'

const w = words({
  de: {
    none: 'ohne Uhr',
    seconds: '{n} {n|Sekunde|Sekunden} je Zug',
    hours: '{n} {n|Stunde|Stunden} je Zug',
    days: '{n} {n|Tag|Tage} je Zug',
    game: '{n} {n|Minute|Minuten} je Spiel',
    game_plus: '{n} {n|Minute|Minuten} je Spiel, +{plus} s je Zug',
  },
  en: {
    none: 'no clock',
    seconds: '{n} {n|second|seconds} for a move',
    hours: '{n} {n|hour|hours} for a move',
    days: '{n} {n|day|days} for a move',
    game: '{n} {n|minute|minutes} for the game',
    game_plus: '{n} {n|minute|minutes} for the game, +{plus} s a turn',
  },
})

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
