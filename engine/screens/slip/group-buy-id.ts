import { v7 } from 'uuid';
import type { GroupBuyTerms } from './group-buy.ts';

/** The values of the form without empty ones, under an id of its own. */
export const withId = (terms: GroupBuyTerms): GroupBuyTerms =>
  Object.fromEntries([['id', v7()], ...Object.entries(terms).filter(([, value]) => value !== '')]);
