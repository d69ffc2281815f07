// Keeps the page itself, so that it opens without a network and can say what is missing. Tables are never kept: they live on
// the server. The build writes the list of files and their fingerprint into this file.
const VERSION = '__VERSION__'
const FILES = ['__FILES__']
const SHELL = `shell-${VERSION}`
const TEXTS = 'texts'
const READING = /^\/api\/games(\/[a-z0-9]+\/texts\/(de|en))?$/

addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then((cache) => cache.addAll(['/', ...FILES]))
      .then(() => skipWaiting()),
  )
})

addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== SHELL && name !== TEXTS).map((name) => caches.delete(name))))
      .then(() => clients.claim()),
  )
})

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
    return await fetch(request)
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
