/** How things move at a table of Qwixx: cards turn when their colour comes to light, a pencil crosses numbers. */
import { SvelteSet } from 'svelte/reactivity'
import type { QwixxEvent, QwixxView } from '@/protocol/types'
import type { Move, Stage } from '@/table/stage.svelte'

type Step = Move<QwixxView, QwixxEvent>

export class Show {
  /** Crosses that are being drawn now. */
  fresh = new SvelteSet<string>()
}

interface Was {
  rect: DOMRect
  look: HTMLElement
}

export function direct(stage: Stage, show: Show): void {
  const session = stage.session
  const you = session.you
  let was = new Map<string, Was>()

  function remember(step: Step, anchor: string): void {
    const element = step.at(anchor)
    if (element)
      was.set(anchor, { rect: element.getBoundingClientRect(), look: element.cloneNode(true) as HTMLElement })
  }

  function taken(step: Step, event: QwixxEvent): Promise<void> {
    const from = was.get(`slot:${event.slot}`)
    step.sound('flip')
    if (event.seat !== you || !from) return Promise.resolve()
    const target = step.at(`hand:${event.card}`)
    return step.flights.arrive(target, from.rect, { arc: 30, time: 460, turnFrom: from.look })
  }

  function played(step: Step, place: number, event: QwixxEvent): Promise<void> {
    const target = step.at(`played:${place}`)
    const from =
      event.seat === you ? was.get(`hand:${(event.card ?? '').split(' ')[0]}`)?.rect : step.at(`seat:${event.seat}`)
    step.sound('card')
    return step.flights.arrive(target, from, { arc: 30, time: 320 })
  }

  function shown(step: Step, event: QwixxEvent): Promise<void>[] {
    if (event.seat === you) return []
    step.sound('flip')
    return (event.shown ?? []).map((_, place) => {
      const target = step.at(`played:${place}`)
      const from = was.get(`played:${place}`)
      return from ? step.flights.arrive(target, target, { arc: 14, time: 440, turnFrom: from.look }) : Promise.resolve()
    })
  }

  /** A large lock falls from above into its row. */
  async function closed(step: Step, place: HTMLElement | null): Promise<void> {
    if (!place) return
    const { left, top, width, height } = place.getBoundingClientRect()
    const round = (x: number, y: number, size: number): DOMRect => new DOMRect(x - size / 2, y - size / 2, size, size)
    const [x, y] = [left + width / 2, top + height / 2]
    const lock = Object.assign(document.createElement('span'), { className: 'qwixx-lock' })
    const above = round(x - 60, Math.max(80, y - 220), 96)
    await step.flights.throw(lock, above, round(x, y, Math.max(width, 28)), { time: 560, arc: 0, spin: -25 })
    step.sound('lock')
    void step.flights.flash(place, 'tl-slam', 460)
  }

  async function crossed(step: Step): Promise<void> {
    for (const event of step.events) {
      if (event.kind !== 'cross') continue
      step.sound('pencil')
      await step.flights.pause(event.seat === you ? 420 : 240)
      if (event.lock) {
        await closed(step, step.at(`lock:${event.seat}:${event.row}`))
        await step.announce({ title: session.sentence(event), icon: 'lock' }, 1000)
      }
    }
    for (const event of step.events) {
      if (event.kind !== 'miss') continue
      step.sound('lose')
      await step.announce({ title: session.sentence(event), tone: 'danger', icon: 'cross' }, 1000)
    }
  }

  async function ended(step: Step): Promise<void> {
    const end = step.events.find((event) => event.kind === 'game_end')
    if (end && session.kind === 'replay') await step.announce({ title: session.sentence(end), tone: 'good' }, 1800)
  }

  stage.direct<QwixxView, QwixxEvent>({
    opening: ['lot', 'shuffle', 'deal', 'display', 'top'],
    async before(step) {
      was = new Map()
      show.fresh.clear()
      for (const event of step.events) {
        if (event.kind === 'take') {
          remember(step, `slot:${event.slot}`)
          if (event.seat !== you) {
            step.sound('card')
            await step.flights.leave(step.at(`slot:${event.slot}`), step.at(`seat:${event.seat}`), {
              time: 340,
              fade: true,
            })
          }
        } else if (event.kind === 'play') remember(step, `hand:${(event.card ?? '').split(' ')[0]}`)
        else if (event.kind === 'show') for (const place of [0, 1, 2]) remember(step, `played:${place}`)
        else if (event.kind === 'cross') show.fresh.add(`${event.seat}:${event.row}:${event.number}`)
      }
    },
    async after(step) {
      const later: (() => Promise<void>)[] = []
      for (const event of step.events) {
        if (event.kind !== 'display') continue
        const target = step.at(`slot:${event.slot}`)
        step.flights.hide(target)
        later.push(() => step.flights.arrive(target, step.at('draw'), { arc: 18, time: 260 }))
      }
      await Promise.all(
        step.events
          .filter((event) => event.kind === 'deal' && event.seat === you)
          .map((event, i) =>
            step.flights.arrive(step.at(`hand:${event.card}`), step.at('draw'), { delay: i * 110, time: 320 }),
          ),
      )
      for (const event of step.events) {
        if (event.kind === 'take') await taken(step, event)
        else if (event.kind === 'play') await played(step, step.after.played.length - 1, event)
        else if (event.kind === 'show') await Promise.all(shown(step, event))
      }
      for (const go of later) await go()
      await crossed(step)
      await ended(step)
    },
  })
}
