const OFFLINE = '' // the first line: the build writes the version of what is in /offline/ here
// Keeps the page itself, and what games on this device need, so that both work without a network. Tables of a server are never kept.
// The build writes the list of files and their fingerprint into this file.
const VERSION = '__VERSION__'
const FILES = ['__FILES__']
const SHELL = `shell-${VERSION}`
const RULES = `offline-${OFFLINE}`
const TEXTS = 'texts'
const READING = /^\/api\/games(\/[a-z0-9]+\/texts\/(de|en))?$/

addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.addAll(['/', ...FILES]))
      // A newer version waits until the page says that nobody plays; the first one has nothing to wait for.
      .then(() => (registration.active ? undefined : skipWaiting())),
  )
})

addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => ![SHELL, TEXTS, RULES].includes(name)).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  )
})

addEventListener('message', (event) => {
  if (event.data?.take) event.waitUntil(skipWaiting())
  if (event.data?.keep) event.waitUntil(keepAll(event.data.keep).then((all) => event.ports[0]?.postMessage({ all })))
})

/** What games on this device need; what cannot be had now is asked for again another time. */
async function keepAll(more) {
  const cache = await caches.open(RULES)
  const missing = async (name) => ((await cache.match(name)) ? [] : [name])
  const put = async (name, into = cache) => {
    const answer = await fetch(name).catch(() => null)
    if (answer?.ok) await into.put(name, answer)
    return Boolean(answer?.ok)
  }
  if (!(await cache.match('/offline/manifest.json'))) {
    const answer = await fetch('/offline/manifest.json').catch(() => null)
    if (!answer?.ok) return false
    const { files } = await answer.clone().json()
    const done = await Promise.all([...more, ...files.filter((name) => name !== 'manifest.json').map((name) => `/offline/${name}`)].map((name) => put(name)))
    if (done.includes(false)) return false
    await cache.put('/offline/manifest.json', answer) // last: it says that all of it is there
  }
  const { games } = await (await cache.match('/offline/manifest.json')).json()
  const compiled = games.flatMap((game) => [`/offline/${game}.rules.json`, `/offline/${game}.wasm`])
  const wanted = (await Promise.all(compiled.map(missing))).flat()
  const texts = await caches.open(TEXTS)
  const read = ['/api/games', ...games.flatMap((game) => ['de', 'en'].map((lang) => `/api/games/${game}/texts/${lang}`))]
  await Promise.all(read.map(async (name) => (await texts.match(name)) ?? put(name, texts)))
  // One after the other: a server that has to compile them first should not be asked eight times at once.
  for (const name of wanted) if (!(await put(name))) return false
  return true
}

addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (READING.test(url.pathname)) event.respondWith(freshOrKept(request, TEXTS))
  else if (url.pathname.startsWith('/api/')) return
  else if (request.mode === 'navigate') event.respondWith(page(request))
  else event.respondWith(keptOrFresh(request))
})

/** A tap on "your turn" brings that table to the front, or opens it. */
addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(bring(event.notification.data?.path ?? '/'))
})

async function bring(path) {
  const open = await clients.matchAll({ type: 'window' })
  const there = open.find((client) => new URL(client.url).pathname === path)
  return there ? there.focus() : clients.openWindow(path)
}

/** The page is the same at every address. */
async function page(request) {
  try {
    const answer = await fetch(request)
    // A plain web host knows only the start page.
    return answer.status === 404 ? ((await caches.match('/')) ?? answer) : answer
  } catch {
    return (await caches.match('/')) ?? Response.error()
  }
}

async function keptOrFresh(request) {
  return (await caches.match(request)) ?? fetch(request)
}

/** Rules can be read without a network once they were read with one. */
async function freshOrKept(request, name) {
  const cache = await caches.open(name)
  try {
    const answer = await fetch(request)
    if (answer.ok) await cache.put(request, answer.clone())
    return answer
  } catch {
    return (await cache.match(request)) ?? Response.error()
  }
}
