import { expect, test } from 'vitest'
import { forgetAll, recallKey, recallWatching, rememberKey, rememberWatching } from '@/device/storage'

test('“delete everything” leaves nothing in the tab either: no key, no table that was watched', async () => {
  localStorage.setItem('tischlein.results', '[]')
  localStorage.setItem('another.page', 'stays')
  rememberKey('ABCDEF', 'secret')
  rememberWatching('ABCDEF')
  await forgetAll()
  expect([recallKey('ABCDEF'), recallWatching()]).toEqual(['', ''])
  expect(Object.keys(localStorage)).toEqual(['another.page'])
  localStorage.clear()
})
