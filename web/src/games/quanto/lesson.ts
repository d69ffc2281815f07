import type { QuantoView } from '@/protocol/types'
import { happened, myTurn, type Lesson, type Scene, type Tip } from '@/lesson/tip'
import { texts } from './texts'

const holds = (test: (card: string) => boolean) => (scene: Scene<QuantoView>) =>
  myTurn(scene) && scene.moves > 2 && scene.view.step === 'card' && (scene.view.hand?.some(test) ?? false)

const tips: Tip<QuantoView>[] = [
  {
    id: 'welcome',
    when: () => true,
  },
  {
    id: 'display',
    when: () => true,
  },
  {
    id: 'card',
    when: (scene) => myTurn(scene) && scene.view.step === 'card',
  },
  {
    id: 'verb',
    when: (scene) => myTurn(scene) && scene.view.step === 'verb',
  },
  {
    id: 'pick',
    when: (scene) => myTurn(scene) && scene.view.step === 'pick',
  },
  {
    id: 'capture',
    when: (scene) => happened(scene, 'capture', true),
  },
  {
    id: 'form',
    when: (scene) => scene.actions.some((action) => action.startsWith('form')),
  },
  {
    id: 'quanto',
    when: (scene) => happened(scene, 'quanto'),
  },
  {
    id: 'discard',
    when: (scene) => scene.actions.includes('discard'),
  },
  {
    id: 'rainbow',
    when: holds((card) => card.endsWith('r')),
  },
  {
    id: 'joker',
    when: holds((card) => card === 'J'),
  },
  {
    id: 'done',
    when: (scene) => scene.moves >= 14,
  },
]

export default {
  say: texts('lesson'),
  seats: 2,
  happens: ['lot', 'deal', 'draw'],
  tips: tips as unknown as Lesson['tips'],
} satisfies Lesson
