import { expect, test } from 'vitest'
import { cardName, sentence, type GameTexts } from '@/client/texts'

const texts: GameTexts = {
  name: 'Test',
  tagline: '',
  reasons: {},
  options: {},
  rules: [],
  cards: { x2: '×2', r5: 'red 5' },
  rows: { red: 'red' },
  events: {
    draw: [
      { when: { card: '?' }, you: 'You draw a card.', other: '{name} draws a card.' },
      { you: 'You draw {card}.', other: '{name} draws {card}.' },
    ],
    round_end: [
      { when: { total: { max: 76 } }, you: 'No cards at {total}.', other: 'No cards at {total}.' },
      { you: '{total} ends it.', other: '{total} ends it.' },
    ],
    cross: [{ you: 'You cross {row} {number}.', other: '{name} crosses {row} {number}.' }],
    show: [{ you: 'You show {shown}.', other: '{name} shows {shown}.' }],
    game_end: [{ you: 'You win!', other: '{name} wins.' }],
  },
}
const reader = { lang: 'en', you: 0, name: (seat: number) => ['Maria', 'Hugo'][seat] ?? '' }

test('speaks to the reader, and of the others by name', () => {
  expect(sentence(texts, { seq: 1, seat: 0, kind: 'draw', card: 'x2' }, reader)).toBe('You draw ×2.')
  expect(sentence(texts, { seq: 1, seat: 1, kind: 'draw', card: '?' }, reader)).toBe('Hugo draws a card.')
})

test('the first entry that fits is used, bounds included', () => {
  expect(sentence(texts, { seq: 1, seat: null, kind: 'round_end', total: 70 }, reader)).toBe('No cards at 70.')
  expect(sentence(texts, { seq: 1, seat: null, kind: 'round_end', total: 77 }, reader)).toBe('77 ends it.')
})

test('a card with two sides is told by what is seen of it', () => {
  const told = (card: string, lang: string): string => cardName(texts, card, lang)
  expect(['8/?', '8/3', '?/7', '?/?'].map((card) => told(card, 'en'))).toEqual(['8', '8 (3 on its back)', 'a card, 7 on its back', 'a card'])
  expect(['8/?', '8/3', '?/7', '?/?'].map((card) => told(card, 'de'))).toEqual(['8', '8 (hinten 3)', 'eine Karte, hinten 7', 'eine Karte'])
})

test('rows, lists of cards and minus signs are set as people write them', () => {
  expect(sentence(texts, { seq: 1, seat: 1, kind: 'cross', row: 'red', number: 5 }, reader)).toBe('Hugo crosses red 5.')
  expect(sentence(texts, { seq: 1, seat: 0, kind: 'show', shown: ['r5', 'x2'] }, reader)).toBe('You show red 5 and ×2.')
  expect(sentence(texts, { seq: 1, seat: null, kind: 'round_end', total: -6 }, reader)).toBe('No cards at −6.')
})

test('every winner is named', () => {
  expect(sentence(texts, { seq: 1, seat: null, kind: 'game_end', winners: [0, 1] }, reader)).toBe('You win! Hugo wins.')
})

test('what has no words stays silent', () => {
  expect(sentence(texts, { seq: 1, seat: 0, kind: 'lot' }, reader)).toBe('')
})

test('cards without a name speak their notation', () => {
  expect(cardName(texts, 'J', 'en')).toBe('Joker')
  expect(cardName(texts, '7r', 'de')).toBe('Regenbogen-7')
  expect(cardName(texts, '9/?', 'en')).toBe('9')
  expect(cardName(texts, 'r5 as red', 'en')).toBe('red 5 (red)')
})
