/** The hands of the last round as backs, for a picture to send: no number shows. */
import type { QuandoView } from '@/protocol/types'
import type { AnyView } from '@/server/wire'

export function picture(
  pen: CanvasRenderingContext2D,
  found: AnyView,
  you: number,
  width: number,
  height: number,
): void {
  const { hands } = found as QuandoView
  const tall = Math.min(170, height / hands.length - 20)
  hands.forEach((hand, seat) => {
    const step = Math.min(tall * 0.62, (width - tall) / Math.max(1, hand.length))
    hand.forEach((_, k) => {
      pen.fillStyle = seat === you ? '#d9622b' : '#1d6f78'
      pen.strokeStyle = '#fbf5ea'
      pen.lineWidth = 6
      pen.beginPath()
      pen.roundRect(k * step, seat * (tall + 20), tall * 0.7, tall, 14)
      pen.fill()
      pen.stroke()
    })
  })
}
