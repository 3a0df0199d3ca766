import { v7 } from 'uuid';
import type { Terms } from './offers.ts';

/** The values of the form without empty ones, under an id of its own. */
export const identified = (terms: Terms): Terms =>
  Object.fromEntries([['id', v7()], ...Object.entries(terms).filter(([, value]) => value !== '')]);
