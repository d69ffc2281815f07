/** The project's own Python in the page: MicroPython with the bundle that the build makes of rules, views and sentences. */
import type { Bilingual } from '@/client/wire'
import type { Bundle, RulesVersion, Saved } from './store'

interface MicroPython {
  FS: { mkdir(path: string): void; writeFile(path: string, text: string): void }
  globals: { get(name: 'ask'): (root: string, question: string) => string }
  runPython(code: string): void
}

/** The tables of one game, under one version of its rules. */
export interface LocalTables {
  readonly version: number
  /** Are these rules older than those of the page? Then nothing compiled fits them. */
  readonly older: boolean
  ask<T>(question: object): Answer<T>
}

export interface Due {
  at: number
  seat: number
  /** A standing answer; null: a bot has to decide. */
  action: string | null
  since: number
}

export interface Answer<T = unknown> {
  result: T
  error: { status: number; code: string; text: Bilingual; detail?: string } | null
  send: [number, { type: string }][]
  save: Saved[]
  due: Due | null
}

/** What Python asks of the page. */
interface Bridge {
  entropy(size: number): Uint8Array
  /** How good actions look to the compiled rules of thumb; null: they are not at hand. */
  rate(game: string, known: string, seat: number, actions: string): string | null
  texts: string
}

const HEAP = 8 << 20
const STACK = 64 << 10

/** Several versions of the same modules live side by side, each in a folder of its own; one of them is entered at a time. */
const WORLDS = `
import js, json, sys
worlds = {}
opened = {}
root = ''

def enter(to):
    global root
    if to == root:
        return
    ours = [name for name in sys.modules if name.split('.')[0] in ('tischlein', 'tischlein_stand_ins', 'secrets')]
    worlds[root] = [(name, sys.modules.pop(name)) for name in ours]
    for name, module in worlds.get(to, []):
        sys.modules[name] = module
    if root:
        sys.path.remove(root)
    sys.path.insert(0, to)
    root = to

def add_texts():
    from tischlein.engine import texts
    texts.TEXTS.update(json.loads(js.tischlein.texts))

def open_tables():
    try:
        from tischlein.offline.tables import LocalTables
    except ImportError:  # rules that were kept before the module had this name
        from tischlein.offline.desk import LocalTables
    opened[root] = LocalTables({})

def add_game(id):
    opened[root].games[id] = __import__('tischlein.games.' + id, None, None, ['GAME']).GAME

def ask(to, question):
    enter(to)
    return opened[to].ask(question)
`

type Fetch = (name: string) => Promise<unknown>

export class Python {
  #machine: MicroPython
  #fetch: Fetch
  #bridge: Bridge
  #engine: Bundle
  #tables = new Map<string, Promise<LocalTables>>()
  #bundles = new Map<string, Bundle>()

  private constructor(machine: MicroPython, fetch: Fetch, bridge: Bridge, engine: Bundle) {
    this.#machine = machine
    this.#fetch = fetch
    this.#bridge = bridge
    this.#engine = engine
  }

  static async start(load: (options: object) => Promise<unknown>, fetch: Fetch, { rate }: Pick<Bridge, 'rate'>, url?: string): Promise<Python> {
    const [machine, engine] = await Promise.all([load({ heapsize: HEAP, pystack: STACK, ...(url ? { url } : {}) }), fetch('engine') as Promise<Bundle>])
    const bridge: Bridge = { rate, entropy: (size) => crypto.getRandomValues(new Uint8Array(size)), texts: '{}' }
    Object.assign(globalThis, { tischlein: bridge })
    const made = new Python(machine as MicroPython, fetch, bridge, engine)
    made.#machine.runPython(WORLDS)
    made.#open('/now', engine)
    return made
  }

  /** The tables of a game under the rules of the page; the game is brought once. */
  game(id: string): Promise<LocalTables> {
    return this.#once(id, async () => {
      const bundle = (await this.#fetch(id)) as Bundle
      this.#bundles.set(id, bundle)
      return this.#bring('/now', id, bundle, false)
    })
  }

  /** Has the page no such game? As far as its own list can be had, which is kept with the games. */
  async lacks(id: string): Promise<boolean> {
    const list = (await this.#fetch('manifest').catch(() => null)) as { games: string[] } | null
    return list !== null && !list.games.includes(id)
  }

  /** Tables without any game: they say of whatever was kept that it is none. */
  none(): LocalTables {
    return { version: 0, older: false, ask: (question) => this.#ask('/now', question, false) }
  }

  /** The tables of games that began under older rules. */
  older({ game, version, engine, rules }: RulesVersion): Promise<LocalTables> {
    const root = `/${game}-${version}`
    return this.#once(root, async () => {
      await Promise.resolve()
      this.#open(root, engine)
      return this.#bring(root, game, rules, true)
    })
  }

  /** What has to be kept so that games of this version can be opened later; the game is here. */
  async rules(game: string): Promise<RulesVersion> {
    const { version } = await this.game(game)
    return { game, version, engine: this.#engine, rules: this.#bundles.get(game) as Bundle }
  }

  #once(name: string, make: () => Promise<LocalTables>): Promise<LocalTables> {
    let coming = this.#tables.get(name)
    if (!coming) {
      coming = make()
      this.#tables.set(name, coming)
      coming.catch(() => this.#tables.delete(name))
    }
    return coming
  }

  #bring(root: string, id: string, bundle: Bundle, older: boolean): LocalTables {
    this.#run(`enter('${root}')`)
    this.#add(root, bundle)
    this.#run(`add_game('${id}')`)
    const ask = <T>(question: object): Answer<T> => this.#ask<T>(root, question, older)
    return { version: ask<number>({ ask: 'version', game: id }).result, older, ask }
  }

  #open(root: string, engine: Bundle): void {
    this.#run(`enter('${root}')`)
    this.#add(root, engine)
    this.#run('open_tables()')
  }

  #ask<T>(root: string, question: object, older: boolean): Answer<T> {
    const { rate } = this.#bridge
    if (older) this.#bridge.rate = () => null
    try {
      return JSON.parse(this.#machine.globals.get('ask')(root, JSON.stringify(question))) as Answer<T>
    } finally {
      this.#bridge.rate = rate
    }
  }

  #run(code: string): void {
    this.#machine.runPython(code)
  }

  #add(root: string, { files, texts }: Bundle): void {
    for (const [path, text] of Object.entries(files)) {
      const folders = `${root.slice(1)}/${path}`.split('/').slice(0, -1)
      folders.forEach((_, k) => {
        try {
          this.#machine.FS.mkdir(`/${folders.slice(0, k + 1).join('/')}`)
        } catch {
          // It is there already.
        }
      })
      this.#machine.FS.writeFile(`${root}/${path}`, text)
    }
    this.#bridge.texts = JSON.stringify(texts)
    this.#run('add_texts()')
  }
}
