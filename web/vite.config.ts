import { svelte } from '@sveltejs/vite-plugin-svelte'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const server = process.env.TISCHLEIN_SERVER ?? 'http://127.0.0.1:8077'

export default defineConfig({
  plugins: [svelte()],
  resolve: {
    alias: { '@': at('./src') },
    // Vitest would take Svelte's server build otherwise, in which nothing reacts.
    ...(process.env.VITEST ? { conditions: ['browser'] } : {}),
  },
  build: {
    outDir: at('../src/tischlein/server/static'),
    emptyOutDir: true,
    target: 'es2022',
    // Inlined fonts and pictures would need a weaker content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { '/api': { target: server, ws: true } },
  },
  test: {
    environment: 'happy-dom',
    include: ['tests/**/*.test.ts'],
  },
})
