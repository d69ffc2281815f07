/** What is said before the motion that shows it has ended, and is not said again afterwards. */
import type { AnyEvent } from '@/server/wire'
import { voice } from './voice'

const told = new WeakSet<AnyEvent>()

/** Tell these events now, in their order. */
export function tellAhead(events: readonly AnyEvent[], sentence: (event: AnyEvent) => string): void {
  for (const event of events) {
    told.add(event)
    voice.say(sentence(event))
  }
}

export const toldAhead = (event: AnyEvent): boolean => told.has(event)
