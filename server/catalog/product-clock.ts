/** The wall clock of the product. A player's days begin and end by it. */
import { DAY_MS } from '../platform/index.ts';
import { offsetMs } from '../../engine/descriptions/schedule-clock.ts';
import type { Publication } from './publication.ts';

/** Hash of a brand description → its offset. The text under a hash never changes. */
const offsets = new Map<string, number>();

/** Ms that the product's clock is ahead of UTC, from the first brand by code. All brands of a server have the same clock. */
export function productOffset(publication: Pick<Publication, 'index' | 'document'>): number {
  const [brand] = Object.entries(publication.index().documents.brand ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  if (brand === undefined) return 0;
  const [code, hash] = brand;
  const cached = offsets.get(hash);
  if (cached !== undefined) return cached;
  const { utcOffset } = JSON.parse(publication.document('brand', code, hash) ?? '{}') as { readonly utcOffset?: string };
  const offset = utcOffset === undefined ? 0 : offsetMs(utcOffset);
  offsets.set(hash, offset);
  return offset;
}

/** The instant at which the day of `at` began, Unix ms. */
export const dayStart = (at: number, offset: number): number => Math.floor((at + offset) / DAY_MS) * DAY_MS - offset;

/** The instant (Unix ms) of "2026-01-31 09:00". `offset`: ms that the product's clock is ahead of UTC. */
export const parseWallClock = (text: string, offset: number): number => Date.parse(`${text.replace(' ', 'T')}:00Z`) - offset;
