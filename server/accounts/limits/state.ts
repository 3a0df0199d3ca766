/** The limits, breaks and exclusions that players set for themselves. They are changed in an idempotent transaction. */
import type { LimitModels, PauseModels, PlayerLimitModels } from '../../../protocol/calls.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import { DAY_MS, HOUR_MS, ok, type Querying, refuse, refuseField } from '../../platform/index.ts';
import type { AccountHooks } from '../hooks.ts';
import { LIMIT_KINDS, type LimitKind, LIMIT_PERIODS, type LimitPeriod, PLAYER_LIMIT_RULES } from './rules.ts';

interface LimitRow {
  readonly what: LimitKind;
  readonly period: LimitPeriod;
  readonly value: number | null;
  readonly next_value: number | null;
  readonly next_at: number | null;
  readonly used: number;
}

/** Every possible limit of a player, set or not, with its present use. */
export async function readLimits(client: Querying, userId: number, offset: number): Promise<LimitModels[]> {
  // The use follows from the ledger, so it is known without a limit, too.
  const { rows } = await client.query<LimitRow>(
    `SELECT k.what, p.period, player_limit_now(l.value, l.next_value, l.next_at, now_ms) AS value,
            CASE WHEN l.next_at > now_ms THEN l.next_value END AS next_value, CASE WHEN l.next_at > now_ms THEN l.next_at END AS next_at,
            player_limit_used($1, k.what, period_start(p.period, now_ms, $2), $2) AS used
       FROM (SELECT caipu_now_ms() AS now_ms) t CROSS JOIN unnest($3::text[]) WITH ORDINALITY AS k(what, at)
      CROSS JOIN unnest($4::text[]) WITH ORDINALITY AS p(period, at)
       LEFT JOIN player_limits l ON l.user_id = $1 AND l.what = k.what AND l.period = p.period
      ORDER BY k.at, p.at`,
    [userId, offset, LIMIT_KINDS, LIMIT_PERIODS],
  );
  return rows.map(limitItem);
}

function limitItem({ what, period, value, next_value, next_at, used }: LimitRow): LimitModels {
  const time = what === 'time';
  return {
    what,
    period,
    limitFen: time ? null : value,
    limitMinutes: time ? value : null,
    usedFen: time ? 0 : Math.max(used, 0),
    usedMinutes: time ? Math.floor(used / 60_000) : 0,
    nextAt: next_at,
    nextFen: time ? null : next_value,
    nextMinutes: time ? next_value : null,
  };
}

type Block = PauseModels['block'];

export async function readExclusion(client: Querying, userId: number): Promise<Block | null> {
  const { rows } = await client.query<Block>(
    'SELECT block AS kind, blocked_until AS until FROM limited_players WHERE user_id = $1 AND blocked_until > caipu_now_ms()',
    [userId],
  );
  return rows[0] ?? null;
}

export async function playerLimitState(client: Querying, userId: number, offset: number): Promise<PlayerLimitModels> {
  const names = (pauses: typeof PLAYER_LIMIT_RULES.breaks) => pauses.map(({ code, name }) => ({ code, name }));
  return {
    limits: await readLimits(client, userId, offset),
    block: await readExclusion(client, userId),
    breaks: names(PLAYER_LIMIT_RULES.breaks),
    exclusions: names(PLAYER_LIMIT_RULES.exclusions),
  };
}

/** Adds the player to `limited_players`. From now on each bet of the player is checked. */
const protect = (client: Querying, userId: number, offset: number) =>
  client.query(
    'INSERT INTO limited_players (user_id, utc_offset_ms) VALUES ($1, $2) ON CONFLICT (user_id) DO UPDATE SET utc_offset_ms = excluded.utc_offset_ms',
    [userId, offset],
  );

export interface LimitChange {
  readonly what: LimitKind;
  readonly period: LimitPeriod;
  /** The limit in fen, or in minutes for time; undefined: no limit. */
  readonly value: number | undefined;
}

/** Sets a limit. A first or a lower limit takes effect at once. A higher limit, or no limit, takes effect after the waiting time. */
export async function changeLimit(
  client: Querying,
  userId: number,
  offset: number,
  { what, period, value }: LimitChange,
): Promise<Envelope<LimitModels | null>> {
  const most = what === 'time' ? PLAYER_LIMIT_RULES.mostMinutes[period] : PLAYER_LIMIT_RULES.mostFen;
  if (value !== undefined && value > most) return refuseField(what === 'time' ? 'limitMinutes' : 'limitFen', '超出可设定的范围');
  await protect(client, userId, offset);
  const { rows } = await client.query<{ value: number | null; now: number }>(
    `SELECT player_limit_now(l.value, l.next_value, l.next_at, caipu_now_ms()) AS value, caipu_now_ms() AS now
       FROM (SELECT 1) one LEFT JOIN player_limits l ON l.user_id = $1 AND l.what = $2 AND l.period = $3`,
    [userId, what, period],
  );
  const present = rows[0]?.value ?? null;
  const now = rows[0]?.now ?? 0;
  const wanted = value ?? null;
  const atOnce = present === null || (wanted !== null && wanted <= present);
  const nextAt = atOnce ? null : now + PLAYER_LIMIT_RULES.raiseAfterHours * HOUR_MS;
  await client.query(
    `INSERT INTO player_limits (user_id, what, period, value, next_value, next_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (user_id, what, period) DO UPDATE SET value = excluded.value, next_value = excluded.next_value, next_at = excluded.next_at`,
    [userId, what, period, atOnce ? wanted : present, atOnce ? null : wanted, nextAt],
  );
  const item = (await readLimits(client, userId, offset)).find((each) => each.what === what && each.period === period) as LimitModels;
  return ok(item, atOnce ? '限额已生效' : `${PLAYER_LIMIT_RULES.raiseAfterHours} 小时后生效，生效前可撤回`);
}

/** Begins a break or an exclusion. A running one can be extended, and a break can become an exclusion. Nothing shortens it. */
export async function startBreak(
  client: Querying,
  userId: number,
  offset: number,
  { kind, code }: { readonly kind: 'break' | 'exclusion'; readonly code: string },
  hooks: Pick<AccountHooks, 'onSelfExclusion'>,
): Promise<Envelope<PauseModels | null>> {
  const chosen = (kind === 'break' ? PLAYER_LIMIT_RULES.breaks : PLAYER_LIMIT_RULES.exclusions).find((each) => each.code === code);
  if (chosen === undefined) return refuse(STATUS.notFound, '没有这个时长');
  await protect(client, userId, offset);
  const { rows } = await client.query<{ now: number }>('SELECT caipu_now_ms() AS now');
  const now = rows[0]?.now ?? 0;
  const until = now + chosen.days * DAY_MS;
  const before = await readExclusion(client, userId);
  if (before !== null && (before.until > until || (before.kind === 'exclusion' && kind === 'break')))
    return {
      status: STATUS.stateChanged,
      models: before,
      msg: before.kind === 'break' ? '休息只能延长，不能缩短' : '自我排除期间不能更改',
    } as unknown as Envelope<null>;
  await client.query('UPDATE limited_players SET block = $2, blocked_at = $3, blocked_until = $4 WHERE user_id = $1', [
    userId,
    kind,
    now,
    until,
  ]);
  const stopped =
    kind === 'exclusion'
      ? (await client.query<{ chases: number; refund_fen: number }>('SELECT chases, refund_fen FROM stop_all_chases($1)', [userId])).rows[0]
      : undefined;
  if (kind === 'exclusion') await hooks.onSelfExclusion(client, userId, '自我排除');
  const wallet = await client.query<{ balance_fen: number }>('SELECT balance_fen FROM wallets WHERE user_id = $1', [userId]);
  return ok(
    {
      block: { kind, until },
      chases: stopped?.chases ?? 0,
      refundFen: stopped?.refund_fen ?? 0,
      balanceFen: wallet.rows[0]?.balance_fen ?? 0,
    },
    kind === 'break' ? `已开始休息，期限 ${chosen.name}` : `自我排除已生效，期限 ${chosen.name}`,
  );
}
