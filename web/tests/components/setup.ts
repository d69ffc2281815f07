/** What all tests of components share: the page's own look, in English, and nothing left of the test before. */
import { afterEach, beforeEach, vi } from 'vitest'
import { settings } from '@/device/settings.svelte'
import '@/styles/fonts.css'
import '@/styles/tokens.css'
import '@/styles/base.css'
import { clear } from './shown'

// On a busy machine a part of the page takes longer to load than the usual second.
const { waitFor } = vi
vi.waitFor = (callback, options) => waitFor(callback, options ?? { timeout: 120_000 })

// A test that needs an answer of a server replaces this.
globalThis.fetch = () => Promise.reject(new TypeError('no network in this test'))

beforeEach(() => {
  localStorage.clear()
  settings.lang = 'en'
  settings.motion = true
})
afterEach(clear)
