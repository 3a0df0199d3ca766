/** The CSS class of a tone, and the scope of the texts of a record. */

const TONES = new Set(['win', 'lose', 'muted', 'gold', 'info', 'brand', 'ink']);

/** Class of a tone name; descriptions may only name a meaning, never a colour. */
export function toneClass(tone: string, prefix = 'is-'): string {
  return TONES.has(tone) ? `${prefix}${tone}` : '';
}

/** The scope of the texts of a row: the members of its record. A value that is no record is `item`. */
export function scopeOf(record: unknown): Readonly<Record<string, unknown>> {
  return typeof record === 'object' && record !== null ? (record as Readonly<Record<string, unknown>>) : { item: record };
}
