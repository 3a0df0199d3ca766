/** Bulletins of the house (app/descriptions/bulletins), by the instant of their first delivery. */
import { parseWallClock, productOffset } from '../../catalog/index.ts';
import type { InboxServices } from '../services.ts';

export interface BulletinNotice {
  readonly id: string;
  /** Unix ms. */
  readonly at: number;
}

/** The bulletins that were first delivered after `after` and at or before `upto` (unix ms), and that are still shown at `upto`. */
export function bulletinsBetween(publication: InboxServices['publication'], after: number, upto: number): readonly BulletinNotice[] {
  const offset = productOffset(publication);
  return [...publication.bulletins().values()].flatMap(({ code, at: day, until }) => {
    const at = parseWallClock(day, offset);
    return at > after && at <= upto && (until === undefined || upto < parseWallClock(until, offset)) ? [{ id: code, at }] : [];
  });
}
