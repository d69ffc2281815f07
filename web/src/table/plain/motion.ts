/** How things move at any table: what lies somewhere else than before has travelled there. */
import type { AnyEvent, AnyView } from '@/server/wire'
import type { Move, Stage } from '../stage.svelte'
import { HIDDEN } from './zones'

type Step = Move<AnyView, AnyEvent>

interface Was {
  card: string
  zone: string
  rect: DOMRect
}

const BETWEEN_MS = 70

function lying(step: Step): (Was & { element: HTMLElement })[] {
  return step.cards().map((element) => ({
    card: element.dataset['card'] ?? HIDDEN,
    zone: element.dataset['zone'] ?? '',
    rect: element.getBoundingClientRect(),
    element,
  }))
}

/** Takes the first that fits out of a list. */
function taken<T>(list: T[], fits: (one: T) => boolean): T | undefined {
  const place = list.findIndex(fits)
  return place < 0 ? undefined : list.splice(place, 1)[0]
}

export function direct(stage: Stage, rounds: () => string | null): void {
  const { session } = stage
  let was: Was[] = []

  stage.direct<AnyView, AnyEvent>({
    before(step) {
      was = lying(step).map(({ element: _, ...one }) => one)
      return Promise.resolve()
    },
    async after(step) {
      const left = [...was]
      // What has stayed where it was is no news.
      const come = lying(step).filter(({ card, zone }) => !taken(left, (one) => one.card === card && one.zone === zone))
      const actor = step.events.find((event) => event.seat !== null)?.seat
      const seat = actor === undefined || actor === session.you ? null : step.at(`seat:${actor}`)
      const flights = come.map(({ card, element }, place) => {
        const from =
          taken(left, (one) => one.card === card && card !== HIDDEN)?.rect ??
          taken(left, (one) => one.card === HIDDEN)?.rect ??
          seat ??
          step.at('source')
        step.flights.hide(element)
        return () => step.flights.arrive(element, from, { delay: place * BETWEEN_MS, arc: 28, time: 320 })
      })
      if (flights.length) step.sound(flights.length > 4 ? 'shuffle' : 'card')
      await Promise.all(flights.map((go) => go()))
      for (const event of step.events) {
        if (event.kind !== 'game_end' && event.kind !== rounds()) continue
        const title = session.sentence(event)
        if (title) await step.announce({ title, tone: 'good' }, 1600)
      }
    },
  })
}
