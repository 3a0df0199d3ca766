import { inOrder } from './statements.ts';

/**
 * A digest of the results that the odds and states of an outright come from: a corrected one changes neither how many matches were played
 * nor when the next begins.
 */
export const knownResults = inOrder(['ALTER TABLE outrights ADD COLUMN known text']);
