/** hm/addfollowerrule and its lists: standing rules (定制) on what another player starts. */
import type { GroupRule, GroupRuleFields, GroupRuleModels, GroupRuleRunsModels } from '../../../protocol/calls.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import type { SocialServices } from '../services.ts';
import { gameCodeOf, type GameName } from '../../catalog/index.ts';
import { ok, type Querying, refuse, refuseField } from '../../platform/index.ts';
import { UUID } from '../../../protocol/uuid.ts';
import { readPeople, refuseByLimits, parseUserId } from '../../accounts/index.ts';
import { privacySettingsOf } from '../profiles/privacy.ts';
import { groupRouteOf } from './names.ts';
import { deletedPlayer } from './rows.ts';
import { GROUP_TERMS, yuanText } from './terms.ts';

/** First key of the advisory lock on a player while the player's followers are counted. */
const SUBSCRIBING = 7_218_032;

interface RuleRow {
  readonly id: string;
  readonly creator: number;
  readonly game: string | null;
  readonly mode: 'fixed' | 'percent';
  readonly fen: number;
  readonly percent: number;
  readonly max_fen: number | null;
  readonly times: number;
  readonly done: number;
  readonly spent: number;
  readonly held: number;
  readonly min_total: number | null;
  readonly max_total: number | null;
  readonly partial: boolean;
  readonly stop_after_misses: number | null;
  readonly min_balance: number | null;
  readonly prepay: boolean;
  readonly state: 'on' | 'off' | 'ended';
  readonly why: string;
  readonly created_at: number;
  readonly won: number;
}

const RULES = `SELECT r.id, r.creator, r.game, r.mode, r.fen, r.percent, r.max_fen, r.times, r.done, r.spent, r.held, r.min_total, r.max_total,
    r.partial, r.stop_after_misses, r.min_balance, r.prepay, r.state, r.why, r.created_at,
    (SELECT coalesce(sum(j.prize), 0)::bigint FROM group_buy_rule_runs x JOIN group_buy_joins j ON j.user_id = r.user_id AND j.id = x.join_id
      WHERE x.rule_id = r.id) AS won
  FROM group_buy_rules r WHERE r.user_id = $1`;

async function ruleItems(named: { readonly gameName: GameName }, client: Querying, rows: readonly RuleRow[]): Promise<GroupRule[]> {
  const people = await readPeople(
    client,
    rows.map(({ creator }) => creator),
  );
  return rows.map((row) => ({
    ruleId: row.id,
    creator: people.get(row.creator) ?? deletedPlayer(row.creator),
    ...(row.game === null ? {} : { gameCode: row.game, gameName: named.gameName(row.game) }),
    mode: row.mode,
    fen: row.fen,
    percent: row.percent,
    ...(row.max_fen === null ? {} : { maxFen: row.max_fen }),
    times: row.times,
    done: row.done,
    spentFen: row.spent,
    wonFen: row.won,
    heldFen: row.held,
    ...(row.min_total === null ? {} : { minTotalFen: row.min_total }),
    ...(row.max_total === null ? {} : { maxTotalFen: row.max_total }),
    partial: row.partial,
    ...(row.stop_after_misses === null ? {} : { stopAfterMisses: row.stop_after_misses }),
    ...(row.min_balance === null ? {} : { minBalanceFen: row.min_balance }),
    prepay: row.prepay,
    on: row.state === 'on',
    state: row.state,
    why: row.why,
    createdAt: row.created_at,
  }));
}

/** The fields of a rule that has its id. */
type NamedRule = GroupRuleFields & { readonly ruleId: string };

/** The fault of the figures of a rule, with the field and in a sentence that says what to do. */
function ruleFault({
  mode,
  fen = 0,
  percent = 0,
  maxFen: most,
  times,
  minTotalFen,
  maxTotalFen,
  prepay,
}: GroupRuleFields): readonly [field: string, msg: string] | undefined {
  const { minFen, maxFen, maxTimes } = GROUP_TERMS.rules;
  if (mode === 'fixed' && (fen < minFen || fen > maxFen)) return ['fen', `每次金额为 ${yuanText(minFen)} 至 ${yuanText(maxFen)} 元`];
  if (mode === 'percent' && (percent < 1 || percent > 100)) return ['percent', '比例为 1% 至 100%'];
  if (mode === 'percent' && most !== undefined && (most < minFen || most > maxFen))
    return ['maxFen', `每单最多为 ${yuanText(minFen)} 至 ${yuanText(maxFen)} 元`];
  if (mode === 'percent' && prepay === true) return ['prepay', '按比例跟单不能预付，请改为固定金额'];
  if (times > maxTimes) return ['times', `最多跟 ${maxTimes} 次`];
  if (minTotalFen !== undefined && maxTotalFen !== undefined && minTotalFen > maxTotalFen)
    return ['minTotalFen', '方案金额下限不能高于上限'];
  return undefined;
}

/** Ends all rules of a player, and gives back what they hold. Under the player's lock. `why` is shown with each rule. */
export const stopGroupRules = (client: Querying, userId: number, why: string) =>
  client.query(`SELECT end_group_rule(id, 'ended', $2) FROM group_buy_rules WHERE user_id = $1 AND state = 'on'`, [userId, why]);

/** Under the player's lock, in the idempotent transaction. */
export async function saveGroupRule(
  context: SocialServices,
  client: Querying,
  userId: number,
  fields: NamedRule,
): Promise<Envelope<GroupRuleModels | null>> {
  const fault = ruleFault(fields);
  if (fault !== undefined) return refuseField(...fault);
  const creator = parseUserId(fields.creatorMid);
  const game = fields.game && gameCodeOf(context, fields.game);
  const on = fields.on ?? true;
  // A rule is switched off, and what it holds given back, whatever has become of its game.
  if (on && game !== undefined && context.games.published(game) === undefined && context.sports.published(game) === undefined)
    return refuse(STATUS.notFound, '彩种不存在或已下线');
  if (creator === undefined || (await readPeople(client, [creator])).size === 0) return refuse(STATUS.notFound, '彩友不存在');
  if (creator === userId) return refuse(STATUS.invalid, '不能定制自己');
  const { rows: existingRules } = await client.query<RuleRow & { user_id: number }>(
    'SELECT * FROM group_buy_rules WHERE id = $1 FOR UPDATE',
    [fields.ruleId],
  );
  const [before] = existingRules;
  if (before !== undefined && (before.user_id !== userId || before.creator !== creator)) return refuse(STATUS.notFound, '定制不存在');
  if (before?.state === 'ended') return refuse(STATUS.stateChanged, `这条定制已结束：${before.why}，请新建一条`);
  if (on && before?.state !== 'on') {
    const refused = await mayFollow(client, userId, creator);
    if (refused !== undefined) return refused;
  }
  const total = (fields.fen ?? 0) * fields.times;
  if (on) {
    const limited = await refuseByLimits(context, client, userId, 'stake', fields.mode === 'fixed' ? (fields.fen ?? 0) : 0);
    if (limited !== undefined) return limited;
  }
  if (before !== undefined && fields.times < before.done)
    return refuseField('times', `已跟 ${before.done} 次，次数不能少于 ${before.done}`);
  if (on && before !== undefined && before.done > 0 && fields.times === before.done)
    return refuseField('times', `已跟 ${before.done} 次，次数须大于 ${before.done}`);
  await writeRule(client, userId, creator, game, fields, on);
  // Releases the money that was held for the former rule and holds the money for the new one.
  if ((before?.held ?? 0) > 0) await client.query('SELECT end_group_rule($1, $2, $3)', [fields.ruleId, on ? 'on' : 'off', '']);
  if (on && fields.prepay === true) {
    const hold = total - (fields.fen ?? 0) * (before?.done ?? 0);
    if (hold > 0) {
      const { rows } = await client.query<{ left: number | null }>(`SELECT post($1, 'hold', 'wallet', 'held', $2, 'rule', $3) AS left`, [
        userId,
        hold,
        fields.ruleId,
      ]);
      if ((rows[0]?.left ?? null) === null)
        return refuse(STATUS.insufficientFunds, `余额不足，预付需 ${yuanText(hold)} 元；可以减少次数，或改为跟单时付款`);
      await client.query('UPDATE group_buy_rules SET held = $2 WHERE id = $1', [fields.ruleId, hold]);
    }
  }
  const { rows } = await client.query<RuleRow>(`${RULES} AND r.id = $2`, [userId, fields.ruleId]);
  const [rule] = await ruleItems(context, client, rows);
  if (rule === undefined) throw new Error(`rule ${fields.ruleId} is not there`);
  const { rows: wallet } = await client.query<{ balance_fen: number }>('SELECT balance_fen FROM wallets WHERE user_id = $1', [userId]);
  const balanceFen = wallet[0]?.balance_fen ?? 0;
  await client.query(`SELECT announce_balance($1, 'wallet', 'fen', $2)`, [userId, balanceFen]);
  return ok({ rule, balanceFen }, on ? '定制已保存' : '定制已关闭');
}

async function mayFollow(client: Querying, userId: number, creator: number): Promise<Envelope<null> | undefined> {
  if (!(await privacySettingsOf(client, [creator]))(creator).allowFollow) return refuse(STATUS.limitReached, '对方不接受定制跟单');
  // Of two who save at once the second counts the first.
  await client.query('SELECT pg_advisory_xact_lock($1, $2)', [SUBSCRIBING, creator % 2_147_483_647]);
  const { rows } = await client.query<{ followers: number; own: number }>(
    `SELECT (SELECT count(DISTINCT user_id)::int FROM group_buy_rules WHERE creator = $1 AND state = 'on' AND user_id <> $2) AS followers,
            (SELECT count(*)::int FROM group_buy_rules WHERE user_id = $2 AND state = 'on') AS own`,
    [creator, userId],
  );
  const { followers = 0, own: ownCount = 0 } = rows[0] ?? {};
  if (followers >= GROUP_TERMS.rules.mostFollowers)
    return refuse(STATUS.limitReached, `对方的定制人数已满 ${GROUP_TERMS.rules.mostFollowers} 人`);
  if (ownCount >= GROUP_TERMS.rules.mostOfPlayer)
    return refuse(STATUS.limitReached, `最多 ${GROUP_TERMS.rules.mostOfPlayer} 条定制，请先关闭一条`);
  return undefined;
}

async function writeRule(
  client: Querying,
  userId: number,
  creator: number,
  game: string | undefined,
  fields: NamedRule,
  on: boolean,
): Promise<void> {
  await client.query(
    `INSERT INTO group_buy_rules AS r (user_id, id, creator, game, mode, fen, percent, max_fen, times, min_total, max_total, partial, stop_after_misses,
                                min_balance, prepay, state, created_at, since, worked_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, caipu_now_ms(), caipu_now_ms(), caipu_now_ms())
     ON CONFLICT (user_id, id) DO UPDATE SET game = excluded.game, mode = excluded.mode, fen = excluded.fen, percent = excluded.percent,
       max_fen = excluded.max_fen, times = excluded.times, min_total = excluded.min_total, max_total = excluded.max_total,
       partial = excluded.partial, stop_after_misses = excluded.stop_after_misses, min_balance = excluded.min_balance, prepay = excluded.prepay,
       state = excluded.state, since = excluded.since, worked_at = excluded.worked_at`,
    [
      userId,
      fields.ruleId,
      creator,
      game ?? null,
      fields.mode,
      fields.mode === 'fixed' ? (fields.fen ?? 0) : 0,
      fields.mode === 'percent' ? (fields.percent ?? 0) : 0,
      fields.mode === 'percent' ? (fields.maxFen ?? null) : null,
      fields.times,
      fields.minTotalFen ?? null,
      fields.maxTotalFen ?? null,
      fields.partial ?? false,
      fields.stopAfterMisses ?? null,
      fields.minBalanceFen ?? null,
      fields.prepay ?? false,
      on ? 'on' : 'off',
    ],
  );
}

export async function listGroupRules(
  context: SocialServices,
  userId: number,
  { cursor, size }: { readonly cursor?: string | undefined; readonly size: number },
): Promise<{ items: GroupRule[]; next: string | null }> {
  const after = cursor !== undefined && UUID.test(cursor) ? 'AND r.id < $3::uuid' : '';
  const { rows } = await context.database.query<RuleRow>(
    `${RULES} ${after} ORDER BY r.id DESC LIMIT $2`,
    after === '' ? [userId, size + 1] : [userId, size + 1, cursor],
  );
  const shown = rows.slice(0, size);
  return { items: await ruleItems(context, context.database, shown), next: rows.length > size ? (shown.at(-1)?.id ?? null) : null };
}

interface RunRow {
  readonly seq: number;
  readonly rule_id: string;
  readonly group_buy_id: string;
  readonly at: number;
  readonly join_id: string | null;
  readonly reason: string;
  readonly creator: number;
  readonly game: string;
  readonly issue: string | null;
  readonly shares: number | null;
  readonly amount: number | null;
  readonly prize: number | null;
}

/** What the rules of a player did, the newest first. */
export async function listGroupRuleRuns(
  context: SocialServices,
  userId: number,
  { ruleId, cursor, size }: { readonly ruleId?: string | undefined; readonly cursor?: string | undefined; readonly size: number },
): Promise<GroupRuleRunsModels> {
  const values: unknown[] = [userId, size + 1];
  const ofRule = ruleId === undefined ? '' : `AND x.rule_id = $${values.push(ruleId)}::uuid`;
  const before = cursor !== undefined && /^\d{1,15}$/.test(cursor) ? `AND x.seq < $${values.push(cursor)}::bigint` : '';
  const { rows } = await context.database.query<RunRow>(
    `SELECT x.seq, x.rule_id, x.group_buy_id, x.at, x.join_id, x.reason, o.initiator AS creator, o.game, o.issue, j.shares, j.amount, j.prize
       FROM group_buy_rule_runs x JOIN group_buy_orders o ON o.id = x.group_buy_id LEFT JOIN group_buy_joins j ON j.user_id = $1 AND j.id = x.join_id
      WHERE x.user_id = $1 ${ofRule} ${before} ORDER BY x.seq DESC LIMIT $2`,
    values,
  );
  const shown = rows.slice(0, size);
  const people = await readPeople(
    context.database,
    shown.map(({ creator }) => creator),
  );
  return {
    items: shown.map((row) => ({
      runId: String(row.seq),
      ruleId: row.rule_id,
      hmId: row.group_buy_id,
      to: groupRouteOf(row.group_buy_id),
      creator: people.get(row.creator) ?? deletedPlayer(row.creator),
      gameName: context.gameName(row.game),
      ...(row.issue === null ? {} : { issue: row.issue }),
      done: row.join_id !== null,
      shares: row.shares ?? 0,
      amountFen: row.amount ?? 0,
      prizeFen: row.prize ?? 0,
      reason: row.reason,
      at: row.at,
    })),
    next: rows.length > size ? String(shown.at(-1)?.seq) : null,
  };
}
