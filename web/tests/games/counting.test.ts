import { describe, expect, it } from 'vitest'
import { announced, costsChip, endsRound, printed } from '@/games/lobo77/counting'

describe('LOBO 77: what a card would announce', () => {
  it('adds numbers, and leaves the total to special cards', () => {
    expect(announced(18, '5')).toBe(23)
    expect(announced(3, '-10')).toBe(-7)
    expect(announced(18, 'x2')).toBe(18)
    expect(announced(18, 'reverse')).toBe(18)
  })

  it('L14 a chip is due at repdigits and above 77, never at zero and below', () => {
    expect([11, 22, 66, 77, 78, 120].every(costsChip)).toBe(true)
    expect([0, -11, -22, 10, 39, 76].some(costsChip)).toBe(false)
  })

  it('L19 77 and more end the round', () => {
    expect(endsRound(77)).toBe(true)
    expect(endsRound(76)).toBe(false)
  })

  it('prints real signs', () => {
    expect(printed('-10')).toBe('−10')
    expect(printed('x2')).toBe('×2')
  })
})
