import { createRawSnippet } from 'svelte'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import Drawer from '@/parts/Drawer.svelte'
import Table from '@/table/Table.svelte'
import { show } from './shown'
import { sitDown } from './sitting'

test('a digit plays a card, but not through a dialog; Escape closes that and gives the focus back', async () => {
  const { session, line } = sitDown()
  const played = (): unknown[] => line.of('play').map(({ action }) => action)
  const table = show(Table, { session }, { width: 360, height: 560 })
  await vi.waitFor(() => expect(table.querySelectorAll('[data-key]')).toHaveLength(2))
  const card = page.getByRole('button', { name: 'Play 10' })
  ;(card.element() as HTMLElement).focus()
  const close = vi.fn()
  const children = createRawSnippet(() => ({ render: () => '<p>over the table</p>' }))
  show(Drawer, { title: 'Menu', close, children })
  await userEvent.keyboard('1')
  expect(played()).toEqual([])
  expect(document.querySelector('dialog')!.contains(document.activeElement)).toBe(true)
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce())
  expect(document.activeElement).toBe(card.element())
  await userEvent.keyboard('1')
  expect(played()).toEqual(['7'])
})
