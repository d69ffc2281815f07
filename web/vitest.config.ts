/** The tests of the page: what it knows, without a browser; and components where size, focus and motion are real. */
import { playwright } from '@vitest/browser-playwright'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mergeConfig } from 'vite'
import { defineConfig } from 'vitest/config'
import page from './vite.config'

const PATIENCE = 300_000 // the first to import a part of the page waits for it, on a busy machine for long

/** Tests of what the page knows and says, without a browser. */
const STATE = {
  extends: true as const,
  test: {
    name: 'state',
    environment: 'happy-dom',
    pool: 'threads' as const,
    isolate: false, // a fresh page for every file took twice as long as the tests themselves; files pass in any order
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/components/**'],
    setupFiles: ['tests/settled.ts'],
    experimental: {
      fsModuleCache: true,
      fsModuleCachePath: fileURLToPath(new URL('./node_modules/.cache/vitest', import.meta.url)),
    },
    testTimeout: PATIENCE,
    hookTimeout: PATIENCE,
  },
}

/** The machine's own Chromium; tests of components are left out where there is none, and `make test` names it. */
const chromium = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) => [join(folder, 'chromium-headless-shell'), join(folder, 'chromium')])
  .find((path) => existsSync(path))

/** Tests of components where size, focus and motion are real. */
const components = (executablePath: string) => ({
  extends: true as const,
  // One copy of each package, as it is: what is found and bundled while tests run would reload them.
  optimizeDeps: { noDiscovery: true, include: [] },
  test: {
    name: 'components',
    include: ['tests/components/**/*.test.ts'],
    setupFiles: ['tests/components/setup.ts'],
    isolate: false,
    testTimeout: PATIENCE,
    hookTimeout: PATIENCE,
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'] },
      }),
      instances: [{ browser: 'chromium' as const, viewport: { width: 360, height: 740 } }],
    },
  },
})

export default mergeConfig(
  { ...page, server: {} }, // no server answers, in whatever a test forgets
  defineConfig({
    test: {
      maxWorkers: 1, // each would import all of the page
      cache: false, // files that took longest last time would come first: each run would have another order
      projects: [STATE, ...(chromium ? [components(chromium)] : [])],
    },
  }),
)
