import type { QwixxEvent, QwixxView } from '@/protocol/types'
import { happened, myTurn, type Lesson, type Tip } from '@/lesson/tip'
import { texts } from './texts'

const tips: Tip<QwixxView>[] = [
  {
    id: 'welcome',
    when: () => true,
  },
  {
    id: 'right',
    when: () => true,
  },
  {
    id: 'take',
    when: (scene) => myTurn(scene) && scene.view.phase === 'take',
  },
  {
    id: 'decide',
    when: (scene) => myTurn(scene) && scene.view.phase === 'decide',
    text: (scene) => (scene.view.top ? ['decide', { n: scene.view.top.slice(1) }] : ['decide_unseen']),
  },
  {
    id: 'choose',
    when: (scene) => myTurn(scene) && scene.view.phase === 'choose',
  },
  {
    id: 'cross',
    when: (scene) => myTurn(scene) && scene.view.phase === 'cross',
  },
  {
    id: 'crossed',
    when: (scene) => happened(scene, 'cross', true),
  },
  {
    id: 'miss',
    when: (scene) => happened(scene, 'miss'),
  },
  {
    id: 'lock',
    when: (scene) => scene.events.some((event) => event.kind === 'cross' && (event as QwixxEvent).lock === true),
  },
  {
    id: 'last',
    when: (scene) => {
      const sheet = scene.view.players[scene.you]?.sheet
      return sheet !== undefined && [sheet.red, sheet.yellow, sheet.green, sheet.blue].some((row) => row.length >= 4)
    },
  },
  {
    id: 'done',
    when: (scene) => scene.moves >= 12,
  },
]

export default {
  say: texts('lesson'),
  seats: 2,
  above: true,
  happens: ['lot', 'deal', 'skip'],
  tips: tips as unknown as Lesson['tips'],
} satisfies Lesson
