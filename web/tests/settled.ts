/** What all tests of the page share: no network, and nothing that is loaded after the test's world is gone. */
import { configure } from '@testing-library/svelte'
import { afterAll, vi } from 'vitest'
import { hidden } from '@/device/hidden.svelte'
import { settings } from '@/device/settings.svelte'
import { voice } from '@/screen-reader/voice'

// Nothing takes so long: it only matters where a test fails.
const PATIENCE = 120_000
// The first to show a part of the page waits until it is loaded, on a busy machine for more than the usual second.
configure({ asyncUtilTimeout: PATIENCE })
const { waitFor } = vi
vi.waitFor = (callback, options) => waitFor(callback, options ?? { timeout: PATIENCE })

// A test that needs an answer replaces this; what asks later, when that is undone, comes back here.
globalThis.fetch = () => Promise.reject(new TypeError('no network in this test'))

afterAll(() => vi.dynamicImportSettled(), PATIENCE)

// Files share one page: the next one begins in the language that a browser here speaks, with nobody hidden, and hears
// nothing of this one.
afterAll(() => {
  settings.lang = 'en'
  for (const name of hidden.shown) hidden.show(name)
  voice.hush()
})
