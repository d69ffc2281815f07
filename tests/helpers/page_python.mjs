// Tables of a page, in Node: the page's own way to start MicroPython with its bundle. One question per line in, one answer per line out.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { Python } from '../../web/src/offline/python.ts'

const folder = process.argv[2]
const { loadMicroPython } = await import(pathToFileURL(`${folder}/micropython.mjs`).href)
const bundle = async (name) => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'))
const python = await Python.start(loadMicroPython, bundle, { rate: () => null })

for await (const line of createInterface({ input: process.stdin })) {
  try {
    const question = JSON.parse(line)
    if (question.game && !question.ask) {
      await python.game(question.game)
      console.log('{}')
    } else console.log(JSON.stringify(python.ask(question)))
  } catch (error) {
    console.log(JSON.stringify({ failed: String(error.message).slice(0, 4000) }))
  }
}
