/** The described demonstration league with a kick-off every few minutes, for tests that wait for results of matches. */
import type { LeagueDescription } from '../../engine/descriptions/sports/types.ts';

/** A kick-off every three minutes, two matches at a time, each of three minutes. */
const EVERY_THREE_MINUTES = { everySeconds: 180, matches: 2, minuteMs: 1500, sellSeconds: 900, stopSeconds: 15 };

export const quickLeague = (league: LeagueDescription): LeagueDescription => ({
  ...{ ...league, name: '演示足球联赛', short: '演示' },
  quick: EVERY_THREE_MINUTES,
});
