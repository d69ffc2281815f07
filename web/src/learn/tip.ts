/** What the guide says, and when: each tip once, at the first moment that shows what it is about. */
import type { AnyEvent, AnyView } from '@/client/wire'

export interface Scene<V extends AnyView> {
  view: V
  you: number
  /** Legal now; empty when it is not the reader's turn. */
  actions: readonly string[]
  events: readonly AnyEvent[]
  /** How many decisions the reader has made. */
  moves: number
  name: (seat: number) => string
}

export interface Tip<V extends AnyView> {
  id: string
  when: (scene: Scene<V>) => boolean
  de: (scene: Scene<V>) => string
  en: (scene: Scene<V>) => string
}

export const myTurn = (scene: Scene<AnyView>): boolean => scene.actions.length > 0

export const happened = (scene: Scene<AnyView>, kind: string, mine?: boolean): boolean =>
  scene.events.some((event) => event.kind === kind && (mine === undefined || (event.seat === scene.you) === mine))
