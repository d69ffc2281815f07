import { expect, test, vi } from 'vitest'
import Before from '@/games/quanto/Before.svelte'
import { boxOf, drawn, show } from './shown'

const quanto = { tile: 12, value: 12, owner: 1, cards: ['1', '2', '3', '4', '5', '6', '7', '8', '9'] }

test.each([90, 120, 150, 180, 200, 260, 348])(
  'cards and a quanto stand in one line before a player who has %i pixels',
  async (width) => {
    for (const [cards, known] of [
      [5, []],
      [5, ['3', '8']],
      [1, []],
    ] as [number, string[]][]) {
      const player = { seat: 1, partner: null, cards, pile: [], quanto }
      const box = show(Before, { player: player as never, name: 'Hugo', whose: '', known, tall: false }, { width })
      await drawn()
      await vi.waitFor(() => {
        const all = boxOf(box)
        const [hands, stack] = ['.hands', '.stack'].map((one) => boxOf(box.querySelector(one)))
        for (const part of [hands!, stack!]) expect(part.right).toBeLessThanOrEqual(all.right + 1)
        // Where a partner's cards are known, a narrow place has two lines.
        if (width >= 150) expect(stack!.left).toBeGreaterThanOrEqual(hands!.right)
      })
    }
  },
)
