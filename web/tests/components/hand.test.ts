import { createRawSnippet } from 'svelte'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import Hand from '@/cards/Hand.svelte'
import { boxOf, drawn, show } from './shown'

const card = createRawSnippet(() => ({
  render: () => '<span style="display: block; width: var(--card); height: calc(1.4 * var(--card))">card</span>',
}))

function items(count: number, legal: (n: number) => boolean = () => true): object[] {
  return Array.from({ length: count }, (_, n) => ({
    key: `${n}`,
    card: `${n}`,
    anchor: `hand:${n}`,
    legal: legal(n),
    lifted: false,
    label: `Play ${n}`,
  }))
}

function hand(count: number, legal?: (n: number) => boolean): { onplay: ReturnType<typeof vi.fn> } {
  const onplay = vi.fn()
  show(Hand as never, { items: items(count, legal), card, onplay, label: 'Your hand' }, { width: 348, height: 137 })
  return { onplay }
}

const played = (onplay: ReturnType<typeof vi.fn>): string[] =>
  onplay.mock.calls.map((call) => (call[0] as { key: string }).key)

test.each([2, 5, 8, 12])('each of %i cards has a strip that a thumb can hit, on a phone', async (count) => {
  hand(count)
  await drawn()
  await vi.waitFor(async () => {
    const there = [...document.querySelectorAll('.place')]
    expect(there).toHaveLength(count)
    await Promise.all(document.getAnimations().map((one) => one.finished))
    const hit = there.map((one) => {
      const { left, right, top, bottom } = boxOf(one)
      let strip = 0
      const y = (top + bottom) / 2
      for (let x = Math.ceil(left); x < right; x++)
        if (document.elementFromPoint(x, y)?.closest('.place') === one) strip += 1
      return strip
    })
    expect(Math.min(...hit)).toBeGreaterThanOrEqual(41) // 44 along the fan, which is turned
  })
})

test('arrows move along the hand, and Enter plays', async () => {
  const { onplay } = hand(3)
  ;(page.getByRole('button', { name: 'Play 0' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{Enter}')
  expect(played(onplay)).toEqual(['2'])
  await userEvent.keyboard('{Home}{Enter}')
  expect(played(onplay)).toEqual(['2', '0'])
})

test('a card that may not be played says so, and is reached all the same', async () => {
  hand(2, (n) => n === 0)
  const barred = page.getByRole('button', { name: 'Play 1' }).element()
  expect(barred.getAttribute('aria-disabled')).toBe('true')
  ;(page.getByRole('button', { name: 'Play 0' }).element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  expect(document.activeElement).toBe(barred)
})

/** Drags the first card so far, in steps as a finger does. */
function drag(x: number, y: number): void {
  const first = document.querySelector('.place')!
  const box = boxOf(first)
  const at = { x: box.left + 10, y: box.top + 30 }
  const send = (type: string, part: number): void =>
    void first.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        pointerId: 1,
        button: 0,
        clientX: at.x + x * part,
        clientY: at.y + y * part,
      }),
    )
  first.setPointerCapture = () => undefined // only a real finger can be captured
  send('pointerdown', 0)
  for (const part of [0.25, 0.5, 0.75, 1]) send('pointermove', part)
  send('pointerup', 1)
}

test('a card that is dragged up is played, one that is moved aside is not', () => {
  const { onplay } = hand(3)
  drag(60, -20)
  expect(onplay).not.toHaveBeenCalled()
  drag(5, -90)
  expect(onplay).toHaveBeenCalledOnce()
})
