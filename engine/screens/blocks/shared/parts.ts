/** Pieces of block descriptions that several blocks share. */
import type { Action } from '../../core/contract.ts';

/** One row, in templates over the row's record. */
export interface RowDescription {
  readonly title: string;
  readonly note?: string;
  /** A second line under the note. */
  readonly more?: string;
  readonly value?: string;
  readonly valueNote?: string;
  /** A template of one of: win, lose, muted, gold, info, brand, ink. */
  readonly tone?: string;
  readonly badge?: string;
  readonly badgeTone?: string;
  readonly action?: Action;
}

const TONES = new Set(['win', 'lose', 'muted', 'gold', 'info', 'brand', 'ink']);

/** Class of a tone name; descriptions may only name a meaning, never a colour. */
export function toneClass(tone: string, prefix = 'is-'): string {
  return TONES.has(tone) ? `${prefix}${tone}` : '';
}

/** A record as the scope of its row's templates. */
export function scopeOf(record: unknown): Readonly<Record<string, unknown>> {
  return typeof record === 'object' && record !== null ? (record as Readonly<Record<string, unknown>>) : { item: record };
}
