/** The wall clock of the product, by which a player's days begin and end. */
import { DAY_MS } from '../platform/index.ts';
import { offsetMs } from '../../engine/descriptions/schedule.ts';
import type { Publication } from './publication.ts';

/** Hash of a brand description → its offset; a version never changes. */
const known = new Map<string, number>();

/** Ms after UTC, as the first brand description says; brands of one server share their clock. */
export function productOffset(publication: Pick<Publication, 'index' | 'document'>): number {
  const [brand] = Object.entries(publication.index().documents.brand ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  if (brand === undefined) return 0;
  const [code, hash] = brand;
  const found = known.get(hash);
  if (found !== undefined) return found;
  const { utcOffset } = JSON.parse(publication.document('brand', code, hash) ?? '{}') as { readonly utcOffset?: string };
  const offset = utcOffset === undefined ? 0 : offsetMs(utcOffset);
  known.set(hash, offset);
  return offset;
}

/** When the day of an instant began, unix ms. */
export const dayStart = (at: number, offset: number): number => Math.floor((at + offset) / DAY_MS) * DAY_MS - offset;

/** The instant (Unix ms) of "2026-01-31 09:00". `offset`: ms that the product's clock is ahead of UTC. */
export const parseWallClock = (text: string, offset: number): number => Date.parse(`${text.replace(' ', 'T')}:00Z`) - offset;
