import { expect, test } from 'vitest'
import Chart from '@/end/Chart.svelte'
import { show } from './shown'

const boxes = (root: Element, selector: string): DOMRect[] =>
  [...root.querySelectorAll(selector)].map((one) => one.getBoundingClientRect())

const apart = (list: DOMRect[]): boolean =>
  list.every((one, k) => list.slice(k + 1).every((other) => one.bottom <= other.top + 3 || other.bottom <= one.top + 3))

test('names at the ends of eight lines stand below one another, inside the chart', () => {
  const lines = Array.from({ length: 8 }, (_, seat) =>
    Array.from({ length: 60 }, (_, k) => (seat && k > 7 * seat ? -1 : 3)),
  )
  const story = { lines, rounds: [], moments: [], low: -1, high: 3, byRound: false }
  const names = lines.map((_, seat) => [`Player ${seat}`])
  const container = show(Chart, { story: story as never, names, you: 0, label: 'Points' })
  const labels = boxes(container, 'text.name')
  expect(labels).toHaveLength(8)
  expect(apart(labels)).toBe(true)
  const chart = container.querySelector('svg')!.getBoundingClientRect()
  expect(labels.every((one) => one.right <= chart.right + 1 && one.bottom <= chart.bottom + 1)).toBe(true)
})
