// Runs one module for a program that is written in something else: frames on standard input, answers on standard output.
//
// A frame is its length in four bytes, a line of JSON, and bytes. The first one brings the game's info and its module; each of the
// others names a function, numbers, and the bytes of a record, and is answered with a result and the record's bytes afterwards.

import { readSync, writeSync } from 'node:fs'
import { Rules } from './loader.js'

function read(size) {
  const data = Buffer.alloc(size)
  for (let have = 0; have < size; ) {
    const more = readSync(0, data, have, size - have)
    if (more === 0) process.exit(0)
    have += more
  }
  return data
}

function receive() {
  const frame = read(read(4).readUInt32LE())
  const line = frame.indexOf(10)
  return [JSON.parse(frame.toString('utf8', 0, line)), new Uint8Array(frame.subarray(line + 1))]
}

function send(answer, bytes = new Uint8Array()) {
  const line = Buffer.from(`${JSON.stringify(answer)}\n`)
  const head = Buffer.alloc(4)
  head.writeUInt32LE(line.length + bytes.length)
  const frame = Buffer.concat([head, line, bytes])
  for (let sent = 0; sent < frame.length; ) sent += writeSync(1, frame, sent)
}

const bytesOf = (cells) => new Uint8Array(cells.buffer, cells.byteOffset, cells.byteLength)

/** What is not one call on one record. */
const others = {
  randomGames(rules, start, [games, low, high, first, cap]) {
    const { decisions, rngs, rows } = rules.randomGames(start, games, low, high, first, cap)
    return [null, Buffer.concat([bytesOf(decisions), bytesOf(rngs), rows])]
  },
  checksum(rules, data, [games]) {
    const words = data.slice(0, games * 12)
    return [rules.checksum(data.subarray(games * 12), new Uint32Array(words.buffer))]
  },
  /** All decisions of so many games, and the seconds for them. */
  timeGames(rules, start, [games, low]) {
    const { total, seconds } = rules.randomGames(start, games, low)
    return [{ total, seconds }]
  },
  think(rules, known, [seat, actions, rng, budget, style]) {
    const begin = performance.now()
    const thought = rules.think(known, seat, actions, rng, budget, style)
    return [{ ...thought, seconds: (performance.now() - begin) / 1000 }]
  },
}

const [info, module] = receive()
const rules = await Rules.load(info, module)
send('ready')
for (;;) {
  const [{ call, numbers, rng }, record] = receive()
  try {
    if (call in others) {
      send(...others[call](rules, record, numbers))
      continue
    }
    const s = rules.unpack(record)
    if (rng) rules.rng = rng
    const result = rules[call](s, ...numbers) ?? 0
    send({ result, rng: rng && rules.rng }, rules.pack(s))
    rules.free(s)
  } catch (error) {
    send({ error: String(error) })
  }
}
