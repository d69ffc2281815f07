import type { Lobo77Hint, Lobo77View } from '@/protocol/types'
import { printed } from './counting'
import { happened, myTurn, type Lesson, type Scene, type Tip } from '@/lesson/tip'
import { texts } from './texts'

/** A card that would cost a chip, and what it would announce. */
function costly(scene: Scene<Lobo77View>): { card: string; total: number } | null {
  for (const { text, hint } of scene.choices) {
    const { costs, total } = (hint ?? {}) as Lobo77Hint
    if (costs && total !== undefined) return { card: text, total }
  }
  return null
}

const holds = (card: string) => (scene: Scene<Lobo77View>) =>
  myTurn(scene) && scene.moves > 0 && (scene.view.hand?.includes(card) ?? false)

const tips: Tip<Lobo77View>[] = [
  {
    id: 'welcome',
    when: () => true,
  },
  {
    id: 'turn',
    when: myTurn,
    text: (scene) => {
      const bad = costly(scene)
      return bad ? ['turn_costly', { card: printed(bad.card), total: bad.total }] : ['turn']
    },
  },
  {
    id: 'others',
    when: () => true,
  },
  {
    id: 'drawn',
    when: (scene) => scene.moves === 1,
  },
  {
    id: 'owed',
    when: (scene) => myTurn(scene) && scene.view.owed === 2,
  },
  {
    id: 'minus',
    when: holds('-10'),
  },
  {
    id: 'double',
    when: holds('x2'),
  },
  {
    id: 'reverse',
    when: holds('reverse'),
  },
  {
    id: 'zero',
    when: holds('0'),
  },
  {
    id: 'tight',
    when: (scene) => scene.view.total >= scene.view.limit - 15 && scene.view.total < scene.view.limit,
  },
  {
    id: 'paid',
    when: (scene) => happened(scene, 'chip', true),
  },
  {
    id: 'round',
    when: (scene) => happened(scene, 'round_end'),
  },
  {
    id: 'done',
    when: (scene) => scene.moves >= 6,
  },
]

export default {
  say: texts('lesson'),
  seats: 3,
  // The learner begins, before a special card has been laid.
  options: { starter: 0 },
  happens: ['lot', 'deal', 'draw', 'chip', 'out'],
  tips: tips as unknown as Lesson['tips'],
} satisfies Lesson
