/**
 * Running standing rules: after a release each rule of its player has its turn, in the order of subscription, each in a transaction of its own
 * that also writes what came of it. One process at a time works at a release; several work at several. A process that dies in between
 * leaves the rules after the last one to the next.
 */
import { DAY_MS, type Database, NOW_ONCE, type Querying } from '../../platform/index.ts';
import type { SocialServices } from '../services.ts';
import { dayStart, productOffset } from '../../catalog/index.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { FollowRunsModels } from '../../../protocol/calls.ts';
import { OddsMoved } from '../../sports/index.ts';
import { notFollowableReason, followOfferOf, placeFollowBet } from './follow-bet.ts';
import { planHiddenUntil, RELEASE_COLUMNS, RELEASE_JOINS, type StoredRelease } from './rows.ts';
import { COPY_BETTING_RULES, hundredthsText } from './rules.ts';

type Result = FollowRunsModels['items'][number]['result'];

interface Rule {
  readonly user_id: number;
  readonly id: string;
  readonly seq: number;
  readonly fen: number;
  readonly day_fen: number | null;
  readonly games: readonly string[] | null;
  readonly least_return: number | null;
  readonly times: number;
  readonly done: number;
  readonly is_on: boolean;
}

interface Outcome {
  readonly result: Result;
  readonly text: string;
  readonly orderId?: string;
  readonly fen?: number;
}

/** A rule is tried again so often while odds move under it. */
const TRIES = 4;

/** Runs the next rule of the oldest release that has some left. False: there is nothing to do. */
export async function runNextRule(context: SocialServices, database: Database = context.database): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await database.transaction((client) => next(context, client, tries > TRIES));
    } catch (error) {
      // What moved is looked at again in a new transaction; nothing was done.
      if (!(error instanceof OddsMoved)) throw error;
    }
  }
}

async function next(context: SocialServices, client: Querying, outrun: boolean): Promise<boolean> {
  const { rows: jobs } = await client.query<{ release_id: string; after: number }>(
    'SELECT release_id, after FROM release_jobs WHERE done_at IS NULL ORDER BY released_at, release_id LIMIT 1 FOR UPDATE SKIP LOCKED',
    [],
    'release-job',
  );
  const [job] = jobs;
  if (job === undefined) return false;
  const { rows: releases } = await client.query<StoredRelease>(
    `SELECT ${RELEASE_COLUMNS} FROM releases r ${RELEASE_JOINS} WHERE r.id = $1`,
    [job.release_id],
    'release-to-run',
  );
  const release = releases[0] as StoredRelease;
  // A rule that was made after the release begins with the next one.
  const { rows: rules } = await client.query<{ user_id: number; id: string; seq: number }>(
    'SELECT user_id, id, seq FROM follow_rules WHERE target = $1 AND seq > $2 AND is_on AND created_at <= $3 ORDER BY seq LIMIT 1',
    [release.user_id, job.after, release.released_at],
    'next-rule',
  );
  const [nextRule] = rules;
  await client.query(
    'UPDATE release_jobs SET after = $2, done_at = CASE WHEN $3 THEN caipu_now_ms() END WHERE release_id = $1',
    [release.release_id, nextRule?.seq ?? job.after, nextRule === undefined],
    'release-job-on',
  );
  if (nextRule === undefined) return true;
  await client.query('SELECT lock_player($1)', [nextRule.user_id], 'lock-player');
  // As it is now that nobody else changes it.
  const { rows } = await client.query<Rule>(
    'SELECT user_id, id, seq, fen, day_fen, games, least_return, times, done, is_on FROM follow_rules WHERE user_id = $1 AND id = $2',
    [nextRule.user_id, nextRule.id],
    'rule',
  );
  const rule = rows[0] as Rule;
  if (!rule.is_on) return true;
  const outcome = outrun ? { result: 'odds' as const, text: '赔率变动频繁，未能跟单' } : await outcomeOf(context, client, rule, release);
  await client.query(
    `INSERT INTO follow_runs (user_id, rule_id, release_id, result, text, order_id, fen, at) VALUES ($1, $2, $3, $4, $5, $6, $7, caipu_now_ms())`,
    [rule.user_id, rule.id, release.release_id, outcome.result, outcome.text, outcome.orderId ?? null, outcome.fen ?? 0],
    'write-run',
  );
  if (outcome.result === 'done')
    await client.query(
      `UPDATE follow_rules SET done = done + 1, placed_at = caipu_now_ms(), is_on = done + 1 < times,
              ended = CASE WHEN done + 1 < times THEN NULL ELSE '已跟完 ' || times || ' 单' END WHERE user_id = $1 AND id = $2`,
      [rule.user_id, rule.id],
      'rule-done',
    );
  return true;
}

/** Bets as the rule says, or says why not. */
async function outcomeOf(context: SocialServices, client: Querying, rule: Rule, release: StoredRelease): Promise<Outcome> {
  if (rule.games !== null && !rule.games.includes(release.game)) return { result: 'games', text: '不在定制的彩种内' };
  if (rule.least_return !== null && release.return_x100 < rule.least_return)
    return { result: 'return', text: `预期回报 ${hundredthsText(release.return_x100)} 低于设定的 ${hundredthsText(rule.least_return)}` };
  const closed = await notFollowableReason(client, release);
  if (closed !== undefined) return { result: closed.status === STATUS.disabled ? 'closed' : 'stopped', text: closed.msg };
  const left = rule.day_fen === null ? rule.fen : Math.min(rule.fen, rule.day_fen - (await spentToday(context, client, rule)));
  if (left < rule.fen && left < Math.max(release.unit_fen, release.least_fen)) return { result: 'day', text: '已达设定的每日上限' };
  const hidden = (await planHiddenUntil(client, release.release_id, rule.user_id)) !== null;
  const one = await followOfferOf(context, client, release, 1, hidden);
  if ('status' in one) return { result: one.status === STATUS.issueClosed ? 'stopped' : 'refused', text: one.msg };
  if (one.numbersChanged) return { result: 'odds', text: '让球数或盘口已变化' };
  const times = Math.min(Math.floor(left / release.unit_fen), one.mostTimes);
  if (times < 1)
    return { result: 'amount', text: `每倍 ${hundredthsText(release.unit_fen)} 元，超出每单金额 ${hundredthsText(rule.fen)} 元` };
  if (times * release.unit_fen < release.least_fen)
    return { result: 'amount', text: `起跟金额 ${hundredthsText(release.least_fen)} 元，超出每单金额 ${hundredthsText(rule.fen)} 元` };
  const offer = await followOfferOf(context, client, release, times, hidden);
  if ('status' in offer) return { result: offer.status === STATUS.issueClosed ? 'stopped' : 'refused', text: offer.msg };
  const answer = await placeFollowBet(context, client, rule.user_id, release, offer, rule.id);
  switch (answer.status) {
    case STATUS.ok:
      return {
        result: 'done',
        text: `已跟 ${times} 倍`,
        orderId: (answer.models as unknown as { orderId: string }).orderId,
        fen: offer.amountFen,
      };
    case STATUS.insufficientFunds:
      return { result: 'funds', text: '余额不足' };
    case STATUS.limitReached:
      return { result: 'limit', text: answer.msg };
    case STATUS.issueClosed:
      return { result: 'stopped', text: hidden ? '方案中有比赛已截止' : answer.msg };
    default:
      return { result: 'refused', text: answer.msg };
  }
}

async function spentToday(context: SocialServices, client: Querying, { user_id, id }: Rule): Promise<number> {
  const since = dayStart(context.clock.now(), productOffset(context.publication));
  const { rows } = await client.query<{ fen: number }>(
    'SELECT coalesce(sum(stake_fen), 0)::bigint AS fen FROM follows WHERE user_id = $1 AND rule_id = $2 AND at >= $3',
    [user_id, id, since],
    'rule-today',
  );
  return rows[0]?.fen ?? 0;
}

/** Switches off what placed no order for a long time. */
export const endIdleRules = (client: Querying) =>
  client.query(`UPDATE follow_rules SET is_on = false, ended = $2 WHERE is_on AND placed_at < ${NOW_ONCE} - $1::bigint`, [
    COPY_BETTING_RULES.rules.idleDays * DAY_MS,
    `${COPY_BETTING_RULES.rules.idleDays} 天没有跟单成功，已自动停止`,
  ]);
