/** What is special about a table, in words: its clock and its rules. */
import { server } from '@/client/server.svelte'
import type { GameId } from '@/client/wire'
import { words } from '@/i18n/lang.svelte'
import type { OptionValue } from '@/protocol/types'
import { choiceName, optionName } from '@/screens/options'

const w = words({
  de: { none: 'ohne Uhr', seconds: '{n} {n|Sekunde|Sekunden} je Zug', hours: '{n} {n|Stunde|Stunden} je Zug', days: '{n} {n|Tag|Tage} je Zug' },
  en: { none: 'no clock', seconds: '{n} {n|second|seconds} for a move', hours: '{n} {n|hour|hours} for a move', days: '{n} {n|day|days} for a move' },
})

const HOUR = 3600
const DAY = 24 * HOUR

export function clockText({ timer }: { timer: number | null }): string {
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
