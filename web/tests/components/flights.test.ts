import { expect, test } from 'vitest'
import { boxOf } from './shown'
import '@/table/table.css'
import { Flights, type Tempo } from '@/cards/flight'

/** A card that comes from the left edge to where it lies, and what is seen of it half way; then it arrives. */
async function flown(tempo: Tempo): Promise<string[]> {
  document.body.innerHTML = '<div id="card" class="tl-card">7</div><div id="layer" class="tl-layer"></div>'
  const [card, layer] = ['card', 'layer'].map((id) => document.getElementById(id)!)
  card!.style.cssText = 'position: absolute; left: 200px; top: 100px; width: 40px; height: 56px'
  const flights = new Flights(layer!, () => tempo)
  flights.ready()
  const landing = flights.arrive(card, new DOMRect(0, 100, 40, 56), { time: 60_000 })
  // No frame is drawn meanwhile, so nothing has moved yet, however slow the machine is.
  for (let k = 0; k < 20; k++) await Promise.resolve()
  const seen: string[] = []
  for (const animation of layer!.getAnimations({ subtree: true })) {
    animation.pause()
    animation.currentTime = Number(animation.effect!.getTiming().duration) / 2
    const ghost = layer!.querySelector('.ghost')!
    const { left } = boxOf(ghost)
    if (left > 20 && left < 180) seen.push('flies')
    if (Math.abs(Number(getComputedStyle(ghost).opacity) - 0.5) < 0.1) seen.push('fades')
    if (card!.style.visibility === 'hidden') seen.push('alone')
  }
  flights.hurry()
  await landing
  expect([layer!.childElementCount, card!.style.visibility]).toEqual([0, ''])
  return seen
}

test('a card flies, and only its copy is seen until it has landed', async () => {
  expect(await flown('lively')).toEqual(['flies', 'alone'])
})

test('with less motion it fades where it lies, and nothing flies', async () => {
  expect(await flown('calm')).toEqual(['fades', 'alone'])
})

test('without motion it lies there at once', async () => {
  expect(await flown('still')).toEqual([])
})

test('what leaves is out of sight until the table shows the next state', async () => {
  document.body.innerHTML = '<div id="card">7</div><div id="layer" class="tl-layer"></div>'
  const [card, layer] = ['card', 'layer'].map((id) => document.getElementById(id)!)
  const flights = new Flights(layer!, () => 'lively')
  flights.ready()
  await flights.leave(card, new DOMRect(100, 0, 40, 56), { time: 30 })
  expect([card!.style.visibility, layer!.childElementCount]).toEqual(['hidden', 1])
  flights.settle()
  expect([card!.style.visibility, layer!.childElementCount]).toEqual(['', 0])
})
