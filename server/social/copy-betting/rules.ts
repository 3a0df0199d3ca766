/** The figures of follow-betting (follow.json), as the server reads them. */
import described from './follow.json' with { type: 'json' };

export const COPY_BETTING_RULES = described;

const DAY_MS = 86_400_000;

/** Number of the day of an instant on the wall clock of the product. */
export const dayNumberAt = (at: number, offset: number): number => Math.floor((at + offset) / DAY_MS);

/** "629" → "6.29". */
export const hundredthsText = (value: number): string => `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`;
