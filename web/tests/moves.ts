/** One step at a table of named elements: records in order what a game's motion script does with them. */
import type { Move, Motion, Stage } from '@/table/stage.svelte'

interface Asked {
  kind: string
  [field: string]: unknown
}

export interface Recorded {
  /** Sounds, what goes out of sight (`hide …`), comes (`arrive …`), leaves (`leave …`), and large words. */
  done: string[]
  before: () => Promise<void>
  after: () => Promise<void>
}

/** Runs a script for a step with these events, on a table where only `anchors` are. */
export function recorded(
  direct: (stage: Stage) => void,
  events: readonly Asked[],
  { you = 0, anchors, before = {}, after = {} }: { you?: number; anchors: string[]; before?: object; after?: object },
): Recorded {
  const done: string[] = []
  const elements = anchors.map((anchor) => {
    const element = document.createElement('div')
    element.dataset['anchor'] = anchor
    return element
  })
  const all = (anchor: string): HTMLElement[] => elements.filter((one) => one.dataset['anchor'] === anchor)
  const note = (what: string) => (element?: HTMLElement | null) => {
    if (element) done.push(`${what} ${element.dataset['anchor'] ?? ''}`)
    return Promise.resolve()
  }
  const flights = {
    hide: (element?: HTMLElement | null) => void note('hide')(element),
    arrive: note('arrive'),
    leave: note('leave'),
    throw: () => Promise.resolve(),
    flash: () => Promise.resolve(),
    pause: () => Promise.resolve(),
  }
  const step = {
    events: events.map((event, k) => ({ seq: k + 1, ...event })),
    before,
    after,
    flights,
    sound: (name: string) => void done.push(`sound ${name}`),
    at: (anchor: string) => all(anchor)[0] ?? null,
    all,
    cards: () => [],
    announce: () => Promise.resolve(void done.push('words')),
    hold: () => Promise.resolve(),
  } as unknown as Move<never, never>
  let script: Motion<never, never> = {}
  const session = { you, kind: 'live', sentence: () => '', name: () => '' }
  direct({ session, direct: (motion: Motion<never, never>) => (script = motion) } as unknown as Stage)
  return {
    done,
    before: () => script.before?.(step) ?? Promise.resolve(),
    after: () => script.after?.(step) ?? Promise.resolve(),
  }
}
