/** What tasks count. Everything follows from what is in the database already, so that nobody has to report a fact. */
import { DAY_MS } from '../../platform/index.ts';
import { securitySteps } from '../../accounts/index.ts';
import type { LoyaltyServices } from '../services.ts';
import type { Querying } from '../../platform/index.ts';

/** Facts that one statement counts; $1 is the player, $2 when today began, $3 the day's number. */
const COUNTED: Readonly<Record<string, string>> = {
  here: '1',
  // The caller is here today.
  daysHere: `(SELECT count(*) + 1 FROM (SELECT day, row_number() OVER (ORDER BY day DESC) AS back FROM play_days WHERE user_id = $1 AND day < $3) d
    WHERE d.day = $3 - d.back)`,
  checkinToday: '(SELECT count(*) FROM checkins WHERE user_id = $1 AND day = $3)',
  stakeToday: 'staked_since($1, $2)',
  recharge: `(SELECT count(*) FROM (SELECT 1 FROM movements WHERE user_id = $1 AND kind = 'recharge' AND kind <> 'stake' LIMIT 1) one)`,
  bet: `(SELECT count(*) FROM (SELECT 1 FROM orders WHERE user_id = $1 AND status <> 'cancelled' LIMIT 1) one)`,
  card: `(SELECT count(*) FROM (SELECT 1 FROM withdrawal_accounts WHERE user_id = $1 AND kind = 'bank' LIMIT 1) one)`,
  chase: `(SELECT count(*) FROM (SELECT 1 FROM chases WHERE user_id = $1 LIMIT 1) one)`,
  pass: `(SELECT count(*) FROM (SELECT 1 FROM sport_orders WHERE user_id = $1 AND status <> 'cancelled' AND ticket->'passes' ? '2_1' LIMIT 5) few)`,
  mixedPass: `(SELECT count(*) FROM (SELECT 1 FROM sport_orders WHERE user_id = $1 AND status <> 'cancelled' AND ticket->'passes' ? '2_1' AND 1 <
    (SELECT count(DISTINCT play) FROM jsonb_array_elements(ticket->'matches') m, jsonb_object_keys(m->'picks') play) LIMIT 1) one)`,
  join: `(SELECT count(*) FROM (SELECT 1 FROM group_buy_joins WHERE user_id = $1 AND type = 'join' AND status <> 'cancelled' LIMIT 1) one)`,
  follow: `(SELECT count(*) FROM (SELECT 1 FROM follows f JOIN orders o ON o.user_id = f.user_id AND o.id = f.order_id
    WHERE f.user_id = $1 AND o.status <> 'cancelled' LIMIT 1) one)`,
  optimised: `(SELECT count(*) FROM (SELECT 1 FROM sport_orders WHERE user_id = $1 AND status <> 'cancelled' AND plan IS NOT NULL LIMIT 5) few)`,
  optimisedWin: `(SELECT count(*) FROM (SELECT 1 FROM sport_orders WHERE user_id = $1 AND status = 'won' AND plan IS NOT NULL LIMIT 1) one)`,
  sportWin: `(SELECT count(*) FROM (SELECT 1 FROM sport_orders WHERE user_id = $1 AND status = 'won' LIMIT 1) one)`,
  profile: `(SELECT count(*) FROM profiles WHERE user_id = $1 AND avatar IS NOT NULL AND nickname IS NOT NULL)`,
};

/** What a task may count. */
export const TASK_FACTS: readonly string[] = [...Object.keys(COUNTED), 'realName', 'mobile', 'email', 'fundPwd'];

export type TaskFacts = Readonly<Record<string, number>>;

/** Every fact of a player, as it is now. `day` is today, `offset` the product's wall clock. */
export async function taskFactsOf(
  context: LoyaltyServices,
  client: Querying,
  userId: number,
  day: number,
  offset: number,
): Promise<TaskFacts> {
  const counted = Object.entries(COUNTED).map(([name, sql]) => `${sql}::bigint AS "${name}"`);
  const { rows } = await client.query<TaskFacts>(`SELECT ${counted.join(', ')} FROM (SELECT $3::int AS today) t`, [
    userId,
    day * DAY_MS - offset,
    day,
  ]);
  const { realName, mobile, email, fundPwd } = await securitySteps(context, client, userId);
  return { ...rows[0], realName: Number(realName), mobile: Number(mobile), email: Number(email), fundPwd: Number(fundPwd) };
}
