/** The first sentence says what has happened, the others what follows from it. */
export const firstSentence = (text: string): string => /^.*?[.!?](?=\s)/.exec(text)?.[0] ?? text
