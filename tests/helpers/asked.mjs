// Answers questions about one module that come as data, from another program through `runner.mjs`.
//
// A question names a function and numbers, and comes with the bytes of a record; it is answered with a result and the record's bytes
// afterwards.

import { Rules } from '../../src/tischlein/engine/backends/wasm/js/built/loader.js'
import { Net, decide } from '../../src/tischlein/engine/backends/wasm/js/built/net.js'

const bytesOf = (cells) => new Uint8Array(cells.buffer, cells.byteOffset, cells.byteLength)

function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Bots go through the checks of the loader. Single calls do not: as on every backend, whoever asks has looked at what is legal. */
class AskedRules extends Rules {
  trusting = false

  seat(s, seat) {
    return this.trusting ? seat : super.seat(s, seat)
  }

  action(action) {
    return this.trusting ? action : super.action(action)
  }

  concealed(known, seat) {
    return this.trusting ? this.pack(known) : super.concealed(known, seat)
  }

  apply(s, seat, action) {
    this.exports.apply(s, seat, action)
  }

  /** The result of one call on a record. */
  trusted(call, s, numbers) {
    this.trusting = true
    try {
      return this[call](s, ...numbers) ?? 0
    } finally {
      this.trusting = false
    }
  }
}

/** What is not one call on one record. */
const others = {
  randomGames({ rules }, start, [games, low, high, first, cap]) {
    const { decisions, rngs, rows } = rules.randomGames(start, games, low, high, first, cap)
    return [null, joined(bytesOf(decisions), bytesOf(rngs), rows)]
  },
  checksum({ rules }, data, [games]) {
    const words = data.slice(0, games * 12)
    return [rules.checksum(data.subarray(games * 12), new Uint32Array(words.buffer))]
  },
  think: ({ rules }, known, [seat, actions, rng, budget, style]) => [rules.think(known, seat, actions, rng, budget, style)],
  /** Take in a net. */
  learn(asked, file) {
    asked.net = new Net(asked.rules, file)
    return [null]
  },
  likings: ({ net }, known, [seat, actions]) => [net.likings(known, seat, actions)],
  foresee: ({ net }, known, [seat, actions, rng, budget]) => [net.foresee(known, seat, actions, rng, budget)],
  decide: ({ rules, net }, known, [level, seat, actions, rng, budget]) => [decide(rules, net, level, known, seat, actions, rng, budget)],
}

export class Asked {
  net = null

  constructor(rules) {
    this.rules = rules
  }

  static async load(info, module) {
    return new Asked(await AskedRules.load(info, module))
  }

  /** The answer, and bytes. */
  answer({ call, numbers, rng }, record) {
    if (call in others) return others[call](this, record, numbers)
    const { rules } = this
    const s = rules.unpack(record)
    if (rng) rules.rng = rng
    const result = rules.trusted(call, s, numbers)
    const found = [{ result, rng: rng && rules.rng }, rules.pack(s)]
    rules.free(s)
    return found
  }
}
