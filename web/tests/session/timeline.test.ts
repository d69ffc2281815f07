import { expect, test } from 'vitest'
import { Timeline } from '@/session/timeline.svelte'
import { moment } from '../fakes'

/** Adds this many moments behind one that moves, and returns which of them were put in place without motion. */
async function hurried(waiting: number, patient = false): Promise<boolean[]> {
  const timeline = new Timeline()
  timeline.patient = patient
  const quick: boolean[] = []
  timeline.listen(() => {
    quick.push(timeline.hurry)
    return Promise.resolve()
  })
  let shown = 0
  for (let n = 0; n <= waiting; n++) timeline.add(moment({ seq: n }), () => (shown += 1))
  while (shown <= waiting) await Promise.resolve()
  return quick
}

test('six moments that wait are all shown, of more the oldest are put in place without motion', async () => {
  expect(await hurried(6)).toEqual(Array(7).fill(false))
  expect(await hurried(8)).toEqual([false, true, ...Array<boolean>(7).fill(false)])
  expect(await hurried(8, true)).toEqual(Array(9).fill(false))
})
