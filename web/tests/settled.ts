/** A part of the page that loads another one later must not do so in a test's world that is gone. */
import { afterAll, vi } from 'vitest'

afterAll(() => vi.dynamicImportSettled(), 60_000)
