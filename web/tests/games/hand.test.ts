import { describe, expect, it } from 'vitest'
import { spread } from '@/cards/hand'

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
      const rows = Map.groupBy(places, (place) => (places.length > 7 ? Math.round(place.y / 20) : 0))
      for (const row of rows.values()) {
        const xs = row.map((place) => place.x).sort((a, b) => a - b)
        for (let i = 1; i < xs.length; i++) expect((xs[i] ?? 0) - (xs[i - 1] ?? 0)).toBeGreaterThanOrEqual(43.9)
      }
    }
  })

  it('has no place for no card', () => {
    expect(spread(0, 348, 137, false)).toEqual([])
  })
})
