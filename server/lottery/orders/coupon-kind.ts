/** How coupons (红包) tell number games apart. */
import { drawsADay } from '../../../engine/descriptions/schedule.ts';
import type { Game } from '../../../engine/descriptions/types.ts';

/** What a number game is to a coupon: drawn at intervals it is quick. */
export const couponKindOf = ({ schedule }: Pick<Game, 'schedule'>): 'number' | 'quick' =>
  schedule.kind === 'interval' || (schedule.kind === 'sessions' && drawsADay(schedule) > 1) ? 'quick' : 'number';
