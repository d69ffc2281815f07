const OFFLINE = '' // the first line: the build writes the version of what is in /offline/ here
// Keeps the page itself, and what games on this device need, so that both work without a network. Tables of a server
// are never kept. The build writes the list of files and their fingerprint into this file.
const VERSION = '__VERSION__'
// Each with the SHA-256 of its content.
const FILES = { __FILES__: '' }
// The folder that the page lies in, without the slash at its end. Others may lie beside it, with caches of their own.
const BASE = new URL('.', location.href).pathname.slice(0, -1)
const OURS = [`${BASE}shell-`, `${BASE}offline-`]
const SHELL = `${OURS[0]}${VERSION}`
const RULES = `${OURS[1]}${OFFLINE}`
const TEXTS = `${BASE}texts`
const MANIFEST = `${BASE}/offline/manifest.json`
const READING = /^\/api\/games(\/[a-z0-9]+\/texts\/(de|en))?$/

addEventListener('install', (event) => {
    event.waitUntil(
        caches
            .open(SHELL)
            .then((cache) => Promise.all(['/', ...Object.keys(FILES)].map((name) => keep(cache, name))))
            // A newer version waits until the page says that nobody plays; the first one has nothing to wait for.
            .then(() => (registration.active ? follow() : skipWaiting())),
    )
})

/** Keep a file of the page; a new version is not installed without each of them. */
async function keep(cache, name) {
    const answer = await fetch(asked(BASE + name))
    const right = name === '/' ? await isOurPage(answer) : await isRight(answer, FILES[name])
    if (!right) throw new Error(`${name} is not what was built`)
    await cache.put(BASE + name, answer)
}

/** Whether an answer is the file with this hash: a network where one has to sign in answers with a page of its own. */
async function isRight(answer, hash) {
    if (!answer.ok) return false
    const digest = await crypto.subtle.digest('SHA-256', await answer.clone().arrayBuffer())
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('') === hash
}

/** A site of plain files changes the page for its place, but not which scripts it loads. */
async function isOurPage(answer) {
    if (!answer.ok) return false
    const text = await answer.clone().text()
    return Object.keys(FILES).some((name) => name.endsWith('.js') && text.includes(name.slice(1)))
}

const isData = (answer) => answer.ok && (answer.headers.get('content-type') ?? '').startsWith('application/json')

/** Files that keep their names: hosts let browsers keep them for a while, and one of another version would not fit. */
const asked = (name) => new Request(name, { cache: 'no-cache' })

/** Players who can play without a network now still can right after the change to this version. */
async function follow() {
    const older = (await caches.keys()).filter((name) => name.startsWith(OURS[1]) && name !== RULES)
    const kept = await Promise.all(older.map(async (name) => (await caches.open(name)).match(MANIFEST)))
    if (kept.some(Boolean)) await keepAll([]).catch(() => false)
}

addEventListener('activate', (event) => {
    event.waitUntil(tidy().then(() => clients.claim()))
})

/**
 * Other versions go when nobody needs them: another window may still show the one before, and one may wait to follow.
 */
async function tidy() {
    const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true })
    if (windows.length > 1 || registration.waiting || registration.installing) return
    const others = (await caches.keys()).filter(
        (name) => OURS.some((begin) => name.startsWith(begin)) && ![SHELL, RULES].includes(name),
    )
    await Promise.all(others.map((name) => caches.delete(name)))
}

addEventListener('message', (event) => {
    if (event.data?.take) event.waitUntil(skipWaiting())
    if (event.data?.keep)
        event.waitUntil(
            tidy()
                .then(() => keepAll(event.data.keep))
                .then((all) => event.ports[0]?.postMessage({ all })),
        )
})

/** What games on this device need; what cannot be had now is asked for again another time. */
async function keepAll(more) {
    const cache = await caches.open(RULES)
    const put = async (name, into, check) => {
        const answer = await fetch(asked(name)).catch(() => null)
        const right = answer !== null && (await check(answer))
        if (right) await into.put(name, answer)
        return right
    }
    if (!(await cache.match(MANIFEST))) {
        const answer = await fetch(asked(MANIFEST)).catch(() => null)
        const listed = await answer
            ?.clone()
            .json()
            .catch(() => null)
        // Another version comes with its own worker.
        if (!answer?.ok || listed?.version !== OFFLINE) return false
        const hashes = Object.fromEntries([
            ...more.map((name) => [name, FILES[new URL(name, location.href).pathname.slice(BASE.length)]]),
            ...Object.entries(listed.hashes).map(([name, hash]) => [`${BASE}/offline/${name}`, hash]),
        ])
        const done = await Promise.all(
            Object.entries(hashes).map(([name, hash]) => put(name, cache, (file) => isRight(file, hash))),
        )
        if (done.includes(false)) return false
        await cache.put(MANIFEST, answer) // last: it says that all of it is there
    }
    const { games, files } = await (await cache.match(MANIFEST)).json()
    const texts = await caches.open(TEXTS)
    // A site of plain files has these among the others, and no server to ask.
    const read = files.includes('games.json')
        ? []
        : ['/api/games', ...games.flatMap((game) => ['de', 'en'].map((lang) => `/api/games/${game}/texts/${lang}`))]
    await Promise.all(read.map(async (name) => (await texts.match(name)) ?? put(name, texts, isData)))
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
    event.waitUntil(bring(event.notification.data?.path ?? `${BASE}/`))
})

async function bring(path) {
    const open = await clients.matchAll({ type: 'window' })
    const there = open.find((client) => new URL(client.url).pathname === path)
    return there ? there.focus() : clients.openWindow(path)
}

/** The page is the same at every address. */
async function page(request) {
    const kept = await (await caches.open(SHELL)).match(`${BASE}/`)
    const text = await kept?.clone().text()
    // Without a server the page fits only the rules that were kept with it: newer ones come together, on request.
    if (text?.includes('<html data-site '))
        return new Response(text.replaceAll('="./', `="${BASE}/`), {
            headers: { 'content-type': 'text/html; charset=utf-8' },
        })
    const answer = await fresh(request)
    return reached(answer) ? answer : (kept ?? answer)
}

async function keptOrFresh(request) {
    for (const cacheName of [SHELL, RULES]) {
        const kept = await caches.match(request, { cacheName })
        if (kept) return kept
    }
    return (await caches.match(request)) ?? fetch(request)
}

/** Rules can be read without a network once they were read with one. */
async function freshOrKept(request, name) {
    const cache = await caches.open(name)
    const answer = await fresh(request)
    if (!reached(answer)) return (await cache.match(request)) ?? answer
    if (isData(answer)) await cache.put(request, answer.clone())
    return answer
}

const fresh = (request) => fetch(request).catch(() => Response.error())

/** Was it our server that answered? Where it is down, a proxy says so in its place. */
const reached = (answer) => answer.type !== 'error' && ![502, 503, 504].includes(answer.status)
