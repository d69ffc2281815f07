import { describe, expect, it } from 'vitest'
import { goalOf, groupsOf, lying, ownerOf, sumText } from '@/games/quanto/sums'
import type { QuantoView } from '@/protocol/types'

function view(change: Partial<QuantoView>): QuantoView {
  return {
    game: 'quanto', seats: 4, you: 0, phase: 'play', over: false, waiting: [0], dealer: 3, turn: 0, step: 'pick', card: null, verb: null, picked: [],
    second: false, display: [], revealed: null, tiles: [], draw_count: 9, gone: [], last_taker: null, offer: null, hand: [], partner_knows: null,
    unseen: {}, scores: [], winners: [], options: {},
    players: [0, 1, 2, 3].map((seat) => ({ seat, cards: 4, pile: [], partner: null, quanto: seat === 2 ? { tile: 8, cards: ['5', '3'] } : null })),
    ...change,
  }
}

describe('Quanto: sums that build up', () => {
  it('counts a group that is still open', () => {
    const open = view({ card: '9', verb: 'take', picked: [['2']], display: ['1', '6', '8', '2'] })
    expect(groupsOf(open)).toMatchObject([{ sum: 2, goal: 9, closed: false }])
    expect(sumText(groupsOf(open)[0]!)).toBe('2 + … = 9')
    expect(lying(open)).toEqual(['1', '6', '8'])
  })

  it('closes a group with a joker, which counts what is missing', () => {
    const closed = groupsOf(view({ card: '9', verb: 'take', picked: [['2', 'J']] }))[0]!
    expect(closed.closed).toBe(true)
    expect(sumText(closed)).toBe('2 + 7 = 9')
  })

  it('takes the played card into the first group when a quanto is served', () => {
    const quantos = [0, 1, 2, 3].map((seat) => ({ seat, cards: 4, pile: [], partner: null, quanto: seat === 0 ? { tile: 10, cards: ['4', '6'] } : null }))
    const served = groupsOf(view({ card: '5', verb: 'serve', picked: [['3', '2'], ['10']], players: quantos }))
    expect(served.map((group) => group.closed)).toEqual([true, true])
    expect(sumText(served[0]!)).toBe('5 + 3 + 2 = 10')
    expect(served[1]!.first).toBe(2)
  })

  it('learns the goal of a new quanto from its partner, also from a joker that says its value', () => {
    expect(goalOf(view({ card: '4', verb: 'form' }))).toBe(null)
    expect(goalOf(view({ card: '4', verb: 'form', picked: [['J as 5']] }))).toBe(9)
    expect(goalOf(view({ card: 'J', verb: 'form as 3', picked: [['5r']] }))).toBe(8)
  })

  it('knows whose quanto it is about', () => {
    expect(ownerOf(view({ card: 'J', verb: 'steal 2' }))).toBe(2)
    expect(goalOf(view({ card: 'J', verb: 'steal 2' }))).toBe(8)
    expect(ownerOf(view({ card: '5', verb: 'serve partner' }))).toBe(2)
    expect(ownerOf(view({ card: '5', verb: 'take' }))).toBe(null)
  })
})
