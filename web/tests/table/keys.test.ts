import { cleanup, fireEvent, render } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { settings } from '@/device/settings.svelte'
import { Session } from '@/session/session.svelte'
import Table from '@/table/Table.svelte'
import { Line, welcome } from '../fakes'

let session: Session

beforeEach(async () => {
  localStorage.clear()
  settings.digits = true
  vi.stubGlobal('WebSocket', Line)
  session = new Session({ code: 'ABCDEF', token: 'key', game: 'lobo77', url: 'ws://table' })
  Line.last.accept()
  Line.last.say(welcome())
  const { container } = render(Table, { session })
  await vi.waitFor(() => expect(container.querySelectorAll('[data-key]')).toHaveLength(2))
})

afterEach(() => {
  cleanup()
  session.close()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const played = (): unknown[] => Line.last.of('play').map(({ action }) => action)

test('a digit plays the card that it counts', async () => {
  await fireEvent.keyDown(window, { key: '2' })
  expect(played()).toEqual(['10'])
})

test.each([
  ['a dialog', '<dialog open></dialog>'],
  ['a part of the page that is modal', '<div role="dialog" aria-modal="true"></div>'],
])('through %s no digit plays a card', async (_, html) => {
  document.body.insertAdjacentHTML('beforeend', html)
  await fireEvent.keyDown(window, { key: '2' })
  expect(played()).toEqual([])
  document.body.lastElementChild?.remove()
  await fireEvent.keyDown(window, { key: '2' })
  expect(played()).toEqual(['10'])
})

test('a digit that is written, has a modifier or is switched off plays nothing', async () => {
  const field = document.body.appendChild(document.createElement('input'))
  await fireEvent.keyDown(field, { key: '1' })
  await fireEvent.keyDown(window, { key: '1', ctrlKey: true })
  settings.digits = false
  await fireEvent.keyDown(window, { key: '1' })
  settings.digits = true
  expect(played()).toEqual([])
})
