/** The own sheet as colours and crosses, for a picture to send: no number shows. */
import type { QwixxView } from '@/protocol/types'
import type { AnyView } from '@/server/wire'

const ROWS = [
  ['red', '#b3262b', 'R'],
  ['yellow', '#b98a00', 'Y'],
  ['green', '#2f7d3a', 'G'],
  ['blue', '#2a56a5', 'B'],
] as const

export function picture(
  pen: CanvasRenderingContext2D,
  found: AnyView,
  you: number,
  width: number,
  height: number,
): void {
  const { players, printed } = found as QwixxView
  const sheet = players[you]?.sheet
  if (!sheet) return
  const size = width / 12.5
  const line = height / 4
  ROWS.forEach(([row, colour, letter], n) => {
    pen.fillStyle = colour
    pen.font = '800 44px "Figtree Variable", system-ui, sans-serif'
    pen.fillText(letter, 0, n * line + size * 0.7)
    printed[row].forEach((number, k) => {
      const [x, y] = [size + k * size, n * line]
      pen.fillStyle = colour
      pen.beginPath()
      pen.roundRect(x, y, size - 8, size - 8, 10)
      pen.fill()
      if (!sheet[row].includes(number)) return
      pen.strokeStyle = '#ffffff'
      pen.lineWidth = 9
      pen.lineCap = 'round'
      pen.beginPath()
      pen.moveTo(x + 16, y + 16)
      pen.lineTo(x + size - 24, y + size - 24)
      pen.moveTo(x + size - 24, y + 16)
      pen.lineTo(x + 16, y + size - 24)
      pen.stroke()
    })
  })
}
