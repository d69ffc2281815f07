import { describe, expect, it } from 'vitest'
import { cells, closed, colourOf, numberOf } from '@/games/qwixx/sheet'
import { sides, value } from '@/games/quando/sides'

const sheet = { red: [3, 5], yellow: [], green: [12, 9, 8, 7, 4, 2], blue: [], misses: 1 }

describe('Qwixx: a sheet', () => {
  it('X3 loses what is left of the last cross', () => {
    expect(cells(sheet, 'red').slice(0, 5).map(({ mark }) => mark)).toEqual(['lost', 'crossed', 'lost', 'crossed', 'open'])
    expect(cells(sheet, 'yellow').every(({ mark }) => mark === 'open')).toBe(true)
  })

  it('X2 runs down in green and blue', () => {
    expect(cells(sheet, 'green')[0]).toMatchObject({ n: 12, mark: 'crossed' })
    expect(cells(sheet, 'blue').at(-1)).toMatchObject({ n: 2, last: true })
  })

  it('X5 is closed by its last number', () => {
    expect(closed(sheet, 'green')).toBe(true)
    expect(closed(sheet, 'red')).toBe(false)
  })

  it('reads cards', () => {
    expect([colourOf('g11'), colourOf('j5 as red'), colourOf('j5'), colourOf('?7')]).toEqual(['green', 'red', null, null])
    expect([numberOf('g11'), numberOf('j5 as red'), numberOf('?7')]).toEqual([11, 5, 7])
  })
})

describe('Quando: sides', () => {
  it('keeps what is not known unknown', () => {
    expect(sides('9/?')).toEqual({ front: '9', back: '?' })
    expect(sides('?/3')).toEqual({ front: '?', back: '3' })
    expect(value('10/3')).toBe(10)
    expect(value('?/3')).toBe(0)
  })
})
