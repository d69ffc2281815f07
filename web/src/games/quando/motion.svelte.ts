/** How things move at a table of Quando: cards turn over in the air whenever their other side comes up. */
import { tick } from 'svelte'
import type { QuandoEvent, QuandoView } from '@/protocol/types'
import type { Move, Stage } from '@/table/stage.svelte'
import { play as playReveal, Reveal } from './reveal.svelte'
import { sides } from './sides'

type Step = Move<QuandoView, QuandoEvent>

export class Show {
  /** Cards that have just been laid. */
  laid: string[] = $state([])
  /** Cards that have left a hand already, by seat. */
  gone: Record<number, number[]> = $state({})
  /** The pile as it was, for a card that turns over on its way. */
  top: HTMLElement | null = null
  turning: Record<string, HTMLElement> = {}
  /** A round is over, and looked at. */
  reveal: Reveal | null = $state.raw(null)

  clear(): void {
    this.reveal = null
    this.laid = []
    this.gone = {}
    this.turning = {}
  }
}

/** Where in the hand a card was, as far as the viewer could tell. */
function placeOf(hand: string[], card: string, own: boolean, taken: number[]): number {
  const { front, back } = sides(card)
  return hand.findIndex((held, place) => {
    if (taken.includes(place)) return false
    const side = sides(held)
    return own
      ? held === card || (side.front === front && (side.back === '?' || side.back === back))
      : side.back === back
  })
}

async function lay(step: Step, show: Show, you: number | null, event: QuandoEvent): Promise<void> {
  const seat = event.seat ?? 0
  const card = event.card ?? '?/?'
  const taken = show.gone[seat] ?? []
  const place = placeOf(step.before.hands[seat] ?? [], card, seat === you, taken)
  const from = step.at(`card:${seat}:${place}`) ?? step.at(`seat:${seat}`)
  show.laid = [...show.laid, card]
  await tick()
  const top = step.at('top')
  const turns = seat === you || place < 0 ? {} : { turnFrom: from }
  const landing = step.flights.arrive(top, from, { ...turns, arc: 40, time: 360 })
  if (place >= 0) step.flights.hide(from)
  show.gone = { ...show.gone, [seat]: [...taken, place] }
  await landing
  step.sound(seat === you ? 'card' : 'flip')
  await step.flights.pause(seat === you ? 40 : 160)
}

/** Cards that came: a drawn one turns over if its other side is seen now. */
async function come(step: Step, show: Show, you: number | null): Promise<void> {
  const arrivals: (() => Promise<void>)[] = []
  const counts: Record<number, number> = {}
  const dealt = step.events.some((event) => event.kind === 'deal')
  // What was drawn before the end of a round lies in a hand that is gone.
  const ended = step.events.findIndex((event) => event.kind === 'round_end')
  for (const event of step.events.slice(ended + 1).reverse()) {
    if (event.kind !== 'draw' && event.kind !== 'deal') continue
    const seat = event.seat ?? 0
    const hand = step.after.hands[seat] ?? []
    const place = hand.length - 1 - (counts[seat] ?? 0)
    counts[seat] = (counts[seat] ?? 0) + 1
    const target = step.at(`card:${seat}:${place}`)
    step.flights.hide(target)
    // The owner sees the side that was taken, everybody else the other one.
    const turned = event.kind === 'draw' && (event.side === 'hidden') === (seat === you)
    arrivals.unshift(() =>
      step.flights.arrive(target, step.at('draw'), {
        arc: 30,
        time: turned ? 480 : 320,
        delay: dealt ? place * 90 : 0,
        ...(turned ? { turnFrom: show.top } : {}),
      }),
    )
  }
  if (arrivals.length === 0) return
  step.sound(dealt ? 'shuffle' : 'card')
  await Promise.all(arrivals.map((go) => go()))
}

async function turn(step: Step, show: Show): Promise<void> {
  for (const event of step.events) {
    if (event.kind !== 'flip') continue
    const element = step.at(`card:${event.seat}:${event.place}`)
    const before = show.turning[`${event.seat}:${event.place}`]
    step.sound('flip')
    await step.flights.arrive(element, element, { arc: 26, time: 520, ...(before ? { turnFrom: before } : {}) })
  }
}

export function direct(stage: Stage, show: Show): void {
  const session = stage.session
  const you = session.you

  async function ended(step: Step, event: QuandoEvent): Promise<void> {
    show.reveal = new Reveal(event)
    await playReveal(step, stage, show.reveal)
  }

  /** The last card of a round is drawn before anybody counts; the table then already has the next deal. */
  async function lastDraw(step: Step, event: QuandoEvent): Promise<void> {
    const pile = step.at('draw')
    const hand = event.seat === you ? step.at('hand') : step.at(`seat:${event.seat}`)
    const card = pile?.querySelector('.tl-card')?.cloneNode(true) as HTMLElement | undefined
    if (!pile || !hand || !card) return
    const start = pile.getBoundingClientRect()
    const end = hand.getBoundingClientRect()
    card.style.setProperty('--card', `${start.width}px`)
    step.sound('card')
    const target = new DOMRect(
      end.left + end.width / 2 - start.width / 4,
      end.top + end.height / 2 - start.height / 4,
      start.width / 2,
      start.height / 2,
    )
    await step.flights.throw(card, start, target, { arc: 30, time: 420 })
  }

  /** The penalty flies to everybody whom it hits. */
  async function strike(step: Step, event: QuandoEvent, words: string): Promise<void> {
    const top = step.at('top')
    const card = top?.querySelector('.tl-card')
    const told = step.announce({ title: words, tone: 'danger', clear: ['top'] }, 900)
    if (top && card) {
      const start = top.getBoundingClientRect()
      const hits = Array.from({ length: step.after.seats }, (_, seat) => seat).filter((seat) => seat !== event.seat)
      await Promise.all(
        hits.map(async (seat, k) => {
          const victim = seat === you ? step.at('hand') : step.at(`seat:${seat}`)
          if (!victim) return
          const end = victim.getBoundingClientRect()
          const copy = card.cloneNode(true) as HTMLElement
          copy.style.setProperty('--card', `${start.width}px`)
          const size = Math.min(34, start.width)
          const target = new DOMRect(
            end.left + end.width / 2 - size / 2,
            end.top + end.height / 2 - 0.7 * size,
            size,
            1.4 * size,
          )
          await step.flights.throw(copy, start, target, { arc: 50, spin: 300, time: 560, delay: k * 110, fade: true })
          step.sound('slam')
          void step.flights.flash(victim, 'tl-shake', 400)
        }),
      )
    }
    await told
  }

  stage.direct<QuandoView, QuandoEvent>({
    opening: ['lot', 'shuffle', 'deal', 'uncover'],
    async before(step) {
      show.top = (step.at('draw')?.cloneNode(true) as HTMLElement | undefined) ?? null
      const end = step.events.findIndex((event) => event.kind === 'round_end')
      for (const [place, event] of step.events.entries()) {
        if (event.kind === 'draw' && place < end) await lastDraw(step, event)
        else if (event.kind === 'play') await lay(step, show, you, event)
        else if (event.kind === 'knock') {
          step.sound('wood')
          for (const place of ['middle', 'hand']) void step.flights.flash(step.at(place), 'tl-rattle', 520)
          await step.announce({ title: session.sentence(event), icon: 'fist' }, 1100)
        } else if (event.kind === 'flip') {
          const element = step.at(`card:${event.seat}:${event.place}`)
          if (element) show.turning[`${event.seat}:${event.place}`] = element.cloneNode(true) as HTMLElement
        } else if (event.kind === 'round_end') await ended(step, event)
      }
    },
    async after(step) {
      const turning = show.turning
      show.clear()
      show.turning = turning
      await come(step, show, you)
      await turn(step, show)
      show.turning = {}
      for (const event of step.events) {
        if (event.kind === 'triplet') await strike(step, event, session.sentence(event))
        else if (event.kind === 'turn_over') {
          step.sound('shuffle')
          await step.announce({ title: session.sentence(event) }, 900)
        }
      }
    },
  })
}
