import { expect, test } from 'vitest'
import { Race } from '@/puzzles/race.svelte'

test('three minutes begin with the first puzzle, and are up once', () => {
  const race = new Race()
  expect([race.tick(50_000), race.left]).toEqual([false, 180])
  race.start(60_000)
  race.start(90_000)
  expect([race.tick(60_250), race.left]).toEqual([false, 180])
  expect([race.tick(238_100), race.left]).toEqual([false, 2])
  expect([race.tick(239_999), race.left]).toEqual([false, 1])
  expect([race.tick(240_000), race.left]).toEqual([true, 0])
  expect([race.tick(240_250), race.left]).toEqual([false, 0])
})
