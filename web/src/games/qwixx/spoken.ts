/** Sheets in words: how many crosses each row has, which, and what they bring. */
import { scored } from '@/server/score-text.svelte'
import type { QwixxRows, QwixxSheet } from '@/protocol/types'
import { COLOURS, type Colour } from './sheet'
import { colourName, say } from './texts'

export function rowInWords(sheet: QwixxSheet, rows: QwixxRows, colour: Colour): string {
  const crossed = sheet[colour]
  const { crosses, locked, points } = rows[colour]
  const row = crossed.length
    ? say('row', { colour: colourName(colour), n: crosses, list: crossed.join(', ') })
    : say('rowNone', { colour: colourName(colour) })
  return `${row}${locked ? `, ${say('rowClosed')}` : ''}; ${scored('qwixx', points) ?? points}`
}

/** All rows in a few words: how far each one is. */
export const sheetInBrief = (sheet: QwixxSheet, rows: QwixxRows): string =>
  COLOURS.map((colour) => {
    const last = sheet[colour].at(-1)
    const name = colourName(colour)
    if (rows[colour].locked) return say('briefClosed', { colour: name })
    return last === undefined ? say('briefNone', { colour: name }) : say('briefRow', { colour: name, n: last })
  }).join(', ')

/** All rows, one sentence each. */
export const sheetInWords = (sheet: QwixxSheet, rows: QwixxRows): string =>
  COLOURS.map((colour) => `${rowInWords(sheet, rows, colour)}.`).join(' ')
