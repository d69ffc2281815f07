import { svelte } from '@sveltejs/vite-plugin-svelte'
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'
// Vitest compiles what it has kept again where this file, or one that it imports, has changed.
import './svelte.config.js'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const server = process.env.TISCHLEIN_SERVER ?? 'http://127.0.0.1:8077'

/** Writes the service worker with the list of what it keeps; a change in any file makes a new one. */
function serviceWorker(): Plugin {
  return {
    name: 'tischlein-service-worker',
    apply: 'build',
    // After Vite has dropped chunks that hold only styles: a listed file that is missing would stop the installation.
    enforce: 'post',
    writeBundle(options, bundle) {
      const folder = options.dir ?? ''
      const files = Object.keys(bundle)
        .filter((name) => name.startsWith('assets/'))
        .sort()
      const source = readFileSync(at('./src/sw.js'), 'utf8')
      const hash = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
      // As they were written: nothing changes them any more.
      const hashes = Object.fromEntries(
        [...files, 'manifest.webmanifest', 'icons/icon.svg'].map((name) => [
          `/${name}`,
          hash(readFileSync(join(folder, name))),
        ]),
      )
      const version = hash(source + JSON.stringify(hashes)).slice(0, 12)
      const written = source.replace('__VERSION__', version).replace("{ __FILES__: '' }", () => JSON.stringify(hashes))
      writeFileSync(join(folder, 'sw.js'), written)
    },
  }
}

// What always loads together is one file: a request costs more than the few bytes that a screen could do without.
const GROUPS = [
  { name: 'page', tags: ['$initial' as const], priority: 3 },
  { name: 'parts', test: /src\/(parts|device|server)\//, priority: 2 },
  { name: 'table', test: /src\/(play\/TableScreen|table\/frame|cards)/, priority: 1 },
]

export default defineConfig({
  plugins: [svelte(), serviceWorker()],
  resolve: {
    alias: { '@': at('./src'), '@rules': at('../src/tischlein/engine/backends/wasm/js') },
    // Vitest would take Svelte's server build otherwise, in which nothing reacts.
    ...(process.env.VITEST ? { conditions: ['browser'] } : {}),
  },
  // Parts find one another wherever the page lies; only the page itself has to know.
  experimental: { renderBuiltUrl: (name, { hostType }) => (hostType === 'html' ? `/${name}` : { relative: true }) },
  build: {
    outDir: at('../src/tischlein/server/static'),
    emptyOutDir: true,
    target: 'es2022',
    // Inlined fonts and pictures would need a weaker content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
  worker: { format: 'es' },
  server: {
    // What games need without a server comes from the built page.
    proxy: { '/api': { target: server, ws: true }, '/offline': { target: server } },
  },
})
