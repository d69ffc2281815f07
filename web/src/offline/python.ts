/**
 * The project's own Python in the page: MicroPython with the bundle that the build makes of rules, views and sentences.
 */
import type { Bilingual } from '@/server/wire'
import type { Saved } from './store'

/** Python sources and texts, as the build writes them: of the engine, or of one game. */
interface Bundle {
  files: Record<string, string>
  texts: Record<string, unknown>
}

interface MicroPython {
  FS: { mkdir(path: string): void; writeFile(path: string, text: string): void }
  globals: { get(name: 'ask'): (question: string) => string }
  runPython(code: string): void
}

/** A question to a bot: `since` names it, `seconds` is how long it may think. */
export interface Think {
  seat: number
  since: number
  seconds: number
}

export interface Answer<T = unknown> {
  result: T
  error: { status: number; code: string; text: Bilingual; detail?: string } | null
  send: [number, { type: string }][]
  save: Saved[]
  /** What comes next by itself; null where the room has not taken a step. */
  next: Next | null
}

/** A bot to ask, and when the room wants to be woken, by the page's steady clock. */
export interface Next {
  think: Think | null
  wake: number | null
}

/** What Python asks of the page. */
interface Bridge {
  entropy(size: number): Uint8Array
  /** How good actions look to the compiled rules of thumb; null: they are not at hand. */
  rate(game: string, known: string, seat: number, actions: string): string | null
  /** A name as it is compared: names that differ only by case or form are the same. */
  folded(name: string): string
  texts: string
}

const HEAP = 8 << 20
const STACK = 64 << 10

const ROOT = '/tischlein'

const START = `
import js, json, sys
sys.path.insert(0, '${ROOT}')

def add_texts():
    from tischlein.engine import texts
    texts.TEXTS.update(json.loads(js.tischlein.texts))

def open_tables():
    global tables
    from tischlein.offline.tables import LocalTables
    tables = LocalTables({})

def add_game(id):
    tables.games[id] = __import__('tischlein.games.' + id, None, None, ['GAME']).GAME

def ask(question):
    return tables.ask(question)
`

type Fetch = (name: string) => Promise<unknown>

export class Python {
  #machine: MicroPython
  #fetch: Fetch
  #bridge: Bridge
  #games = new Map<string, Promise<void>>()

  private constructor(machine: MicroPython, fetch: Fetch, bridge: Bridge) {
    this.#machine = machine
    this.#fetch = fetch
    this.#bridge = bridge
  }

  static async start(
    load: (options: object) => Promise<unknown>,
    fetch: Fetch,
    { rate }: Pick<Bridge, 'rate'>,
    url?: string,
  ): Promise<Python> {
    const [machine, engine] = await Promise.all([
      load({ heapsize: HEAP, pystack: STACK, ...(url ? { url } : {}) }),
      fetch('engine') as Promise<Bundle>,
    ])
    const bridge: Bridge = {
      rate,
      folded: (name) => name.normalize('NFKC').toLowerCase(),
      entropy: (size) => crypto.getRandomValues(new Uint8Array(size)),
      texts: '{}',
    }
    Object.assign(globalThis, { tischlein: bridge })
    const python = new Python(machine as MicroPython, fetch, bridge)
    python.#run(START)
    python.#add(engine)
    python.#run('open_tables()')
    return python
  }

  /** Load the rules of a game, once. */
  game(id: string): Promise<void> {
    let coming = this.#games.get(id)
    if (!coming) {
      coming = this.#load(id)
      this.#games.set(id, coming)
      coming.catch(() => this.#games.delete(id))
    }
    return coming
  }

  /** Return true if the page's list of games can be read and does not name this one. */
  async lacks(id: string): Promise<boolean> {
    const list = (await this.#fetch('manifest').catch(() => null)) as { games: string[] } | null
    return list !== null && !list.games.includes(id)
  }

  ask<T>(question: object): Answer<T> {
    return JSON.parse(this.#machine.globals.get('ask')(JSON.stringify(question))) as Answer<T>
  }

  async #load(id: string): Promise<void> {
    this.#add((await this.#fetch(id)) as Bundle)
    this.#run(`add_game('${id}')`)
  }

  #run(code: string): void {
    this.#machine.runPython(code)
  }

  #add({ files, texts }: Bundle): void {
    for (const [path, text] of Object.entries(files)) {
      const folders = `${ROOT.slice(1)}/${path}`.split('/').slice(0, -1)
      folders.forEach((_, k) => {
        try {
          this.#machine.FS.mkdir(`/${folders.slice(0, k + 1).join('/')}`)
        } catch {
          // It exists already.
        }
      })
      this.#machine.FS.writeFile(`${ROOT}/${path}`, text)
    }
    this.#bridge.texts = JSON.stringify(texts)
    this.#run('add_texts()')
  }
}
