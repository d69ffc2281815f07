/** How things move at a table of LOBO 77. */
import { tick } from 'svelte'
import type { Lobo77Event, Lobo77View } from '@/protocol/types'
import type { Move, Stage } from '@/table/stage.svelte'

/** What led to it: the card, and the number that it made. */
const CAUSE = ['discard', 'dial']

type Step = Move<Lobo77View, Lobo77Event>

/** What is shown while a step is under way and not yet in the view. */
export class Show {
  /** Cards that have just been laid on the pile. */
  laid: string[] = $state([])
  total: number | null = $state(null)
  direction: number | null = $state(null)
  /** Chips per seat that are paid already. */
  paid: Record<number, number> = $state({})

  clear(): void {
    this.laid = []
    this.total = null
    this.direction = null
    this.paid = {}
  }
}

function chip(): HTMLElement {
  const element = document.createElement('span')
  element.className = 'lobo-flying-chip'
  return element
}

/** The card as it lies in the hand, or another player's seat. */
function source(step: Step, you: number | null, event: Lobo77Event): HTMLElement | null {
  return event.seat === you ? step.at(`hand:${event.card}`) : step.at(`seat:${event.seat}`)
}

async function lay(step: Step, show: Show, you: number | null, event: Lobo77Event): Promise<void> {
  const from = source(step, you, event)
  show.laid = [...show.laid, event.card ?? '']
  await tick()
  const top = step.at('top')
  const landing = step.flights.arrive(top, from, { arc: 46, spin: event.seat === you ? -6 : 14, time: 340 })
  if (event.seat === you) step.flights.hide(from)
  await landing
  // The card that costs a chip slams, the dial turns red, and there is a moment to expect what follows.
  const next = step.events[step.events.indexOf(event) + 1]?.kind
  const costly = next === 'chip' || next === 'out'
  step.sound(costly ? 'slam' : 'card')
  show.total = event.total ?? null
  show.direction = event.direction ?? null
  if (costly) {
    void step.flights.flash(top, 'tl-slam', 460)
    void step.flights.flash(step.at('heart'), 'tl-shake', 460)
  } else if (event.card === 'x2') void step.flights.flash(top, 'tl-thud', 420)
  await step.flights.pause(costly ? 620 : 220)
}

async function pay(step: Step, show: Show, event: Lobo77Event): Promise<void> {
  const seat = event.seat ?? 0
  const from = step.at(`chips:${seat}`)
  const bank = step.at('bank')
  step.sound('chip')
  show.paid = { ...show.paid, [seat]: event.left ?? 0 }
  if (!from || !bank) return
  const start = from.getBoundingClientRect()
  const end = bank.getBoundingClientRect()
  const size = Math.min(26, start.height + 6)
  const at = (rect: DOMRect): DOMRect =>
    new DOMRect(rect.left + rect.width / 2 - size / 2, rect.top + rect.height / 2 - size / 2, size, size)
  await step.flights.throw(chip(), at(start), at(end), { time: 520, arc: 60, spin: -540 })
}

async function draw(step: Step, you: number | null, delays: boolean): Promise<void> {
  const pile = step.at('draw')
  const start = pile?.getBoundingClientRect()
  const targets: HTMLElement[] = []
  const mine: Record<string, number> = {}
  const flights: Promise<void>[] = []
  const hidden: (() => Promise<void>)[] = []
  let n = 0
  for (const event of step.events) {
    if (event.kind !== 'draw' && event.kind !== 'deal') continue
    const delay = delays ? n * 60 : 0
    n += 1
    if (event.seat === you && event.card) {
      const found = step.all(`hand:${event.card}`)
      const taken = mine[event.card] ?? 0
      mine[event.card] = taken + 1
      const target = found[found.length - 1 - taken]
      if (target) targets.push(target)
      hidden.push(() => step.flights.arrive(target, pile, { delay, arc: 20, spin: 10, time: 300 }))
    } else if (pile && start) {
      const to = step.at(`seat:${event.seat}`)
      if (!to) continue
      const end = to.getBoundingClientRect()
      const small = new DOMRect(end.left + end.width / 2 - 10, end.top + end.height / 2 - 14, 20, 28)
      const back = pile.querySelector<HTMLElement>('.tl-card')?.cloneNode(true) as HTMLElement | undefined
      if (back) {
        back.style.setProperty('--card', `${start.width}px`)
        hidden.push(() => step.flights.throw(back, start, small, { delay, fade: true, time: 280, arc: 20 }))
      }
    }
  }
  for (const target of targets) step.flights.hide(target)
  if (hidden.length > 0) step.sound(delays ? 'shuffle' : 'card')
  for (const go of hidden) {
    if (delays) flights.push(go())
    else await go()
  }
  await Promise.all(flights)
}

export function direct(stage: Stage, show: Show): void {
  const session = stage.session
  const you = session.you
  stage.direct<Lobo77View, Lobo77Event>({
    opening: ['lot', 'shuffle', 'deal'],
    async before(step) {
      for (const event of step.events) {
        if (event.kind === 'play') await lay(step, show, you, event)
        else if (event.kind === 'chip') await pay(step, show, event)
        else if (event.kind === 'out') {
          step.sound('lose')
          await step.announce({ title: session.sentence(event), tone: 'danger', clear: CAUSE }, 1100)
        } else if (event.kind === 'round_end') {
          step.sound('shuffle')
          await step.announce({ title: session.sentence(event), tone: 'danger', clear: CAUSE }, 1300)
        }
      }
    },
    async after(step) {
      show.clear()
      await draw(
        step,
        you,
        step.events.some((event) => event.kind === 'deal'),
      )
      const end = step.events.find((event) => event.kind === 'game_end')
      if (end && session.kind === 'replay') await step.announce({ title: session.sentence(end), tone: 'good' }, 1800)
    },
  })
}
