import type { Lobo77Hint, Lobo77View } from '@/protocol/types'
import { printed } from './counting'
import { happened, myTurn, type Lesson, type Scene, type Tip } from '@/lesson/tip'

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
    de: () =>
      'Alle legen Karten auf denselben Stapel und zählen zusammen. Wer 11, 22, 33 … sagen muss oder 77 und mehr, gibt einen Chip ab.',
    en: () =>
      'Everybody lays cards on the same pile and adds up. Whoever has to say 11, 22, 33 … or 77 and more gives away a chip.',
  },
  {
    id: 'turn',
    when: myTurn,
    de: (scene) => {
      const bad = costly(scene)
      const warning = bad ? ` Rot heißt: Das kostet einen Chip. ${printed(bad.card)} wäre ${bad.total}.` : ''
      return `Du bist dran. Über jeder Karte steht, was du damit sagst.${warning} Tipp eine an!`
    },
    en: (scene) => {
      const bad = costly(scene)
      const warning = bad ? ` Red means it costs a chip: ${printed(bad.card)} would make ${bad.total}.` : ''
      return `Your turn. Above each card stands what you would say.${warning} Tap one!`
    },
  },
  {
    id: 'others',
    when: () => true,
    de: () =>
      'Oben sitzen die anderen mit ihren Chips. Alle haben drei. Wer den letzten verliert, schwimmt – und fliegt beim nächsten Mal raus.',
    en: () =>
      'The others sit at the top with their chips. Everybody has three. Whoever loses the last one swims, and is out the next time.',
  },
  {
    id: 'drawn',
    when: (scene) => scene.moves === 1,
    de: () => 'Gut! Du hast nachgezogen und wieder fünf Karten. Jetzt legen die anderen.',
    en: () => 'Well done! You have drawn and hold five cards again. Now the others play.',
  },
  {
    id: 'owed',
    when: (scene) => myTurn(scene) && scene.view.owed === 2,
    de: () => 'Jemand hat ×2 gelegt: Du musst jetzt zwei Karten spielen, eine nach der anderen. Danach ziehst du zwei.',
    en: () => 'Somebody has played ×2: you have to play two cards now, one after the other. Then you draw two.',
  },
  {
    id: 'minus',
    when: holds('-10'),
    de: () => 'Deine −10 zieht zehn ab. Heb sie auf, bis es eng wird.',
    en: () => 'Your −10 takes ten off. Keep it until things get tight.',
  },
  {
    id: 'double',
    when: holds('x2'),
    de: () => 'Deine ×2 lässt die Summe stehen, und wer nach dir kommt, muss zwei Karten legen. Gemein und gut.',
    en: () => 'Your ×2 leaves the total as it is, and the next player has to play two cards. Mean, and good.',
  },
  {
    id: 'reverse',
    when: holds('reverse'),
    de: () => 'Dein Richtungswechsel lässt die Summe stehen und dreht um, wer als Nächstes dran ist.',
    en: () => 'Your Reverse leaves the total as it is and turns the direction of play.',
  },
  {
    id: 'zero',
    when: holds('0'),
    de: () => 'Mit der 0 sagst du dieselbe Zahl noch einmal. Auf einer Schnapszahl kostet auch das einen Chip.',
    en: () => 'With a 0 you say the same number again. On a repdigit that costs a chip as well.',
  },
  {
    id: 'tight',
    when: (scene) => scene.view.total >= scene.view.limit - 15 && scene.view.total < scene.view.limit,
    de: () => 'Jetzt wird es eng: Wer 77 oder mehr sagt, zahlt, und die Runde ist vorbei.',
    en: () => 'It is getting tight: whoever says 77 or more pays, and the round is over.',
  },
  {
    id: 'paid',
    when: (scene) => happened(scene, 'chip', true),
    de: () => 'Autsch, ein Chip weg. Es zählt die Summe, nicht die Karte.',
    en: () => 'Ouch, a chip is gone. It is the total that counts, not the card.',
  },
  {
    id: 'round',
    when: (scene) => happened(scene, 'round_end'),
    de: () => 'Eine Runde ist vorbei. Alle bekommen fünf neue Karten, und es geht wieder bei 0 los.',
    en: () => 'A round is over. Everybody gets five new cards, and it starts from 0 again.',
  },
  {
    id: 'done',
    when: (scene) => scene.moves >= 6,
    de: () => 'Mehr musst du nicht wissen. Wer als Letzter übrig bleibt, gewinnt. Viel Glück!',
    en: () => 'That is all you need. The last one left wins. Good luck!',
  },
]

export default {
  seats: 3,
  // Whoever learns begins, before anybody has laid something special.
  options: { starter: 0 },
  happens: ['lot', 'deal', 'draw', 'chip', 'out'],
  tips: tips as unknown as Lesson['tips'],
} satisfies Lesson
