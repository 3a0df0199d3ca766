/** Standing rules (定制跟单): reads and changes the rules of a player, and reads their runs. job.ts runs them. */
import { v7 as uuidv7 } from 'uuid';
import type { FollowRuleModels, FollowRunsModels } from '../../../protocol/calls.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import type { SocialServices } from '../services.ts';
import { gameCodeOf } from '../../catalog/index.ts';
import { ok, type Querying, refuse, refuseField } from '../../platform/index.ts';
import { PERSON_COLUMNS, PERSON_JOINS, toPerson, parseUserId } from '../../accounts/index.ts';
import { privacySettingsOf } from '../profiles/privacy.ts';
import { COPY_BETTING_RULES, hundredthsText } from './rules.ts';

/** First key of the advisory lock that a new rule for a player takes, so that simultaneous rules cannot exceed the limit. An arbitrary number. */
const SUBSCRIBING = 7_218_021;

interface RuleRow {
  readonly rule_id: string;
  readonly is_on: boolean;
  readonly fen: number;
  readonly day_fen: number | null;
  readonly games: readonly string[] | null;
  readonly least_return: number | null;
  readonly times: number;
  readonly done: number;
  readonly created_at: number;
  readonly ended: string | null;
  readonly place: number;
  readonly spent: number;
  readonly won: number;
}

export async function followRulesOf(client: Querying, userId: number, ruleId?: string): Promise<readonly FollowRuleModels[]> {
  const { rows } = await client.query<RuleRow & Parameters<typeof toPerson>[0]>(
    `SELECT r.id AS rule_id, r.is_on, r.fen, r.day_fen, r.games, r.least_return, r.times, r.done, r.created_at, r.ended,
            (SELECT count(*)::int FROM follow_rules b WHERE b.target = r.target AND b.is_on AND b.seq <= r.seq) AS place,
            coalesce(d.spent, 0)::bigint AS spent, coalesce(d.won, 0)::bigint AS won, ${PERSON_COLUMNS}
       FROM follow_rules r JOIN users u ON u.id = r.target ${PERSON_JOINS},
            LATERAL (SELECT sum(f.stake_fen) AS spent, sum(s.prize) AS won FROM follows f JOIN sport_orders s ON s.user_id = f.user_id AND s.id = f.order_id
                      WHERE f.user_id = r.user_id AND f.rule_id = r.id) d
      WHERE r.user_id = $1 AND ($2::uuid IS NULL OR r.id = $2) ORDER BY r.seq DESC`,
    [userId, ruleId ?? null],
    'follow-rules',
  );
  return rows.map((row) => ({
    ruleId: row.rule_id,
    who: toPerson(row),
    on: row.is_on,
    fen: row.fen,
    dayMaxFen: row.day_fen,
    games: row.games ?? [],
    minExpected: row.least_return === null ? null : hundredthsText(row.least_return),
    times: row.times,
    done: row.done,
    spentFen: row.spent,
    wonFen: row.won,
    place: row.place,
    ended: row.ended ?? '',
    createdAt: row.created_at,
  }));
}

export interface FollowRuleRequest {
  /** Left out: the present rule for this player, or else a new one. */
  readonly ruleId?: string | undefined;
  readonly who: string;
  readonly on: boolean;
  readonly fen: number;
  readonly dayMaxFen?: number | undefined;
  readonly plays?: string | undefined;
  readonly minOdds?: string | undefined;
  readonly times: number;
}

/** "1.8" → 180. */
function hundredthsOf(text: string): number {
  const [whole = '0', part = ''] = text.split('.');
  return Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

/** Creates or changes a rule, within the player's idempotent transaction. A change holds from the next release on. */
export async function saveFollowRule(
  context: SocialServices,
  client: Querying,
  userId: number,
  wish: FollowRuleRequest,
): Promise<Envelope<FollowRuleModels | null>> {
  const { leastFen, mostFen, mostDayFen, mostOfReleaser, mostOfPlayer, mostTimes } = COPY_BETTING_RULES.rules;
  if (wish.fen < leastFen || wish.fen > mostFen)
    return refuseField('fen', `每单金额须为 ${hundredthsText(leastFen)}–${hundredthsText(mostFen)} 元`);
  if (wish.dayMaxFen !== undefined && (wish.dayMaxFen < wish.fen || wish.dayMaxFen > mostDayFen))
    return refuseField('dayMaxFen', `每日上限不能小于每单金额，最多 ${hundredthsText(mostDayFen)} 元`);
  if (wish.times > mostTimes) return refuseField('times', `次数最多 ${mostTimes} 次`);
  const games =
    wish.plays
      ?.split(',')
      .filter((code) => code !== '')
      .map((code) => gameCodeOf(context, code)) ?? [];
  // A rule can always be stopped, also if one of its games can no longer be followed.
  const unknown = !wish.on ? undefined : games.find((code) => context.sports.published(code)?.sport.release !== true);
  if (unknown !== undefined) return refuseField('plays', `没有可以跟单的彩种 ${unknown}`);

  const target = parseUserId(wish.who) ?? 0;
  if (target === userId) return refuseField('who', '不能定制自己');
  const { rowCount } = await client.query('SELECT 1 FROM users WHERE id = $1', [target]);
  if (rowCount === 0) return refuse(STATUS.notFound, '彩友不存在');
  if (wish.on && !(await privacySettingsOf(client, [target]))(target).allowFollow) return refuse(STATUS.disabled, '对方已关闭跟单');
  if (wish.on) {
    const { rows } = await client.query<{ forbidden: string | null }>(`SELECT player_limit_refusal($1, 'stake', 0) AS forbidden`, [userId]);
    if (rows[0]?.forbidden) return refuse(STATUS.limitReached, rows[0].forbidden);
  }
  const { rows: ownRules } = await client.query<{ id: string; target: number; is_on: boolean; done: number }>(
    'SELECT id, target, is_on, done FROM follow_rules WHERE user_id = $1',
    [userId],
  );
  const ruleId = wish.ruleId ?? ownRules.find((each) => each.target === target)?.id ?? uuidv7();
  const present = ownRules.find(({ id }) => id === ruleId);
  if (present !== undefined && present.target !== target) return refuseField('who', '定制对象不能更改，请新建');
  // A rule that is on keeps its count. With a limit at or below this count it would never reach its end.
  if (wish.on && present?.is_on && wish.times <= present.done)
    return refuseField('times', `已跟 ${present.done} 单，次数须大于 ${present.done}`);
  if (present === undefined && ownRules.some((each) => each.target === target)) return refuseField('who', '已定制该彩友，可直接修改原定制');
  if (present === undefined && ownRules.length >= mostOfPlayer) return refuse(STATUS.limitReached, `最多定制 ${mostOfPlayer} 位彩友`);
  if (wish.on && present?.is_on !== true) {
    await client.query('SELECT pg_advisory_xact_lock($1, $2)', [SUBSCRIBING, target % 2_147_483_647]);
    const { rows } = await client.query<{ n: number }>('SELECT count(*)::int AS n FROM follow_rules WHERE target = $1 AND is_on', [target]);
    if ((rows[0]?.n ?? 0) >= mostOfReleaser) return refuse(STATUS.limitReached, `该彩友的定制名额已满（${mostOfReleaser} 人）`);
  }
  // A rule that has placed all its orders starts a new count when it is switched on. Switching off is never refused, even with fewer times
  // than orders placed.
  await client.query(
    `INSERT INTO follow_rules AS r (user_id, id, target, is_on, fen, day_fen, games, least_return, times, created_at, placed_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, caipu_now_ms(), caipu_now_ms())
     ON CONFLICT (user_id, id) DO UPDATE SET is_on = excluded.is_on, fen = excluded.fen, day_fen = excluded.day_fen, games = excluded.games,
       least_return = excluded.least_return, times = CASE WHEN excluded.is_on THEN excluded.times ELSE GREATEST(excluded.times, r.done) END,
       done = CASE WHEN excluded.is_on AND NOT r.is_on AND r.done >= excluded.times THEN 0 ELSE r.done END,
       placed_at = CASE WHEN excluded.is_on AND NOT r.is_on THEN excluded.placed_at ELSE r.placed_at END,
       ended = CASE WHEN excluded.is_on THEN NULL ELSE r.ended END`,
    [
      userId,
      ruleId,
      target,
      wish.on,
      wish.fen,
      wish.dayMaxFen ?? null,
      games.length === 0 ? null : games,
      wish.minOdds === undefined ? null : hundredthsOf(wish.minOdds),
      wish.times,
    ],
  );
  const [savedRule] = await followRulesOf(client, userId, ruleId);
  return ok(savedRule as FollowRuleModels, wish.on ? '已保存，从下一单开始跟' : '已停止');
}

/** Switches all rules of a player off, for self-exclusion. `why` is the reason that the page of a rule shows. */
export const stopFollowRules = (client: Querying, userId: number, why: string) =>
  client.query('UPDATE follow_rules SET is_on = false, ended = $2 WHERE user_id = $1 AND is_on', [userId, why]);

export async function followRuleRunsOf(
  client: Querying,
  userId: number,
  { ruleId, cursor, size }: { readonly ruleId: string | undefined; readonly cursor: string | undefined; readonly size: number },
): Promise<FollowRunsModels> {
  const [written = '', id = ''] = (cursor ?? '').split('~');
  const after = /^\d{1,16}$/.test(written) && /^[0-9a-f-]{36}$/i.test(id);
  const { rows } = await client.query<
    Parameters<typeof toPerson>[0] & {
      release_id: string;
      result: FollowRunsModels['items'][number]['result'];
      text: string;
      fen: number;
      at: number;
    }
  >(
    `SELECT n.release_id, n.result, n.text, n.fen, n.at, ${PERSON_COLUMNS}
       FROM follow_runs n JOIN releases r ON r.id = n.release_id JOIN users u ON u.id = r.user_id ${PERSON_JOINS}
      WHERE n.user_id = $1 AND ($2::uuid IS NULL OR n.rule_id = $2) AND (NOT $3 OR (n.at, n.release_id::text) < ($4::bigint, $5))
      ORDER BY n.at DESC, n.release_id::text DESC LIMIT $6`,
    [userId, ruleId ?? null, after, after ? Number(written) : 0, id, size + 1],
  );
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => ({
      releaseId: row.release_id,
      who: toPerson(row),
      result: row.result,
      text: row.text,
      fen: row.fen,
      at: row.at,
    })),
    next: rows.length > size && last !== undefined ? `${last.at}~${last.release_id}` : null,
  };
}
