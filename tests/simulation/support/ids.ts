/** Ids of version 7 as the library makes them, in order within a millisecond, without the state that it keeps from one world to the next. */
import { randomBytes } from 'node:crypto';

let last = { at: 0, count: 0 };

export function v7(): string {
  const at = Date.now();
  last = { at, count: at === last.at ? last.count + 1 : 0 };
  const time = at.toString(16).padStart(12, '0');
  const random = randomBytes(8).toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${last.count.toString(16).padStart(3, '0')}-8${random.slice(0, 3)}-${random.slice(3, 15)}`;
}
