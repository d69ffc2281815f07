// A random game of LOBO 77 in Node, with the rules that Tischlein has compiled to WebAssembly.
//
//     tischlein build wasm --out rules && npm install ./rules && node random-game.mjs

import { CHANCE, OVER, SPECTATOR, load } from 'tischlein-rules'

const seats = 4
const rules = await load('lobo77')
rules.sow(Number(process.argv[2] ?? 7))

const s = rules.open(seats, { manual_draw: true })
let decisions = 0
while (rules.actor(s) !== OVER) {
  const seat = rules.actor(s)
  if (seat === CHANCE) {
    rules.apply(s, CHANCE, rules.below(rules.chances(s)))
  } else {
    const actions = rules.legal(s, seat)
    rules.apply(s, seat, actions[rules.below(actions.length)])
    decisions += 1
  }
}
const shown = rules.copy(s)
rules.conceal(shown, SPECTATOR)
console.log(`after ${decisions} decisions the total is ${rules.get(shown, 'total')}`)
console.log(`chips ${rules.scores(s).slice(0, seats)}, won by seat ${rules.payoff(s).indexOf(1)}`)
