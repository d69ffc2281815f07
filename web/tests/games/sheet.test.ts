import { describe, expect, it } from 'vitest'
import { cells, colourOf, numberOf } from '@/games/qwixx/sheet'
import { sides } from '@/games/quando/sides'

const sheet = { red: [3, 5], yellow: [], green: [12, 9], blue: [], misses: 1 }
const up = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
const printed = { red: up, yellow: up, green: [...up].reverse(), blue: [...up].reverse() }
const row = { crosses: 2, points: 3, locked: false, lost: [2, 4] }

describe('Qwixx: a sheet', () => {
  it('shows what was crossed, and what can be crossed no more', () => {
    expect(
      cells(printed, sheet, row, 'red')
        .slice(0, 5)
        .map(({ mark }) => mark),
    ).toEqual(['lost', 'crossed', 'lost', 'crossed', 'open'])
    expect(cells(printed, sheet, { ...row, lost: [] }, 'yellow').every(({ mark }) => mark === 'open')).toBe(true)
  })

  it('is printed as the view says', () => {
    expect(cells(printed, sheet, row, 'green')[0]).toMatchObject({ n: 12, mark: 'crossed' })
    expect(cells(printed, sheet, row, 'blue').at(-1)).toMatchObject({ n: 2 })
  })

  it('reads cards', () => {
    expect([colourOf('g11'), colourOf('j5 as red'), colourOf('j5'), colourOf('?7')]).toEqual([
      'green',
      'red',
      null,
      null,
    ])
    expect([numberOf('g11'), numberOf('j5 as red'), numberOf('?7')]).toEqual([11, 5, 7])
  })
})

describe('Quando: sides', () => {
  it('keeps what is not known unknown', () => {
    expect(sides('9/?')).toEqual({ front: '9', back: '?' })
    expect(sides('?/3')).toEqual({ front: '?', back: '3' })
  })
})
