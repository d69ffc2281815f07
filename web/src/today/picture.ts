/** Draws the card of a day: a column for each game, a place for its deal, and a tick or a cross for its puzzle. */
import type { Day } from './days'

interface Shown {
  title: string
  games: readonly string[]
  day: Day
  row: string
  luck: string
  /** What the two rows are called: the deal, the puzzles. */
  words: readonly [string, string]
}

const WIDTH = 1080
const HEIGHT = 810
const LEFT = 90
const INK = '#2b2118'
const QUIET = '#6d5c4b'
const FACES = { display: '"Fraunces Variable", Georgia, serif', text: '"Figtree Variable", system-ui, sans-serif' }
const GOOD = '#2f6f3e'
const BAD = '#a33a2a'

export function draw(canvas: HTMLCanvasElement, { title, games, day, row, luck, words }: Shown): void {
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const pen = canvas.getContext('2d')
  if (!pen) return
  const write = (text: string, x: number, y: number, font: string, colour = INK, most = WIDTH - LEFT - x): void => {
    pen.font = font
    pen.fillStyle = colour
    pen.fillText(text, x, y, most)
  }
  pen.fillStyle = '#fbf5ea'
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  pen.strokeStyle = '#d9c7ab'
  pen.lineWidth = 18
  pen.strokeRect(30, 30, WIDTH - 60, HEIGHT - 60)
  write(title, LEFT, 150, `800 64px ${FACES.display}`)
  write(row, LEFT, 215, `600 38px ${FACES.text}`, QUIET)
  const first = 300
  const column = (WIDTH - LEFT - first) / games.length
  games.forEach((name, k) => write(name, first + k * column, 300, `700 34px ${FACES.text}`, INK, column - 12))
  words.forEach((word, n) => write(word, LEFT, 400 + n * 130, `600 34px ${FACES.text}`, QUIET, first - LEFT - 16))
  Object.values(day.games).forEach(({ place, right }, k) => {
    const x = first + k * column
    write(place === null ? '–' : `${place}.`, x, 405, `800 64px ${FACES.display}`, place === 1 ? GOOD : INK)
    mark(pen, x, 500, right)
  })
  write(luck, LEFT, 660, `600 36px ${FACES.text}`)
  write('Tischlein', LEFT, 730, `800 34px ${FACES.display}`, QUIET)
}

/** A tick, a cross, or a dash: they differ by shape as well as by colour. */
function mark(pen: CanvasRenderingContext2D, x: number, y: number, right: boolean | null): void {
  pen.lineWidth = 11
  pen.lineCap = 'round'
  pen.strokeStyle = right === null ? QUIET : right ? GOOD : BAD
  pen.beginPath()
  if (right === null) {
    pen.moveTo(x, y + 25)
    pen.lineTo(x + 36, y + 25)
  } else if (right) {
    pen.moveTo(x, y + 28)
    pen.lineTo(x + 18, y + 48)
    pen.lineTo(x + 52, y)
  } else {
    pen.moveTo(x, y)
    pen.lineTo(x + 46, y + 48)
    pen.moveTo(x + 46, y)
    pen.lineTo(x, y + 48)
  }
  pen.stroke()
}
