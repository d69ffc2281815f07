import type { QuandoView } from '@/protocol/types'
import { happened, myTurn, type Lesson, type Tip } from '@/lesson/tip'

const tips: Tip<QuandoView>[] = [
  {
    id: 'welcome',
    when: () => true,
    de: () =>
      'Jede Karte hat zwei Seiten mit zwei verschiedenen Zahlen. Du siehst deine Vorderseiten; deine Rückseiten sehen nur die anderen.',
    en: () =>
      'Every card has two sides with two different numbers. You see your fronts; your backs are seen by the others only.',
  },
  {
    id: 'others',
    when: () => true,
    de: () => 'Von den anderen siehst du die Rückseiten, wie am echten Tisch. Was vorne steht, wissen nur sie.',
    en: () => 'Of the others you see the backs, as at a real table. What is in front only they know.',
  },
  {
    id: 'aim',
    when: () => true,
    de: () =>
      'Am Ende einer Runde zählen deine Vorderseiten als Punkte, und Punkte sind schlecht. Die Null ist die beste Karte.',
    en: () => 'At the end of a round your fronts count as points, and points are bad. Zero is the best card.',
  },
  {
    id: 'turn',
    when: (scene) => myTurn(scene) && scene.view.picked.length === 0,
    de: () =>
      'Du bist dran. Leg gleiche Zahlen, auch eine einzelne Karte, oder eine Straße aus genau drei Zahlen. Die großen zuerst!',
    en: () =>
      'Your turn. Lay equal numbers, a single card will do, or a straight of exactly three numbers. The high ones first!',
  },
  {
    id: 'take',
    when: (scene) => scene.actions.includes('take hidden') && scene.view.picked.length > 0,
    de: () =>
      'Noch eine dazulegen oder jetzt nachziehen? Du kannst die Seite nehmen, die oben liegt, oder ungesehen die andere.',
    en: () => 'Lay another one, or draw now? You can take the side that lies up, or the other one, unseen.',
  },
  {
    id: 'drawn',
    when: (scene) => happened(scene, 'draw', true),
    de: () => 'Die Seite, die du nicht genommen hast, ist jetzt deine Rückseite. Die sehen die anderen.',
    en: () => 'The side that you did not take is your back now. The others see it.',
  },
  {
    id: 'triplet',
    when: (scene) => happened(scene, 'triplet'),
    de: () =>
      'Drei gleiche Zahlen treffen alle anderen: Wer eine Null hat, muss eine umdrehen. Wer keine hat, zieht eine Karte.',
    en: () =>
      'Three equal numbers hit everybody else: whoever has a zero must turn one over, whoever has none draws a card.',
  },
  {
    id: 'flip',
    when: (scene) => scene.actions.some((action) => action.startsWith('flip')),
    de: () => 'Du musst eine Null umdrehen. Was auf der anderen Seite steht, hast nur du noch nicht gesehen.',
    en: () => 'You have to turn a zero over. What is on its other side only you have not seen.',
  },
  {
    id: 'knock',
    when: (scene) => scene.actions.includes('knock'),
    de: () =>
      'Jetzt darf geklopft werden. Tu es, wenn du glaubst, allein am wenigsten zu haben – sonst kostet es fünf Punkte extra.',
    en: () =>
      'Knocking is allowed now. Do it when you think you alone have least; otherwise it costs five points more.',
  },
  {
    id: 'knocked',
    when: (scene) => scene.view.knocked !== null && scene.view.knocked !== scene.you,
    de: (scene) =>
      `${scene.name(scene.view.knocked ?? 0)} hat geklopft! Alle anderen haben noch einen Zug. Werd los, was du kannst.`,
    en: (scene) =>
      `${scene.name(scene.view.knocked ?? 0)} has knocked! Everybody else has one more turn. Get rid of what you can.`,
  },
  {
    id: 'round',
    when: (scene) => happened(scene, 'round_end'),
    de: () =>
      'Die Runde ist aus. Wer am wenigsten hat, schreibt nichts auf, alle anderen ihre Summe. Dann wird neu gegeben.',
    en: () =>
      'The round is over. Whoever has least writes nothing down, the others their sum. Then there is a new deal.',
  },
  {
    id: 'done',
    when: (scene) => scene.moves >= 10,
    de: () => 'Das war schon alles. Bleibt nur die Frage: Wann klopfst du?',
    en: () => 'That was all. One question is left: when do you knock?',
  },
]

export default {
  seats: 3,
  happens: ['lot', 'deal', 'draw'],
  tips: tips as unknown as Lesson['tips'],
} satisfies Lesson
