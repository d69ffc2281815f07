// Tables of a page, in Node: the page's own way to start MicroPython with its bundle. One question per line in, one answer per line out.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { Python } from '../../web/src/offline/python.ts'

const folder = process.argv[2]
const { loadMicroPython } = await import(pathToFileURL(`${folder}/micropython.mjs`).href)
const bundle = async (name) => JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'))
const python = await Python.start(loadMicroPython, bundle, { rate: () => null })
let page

for await (const line of createInterface({ input: process.stdin })) {
  try {
    const question = JSON.parse(line)
    if (question.game && !question.ask) {
      // Under the rules of the page, or under older ones that were kept.
      page = question.kept ? await python.older(question.kept) : await python.game(question.game)
      console.log(JSON.stringify({ rules: await python.rules(question.game) }))
    } else console.log(JSON.stringify(page.ask(question)))
  } catch (error) {
    console.log(JSON.stringify({ failed: String(error.message).slice(0, 4000) }))
  }
}
