/** The background job of copy betting: standing rules, and the title 大神. Any process may run it, several at once. */
import type { SocialServices } from '../services.ts';
import { productOffset } from '../../catalog/index.ts';
import { dayNumberAt, isDatabaseDown, type RunningJob, type Querying, startJob, pollDelay } from '../../platform/index.ts';
import { COPY_BETTING_RULES } from './rules.ts';
import { endIdleRules, runNextRule } from './rule-runs.ts';

/** Players of one statement: some ms. */
const AT_ONCE = 100;
/** Real ms between two looks. */
const EVERY_MS = 2_000;

/** Updates the figures and the title 大神 of up to AT_ONCE players with releases. Returns their number; 0 when none is left. */
export async function updateReleaserFigures(context: Pick<SocialServices, 'publication' | 'clock'>, client: Querying): Promise<number> {
  const today = dayNumberAt(context.clock.now(), productOffset(context.publication));
  const { rows } = await client.query<{ judged: number }>(
    'SELECT judge_releasers($1, $2::jsonb, $3) AS judged',
    [today, JSON.stringify(COPY_BETTING_RULES.okami), AT_ONCE],
    'judge-releasers',
  );
  return rows[0]?.judged ?? 0;
}

export function startCopyBetting(context: SocialServices, log: (line: string) => void, begin?: Promise<void>): RunningJob {
  const { clock, alarms } = context;
  // It shares its connection with the feed of matches: both can wait for what players do.
  const database = context.database.forJob('feed');
  let idleOn = 0;
  return startJob(
    async (closed) => {
      while (!closed() && (await runNextRule(context, database)));
      while (!closed() && (await updateReleaserFigures(context, database)) > 0);
      const today = dayNumberAt(clock.now(), productOffset(context.publication));
      if (today !== idleOn) await endIdleRules(database);
      idleOn = today;
      return pollDelay(clock, EVERY_MS);
    },
    (error) => {
      log(`follow rules: ${error.message}; trying again`);
      if (!isDatabaseDown(error)) alarms.raise('lane-failed', `follow rules: ${error.message}`);
    },
    begin,
  );
}
