/** The end of a round: hands turn over one player after the other, sums count up, and everything is written down. */
import type { QuandoEvent } from '@/protocol/types'
import { tellAhead } from '@/screen-reader/ahead'
import { waits } from '@/screen-reader/listener.svelte'
import type { Move, Stage } from '@/table/stage.svelte'
import type { QuandoView } from '@/protocol/types'

/** Milliseconds. */
const CARD = 150
const LAST_CARD = 420
const PLAYER = 320
const WRITTEN = 420

export interface Row {
  seat: number
  /** The cards as they lie open. */
  cards: string[]
  /** The sum after each of them. */
  counts: number[]
  gained: number
  /** Before this round. */
  had: number
  /** Of `gained`: for a knock that did not pay off. */
  penalty: number
  knocked: boolean
}

export class Reveal {
  readonly event: QuandoEvent
  readonly rows: Row[]
  /** The number of rows that are being counted, or have been. */
  open = $state(0)
  /** Cards of the last of these rows that lie open. */
  cards = $state(0)
  /** The number of rows that are written down. */
  written = $state(0)
  stamped = $state(false)
  done = $state(false)

  constructor(event: QuandoEvent) {
    this.event = event
    this.rows = rowsOf(event)
  }

  /** How many cards of a row lie open. */
  shown(place: number): number {
    if (place < this.open - 1) return this.rows[place]?.cards.length ?? 0
    return place === this.open - 1 ? this.cards : 0
  }

  count(place: number): number {
    return this.rows[place]?.counts[this.shown(place) - 1] ?? 0
  }
}

/** The player who knocked comes last; else clockwise. */
function rowsOf(event: QuandoEvent): Row[] {
  const sums = event.sums ?? []
  const knocked = event.knocked ?? null
  const first = knocked === null ? 0 : knocked + 1
  return sums.map((_, k) => {
    const seat = (first + k) % sums.length
    const gained = event.gained?.[seat] ?? 0
    return {
      seat,
      cards: event.hands?.[seat] ?? [],
      counts: event.counts?.[seat] ?? [],
      gained,
      had: (event.points?.[seat] ?? 0) - gained,
      penalty: seat === knocked ? (event.penalty ?? 0) : 0,
      knocked: seat === knocked,
    }
  })
}

/** Everything pauses by the stage's own clock, so that a tap, or less motion, shows all of it at once. */
export async function play(step: Move<QuandoView, QuandoEvent>, stage: Stage, reveal: Reveal): Promise<void> {
  stage.scene = true
  // Listeners are told all of it now, with the move that led to it, and do not wait for cards to turn over.
  const last = step.events.indexOf(reveal.event)
  tellAhead(step.events.slice(0, last + 1), (event) => stage.session.sentence(event))
  if (step.flights.calm || waits()) step.flights.hurry()
  await step.flights.pause(500)
  for (const [place, row] of reveal.rows.entries()) {
    reveal.open = place + 1
    reveal.cards = 0
    for (const k of row.cards.keys()) {
      const last = place === reveal.rows.length - 1 && k === row.cards.length - 1
      await step.flights.pause(last ? LAST_CARD : CARD)
      step.sound('flip')
      reveal.cards = k + 1
    }
    await step.flights.pause(PLAYER)
  }
  await step.flights.pause(PLAYER)
  for (const [place, row] of reveal.rows.entries()) {
    if (row.penalty > 0) {
      step.sound('stamp')
      reveal.stamped = true
      await step.flights.pause(2 * WRITTEN)
    }
    reveal.written = place + 1
    step.sound('pencil')
    await step.flights.pause(WRITTEN)
  }
  reveal.done = true
  await step.hold(3800)
}
