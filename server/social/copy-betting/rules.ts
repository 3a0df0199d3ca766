/** The figures of follow-betting (follow.json), as the server reads them. */
import described from './follow.json' with { type: 'json' };

export const COPY_BETTING_RULES = described;

/** "629" → "6.29". */
export const hundredthsText = (value: number): string => `${Math.floor(value / 100)}.${String(value % 100).padStart(2, '0')}`;
