/** What works in the background beside the answers of one process, all of it behind one name to wake and to close. */
import { startCounting } from './agents/lane.ts';
import type { Context } from './context.ts';
import type { Lane } from './draws/lane.ts';
import { startFollow } from './follow/lane.ts';
import { startGroups } from './group/lane.ts';
import { startHouse } from './house/lane.ts';
import { startPayouts } from './money/payout/steps.ts';
import { startAsking } from './money/recharge/asking.ts';
import { startYuebao } from './money/yuebao/lane.ts';
import { startPushing } from './push/lane.ts';
import { startQuizzes } from './quiz/lane.ts';
import { startScratch } from './scratch/lane.ts';
import { startSmallRounds } from './small/rounds.ts';
import { startDueMatches } from './sports/feed/due.ts';
import { startReminders } from './sports/reminders.ts';
import type { Log } from './watch/log.ts';

type Start = (context: Context, log: Log, begin: Promise<void>) => Lane | undefined;

/** Every process that is more than a web server runs these; they share their work by locks in the database. */
const LANES: readonly Start[] = [
  startYuebao,
  startFollow,
  (context, log, begin) => startPayouts(context, log, { begin }),
  startGroups,
  startSmallRounds,
  startQuizzes,
  startCounting,
  startHouse,
  startReminders,
  startPushing,
];

export interface LaneOptions {
  readonly role: 'all' | 'web' | 'draw';
  /** Pools of scratch cards are made here. */
  readonly cards: boolean;
  /** Matches come from outside alone: no feed runs beside these lanes. */
  readonly matches: boolean;
  /** Nothing that moves money by itself begins before. */
  readonly begin: Promise<void>;
}

/** Starts what the role of the process wants. `wake`: something may be due sooner than was thought. `close` ends after the steps under way. */
export function startLanes(context: Context, log: Log, { role, cards, matches, begin }: LaneOptions): Lane {
  const some = [...(cards ? [startScratch] : []), ...(matches ? [startDueMatches] : [])];
  const wanted = role === 'web' ? [startAsking] : [...LANES, ...some, startAsking];
  const lanes = wanted.flatMap((start) => start(context, log, begin) ?? []);
  return {
    wake() {
      for (const lane of lanes) lane.wake();
    },
    async close() {
      for (const lane of lanes.toReversed()) await lane.close();
    },
  };
}
