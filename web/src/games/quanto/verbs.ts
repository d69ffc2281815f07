/** The buttons of a turn: verbs, a joker's numbers, and the ends that have to be said. */
import type { Action } from '@/client/wire'
import type { QuantoView } from '@/protocol/types'
import type { Choice } from '@/table/buttons'
import { played } from './sums'
import { say } from './words'

const SPECIAL: Record<string, 'discard1' | 'discard2' | 'discard3'> = { '1': 'discard1', '2': 'discard2', '3': 'discard3' }

/** What a joker can say, by verb: { take: [3, 7], … }. */
export function values(actions: readonly Action[]): Map<string, number[]> {
  const found = new Map<string, number[]>()
  for (const { text } of actions) {
    const match = /^(.+) as (\d+)$/.exec(text)
    if (match?.[1]) found.set(match[1], [...(found.get(match[1]) ?? []), Number(match[2])])
  }
  return found
}

export function verbLabel(verb: string, partner: string): string {
  switch (verb) {
    case 'take': return say('take')
    case 'form': return say('form')
    case 'serve': return say('serve')
    case 'serve partner': return say('servePartner', { name: partner })
    default: return verb
  }
}

/** One button per verb that is legal; those of a joker lead to its numbers first. */
export function verbChoices(
  view: QuantoView,
  actions: readonly Action[],
  name: (seat: number) => string,
  ask: (verb: string) => void,
): Choice[] {
  const partner = name((view.turn + 2) % view.seats)
  const own = view.players[view.turn]?.quanto
  const choices: Choice[] = []
  for (const { text } of actions) {
    if (text === 'take') choices.push({ action: text, label: say('take'), hint: say('takeHint', { n: played(view) }), icon: 'hand', kind: 'main' })
    else if (text === 'form') choices.push({ action: text, label: say('form'), icon: 'stack', kind: 'main' })
    else if (text === 'serve') choices.push({ action: text, label: say('serve'), hint: say('serveHint', { n: own?.tile ?? '' }), icon: 'stack', kind: 'main' })
    else if (text === 'serve partner') choices.push({ action: text, label: say('servePartner', { name: partner }), icon: 'heart', kind: 'main' })
    else if (text === 'claim') choices.push({ action: text, label: say('claim'), hint: say('claimHint', { n: own?.cards.length ?? 0 }), icon: 'hand', kind: 'main' })
    else if (text.startsWith('steal ')) {
      const seat = Number(text.slice(6))
      choices.push({ action: text, label: say('steal', { name: name(seat) }), hint: say('claimHint', { n: view.players[seat]?.quanto?.cards.length ?? 0 }), icon: 'hand', kind: 'main' })
    } else if (text === 'discard') {
      const special = SPECIAL[view.card ?? '']
      choices.push({ action: text, label: say('discard'), icon: 'down', ...(special ? { hint: say(special) } : {}) })
    }
  }
  for (const verb of values(actions).keys()) {
    if (verb === 'pick J') continue
    choices.push({ action: `${verb} as`, label: say('as', { verb: verbLabel(verb, partner) }), kind: 'main', press: () => ask(verb) })
  }
  return choices
}

/** The numbers that a joker can be, for one verb. */
export function valueChoices(actions: readonly Action[], verb: string, partner: string): Choice[] {
  return (values(actions).get(verb) ?? []).map((n) => ({
    action: `${verb} as ${n}`,
    label: String(n),
    spoken: verb === 'pick J' ? say('jokerAs', { n }) : say('asValue', { verb: verbLabel(verb, partner), n }),
    kind: 'number' as const,
  }))
}
