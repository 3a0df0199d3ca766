/** Reasons are read by people; a stack or a whole statement is not what they need. */
const MOST_REASON = 500;

/** Why something failed, short enough for an alarm or a row. */
export const errorText = (error: unknown): string => String((error as Error)?.message ?? error).slice(0, MOST_REASON);
