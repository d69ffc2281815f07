/** A part of the page that loads another one later must not do so in a test's world that is gone. */
import { configure } from '@testing-library/svelte'
import { afterAll, vi } from 'vitest'

// The first to show a part of the page waits until it is loaded, on a busy machine for more than the usual second.
configure({ asyncUtilTimeout: 10_000 })

afterAll(() => vi.dynamicImportSettled(), 60_000)
