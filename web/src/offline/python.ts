/** The project's own Python in the page: MicroPython with the bundle that the build makes of rules, views and sentences. */
import type { Bilingual } from '@/client/wire'
import type { Saved } from './store'

interface MicroPython {
  FS: { mkdir(path: string): void; writeFile(path: string, text: string): void }
  globals: { get(name: string): { ask(text: string): string } }
  runPython(code: string): void
}

interface Bundle {
  files: Record<string, string>
  texts: Record<string, unknown>
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
  error: { status: number; code: string; text: Bilingual } | null
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

export class Python {
  #machine: MicroPython
  #fetch: (name: string) => Promise<Bundle>
  #games = new Map<string, Promise<void>>()

  private constructor(machine: MicroPython, fetch: (name: string) => Promise<Bundle>) {
    this.#machine = machine
    this.#fetch = fetch
  }

  static async start(
    load: (options: object) => Promise<unknown>,
    fetch: (name: string) => Promise<Bundle>,
    bridge: Pick<Bridge, 'rate'>,
    url?: string,
  ): Promise<Python> {
    const [machine, engine] = await Promise.all([load({ heapsize: HEAP, pystack: STACK, ...(url ? { url } : {}) }), fetch('engine')])
    const made = new Python(machine as MicroPython, fetch)
    Object.assign(globalThis, { tischlein: { ...bridge, entropy: (size: number) => crypto.getRandomValues(new Uint8Array(size)), texts: '{}' } satisfies Bridge })
    made.#machine.runPython("import sys\nsys.path.insert(0, '/')")
    made.#add(engine)
    made.#machine.runPython('from tischlein.offline.desk import LocalTables\ndesk = LocalTables({})')
    return made
  }

  /** Bring a game, once. */
  game(id: string): Promise<void> {
    let coming = this.#games.get(id)
    if (!coming) {
      coming = this.#fetch(id).then((bundle) => {
        this.#add(bundle)
        this.#machine.runPython(`from tischlein.games.${id} import GAME\ndesk.games[GAME.id] = GAME`)
      })
      this.#games.set(id, coming)
      coming.catch(() => this.#games.delete(id))
    }
    return coming
  }

  ask<T>(question: object): Answer<T> {
    return JSON.parse(this.#machine.globals.get('desk').ask(JSON.stringify(question))) as Answer<T>
  }

  #add({ files, texts }: Bundle): void {
    for (const [path, text] of Object.entries(files)) {
      const folders = path.split('/').slice(0, -1)
      folders.forEach((_, k) => {
        try {
          this.#machine.FS.mkdir(`/${folders.slice(0, k + 1).join('/')}`)
        } catch {
          // It is there already.
        }
      })
      this.#machine.FS.writeFile(`/${path}`, text)
    }
    ;(globalThis as unknown as { tischlein: Bridge }).tischlein.texts = JSON.stringify(texts)
    this.#machine.runPython('import js, json\nfrom tischlein.engine import texts\ntexts.TEXTS.update(json.loads(js.tischlein.texts))')
  }
}
