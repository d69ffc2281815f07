import { beforeEach, expect, test } from 'vitest'
import { hidden } from '@/device/hidden.svelte'
import { settings } from '@/device/settings.svelte'
import { moment, table, welcome } from '../fakes'

/** A name as sentences of the server have it. */
const said = (name: string): string => `\u2068${name}\u2069`

beforeEach(() => {
  settings.lang = 'en'
  for (const name of hidden.shown) hidden.show(name)
})

test('a hidden name is replaced wherever it is said, and nothing else is', () => {
  const message = {
    type: 'Ben',
    names: ['Ada', 'Ben'],
    seats: [{ name: 'Ben', level: 'Ben' }],
    task: `${said('Ben')} spielt. ${said('Benno')} wartet auf ${said('Ben')}s Karte.`,
    text: { de: `${said('Ben')}!`, en: `(${said('Ben')})` },
    view: { hand: ['Ben'] },
    options: [{ name: 'Ben' }],
  }
  hidden.hide('Ben')
  expect(hidden.in(message)).toEqual({
    type: 'Ben',
    names: ['Ada', 'Player 1'],
    seats: [{ name: 'Player 1', level: 'Ben' }],
    task: 'Player 1 spielt. Benno wartet auf Player 1s Karte.',
    text: { de: 'Player 1!', en: '(Player 1)' },
    view: { hand: ['Ben'] },
    options: [{ name: 'Ben' }],
  })
  expect(hidden.in({ text: said('Ada') })).toEqual({ text: 'Ada' })
})

test.each(['card', '7', 'Red', 'text', 'Play'])('somebody called %s may be hidden: only names change', (name) => {
  const actions = ['7', 'card 7', 'Red'].map((text, id) => ({
    ...{ id, text, label: `Play the Red card 7 of ${said(name)}`, hint: { text: '7' }, note: 'costs 7', card: '7' },
  }))
  const seats = table().seats.map((seat, n) => (n === 1 ? { ...seat, name } : seat))
  const task = `${said(name)} has to Play a Red card, the 7.`
  const events = [{ seq: 1, seat: 1, kind: 'play', card: '7', text: `${said(name)} plays the Red card 7.` }]
  const message = { ...welcome({ table: table({ seats }) }), ...moment({ actions, task }), events }
  hidden.hide(name)
  const shown = hidden.in(message)
  expect(shown.actions.map(({ text, card }) => [text, card])).toEqual(actions.map(({ text, card }) => [text, card]))
  expect(shown.actions[0]).toMatchObject({
    label: 'Play the Red card 7 of Player 1',
    hint: { text: '7' },
    note: 'costs 7',
  })
  expect(shown.task).toBe('Player 1 has to Play a Red card, the 7.')
  expect(shown.events[0]).toMatchObject({ card: '7', text: 'Player 1 plays the Red card 7.' })
  expect(shown.table.seats.map((seat) => seat.name)).toEqual(['Maria', 'Player 1'])
  expect(shown.view).toEqual(message.view)
})

test('numbers stay with their people', () => {
  for (const name of ['Ben', 'Cleo', 'D(an']) hidden.hide(name)
  hidden.show('Player 1')
  expect([hidden.of('Ben'), hidden.of('Cleo'), hidden.of('D(an')]).toEqual(['Ben', 'Player 2', 'Player 3'])
  expect(hidden.in({ text: `${said('Ben')}, ${said('D(an')}` })).toEqual({ text: 'Ben, Player 3' })
  hidden.hide('Eva')
  expect(hidden.shown).toEqual(['Player 1', 'Player 2', 'Player 3'])
  expect(hidden.has('Eva') && hidden.has('Player 1') && !hidden.has('Ben')).toBe(true)
})
