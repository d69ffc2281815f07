import { beforeEach, expect, test } from 'vitest'
import { hidden } from '@/device/hidden.svelte'
import { settings } from '@/device/settings.svelte'
import { heads } from '@/fair/heads'

beforeEach(() => {
  settings.lang = 'en'
  for (const name of hidden.shown) hidden.show(name)
})

test('a hidden name is replaced wherever it is said, and nothing else is', () => {
  const message = {
    type: 'Ben',
    names: ['Ada', 'Ben'],
    seats: [{ name: 'Ben', level: 'Ben' }],
    task: 'Ben spielt. Benno wartet auf Bens Karte.',
    text: { de: 'Ben!', en: '(Ben)' },
    view: { hand: ['Ben'] },
  }
  expect(hidden.in(message)).toBe(message)
  hidden.hide('Ben')
  expect(hidden.in(message)).toEqual({
    type: 'Ben',
    names: ['Ada', 'Player 1'],
    seats: [{ name: 'Player 1', level: 'Ben' }],
    task: 'Player 1 spielt. Benno wartet auf Player 1s Karte.',
    text: { de: 'Player 1!', en: '(Player 1)' },
    view: { hand: ['Ben'] },
  })
})

test('what was told has the same heads with hidden names', () => {
  const events = [{ seq: 1, kind: 'say', name: 'Ben', text: 'Ben spielt 7.' }]
  hidden.hide('Ben')
  const { events: shown } = hidden.in({ events })
  expect(shown).toEqual([{ seq: 1, kind: 'say', name: 'Ben', text: 'Player 1 spielt 7.' }])
  expect(heads(shown)).toEqual(heads(events))
})

test('numbers stay with their people', () => {
  for (const name of ['Ben', 'Cleo', 'D(an']) hidden.hide(name)
  hidden.show('Player 1')
  expect([hidden.of('Ben'), hidden.of('Cleo'), hidden.of('D(an')]).toEqual(['Ben', 'Player 2', 'Player 3'])
  expect(hidden.in({ text: 'Ben, D(an' })).toEqual({ text: 'Ben, Player 3' })
  hidden.hide('Eva')
  expect(hidden.shown).toEqual(['Player 1', 'Player 2', 'Player 3'])
  expect(hidden.has('Eva') && hidden.has('Player 1') && !hidden.has('Ben')).toBe(true)
})
