/** Which banners and bulletins are shown now: the dates in their files decide, on the product's wall clock. */
import type { BannerDescription, BulletinDescription } from '../../engine/descriptions/content/types.ts';
import { parseWallClock, productOffset } from '../catalog/index.ts';
import type { ContentServices } from './services.ts';

export interface DatedText {
  readonly at?: string;
  readonly until?: string;
}

/** 'later' before `at`, 'over' from `until` on, 'shown' between them. */
export function displayState({ at, until }: DatedText, now: number, offset: number): 'shown' | 'later' | 'over' {
  if (at !== undefined && now < parseWallClock(at, offset)) return 'later';
  return until !== undefined && now >= parseWallClock(until, offset) ? 'over' : 'shown';
}

type Ordered = DatedText & { readonly code: string; readonly order?: number };

/** The documents that are shown now, by `order` and then by code. */
function inOrder<D extends Ordered>(
  { publication, clock }: Pick<ContentServices, 'publication' | 'clock'>,
  documents: ReadonlyMap<string, D>,
): D[] {
  const [now, offset] = [clock.now(), productOffset(publication)];
  const place = ({ order = Number.MAX_SAFE_INTEGER }: Ordered): number => order;
  return [...documents.values()]
    .filter((document) => displayState(document, now, offset) === 'shown')
    .sort((a, b) => place(a) - place(b) || (a.code < b.code ? -1 : 1));
}

export const shownBanners = (context: Pick<ContentServices, 'publication' | 'clock'>): BannerDescription[] =>
  inOrder(context, context.publication.banners());

export const shownBulletins = (context: Pick<ContentServices, 'publication' | 'clock'>): BulletinDescription[] =>
  inOrder(context, context.publication.bulletins());
