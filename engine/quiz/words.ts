/** Words of a quiz: {name} in its texts is filled in from what the round is about. */

/** What may be filled in, by the kind of the source. */
export const WORDS = {
  draw: ['game', 'issue'],
  match: ['game', 'league', 'home', 'away'],
} as const;

/** Names within the braces of a text. */
export const wordsIn = (text: string): string[] => [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name as string);

export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] as string) : whole));
