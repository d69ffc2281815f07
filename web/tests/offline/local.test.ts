import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// A worker is started once: other files have their own.
beforeEach(() => vi.resetModules())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** A worker whose file cannot be loaded until there is a network again. */
class Unloaded {
  static last: Unloaded
  onerror: (() => void) | null = null
  onmessage: ((event: { data: object }) => void) | null = null
  terminate = vi.fn()
  constructor() {
    Unloaded.last = this
  }
  postMessage({ id }: { id: number }): void {
    this.onmessage?.({ data: { id, result: { code: '0ABC', seat: 0, token: 'here', others: [] } } })
  }
}

test('a worker that cannot be loaded is told, and tried again', async () => {
  vi.stubGlobal('Worker', Unloaded)
  vi.spyOn(Unloaded.prototype, 'postMessage').mockImplementationOnce(() =>
    queueMicrotask(() => Unloaded.last.onerror?.()),
  )
  const { create, LocalError } = await import('@/offline/local')
  const wish = { game: 'lobo77', seats: 2, name: 'Ada' }
  const problem = await create(wish).catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(LocalError)
  expect(problem).toMatchObject({ error: { code: 'not_loaded' } })
  expect(Unloaded.last.terminate).toHaveBeenCalled()
  expect(await create(wish)).toMatchObject({ code: '0ABC' })
})

test('a table that closes because the worker is lost starts no other one', async () => {
  const made = vi.fn()
  vi.stubGlobal(
    'Worker',
    class extends Unloaded {
      constructor() {
        super()
        made()
      }
    },
  )
  vi.spyOn(Unloaded.prototype, 'postMessage').mockImplementation(() => undefined)
  const { LocalSocket } = await import('@/offline/local')
  const socket = new LocalSocket('0ABC')
  socket.onmessage = () => socket.close()
  socket.send('{}')
  Unloaded.last.onerror?.()
  expect(socket.readyState).toBe(WebSocket.CLOSED)
  expect(made).toHaveBeenCalledTimes(1)
})
