import type { QwixxEvent, QwixxView } from '@/protocol/types'
import { happened, myTurn, type Lesson, type Tip } from '@/lesson/tip'

const tips: Tip<QwixxView>[] = [
  {
    id: 'welcome',
    when: () => true,
    de: () =>
      'Das ist dein Zettel. Kreuz so viele Zahlen an, wie du kannst: Je mehr Kreuze in einer Reihe, desto mehr ist jedes wert.',
    en: () =>
      'This is your sheet. Cross as many numbers as you can: the more crosses in a row, the more each of them is worth.',
  },
  {
    id: 'right',
    when: () => true,
    de: () =>
      'In jeder Reihe geht es nur nach rechts. Was du überspringst, ist verloren. Rot und Gelb zählen hinauf, Grün und Blau hinunter.',
    en: () =>
      'In every row you only move to the right. What you leap over is lost. Red and yellow count up, green and blue count down.',
  },
  {
    id: 'take',
    when: (scene) => myTurn(scene) && scene.view.phase === 'take',
    de: () =>
      'Schritt 1: Du bist dran und nimmst Karten aus der Auslage, bis du fünf hast. Die Zahl sehen alle, die Farbe erst du.',
    en: () =>
      'Step 1: it is your turn, and you take cards from the display until you hold five. Everybody sees the number, only you the colour.',
  },
  {
    id: 'decide',
    when: (scene) => myTurn(scene) && scene.view.phase === 'decide',
    de: (scene) =>
      `Schritt 2: Die Zahl oben auf dem Stapel${scene.view.top ? `, die ${scene.view.top.slice(1)},` : ''} ist für alle. Kreuz sie in einer Reihe an oder lass sie vorbei. Alle entscheiden gleichzeitig.`,
    en: (scene) =>
      `Step 2: the number on top of the pile${scene.view.top ? `, the ${scene.view.top.slice(1)},` : ''} is for everyone. Cross it off in one row, or let it pass. All decide at the same time.`,
  },
  {
    id: 'choose',
    when: (scene) => myTurn(scene) && scene.view.phase === 'choose',
    de: () => 'Schritt 3: Spiel eine Karte, oder zwei oder drei von einer Farbe. Dann zeigst du sie.',
    en: () => 'Step 3: play one card, or two or three of one colour. Then you show them.',
  },
  {
    id: 'cross',
    when: (scene) => myTurn(scene) && scene.view.phase === 'cross',
    de: () =>
      'Kreuz die gezeigten Zahlen an, von links nach rechts. Zwischen deinen Kreuzen darf nur eine Zahl frei bleiben.',
    en: () =>
      'Cross off the numbers you have shown, from left to right. Only one number may stay open between your crosses.',
  },
  {
    id: 'crossed',
    when: (scene) => happened(scene, 'cross', true),
    de: () => 'Dein erstes Kreuz! Lass am Anfang keine großen Lücken, dann bleibt dir mehr.',
    en: () => 'Your first cross! Do not leave wide gaps at the beginning, and more is left for you.',
  },
  {
    id: 'miss',
    when: (scene) => happened(scene, 'miss'),
    de: () =>
      'Wer dran ist und gar nichts ankreuzt, hat einen Fehlversuch: minus fünf. Bei vier davon ist das Spiel aus.',
    en: () => 'If you are active and cross off nothing, you have a miss: minus five. Four of them end the game.',
  },
  {
    id: 'lock',
    when: (scene) => scene.events.some((event) => event.kind === 'cross' && (event as QwixxEvent).lock === true),
    de: () =>
      'Eine Reihe ist abgeschlossen! Das Schloss zählt als weiteres Kreuz. Zwei Schlösser auf einem Zettel beenden das Spiel.',
    en: () => 'A row is closed! The lock counts as one more cross. Two locks on one sheet end the game.',
  },
  {
    id: 'last',
    when: (scene) => {
      const sheet = scene.view.players[scene.you]?.sheet
      return sheet !== undefined && [sheet.red, sheet.yellow, sheet.green, sheet.blue].some((row) => row.length >= 4)
    },
    de: () => 'Die letzte Zahl einer Reihe geht erst, wenn fünf Kreuze davor stehen. Dann schließt sich das Schloss.',
    en: () => 'The last number of a row needs five crosses before it. Then the lock closes.',
  },
  {
    id: 'done',
    when: (scene) => scene.moves >= 12,
    de: () => 'Mehr ist es nicht. Kreuz um Kreuz, von links nach rechts – viel Glück!',
    en: () => 'That is all. Cross by cross, from left to right. Good luck!',
  },
]

export default {
  seats: 2,
  above: true,
  happens: ['lot', 'deal', 'skip'],
  tips: tips as unknown as Lesson['tips'],
} satisfies Lesson
