/** How things move at a table of Quanto. */
import type { QuantoEvent, QuantoView } from '@/protocol/types'
import { named, say } from './texts'
import type { Move, Stage } from '@/table/stage.svelte'

type Step = Move<QuantoView, QuantoEvent>

/** From this number of cards on, a capture gets a word. */
const MANY = 5

function rectOf(element: HTMLElement | null): DOMRect | null {
  return element?.getBoundingClientRect() ?? null
}

function small(rect: DOMRect, width = 22): DOMRect {
  return new DOMRect(
    rect.left + rect.width / 2 - width / 2,
    rect.top + rect.height / 2 - width * 0.7,
    width,
    width * 1.4,
  )
}

/** Everything of the action flies together to its new place. */
async function gather(step: Step, to: HTMLElement | null, more: (HTMLElement | null)[] = []): Promise<void> {
  const picks: HTMLElement[] = []
  for (let i = 0; ; i++) {
    const element = step.at(`picked:${i}`)
    if (!element) break
    picks.push(element)
  }
  const all = [step.at('played'), ...picks, ...more].filter((element) => element !== null)
  if (!to) return
  const end = small(to.getBoundingClientRect())
  await Promise.all(all.map((element, i) => step.flights.leave(element, end, { delay: i * 45, time: 380, arc: 34 })))
}

/** The thief's hand reaches across the table for a quanto, grips it and brings it home. */
async function steal(
  step: Step,
  quanto: HTMLElement | null,
  home: HTMLElement | null,
  thief: Element | null,
): Promise<void> {
  if (!quanto || !home || !thief) return
  const hand = (): HTMLElement => Object.assign(document.createElement('span'), { className: 'quanto-thief' })
  const over = ({ left, top, width, height }: DOMRect): DOMRect =>
    new DOMRect(left + width / 2 - 30, top + height / 2 - 14, 60, 60)
  const there = over(quanto.getBoundingClientRect())
  const here = home.getBoundingClientRect()
  await step.flights.throw(hand(), over(thief.getBoundingClientRect()), there, { time: 560, arc: 40, spin: 30 })
  step.sound('wood')
  void step.flights.flash(quanto, 'tl-shake', 300)
  await step.flights.throw(hand(), there, there, { time: 300, arc: 0 })
  // Across the middle of the table, so large that everybody sees what it is.
  // A long row grows no wider than the window.
  const swell = Math.max(1, Math.min(3.2, (0.86 * innerWidth) / quanto.getBoundingClientRect().width))
  const way = { time: 900, arc: 0, swell }
  await Promise.all([
    step.flights.leave(quanto, small(here), way),
    step.flights.throw(hand(), there, over(here), { ...way, swell: 1.4 }),
  ])
}

/** A back from one place to another: what it is, the viewer may not know. */
async function back(step: Step, from: DOMRect | null, to: DOMRect | null, delay = 0): Promise<void> {
  const card = step.at('draw')?.querySelector('.tl-card') ?? document.querySelector('.tl-table .quanto-back')
  if (!card || !from || !to) return
  const copy = card.cloneNode(true) as HTMLElement
  const start = small(from, Math.min(from.width, 40))
  copy.style.setProperty('--card', `${start.width}px`)
  await step.flights.throw(copy, start, small(to), { delay, time: 300, arc: 24, fade: true })
}

export function direct(stage: Stage): void {
  const session = stage.session
  const you = session.you
  // Where things were before the new state was put in place.
  let from = new Map<string, DOMRect>()
  const remember = (step: Step, anchor: string): void => {
    const rect = rectOf(step.at(anchor))
    if (rect) from.set(anchor, rect)
  }
  const home = (step: Step, seat: number | null | undefined): HTMLElement | null =>
    seat === you ? (step.at(`pile:${seat}`) ?? step.at('hand')) : step.at(`seat:${seat}`)

  async function won(step: Step, event: QuantoEvent): Promise<void> {
    const quanto = event.owner === undefined ? null : step.at(`quanto:${event.owner}`)
    const stolen = event.owner !== undefined && event.owner !== event.seat
    if (stolen) {
      step.sound('thief')
      await steal(step, quanto, home(step, event.seat), step.at(`seat:${event.seat}`) ?? step.at('hand'))
    }
    await gather(step, home(step, event.seat), stolen ? [] : [quanto])
    step.sound('capture')
    const n = event.cards?.length ?? 0
    if (stolen) await step.announce({ title: say('stolen', { n }), tone: 'danger', icon: 'hand' }, 1300)
    else if (n >= MANY) await step.announce({ title: say('caught', { n }), tone: 'good' }, 900)
  }

  stage.direct<QuantoView, QuantoEvent>({
    opening: ['lot', 'deal', 'lay'],
    async before(step) {
      from = new Map()
      for (const event of step.events) {
        const seat = event.seat
        if (event.kind === 'play' || event.kind === 'discard') {
          const revealed = step.before.revealed?.indexOf(event.card ?? '') ?? -1
          for (const anchor of [`revealed:${revealed}`, `hand:${event.card}`, 'played']) remember(step, anchor)
        } else if (event.kind === 'pick' || event.kind === 'bonus')
          remember(step, `display:${(event.card ?? '').split(' ')[0]}`)
        if (event.kind === 'bonus') {
          step.sound('win')
          const gift = step.at(`display:${event.card}`)
          void step.flights.flash(gift, 'quanto-gift', 700)
          await step.announce({ title: say('rainbow', { card: named(event.card ?? '') }), tone: 'feast' }, 1000)
          await step.flights.leave(gift, home(step, seat), { time: 620, arc: 70, swell: 1.6 })
        } else if (event.kind === 'capture') await won(step, event)
        else if (event.kind === 'quanto') {
          await gather(step, step.at(`quanto:${event.owner}`) ?? home(step, event.owner))
          step.sound('card')
        } else if (event.kind === 'rob') {
          await back(step, rectOf(step.at(`pile:${event.owner}`)), rectOf(home(step, seat)))
          step.sound('card')
        } else if (event.kind === 'offer' || event.kind === 'give') {
          const other = step.before.players[seat ?? 0]?.partner ?? seat
          step.sound('card')
          await back(step, rectOf(home(step, seat)), rectOf(home(step, other)))
        }
      }
    },
    async after(step) {
      const go: (() => Promise<void>)[] = []
      const mine: Record<string, number> = {}
      for (const event of step.events) {
        const seat = event.seat
        if (event.kind === 'choose' && seat !== you) {
          const target = step.at('played')
          go.push(() => step.flights.arrive(target, step.at(`seat:${seat}`), { arc: 34 }))
        } else if (event.kind === 'play' && seat === you) {
          const target = step.at('played')
          const start = [...from.values()][0]
          step.flights.hide(target)
          go.push(() => step.flights.arrive(target, start, { arc: 30, time: 280 }))
        } else if (event.kind === 'pick') {
          const count = step.after.picked.flat().length
          const target = step.at(`picked:${count - 1}`)
          const start = [...from.values()][0]
          step.flights.hide(target)
          go.push(() => step.flights.arrive(target, start, { arc: 14, time: 260 }))
        } else if (event.kind === 'discard') {
          const target = step.all(`display:${event.card}`).at(-1)
          const start = from.get('played') ?? [...from.values()][0] ?? step.at(`seat:${seat}`)
          step.flights.hide(target)
          go.push(() => step.flights.arrive(target, start, { arc: 30 }))
        } else if (event.kind === 'lay') {
          const same = step.events.filter(
            (other) => other.kind === 'lay' && other.card === event.card && other.seq >= event.seq,
          ).length
          const target = step.all(`display:${event.card}`).at(-same)
          step.flights.hide(target)
          go.push(() => step.flights.arrive(target, step.at('draw'), { arc: 24, time: 280 }))
        } else if (event.kind === 'reveal') {
          const place = step.events.filter((other) => other.kind === 'reveal' && other.seq < event.seq).length
          const target = step.at(`revealed:${place}`)
          step.flights.hide(target)
          go.push(() => step.flights.arrive(target, step.at('draw'), { arc: 20, time: 280 }))
        } else if (event.kind === 'draw' || event.kind === 'deal') {
          if (seat === you && event.card) {
            const found = step.all(`hand:${event.card}`)
            const taken = mine[event.card] ?? 0
            mine[event.card] = taken + 1
            const target = found[found.length - 1 - taken]
            step.flights.hide(target)
            go.push(() => step.flights.arrive(target, step.at('draw'), { arc: 20, time: 280 }))
          } else if (event.kind === 'draw')
            go.push(() => back(step, rectOf(step.at('draw')), rectOf(step.at(`seat:${seat}`))))
        } else if (event.kind === 'rest') {
          go.push(() => step.announce({ title: session.sentence(event) }, 1300))
        } else if (event.kind === 'game_end' && session.kind === 'replay') {
          go.push(() => step.announce({ title: session.sentence(event), tone: 'good' }, 1800))
        }
      }
      const dealt = step.events.some((event) => event.kind === 'deal')
      for (const one of go) {
        if (!dealt) step.sound('card')
        await one()
      }
    },
  })
}
