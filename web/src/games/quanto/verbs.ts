/** The buttons of a turn: verbs, and a joker's numbers. */
import { deed } from '@/server/labels.svelte'
import type { Action } from '@/server/wire'
import type { Choice } from '@/table/frame/buttons'

const ICONS: Record<string, Choice['icon']> = {
  take: 'hand',
  form: 'stack',
  serve: 'stack',
  claim: 'hand',
  steal: 'hand',
  discard: 'down',
}
const AS = /^(.+) as (\d+)$/

/** What a joker can say, by verb: { take: [3, 7], … }. */
export function values(actions: readonly Action[]): Map<string, Action[]> {
  const found = new Map<string, Action[]>()
  for (const action of actions) {
    const verb = AS.exec(action.text)?.[1]
    if (verb) found.set(verb, [...(found.get(verb) ?? []), action])
  }
  return found
}

/** One button per verb that is legal; those of a joker lead to its numbers first. */
export function verbChoices(actions: readonly Action[], ask: (verb: string) => void): Choice[] {
  const plain = actions
    .filter(({ text }) => !AS.test(text))
    .map(({ text, label, note }): Choice => {
      const icon = text === 'serve partner' ? 'heart' : ICONS[text.split(' ')[0] ?? '']
      return {
        action: text,
        label,
        kind: text === 'discard' ? 'plain' : 'main',
        ...(icon ? { icon } : {}),
        ...(note ? { note } : {}),
      }
    })
  const jokers = [...values(actions).keys()]
    .filter((verb) => verb !== 'pick J')
    .map((verb): Choice => ({
      action: `${verb} as`,
      label: `${deed('quanto', verb)} …`,
      kind: 'main',
      press: () => ask(verb),
    }))
  return [...plain, ...jokers]
}

/** The numbers that a joker can be, for one verb. */
export function valueChoices(actions: readonly Action[], verb: string): Choice[] {
  return (values(actions).get(verb) ?? []).map(({ text, label }) => ({
    action: text,
    label: AS.exec(text)?.[2] ?? '',
    spoken: label,
    kind: 'number' as const,
  }))
}
