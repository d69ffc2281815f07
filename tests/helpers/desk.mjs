// Tables of a page, in Node: MicroPython with the bundle of the page. One question per line in, one answer per line out.
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const folder = process.argv[2]
const { loadMicroPython } = await import(pathToFileURL(`${folder}/micropython.mjs`).href)
globalThis.tischlein = { entropy: (size) => crypto.getRandomValues(new Uint8Array(size)), rate: () => null, texts: '{}' }
const python = await loadMicroPython({ heapsize: 8 << 20, pystack: 64 << 10 })

function add(name) {
  const { files, texts } = JSON.parse(readFileSync(`${folder}/${name}.json`, 'utf8'))
  for (const [path, text] of Object.entries(files)) {
    const folders = path.split('/').slice(0, -1)
    for (let k = 1; k <= folders.length; k++) {
      try {
        python.FS.mkdir(`/${folders.slice(0, k).join('/')}`)
      } catch {}
    }
    python.FS.writeFile(`/${path}`, text)
  }
  globalThis.tischlein.texts = JSON.stringify(texts)
  python.runPython('import js, json\nfrom tischlein.engine import texts\ntexts.TEXTS.update(json.loads(js.tischlein.texts))')
}

python.runPython("import sys\nsys.path.insert(0, '/')")
add('engine')
python.runPython('from tischlein.offline.desk import LocalTables\ndesk = LocalTables({})')
for await (const line of createInterface({ input: process.stdin })) {
  try {
    const question = JSON.parse(line)
    if (question.game) {
      add(question.game)
      python.runPython(`from tischlein.games.${question.game} import GAME\ndesk.games[GAME.id] = GAME`)
      console.log('{}')
    } else console.log(python.globals.get('desk').ask(line))
  } catch (error) {
    console.log(JSON.stringify({ failed: String(error.message).slice(0, 4000) }))
  }
}
