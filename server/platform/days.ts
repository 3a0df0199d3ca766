/** Days as numbers since 1970-01-01. */

import { DAY_MS } from '../../engine/descriptions/time-units.ts';

/** 20780 → "2026-11-23" */
export const isoDateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** "2026-11-23" → 20780 */
export const dayNumberOf = (date: string): number => Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS);

/** Number of the day of an instant, unix ms, on a wall clock that is `offset` ms ahead of UTC. */
export const dayNumberAt = (at: number, offset: number): number => Math.floor((at + offset) / DAY_MS);
