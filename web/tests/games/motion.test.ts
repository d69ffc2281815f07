import { expect, test } from 'vitest'
import { direct as directQuando, Show } from '@/games/quando/motion.svelte'
import { Reveal } from '@/games/quando/reveal.svelte'
import { direct as directQuanto } from '@/games/quanto/motion'
import { recorded } from '../moves'

const quando = (stage: Parameters<typeof directQuando>[0]): void => directQuando(stage, new Show())

test('Quando: no card that is dealt is seen in a hand before it has come flying', async () => {
  const anchors = ['draw', ...[0, 1].flatMap((seat) => [0, 1, 2].map((place) => `card:${seat}:${place}`))]
  const deal = [0, 1, 0, 1, 0, 1].map((seat) => ({ kind: 'deal', seat, card: '1/2' }))
  const hands = [
    ['1/2', '1/2', '1/2'],
    ['?/2', '?/2', '?/2'],
  ]
  const step = recorded(quando, deal, { anchors, after: { hands } })
  await step.after()
  const cards = anchors.slice(1)
  const sound = step.done.indexOf('sound shuffle')
  expect(step.done.slice(0, sound).sort()).toEqual(cards.map((card) => `hide ${card}`))
  expect(step.done.slice(sound + 1).sort()).toEqual(cards.map((card) => `arrive ${card}`))
})

test('Quando: cards drawn after the first of a hand come to its end', async () => {
  const drawn = [
    { kind: 'draw', seat: 0, card: '5/6', side: 'visible' },
    { kind: 'draw', seat: 0, card: '7/8', side: 'visible' },
  ]
  const anchors = ['draw', 'card:0:0', 'card:0:1', 'card:0:2']
  const step = recorded(quando, drawn, { anchors, after: { hands: [['1/2', '5/6', '7/8']] } })
  await step.after()
  expect(step.done.filter((one) => one.startsWith('arrive'))).toEqual(['arrive card:0:1', 'arrive card:0:2'])
})

test('Quando: what lay open at the end of a round is off the table with the next state', async () => {
  const show = new Show()
  show.reveal = new Reveal({ seq: 1, seat: null, text: '', kind: 'round_end', hands: [[]], sums: [0] })
  show.laid = ['1/2']
  show.gone = { 0: [1] }
  const step = recorded((stage) => directQuando(stage, show), [{ kind: 'turn_over' }], { anchors: ['draw'] })
  await step.after()
  expect([show.reveal, show.laid, show.gone]).toEqual([null, [], {}])
})

const OTHERS = ['seat:0', 'seat:1', 'hand', 'played', 'picked:0', 'draw', 'quanto:1', 'display:3']
const SEAT = { seat: 1, owner: 1 }

test.each([
  ['a quanto that is made', { kind: 'quanto', seat: 0, owner: 0 }, ['leave played', 'leave picked:0', 'sound card']],
  ['a capture', { kind: 'capture', ...SEAT }, ['leave played', 'leave picked:0', 'leave quanto:1', 'sound capture']],
  ['a bonus', { kind: 'bonus', seat: 1, card: '3' }, ['sound win', 'words', 'leave display:3']],
  ['a robbery', { kind: 'rob', seat: 0, owner: 1 }, ['sound card']],
  ['an offer', { kind: 'offer', seat: 1 }, ['sound card']],
])('Quanto: %s moves and is heard', async (_, event, done) => {
  const players = [{ partner: null }, { partner: null }]
  const step = recorded(directQuanto, [event], { anchors: OTHERS, before: { players } })
  await step.before()
  expect(step.done).toEqual(done)
})

test('Quanto: a thief is heard three times: when he comes, when he grips and when he has it', async () => {
  const event = { kind: 'capture', seat: 0, owner: 1, cards: ['1', '2'] }
  const step = recorded(directQuanto, [event], { anchors: OTHERS })
  await step.before()
  expect(step.done.filter((one) => /sound|words/.test(one))).toEqual([
    'sound thief',
    'sound wood',
    'sound capture',
    'words',
  ])
})
