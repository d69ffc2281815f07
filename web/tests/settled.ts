/** What all tests of the page share: no network, and nothing that is loaded after the test's world is gone. */
import { configure } from '@testing-library/svelte'
import { afterAll, vi } from 'vitest'

// The first to show a part of the page waits until it is loaded, on a busy machine for more than the usual second.
configure({ asyncUtilTimeout: 10_000 })

// A test that needs an answer replaces this; what asks later, when that is undone, comes back here.
globalThis.fetch = () => Promise.reject(new TypeError('no network in this test'))

afterAll(() => vi.dynamicImportSettled(), 60_000)
