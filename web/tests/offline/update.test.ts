import { describe, expect, it, vi } from 'vitest'
import { update, watch } from '@/offline/update.svelte'

describe('a new version', () => {
  it('is told of when it was found before anybody watched', () => {
    vi.stubGlobal('navigator', { serviceWorker: { controller: {} } })
    const installing = new EventTarget()
    const registration = Object.assign(new EventTarget(), { installing, waiting: null as EventTarget | null })
    watch(registration as unknown as ServiceWorkerRegistration)
    expect(update.waiting).toBeNull()
    registration.waiting = installing
    installing.dispatchEvent(new Event('statechange'))
    expect(update.waiting).toBe(installing)
    vi.unstubAllGlobals()
  })
})
