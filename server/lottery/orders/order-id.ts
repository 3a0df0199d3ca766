/** Ids of bets. The database puts what player and key make into their last 60 bits (idempotent_id), so what comes before must tell them apart by time. */
import { v7 as uuidv7 } from 'uuid';

/** Ids of one ms. */
const MOST = 4_096;
let last = 0;
/** Ids of the ms `last` before this one. */
let before = 0;

/** A UUID of version 7 whose first 64 bits are greater than those of every id that this process has made. */
export function newOrderId(now = Date.now()): string {
  before = now > last ? 0 : before + 1;
  last = Math.max(now, last);
  if (before === MOST) [last, before] = [last + 1, 0];
  // The library's sequence has 32 bits; the first twelve stand before the variant.
  return uuidv7({ msecs: last, seq: before * 0x100000 });
}
