/** What is said before the motion that shows it has ended, and is not said again afterwards. */
import type { AnyEvent } from '@/server/wire'
import { voice } from './voice'

const told = new WeakSet<AnyEvent>()

export function tellAhead(event: AnyEvent, sentence: string): void {
  told.add(event)
  voice.say(sentence)
}

export const toldAhead = (event: AnyEvent): boolean => told.has(event)
