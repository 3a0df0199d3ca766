import { v7 } from 'uuid';
import type { OfferTerms } from './offers.ts';

/** The values of the form without empty ones, under an id of its own. */
export const withId = (terms: OfferTerms): OfferTerms =>
  Object.fromEntries([['id', v7()], ...Object.entries(terms).filter(([, value]) => value !== '')]);
