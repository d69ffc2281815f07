// Runs one module for a program that is written in something else: frames on standard input, answers on standard output.
//
// A frame is its length in four bytes, a line of JSON, and bytes. The first one brings the game's info and its module; each of the
// others is a question, see `asked.mjs`.

import { readSync, writeSync } from 'node:fs'
import { Asked } from './asked.mjs'

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

const asked = await Asked.load(...receive())
send('ready')
for (;;) {
  const [question, record] = receive()
  try {
    send(...asked.answer(question, record))
  } catch (error) {
    send({ error: String(error) })
  }
}
