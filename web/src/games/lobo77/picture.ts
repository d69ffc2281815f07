/** The dial as it stood at the end, for a picture to send. */
import type { Lobo77View } from '@/protocol/types'
import type { AnyView } from '@/server/wire'

export function picture(pen: CanvasRenderingContext2D, found: AnyView, _: number, width: number, height: number): void {
  const { total, limit } = found as Lobo77View
  const [x, y, size] = [width / 2, height / 2, height / 2 - 20]
  const at = (share: number): number => Math.PI * (0.75 + 1.5 * share)
  pen.fillStyle = '#1d2a5c'
  pen.beginPath()
  pen.arc(x, y, size, 0, 2 * Math.PI)
  pen.fill()
  pen.lineWidth = 26
  pen.lineCap = 'round'
  pen.strokeStyle = '#3a4780'
  pen.beginPath()
  pen.arc(x, y, size - 40, at(0), at(1))
  pen.stroke()
  pen.strokeStyle = total >= limit ? '#ff6a5a' : '#ffd84d'
  pen.beginPath()
  pen.arc(x, y, size - 40, at(0), at(Math.max(0, Math.min(1, total / limit))))
  pen.stroke()
  pen.fillStyle = '#ffd84d'
  pen.font = '800 200px "Fraunces Variable", Georgia, serif'
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(String(total).replace('-', '−'), x, y)
}
