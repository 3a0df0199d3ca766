/** What a description says of a tone, and of the record that a text reads. */

const TONES = new Set(['win', 'lose', 'muted', 'gold', 'info', 'brand', 'ink']);

/** Class of a tone name; descriptions may only name a meaning, never a colour. */
export function toneClass(tone: string, prefix = 'is-'): string {
  return TONES.has(tone) ? `${prefix}${tone}` : '';
}

/** A record as the scope of its row's templates. */
export function scopeOf(record: unknown): Readonly<Record<string, unknown>> {
  return typeof record === 'object' && record !== null ? (record as Readonly<Record<string, unknown>>) : { item: record };
}
