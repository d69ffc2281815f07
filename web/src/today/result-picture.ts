/** Draws a result to send: the title, the game's own last sight of the table, the score and the address. */
import { faceOf } from '@/games'
import type { AnyView } from '@/server/wire'

interface Shown {
  game: string
  title: string
  score: string
  address: string
  view: AnyView
  you: number
}

const WIDTH = 1080
const HEIGHT = 1080
const LEFT = 80
const INK = '#2b2118'
const QUIET = '#6d5c4b'
export const FACES = {
  display: '"Fraunces Variable", Georgia, serif',
  text: '"Figtree Variable", system-ui, sans-serif',
}

export function drawResult(canvas: HTMLCanvasElement, { game, title, score, address, view, you }: Shown): void {
  canvas.width = WIDTH
  canvas.height = HEIGHT
  const pen = canvas.getContext('2d')
  if (!pen) return
  const write = (text: string, y: number, font: string, colour = INK): void => {
    pen.font = font
    pen.fillStyle = colour
    pen.fillText(text, LEFT, y, WIDTH - 2 * LEFT)
  }
  pen.fillStyle = '#fbf5ea'
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  pen.strokeStyle = '#d9c7ab'
  pen.lineWidth = 18
  pen.strokeRect(30, 30, WIDTH - 60, HEIGHT - 60)
  write(game, 150, `800 68px ${FACES.display}`)
  write(title, 220, `600 40px ${FACES.text}`, QUIET)
  pen.save()
  pen.translate(LEFT, 270)
  faceOf(view.game).picture?.(pen, view, you, WIDTH - 2 * LEFT, 560)
  pen.restore()
  write(score, 910, `800 54px ${FACES.display}`)
  write(address || 'Tischlein', 985, `600 34px ${FACES.text}`, QUIET)
}
