import { cleanup, render } from '@testing-library/svelte'
import { afterEach, expect, test } from 'vitest'
import Chart from '@/end/Chart.svelte'

afterEach(cleanup)

const LETTERS = 14

test('names at the ends of the lines and numbers of rounds never stand on one another', () => {
  // LOBO 77 with eight: all but one end where they went out, and many short rounds.
  const lines = Array.from({ length: 8 }, (_, seat) =>
    Array.from({ length: 60 }, (_, k) => (seat && k > 7 * seat ? -1 : 3)),
  )
  const rounds = Array.from({ length: 40 }, (_, k) => k + 10)
  const story = { lines, rounds, moments: [], low: -1, high: 3, byRound: false }
  const names = lines.map((_, seat) => [`Player ${seat}`])
  const { container } = render(Chart, { story: story as never, names, you: 0, label: 'Points' })
  const apart = (places: number[], least: number): boolean =>
    places.sort((a, b) => a - b).every((at, k) => k === 0 || at - places[k - 1]! >= least)
  const labels = [...container.querySelectorAll('text.name')].map((one) => Number(one.getAttribute('y')))
  expect(labels).toHaveLength(8)
  expect(apart(labels, LETTERS)).toBe(true)
  expect(labels[0]).toBeGreaterThanOrEqual(LETTERS)
  expect(labels[7]).toBeLessThanOrEqual(260)
  const axis = [...container.querySelectorAll<SVGTextElement>('text.axis')]
  const below = axis
    .filter((one) => one.getAttribute('text-anchor') === 'middle')
    .map((one) => Number(one.getAttribute('x')))
  expect(below.length).toBeGreaterThan(3)
  expect(apart(below, LETTERS)).toBe(true)
  expect(
    apart(
      axis.filter((one) => one.getAttribute('text-anchor') === 'end').map((one) => Number(one.getAttribute('y'))),
      LETTERS,
    ),
  ).toBe(true)
})

test('lines across the chart say what a height counts', () => {
  const story = { lines: [[0, 5, 12]], rounds: [], moments: [], low: 0, high: 12, byRound: false }
  const { container } = render(Chart, { story: story as never, names: [['Ada']], you: 0, label: 'Points' })
  const scale = [...container.querySelectorAll('text.axis[text-anchor="end"]')].map((one) => one.textContent)
  expect(scale).toEqual(['0', '2', '4', '6', '8', '10', '12'])
  expect(container.querySelectorAll('line.grid')).toHaveLength(7)
})
