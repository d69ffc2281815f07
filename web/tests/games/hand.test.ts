import { describe, expect, it } from 'vitest'
import { layout, spread } from '@/cards/hand'

describe('a fan of cards', () => {
  it('stays within its width', () => {
    for (const count of [1, 2, 5, 7, 8, 12, 15]) {
      for (const place of spread(count, 348, 137, true)) {
        expect(place.x).toBeGreaterThanOrEqual(0)
        expect(place.x + place.card).toBeLessThanOrEqual(348)
      }
    }
  })

  it('leaves 44 pixels of every card to the thumb, in two rows if need be', () => {
    for (const count of [2, 5, 6, 7, 8, 10, 12]) {
      const places = spread(count, 348, 137, false)
      for (let i = 1; i < places.length; i++) {
        const step = (places[i]?.x ?? 0) - (places[i - 1]?.x ?? 0)
        // Where it goes back to the left, the second row begins.
        if (step > 0) expect(step).toBeGreaterThanOrEqual(43.9)
      }
    }
  })

  it('keeps the places of what was picked, until other cards come', () => {
    expect(layout(['a', 'c'], ['a', 'b', 'c'], true)).toEqual(['a', 'b', 'c'])
    expect(layout(['a', 'c', 'd'], ['a', 'b', 'c'], true)).toEqual(['a', 'c', 'd'])
    expect(layout(['a', 'c'], ['a', 'b', 'c'], false)).toEqual(['a', 'c'])
  })

  it('has no place for no card', () => {
    expect(spread(0, 348, 137, false)).toEqual([])
  })
})
