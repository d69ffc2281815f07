// @vitest-environment node
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'

type Fetched = {
  request: { url: string; method: string; mode: string }
  respondWith: (answer: Promise<Response>) => void
}

const SITE = 'https://table.example'
const TEXTS = `${SITE}/api/games/lobo77/texts/de`
const KEPT: Record<string, string> = { '/': 'the kept page', [TEXTS]: 'the kept rules' }

/** What the worker answers when the network answers like this. */
async function answered(url: string, mode: string, network: () => Promise<Response>): Promise<string> {
  const listeners: Record<string, (event: Fetched) => void> = {}
  const match = async (asked: string | { url: string }): Promise<Response | undefined> => {
    const text = KEPT[typeof asked === 'string' ? asked : asked.url]
    return text === undefined ? undefined : new Response(text)
  }
  runInNewContext(readFileSync(new URL('../../src/sw.js', import.meta.url), 'utf8'), {
    addEventListener: (name: string, listener: (event: Fetched) => void) => (listeners[name] = listener),
    caches: { open: async () => ({ match, put: async () => undefined }), match },
    location: new URL(`${SITE}/sw.js`),
    fetch: network,
    URL,
    Response,
    Request,
  })
  let answer = Promise.resolve(Response.error())
  listeners['fetch']?.({ request: { url, method: 'GET', mode }, respondWith: (given) => (answer = given) })
  return (await answer).text()
}

describe('the worker', () => {
  const pages = [
    [`${SITE}/t/ABC`, 'navigate', 'the kept page'],
    [TEXTS, 'cors', 'the kept rules'],
  ] as const

  it.each(pages)(
    'shows what is kept of %s where the server is down, also if a proxy says so',
    async (url, mode, kept) => {
      expect(await answered(url, mode, () => Promise.reject(new TypeError('offline')))).toBe(kept)
      for (const status of [502, 503, 504]) {
        expect(await answered(url, mode, async () => new Response('Bad Gateway', { status }))).toBe(kept)
      }
    },
  )

  it.each(pages)('asks the server for %s first', async (url, mode) => {
    expect(await answered(url, mode, async () => new Response('from the server'))).toBe('from the server')
    expect(await answered(url, mode, async () => new Response('no such table', { status: 404 }))).toBe('no such table')
  })

  it('passes on what a proxy says where nothing is kept', async () => {
    expect(await answered(`${SITE}/api/games`, 'cors', async () => new Response('Bad Gateway', { status: 502 }))).toBe(
      'Bad Gateway',
    )
  })
})
