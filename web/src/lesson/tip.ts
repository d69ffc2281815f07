/** What the guide says, and when: each tip once, at the first moment that shows what it is about. */
import type { Action, AnyEvent, AnyView } from '@/server/wire'
import type { Values } from '@/texts/catalogue.svelte'
import type { OptionValue } from '@/protocol/types'

export interface Scene<V extends AnyView> {
  view: V
  you: number
  /** Legal now; empty when it is not the reader's turn. */
  actions: readonly string[]
  /** The same, with what would come of them. */
  choices: readonly Action[]
  events: readonly AnyEvent[]
  /** How many decisions the reader has made. */
  moves: number
  name: (seat: number) => string
}

export interface Tip<V extends AnyView> {
  id: string
  when: (scene: Scene<V>) => boolean
  /** The key and the values of its text; without it the key is the id. */
  text?: (scene: Scene<V>) => [key: string, values?: Values]
}

/** A first game with explanations. */
export interface Lesson {
  /** Says a text of the lesson. */
  say(key: string, values?: Values): string
  /** Few: it is soon the learner's turn again. */
  seats: number
  options?: Record<string, OptionValue>
  /** Kinds of events that happen to a player without a decision of theirs. */
  happens: readonly string[]
  /** The table needs all the height: on a short phone tips lie above the others. */
  above?: boolean
  tips: readonly Tip<AnyView>[]
}

export const myTurn = (scene: Scene<AnyView>): boolean => scene.actions.length > 0

export const happened = (scene: Scene<AnyView>, kind: string, mine?: boolean): boolean =>
  scene.events.some((event) => event.kind === kind && (mine === undefined || (event.seat === scene.you) === mine))
