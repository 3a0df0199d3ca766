import { v7 } from 'uuid';
import type { Terms } from './offers.ts';

/** What the form gave, without what was left empty, under an id of its own. */
export const identified = (terms: Terms): Terms =>
  Object.fromEntries([['id', v7()], ...Object.entries(terms).filter(([, value]) => value !== '')]);
