/** The piles as they were counted, for a picture to send. */
import type { QuantoView } from '@/protocol/types'
import type { AnyView } from '@/server/wire'

export function picture(
  pen: CanvasRenderingContext2D,
  found: AnyView,
  you: number,
  width: number,
  height: number,
): void {
  const { players } = found as QuantoView
  const most = Math.max(1, ...players.map(({ pile }) => pile.length))
  const column = width / players.length
  const step = Math.min(14, (height - 120) / most)
  players.forEach(({ pile }, seat) => {
    pile.forEach((_, k) => {
      pen.fillStyle = seat === you ? '#b8862f' : '#6d3a63'
      pen.strokeStyle = '#fbf5ea'
      pen.lineWidth = 2
      pen.beginPath()
      pen.roundRect(seat * column + 20, height - 90 - k * step, column - 60, step + 14, 7)
      pen.fill()
      pen.stroke()
    })
    pen.fillStyle = '#2b2118'
    pen.font = '800 52px "Fraunces Variable", Georgia, serif'
    pen.textAlign = 'center'
    pen.fillText(String(pile.length), seat * column + column / 2 - 10, height - 10)
  })
}
