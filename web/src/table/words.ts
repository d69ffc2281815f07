import { words } from '@/i18n/lang.svelte'

/** What all tables say. */
export const say = words({
  de: {
    yourHand: 'Deine Karten',
    handOf: 'Karten von {name}',
    others: 'Die anderen',
    actions: 'Was du tun kannst',
    over: 'Das Spiel ist zu Ende.',
    rule: 'Regel {clause}',
    close: 'Schließen',
    bot: 'Bot',
    away: 'gerade nicht da',
    turn: 'ist dran',
    left: 'noch',
    days: '{n} {n|Tag|Tage}',
    hours: '{n} Std.',
    minutes: '{n} Min.',
    mate: 'spielt mit dir',
    mateOf: 'spielt mit {name}',
    rivals: 'spielen zusammen',
    turnOf: '{names} {n|ist|sind} dran',
    back: 'Zurücknehmen',
    cards: '{n} {n|Karte|Karten}',
    score: '{n} {n|Punkt|Punkte}',
    decided: 'Wer sich entschieden hat',
    hasDecided: 'hat entschieden',
    isThinking: 'überlegt noch',
    none: 'keine Karten',
    lookOn: 'Wie es für dich weitergeht',
    watchFast: 'Schnell zusehen',
    toTheEnd: 'Zum Ende',
    newGame: 'Neues Spiel',
    dealing: 'Die Karten werden verteilt …',
  },
  en: {
    yourHand: 'Your cards',
    handOf: 'Cards of {name}',
    others: 'Other players',
    actions: 'What you can do',
    over: 'The game is over.',
    rule: 'Rule {clause}',
    close: 'Close',
    bot: 'bot',
    away: 'away right now',
    turn: 'it is their turn',
    left: 'time left',
    days: '{n} {n|day|days}',
    hours: '{n} h',
    minutes: '{n} min',
    mate: 'your partner',
    mateOf: 'partner of {name}',
    rivals: 'partners',
    turnOf: 'It is {names}’s turn',
    back: 'Take back',
    cards: '{n} {n|card|cards}',
    score: '{n} {n|point|points}',
    decided: 'Who has decided',
    hasDecided: 'has decided',
    isThinking: 'is still thinking',
    none: 'no cards',
    lookOn: 'How it goes on for you',
    watchFast: 'Watch fast',
    toTheEnd: 'To the end',
    newGame: 'New game',
    dealing: 'The cards are being dealt …',
  },
})

/** The hand that lies near: one's own, or in a game seen again somebody else's. */
export function nearHand(session: { readonly whose: string }): string {
  return session.whose ? say('handOf', { name: session.whose }) : say('yourHand')
}

export function cardsOf(n: number): string {
  return say('cards', { n })
}

/** Seconds as a clock shows them. */
export function clockTime(seconds: number): string {
  if (seconds > 172_800) return say('days', { n: Math.floor(seconds / 86_400) })
  if (seconds > 7200) return say('hours', { n: Math.floor(seconds / 3600) })
  if (seconds > 3600) return say('minutes', { n: Math.floor(seconds / 60) })
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
