// @vitest-environment node
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

const SITE = 'https://table.example'
const hash = (text: string): string => createHash('sha256').update(text).digest('hex')

const ASSET = 'console.log("the page")'
const PAGE = '<html><script src="/assets/page-1.js"></script></html>'
const RULES = 'the rules'
const LISTED = { version: 'v1', games: [], files: ['games.json', 'rules.bin'], hashes: { 'rules.bin': hash(RULES) } }
const NETWORK: Record<string, string> = {
  '/': PAGE,
  '/assets/page-1.js': ASSET,
  '/offline/manifest.json': JSON.stringify(LISTED),
  '/offline/rules.bin': RULES,
}
const SIGN_IN = '<html><title>Sign in to the network of this hotel</title></html>'

/** A service worker as it is built, in a network that answers like this; and what it has kept. */
function worker(answers: Record<string, string>): {
  kept: Map<string, string>
  say: (kind: string, data?: unknown) => Promise<unknown>
} {
  const kept = new Map<string, string>()
  const listeners: Record<string, (event: unknown) => void> = {}
  const path = (asked: string | { url: string }): string =>
    new URL(typeof asked === 'string' ? asked : asked.url, SITE).pathname
  const cache = {
    match: async (asked: string) => (kept.has(path(asked)) ? new Response(kept.get(path(asked))) : undefined),
    put: async (asked: string, answer: Response) => void kept.set(path(asked), await answer.text()),
  }
  const source = readFileSync(new URL('../../src/sw.js', import.meta.url), 'utf8')
    .replace("const OFFLINE = ''", "const OFFLINE = 'v1'")
    .replace("{ __FILES__: '' }", JSON.stringify({ '/assets/page-1.js': hash(ASSET) }))
  runInNewContext(source, {
    addEventListener: (name: string, listener: (event: unknown) => void) => (listeners[name] = listener),
    caches: { open: async () => cache, match: cache.match, keys: async () => [] },
    clients: { matchAll: async () => [], claim: async () => undefined },
    registration: { active: null },
    skipWaiting: async () => undefined,
    location: new URL(`${SITE}/sw.js`),
    fetch: async (asked: { url: string }) => new Response(answers[path(asked)] ?? SIGN_IN),
    crypto,
    URL,
    Response,
    Request: class {
      url: string
      constructor(url: string) {
        this.url = url
      }
    },
  })
  const say = (kind: string, data?: unknown): Promise<unknown> =>
    new Promise((done, failed) => {
      const ports = [{ postMessage: done }]
      const waitUntil = (work: Promise<unknown>): void => void work.then(kind === 'install' ? done : () => {}, failed)
      listeners[kind]?.({ waitUntil, data, ports })
    })
  return { kept, say }
}

describe('a network where one has to sign in', () => {
  it('is not installed in place of the page', async () => {
    for (const missing of ['/', '/assets/page-1.js']) {
      const { kept, say } = worker({ ...NETWORK, [missing]: SIGN_IN })
      await expect(say('install')).rejects.toThrow(`${missing} is not what was built`)
      expect([...kept.values()]).not.toContain(SIGN_IN)
    }
    const { kept, say } = worker(NETWORK)
    await say('install')
    expect([...kept]).toEqual([
      ['/', PAGE],
      ['/assets/page-1.js', ASSET],
    ])
  })

  it('is not kept in place of what games need', async () => {
    for (const missing of ['/offline/manifest.json', '/offline/rules.bin', '/assets/page-1.js']) {
      const { kept, say } = worker({ ...NETWORK, [missing]: SIGN_IN })
      expect(await say('message', { keep: ['/assets/page-1.js'] })).toEqual({ all: false })
      expect([...kept.values()]).not.toContain(SIGN_IN)
      expect(kept.has('/offline/manifest.json')).toBe(false)
    }
    const { kept, say } = worker(NETWORK)
    expect(await say('message', { keep: ['/assets/page-1.js'] })).toEqual({ all: true })
    expect(kept.get('/offline/rules.bin')).toBe(RULES)
  })

  it('does not mix files of another version', async () => {
    const other = JSON.stringify({ ...LISTED, version: 'v2' })
    const { kept, say } = worker({ ...NETWORK, '/offline/manifest.json': other })
    expect(await say('message', { keep: [] })).toEqual({ all: false })
    expect(kept.size).toBe(0)
  })
})
