import { expect, test } from 'vitest'
import { cleanCode, parse } from '@/router.svelte'

test('every screen has its address', () => {
  expect(parse('/')).toEqual({ name: 'start' })
  expect(parse('/index.html')).toEqual({ name: 'start' })
  expect(parse('/new/quando')).toEqual({ name: 'new', game: 'quando', mode: 'friends' })
  expect(parse('/new/qwixx', '?with=device')).toEqual({ name: 'new', game: 'qwixx', mode: 'device' })
  expect(parse('/t/abcdef')).toEqual({ name: 'table', code: 'ABCDEF', key: null })
  expect(parse('/t/ABCDEF', '', '#secret')).toEqual({ name: 'table', code: 'ABCDEF', key: 'secret' })
  expect(parse('/t/ABCDEF', '', `#secret~7~${'ab'.repeat(16)}`)).toEqual({
    name: 'table',
    code: 'ABCDEF',
    key: 'secret',
  })
  expect(parse('/t/ABCDEF/replay')).toEqual({ name: 'replay', code: 'ABCDEF' })
  expect(parse('/rules')).toEqual({ name: 'rules', game: null })
  // Whether there is such a game only the server knows.
  expect(parse('/new/chess')).toMatchObject({ name: 'new', game: 'chess' })
  expect(parse('/learn/quanto')).toEqual({ name: 'learn', game: 'quanto', option: null })
  expect(parse('/learn/quanto/teams')).toEqual({ name: 'learn', game: 'quanto', option: 'teams' })
  expect(parse('/mine')).toEqual({ name: 'mine' })
  expect(parse('/evening')).toEqual({ name: 'evenings', group: null })
  expect(parse('/evening', '?group=ABCDEFGHJK')).toEqual({ name: 'evenings', group: 'ABCDEFGHJK' })
  expect(parse('/evening/abcdef')).toEqual({ name: 'evening', code: 'ABCDEF' })
  expect(parse('/evening/ABCDEF/screen')).toEqual({ name: 'screen', code: 'ABCDEF' })
  expect(parse('/friends')).toEqual({ name: 'friends' })
  expect(parse('/group/abcdefghjk')).toEqual({ name: 'group', code: 'ABCDEFGHJK' })
  expect(parse('/group/ABCDEFGHJK/season')).toEqual({ name: 'season', code: 'ABCDEFGHJK' })
  expect(parse('/settings')).toEqual({ name: 'settings' })
  expect(parse('/verify')).toEqual({ name: 'verify' })
})

test('an address that leads nowhere says so', () => {
  for (const path of [
    '/new/Chess!',
    '/t',
    '/t/ABC/replay/more',
    '/learn',
    '/settings/more',
    '/else',
    '/t/%',
    '/%E0%A4%A',
  ])
    expect(parse(path).name).toBe('missing')
})

test('codes are understood however people type them, links included', () => {
  expect(cleanCode(' abc def ')).toBe('ABCDEF')
  expect(cleanCode('abc-def')).toBe('ABCDEF')
  expect(cleanCode('http://10.0.0.5:8077/t/ABCDEF#key')).toBe('ABCDEF')
})
