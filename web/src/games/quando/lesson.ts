import type { QuandoView } from '@/protocol/types'
import { happened, myTurn, type Lesson, type Tip } from '@/lesson/tip'
import { texts } from './texts'

const tips: Tip<QuandoView>[] = [
  {
    id: 'welcome',
    when: () => true,
  },
  {
    id: 'others',
    when: () => true,
  },
  {
    id: 'aim',
    when: () => true,
  },
  {
    id: 'turn',
    when: (scene) => myTurn(scene) && scene.view.picked.length === 0,
  },
  {
    id: 'take',
    when: (scene) => scene.actions.includes('take hidden') && scene.view.picked.length > 0,
  },
  {
    id: 'drawn',
    when: (scene) => happened(scene, 'draw', true),
  },
  {
    id: 'triplet',
    when: (scene) => happened(scene, 'triplet'),
  },
  {
    id: 'flip',
    when: (scene) => scene.actions.some((action) => action.startsWith('flip')),
  },
  {
    id: 'knock',
    when: (scene) => scene.actions.includes('knock'),
  },
  {
    id: 'knocked',
    when: (scene) => scene.view.knocked !== null && scene.view.knocked !== scene.you,
    text: (scene) => ['knocked', { name: scene.name(scene.view.knocked ?? 0) }],
  },
  {
    id: 'round',
    when: (scene) => happened(scene, 'round_end'),
  },
  {
    id: 'done',
    when: (scene) => scene.moves >= 10,
  },
]

export default {
  say: texts('lesson'),
  seats: 3,
  happens: ['lot', 'deal', 'draw'],
  tips: tips as unknown as Lesson['tips'],
} satisfies Lesson
