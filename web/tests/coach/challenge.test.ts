import { expect, test } from 'vitest'
import { challengeIn, challengeOf, challengePath, keepChallenge, signs } from '@/today/challenge'

const SENT = { name: 'Bén & Co', place: 2, seats: 4, score: -6 }

test('a link carries who sends a deal and how they did, and nothing else', () => {
  const path = challengePath('lobo77', '2026-11-19', SENT)
  expect(path).toMatch(/^\/deal\/lobo77\/2026-11-19#/)
  expect(challengeIn(path.slice(path.indexOf('#')))).toEqual(SENT)
  expect(signs(SENT)).toBe('⬜🟧⬜⬜')
  expect(signs({ ...SENT, place: 1 })).toBe('🏆⬜⬜⬜')
})

test('a link that makes no sense opens the deal without a sender', () => {
  for (const hash of [
    '',
    '#',
    '#n=Ben',
    '#n=&p=1&o=2&s=3',
    '#n=Ben&p=3&o=2&s=3',
    '#n=Ben&p=1&o=99&s=3',
    '#n=Ben&p=x&o=2&s=3',
  ])
    expect(challengeIn(hash)).toBeNull()
})

test('who has sent a deal is known until it was played', () => {
  keepChallenge('daily/2026-11-19/lobo77', SENT)
  expect(challengeOf('daily/2026-11-19/lobo77')).toEqual(SENT)
  expect(challengeOf('daily/2026-11-19/quanto')).toBeNull()
})
