import type { QuantoView } from '@/protocol/types'
import { happened, myTurn, type Lesson, type Scene, type Tip } from '@/lesson/tip'

const holds = (test: (card: string) => boolean) => (scene: Scene<QuantoView>) =>
  myTurn(scene) && scene.moves > 2 && scene.view.step === 'card' && (scene.view.hand?.some(test) ?? false)

const tips: Tip<QuantoView>[] = [
  {
    id: 'welcome',
    when: () => true,
    de: () => 'Fang Karten! Wer am Ende die meisten hat, gewinnt. Was auf ihnen steht, ist dann egal.',
    en: () => 'Catch cards! Whoever has most in the end wins. What is on them does not matter then.',
  },
  {
    id: 'display',
    when: () => true,
    de: () =>
      'In der Mitte liegt die Auslage. Eine 7 fängt jede 7 – und auch Karten, die zusammen 7 ergeben, wie 3 und 4.',
    en: () =>
      'The display lies in the middle. A 7 catches any 7, and also cards that make 7 together, such as 3 and 4.',
  },
  {
    id: 'card',
    when: (scene) => myTurn(scene) && scene.view.step === 'card',
    de: () => 'Du bist dran. Such eine Karte deiner Hand aus. Was leuchtet, kann etwas.',
    en: () => 'Your turn. Choose a card of your hand. What lights up can do something.',
  },
  {
    id: 'verb',
    when: (scene) => myTurn(scene) && scene.view.step === 'verb',
    de: () => 'Was soll sie tun? Nehmen fängt Karten der Auslage. Die anderen Knöpfe zeigen, was sonst noch geht.',
    en: () => 'What shall it do? Take catches cards of the display. The other buttons show what else is possible.',
  },
  {
    id: 'pick',
    when: (scene) => myTurn(scene) && scene.view.step === 'pick',
    de: () => 'Tipp Karten der Auslage an, bis die Summe stimmt. Du darfst mehrere Häufchen fangen. Dann sag: fertig.',
    en: () => 'Tap cards of the display until the sum is right. You may catch several groups. Then say: done.',
  },
  {
    id: 'capture',
    when: (scene) => happened(scene, 'capture', true),
    de: () =>
      'Gefangen! Deine Karte und die gefangenen liegen jetzt auf deinem Stapel. Auslage und Hand werden aufgefüllt.',
    en: () => 'Caught! Your card and the caught ones lie on your pile now. Display and hand are filled up.',
  },
  {
    id: 'form',
    when: (scene) => scene.actions.some((action) => action.startsWith('form')),
    de: () =>
      'Du könntest einen Quanto bilden: deine Karte und eine der Auslage, zusammen so viel wie ein freies Plättchen. Später holst du ihn mit genau dieser Zahl.',
    en: () =>
      'You could form a quanto: your card and one of the display that together make a free tile. Later you take it home with exactly that number.',
  },
  {
    id: 'quanto',
    when: (scene) => happened(scene, 'quanto'),
    de: () => 'Ein Quanto liegt auf dem Tisch. Er gehört, vor wem er liegt – aber ein Joker kann ihn stehlen.',
    en: () => 'A quanto lies on the table. It belongs to whoever it lies before, but a joker can steal it.',
  },
  {
    id: 'discard',
    when: (scene) => scene.actions.includes('discard'),
    de: () =>
      'Geht gar nichts, legst du eine Karte in die Auslage. Eine 1 klaut dabei bei allen die oberste Karte, eine 2 gibt dir noch einen Zug, eine 3 deckt drei neue auf.',
    en: () =>
      'If nothing is possible you lay a card into the display. A 1 takes the top card of everybody’s pile, a 2 gives you another play, a 3 turns up three new cards.',
  },
  {
    id: 'rainbow',
    when: holds((card) => card.endsWith('r')),
    de: () => 'Eine Regenbogenkarte! Wer mit ihr etwas fängt, darf noch eine beliebige Karte der Auslage dazunehmen.',
    en: () => 'A rainbow card! Catch something with it, and you may take one more card of the display, any you like.',
  },
  {
    id: 'joker',
    when: holds((card) => card === 'J'),
    de: () => 'Ein Joker! Er ist, welche Zahl du willst – und kann den Quanto eines anderen stehlen.',
    en: () => 'A joker! It is whatever number you want, and it can steal somebody else’s quanto.',
  },
  {
    id: 'done',
    when: (scene) => scene.moves >= 14,
    de: () => 'Das ist schon alles. Ist der Stapel leer und die letzte Karte gespielt, wird gezählt. Viel Glück!',
    en: () => 'That is all. When the pile is empty and the last card played, cards are counted. Good luck!',
  },
]

export default {
  seats: 2,
  happens: ['lot', 'deal', 'draw'],
  tips: tips as unknown as Lesson['tips'],
} satisfies Lesson
