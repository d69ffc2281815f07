/** The worker in which tables on this device live: it answers the page as a server would. */
import { bilingual } from '@/texts/errors'
import { Rules, type RulesInfo } from '@rules/loader'
import { decide, Net } from '@rules/net'
import { BASE } from '@/server/base'
import { House, Refused, type Thinker } from './house'
import { Python } from './python'
import * as store from './store'

export type Call =
  'wake' | 'create' | 'info' | 'record' | 'replay' | 'check' | 'situation' | 'objection' | 'exercise' | 'compare'

export type Question =
  | { id: number; call: Call; with: unknown[] }
  | { listener: number; code: string; hello: object }
  | { listener: number; hear: object }
  | { listener: number; goodbye: true }

export type Reply =
  | { id: number; result: unknown }
  | { id: number; error: { status: number; code: string; text: { de: string; en: string } } }
  | { listener: number; message: object }

const scope = self as unknown as { postMessage(reply: Reply): void; onmessage: (event: MessageEvent<Question>) => void }
const at = (name: string): string => new URL(`${BASE}/offline/${name}`, location.origin).href

const BROKEN = bilingual('not_loaded')

async function fetched(name: string): Promise<Response> {
  const answer = await fetch(at(name))
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
  return answer
}

const compiled = new Map<string, Rules>()

const nets = new Map<string, Promise<Net | null>>()

/** The net of a game: fetched when a bot first plays with it. */
function netOf(rules: Rules): Promise<Net | null> {
  const { id } = rules.info
  let net = nets.get(id)
  if (!net) {
    net = rules.info.net
      ? fetched(`${id}.net`).then(async (answer) => new Net(rules, new Uint8Array(await answer.arrayBuffer())))
      : Promise.resolve(null)
    nets.set(id, net)
    net.catch(() => nets.delete(id))
  }
  // Where it is not at hand, the search plays.
  return net.catch(() => null)
}

async function rulesOf(game: string): Promise<Rules> {
  const known = compiled.get(game)
  if (known) return known
  const [info, module] = await Promise.all([fetched(`${game}.rules.json`), fetched(`${game}.wasm`)])
  const rules = await Rules.load((await info.json()) as RulesInfo, await module.arrayBuffer())
  compiled.set(game, rules)
  return rules
}

async function thinker(game: string): Promise<Thinker | null> {
  try {
    const rules = await rulesOf(game)
    return { decide: async (level, ...situation) => decide(rules, await netOf(rules), level, ...situation) }
  } catch {
    return null
  }
}

function rate(game: string, known: string, seat: number, actions: string): string | null {
  const rules = compiled.get(game)
  if (!rules) return null
  const s = rules.unpack(Uint8Array.from(known.match(/../g) ?? [], (pair) => parseInt(pair, 16)))
  const points = rules.rate(s, seat, actions.split(',').map(Number))
  rules.free(s)
  return points.join(',')
}

let starting: Promise<Python> | null = null

function python(): Promise<Python> {
  starting ??= (async () => {
    const { loadMicroPython } = (await import(/* @vite-ignore */ at('micropython.mjs'))) as {
      loadMicroPython: (options: object) => Promise<unknown>
    }
    return Python.start(
      loadMicroPython,
      async (name) => (await fetched(`${name}.json`)).json(),
      { rate },
      at('micropython.wasm'),
    )
  })()
  starting.catch(() => (starting = null))
  return starting
}

async function lock(code: string): Promise<(() => void) | null> {
  if (!navigator.locks) return () => undefined
  return new Promise((resolve) => {
    void navigator.locks.request(`tischlein ${code}`, { ifAvailable: true }, (got) => {
      if (!got) return resolve(null)
      return new Promise<void>((release) => resolve(release))
    })
  })
}

const house = new House({
  python,
  thinker,
  store,
  lock,
  send: (listener, message) => scope.postMessage({ listener, message }),
})

function problemOf(error: unknown): Refused['error'] {
  if (error instanceof Refused) return error.error
  console.warn(error)
  return { status: 500, code: 'not_loaded', text: BROKEN }
}

scope.onmessage = ({ data }) => {
  if ('call' in data) {
    const call = house[data.call].bind(house) as (...given: unknown[]) => Promise<unknown>
    call(...data.with).then(
      (result) => scope.postMessage({ id: data.id, result }),
      (error: unknown) => scope.postMessage({ id: data.id, error: problemOf(error) }),
    )
    return
  }
  const { listener } = data
  const done =
    'hello' in data
      ? house.hello(listener, data.code, data.hello)
      : 'hear' in data
        ? house.hear(listener, data.hear)
        : house.goodbye(listener)
  done.catch((error: unknown) => {
    const { code, text, detail } = problemOf(error)
    scope.postMessage({ listener, message: { type: 'goodbye', code, text, ...(detail ? { detail } : {}) } })
  })
}
