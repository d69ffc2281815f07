/** Words that many screens use. */
import { words } from './lang.svelte'

export const common = words({
  de: {
    app: 'Tischlein',
    back: 'Zurück',
    cancel: 'Abbrechen',
    close: 'Schließen',
    start: 'Startseite',
    rules: 'Regeln',
    settings: 'Einstellungen',
    mine: 'Meine Tische',
    lobby: 'Tische zum Mitspielen',
    daily: 'Karten des Tages',
    results: 'Meine Spiele',
    learn: 'In 3 Minuten lernen',
    delete_game: 'Dieses Spiel löschen',
    retry: 'Noch einmal versuchen',
    loading: 'Einen Moment …',
    you: 'Du',
    guest: 'Gast',
    your_name: 'Dein Name',
    language: 'Sprache',
    theme: 'Darstellung',
    theme_system: 'wie das Gerät',
    theme_light: 'hell',
    theme_dark: 'dunkel',
    sound: 'Töne',
    on: 'an',
    off: 'aus',
    skip: 'Zum Inhalt',
    copy: 'Kopieren',
    copied: 'Kopiert',
    gone_title: 'Der Tisch ist gerade nicht zu erreichen',
    gone_text: 'Der Server antwortet nicht. Sobald er wieder da ist, geht es weiter.',
    site_title: 'Diese Seite hat keinen Server',
    site_text:
      'Hier spielst du gegen Bots und zu mehreren an diesem Gerät. Tische mit anderen Geräten gibt es nur dort, wo ein Server läuft: Öffne den ganzen Link, den du bekommen hast.',
    offline_title: 'Du bist nicht im Netz',
    offline_text: 'Die Seite ist da, aber Tische liegen auf dem Server. Regeln und Einstellungen gehen auch so.',
    alone_text:
      'Gegen Bots und zu mehreren an diesem Gerät kannst du auch ohne Server spielen. Tische mit anderen warten, bis er wieder da ist.',
    new_version: 'Eine neue Fassung von Tischlein ist da.',
    take_version: 'Jetzt laden',
  },
  en: {
    app: 'Tischlein',
    back: 'Back',
    cancel: 'Cancel',
    close: 'Close',
    start: 'Home',
    rules: 'Rules',
    settings: 'Settings',
    mine: 'My tables',
    lobby: 'Tables to join',
    daily: 'Today’s deal',
    results: 'My games',
    learn: 'Learn in 3 minutes',
    delete_game: 'Delete this game',
    retry: 'Try again',
    loading: 'One moment …',
    you: 'You',
    guest: 'Guest',
    your_name: 'Your name',
    language: 'Language',
    theme: 'Theme',
    theme_system: 'like the device',
    theme_light: 'light',
    theme_dark: 'dark',
    sound: 'Sounds',
    on: 'on',
    off: 'off',
    skip: 'Skip to content',
    copy: 'Copy',
    copied: 'Copied',
    gone_title: 'The table is out of reach right now',
    gone_text: 'The server does not answer. As soon as it is back, you can go on.',
    site_title: 'This page has no server',
    site_text:
      'Here you play against bots, and with others at this device. Tables with other devices exist only where a server runs: open the whole link that you were sent.',
    offline_title: 'You are offline',
    offline_text: 'The page is here, but tables live on the server. Rules and settings work all the same.',
    alone_text:
      'You can play against bots and with others at this device without a server. Tables with others wait until it is back.',
    new_version: 'A new version of Tischlein is here.',
    take_version: 'Load it now',
  },
})

const LEVELS = ['random', 'easy', 'medium', 'hard', 'expert'] as const

const levels = words({
  de: { random: 'zufällig', easy: 'leicht', medium: 'mittel', hard: 'stark', expert: 'Experte' },
  en: { random: 'random', easy: 'easy', medium: 'medium', hard: 'strong', expert: 'expert' },
})

/** A bot's level in words; one that is new to the page by its own name. */
export function levelName(level: string): string {
  const known = LEVELS.find((name) => name === level)
  return known ? levels(known) : level
}
