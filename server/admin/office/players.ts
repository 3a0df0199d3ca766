/** Players on the desk: found by number, name or address, masked, with money for operators that may see it; frozen, and logged out. */
import { endPlayerSessions, freeze, player, players, unfreeze } from '../../../protocol/desk/players.ts';
import { STATUS } from '../../../protocol/status.ts';
import { maskAddress, normalizeAddress, readLimits, normalizeName, maskRealName, realNameOf } from '../../accounts/index.ts';
import { type Channel, ok, refuse } from '../../platform/index.ts';
import type { AdminServices } from '../services.ts';
import { withdrawalAccountName } from '../../payments/index.ts';
import { lifetimeTotals } from '../../ledger/index.ts';
import { productOffset } from '../../catalog/index.ts';
import { formatMoney } from '../../../engine/descriptions/format.ts';
import { narrow } from '../../../engine/descriptions/typed-digits.ts';
import { spellings } from '../../../engine/search/simplified.ts';
import { writeAudit } from '../guard.ts';
import { hasRight } from '../operators.ts';
import { cursorOf, type HandledDeskCall, handleDeskCall, pageOf } from './handle.ts';

interface Row {
  readonly id: number;
  readonly name: string;
  readonly nickname: string | null;
  readonly mobile: string | null;
  readonly email: string | null;
  readonly kind: 'bank' | 'alipay' | null;
  readonly bank: string | null;
  readonly shown: string | null;
  readonly frozen: boolean;
  readonly excluded: boolean;
  readonly balance: number;
  readonly registered: number;
  readonly seen: number | null;
}

const EXCLUDED = 'EXISTS (SELECT 1 FROM limited_players x WHERE x.user_id = u.id AND x.blocked_until > caipu_now_ms())';
const FROZEN = 'EXISTS (SELECT 1 FROM account_freezes f WHERE f.user_id = u.id)';
const ROW = `SELECT u.id, u.name, p.nickname, u.created_at AS registered, w.balance_fen AS balance, ${FROZEN} AS frozen, ${EXCLUDED} AS excluded,
    (SELECT c.value_sealed FROM contacts c WHERE c.user_id = u.id AND c.channel = 'mobile') AS mobile,
    (SELECT c.value_sealed FROM contacts c WHERE c.user_id = u.id AND c.channel = 'email') AS email,
    a.kind, a.bank, a.shown,
    greatest((SELECT s.seen_at FROM presence s WHERE s.user_id = u.id), (SELECT max(s.seen_at) FROM sessions s WHERE s.user_id = u.id)) AS seen
  FROM users u JOIN wallets w ON w.user_id = u.id LEFT JOIN profiles p ON p.user_id = u.id
  LEFT JOIN LATERAL (SELECT kind, bank, shown FROM withdrawal_accounts a WHERE a.user_id = u.id AND a.deleted_at IS NULL
                      ORDER BY a.is_default DESC, a.bound_at DESC LIMIT 1) a ON true
 WHERE u.id > 0`;

const PURSES: Readonly<Record<string, string>> = {
  wallet: '主钱包',
  yuebao: '余额宝',
  held: '提现冻结',
  points: '积分',
  score: '返点积分',
  growth: '成长值',
};
const PERIOD_WORDS = { day: '每日', week: '每周', month: '每月' } as const;
const LIMIT_WORDS = { deposit: '充值', stake: '投注', loss: '亏损', time: '时长' } as const;

/** Only what a login name or nickname begins with; the pattern's own signs are plain characters. */
const prefix = (text: string): string => `${text.replace(/[\\%_]/g, '\\$&')}%`;

export function playerCalls(context: AdminServices): HandledDeskCall[] {
  return [playersCall(context), playerCall(context), freezeCall(context), unfreezeCall(context), endSessionsCall(context)];
}

/** A page of players, the newest first. */
function playersCall(context: AdminServices): HandledDeskCall {
  const { database } = context;
  return handleDeskCall(players, async ({ fields: { q, account, cursor, size }, operator }) => {
    const values: unknown[] = [size + 1];
    let where = '';
    const [after] = cursorOf(cursor, 1) ?? [];
    if (after !== undefined) where += ` AND u.id < $${values.push(after)}::bigint`;
    if (account === 'frozen') where += ` AND ${FROZEN}`;
    if (account === 'excluded') where += ` AND ${EXCLUDED} AND NOT ${FROZEN}`;
    if (account === 'normal') where += ` AND NOT ${FROZEN} AND NOT ${EXCLUDED}`;
    if (q !== undefined && q.trim() !== '') where += searched(context, q.trim(), values);
    const { rows } = await database.query<Row>(`${ROW}${where} ORDER BY u.id DESC LIMIT $1`, values);
    const { shown, next } = pageOf(rows, size, ({ id }) => String(id));
    const money = hasRight(operator, 'players-money');
    return ok({ items: shown.map((row) => shownRow(context, row, money)), next });
  });
}

/** One player with everything that the desk shows of him; the look is written to the audit list. */
function playerCall(context: AdminServices): HandledDeskCall {
  const { database, sessions, publication } = context;
  return handleDeskCall(player, async ({ fields: { id }, record, operator }) => {
    const { rows } = await database.query<Row>(`${ROW} AND u.id = $1`, [id]);
    const [row] = rows;
    if (row === undefined) return refuse(STATUS.notFound, '没有这位玩家');
    await record({ kind: 'player.read', body: { player: id } });
    const money = hasRight(operator, 'players-money');
    const [realName, frozen, until, cards, level, limits, entries] = await Promise.all([
      realNameOf(context, database, id),
      database.query<{ at: number; reason: string; by: string }>('SELECT at, reason, by FROM account_freezes WHERE user_id = $1', [id]),
      database.query<{ until: number }>(
        'SELECT blocked_until AS until FROM limited_players WHERE user_id = $1 AND blocked_until > caipu_now_ms()',
        [id],
      ),
      database.query<{ kind: 'bank' | 'alipay'; bank: string | null; shown: string; bound_at: number }>(
        'SELECT kind, bank, shown, bound_at FROM withdrawal_accounts WHERE user_id = $1 AND deleted_at IS NULL ORDER BY bound_at DESC',
        [id],
      ),
      database.query<{ level: number }>('SELECT level FROM level_windows WHERE user_id = $1', [id]),
      readLimits(database, id, productOffset(publication)),
      sessions.list(id, ''),
    ]);
    return ok({
      ...shownRow(context, row, money),
      realName: realName === undefined ? '' : maskRealName(realName),
      level: level.rows[0]?.level ?? 0,
      freeze: frozen.rows[0] ?? null,
      exclusionUntil: until.rows[0]?.until ?? null,
      limits: limits.flatMap(({ what, period, limitFen, limitMinutes }) =>
        limitFen === null && limitMinutes === null
          ? []
          : [
              {
                name: `${PERIOD_WORDS[period]}${LIMIT_WORDS[what]}`,
                value: limitFen === null ? `${limitMinutes} 分钟` : `¥${formatMoney(limitFen)}`,
              },
            ],
      ),
      cards: cards.rows.map(({ bound_at, ...card }) => ({ name: withdrawalAccountName(card), boundAt: bound_at })),
      money: money ? await moneyOf(context, id, row.balance) : null,
      sessions: entries.map(({ id: session, device, address, openedAt, seenAt }) => ({ id: session, device, address, openedAt, seenAt })),
      mayAct: hasRight(operator, 'players-act'),
    });
  });
}

function freezeCall(context: AdminServices): HandledDeskCall {
  const { database, sessions } = context;
  return handleDeskCall(freeze, async ({ fields: { id, reason }, request, operator }) => {
    const done = await database.transaction(async (client) => {
      const { rows: there } = await client.query('SELECT lock_player($1) FROM users WHERE id = $1 AND id > 0', [id]);
      if (there.length === 0) return refuse(STATUS.notFound, '没有这位玩家');
      const { rowCount } = await client.query(
        'INSERT INTO account_freezes (user_id, at, reason, by) VALUES ($1, caipu_now_ms(), $2, $3) ON CONFLICT (user_id) DO NOTHING',
        [id, reason, operator.name],
      );
      if (rowCount === 0) return refuse(STATUS.stateChanged, '该账户已冻结');
      await writeAudit(client, request, { kind: 'player.freeze', body: { player: id, reason } });
      return ok({ id });
    });
    // After the freeze is there for everybody: a login that did not see it has opened its session by now, and ends here.
    if (done.status === STATUS.ok) await sessions.end(id, { allBut: '' });
    return done;
  });
}

function unfreezeCall(context: AdminServices): HandledDeskCall {
  const { database } = context;
  return handleDeskCall(unfreeze, async ({ fields: { id }, request }) =>
    database.transaction(async (client) => {
      const { rowCount } = await client.query('DELETE FROM account_freezes WHERE user_id = $1', [id]);
      if (rowCount === 0) return refuse(STATUS.stateChanged, '该账户未冻结');
      await writeAudit(client, request, { kind: 'player.unfreeze', body: { player: id } });
      return ok({ id });
    }),
  );
}

function endSessionsCall(context: AdminServices): HandledDeskCall {
  const { database, sessions } = context;
  return handleDeskCall(endPlayerSessions, async ({ fields: { id, session }, request }) => {
    const ended = await sessions.end(id, session === undefined ? { allBut: '' } : { id: session });
    if (ended === 0) return refuse(STATUS.notFound, '该设备已下线');
    await writeAudit(database, request, { kind: 'player.sessions-end', body: { player: id, sessions: ended } });
    return ok({ sessions: ended });
  });
}

function contactMask(context: AdminServices, channel: Channel, sealed: string | null): string {
  const { encryption } = context;
  return sealed === null ? '' : maskAddress(channel, encryption.open('contact.value', sealed));
}

/** A player as lists show him, masked; `money`: with the balance of the wallet. */
function shownRow(context: AdminServices, row: Row, money: boolean) {
  return {
    id: row.id,
    name: row.name,
    nickname: row.nickname ?? '',
    mobile: contactMask(context, 'mobile', row.mobile),
    email: contactMask(context, 'email', row.email),
    card: row.kind === null ? '' : withdrawalAccountName({ kind: row.kind, bank: row.bank, shown: row.shown ?? '' }),
    account: row.frozen ? ('frozen' as const) : row.excluded ? ('excluded' as const) : ('normal' as const),
    balanceFen: money ? row.balance : null,
    registeredAt: row.registered,
    seenAt: row.seen,
  };
}

/** Conditions of a search; a whole phone number or address is compared by its HMAC, never in clear. */
function searched(context: AdminServices, typed: string, values: unknown[]): string {
  const { encryption } = context;
  const q = narrow(typed);
  const address = normalizeAddress('mobile', q) ?? normalizeAddress('email', q);
  const conditions = [
    `u.name_key LIKE $${values.push(prefix(normalizeName(q)))}`,
    `lower(p.nickname) LIKE ANY($${values.push(spellings(q).map(prefix))}::text[])`,
  ];
  if (/^[1-9]\d{0,14}$/.test(q)) conditions.push(`u.id = $${values.push(Number(q))}::bigint`);
  if (address !== undefined)
    conditions.push(`u.id IN (SELECT user_id FROM contacts WHERE value_hmac = $${values.push(encryption.hmac('contact.value', address))})`);
  return ` AND (${conditions.join(' OR ')})`;
}

/** Purses and sums of a player; `balance`: of the wallet, fen. */
async function moneyOf(context: AdminServices, id: number, balance: number) {
  const { database } = context;
  const [purses, sums, totals] = await Promise.all([
    database.query<{ purse: string; unit: 'fen' | 'points' | 'score' | 'growth'; balance: number }>(
      `SELECT purse, unit, balance FROM purses WHERE user_id = $1 AND unit IN ('fen', 'points', 'score') ORDER BY purse`,
      [id],
    ),
    database.query<{ kind: string; fen: number }>(
      `SELECT kind, sum(amount)::bigint AS fen FROM movements
        WHERE user_id = $1 AND unit = 'fen' AND kind IN ('recharge', 'withdrawPaid') GROUP BY kind`,
      [id],
    ),
    lifetimeTotals(database, id),
  ]);
  const { rows } = await database.query<{ n: number }>(
    'SELECT count(*)::int AS n FROM withdrawals WHERE user_id = $1 AND ended_at IS NULL',
    [id],
  );
  const sum = (kind: string): number => sums.rows.find((row) => row.kind === kind)?.fen ?? 0;
  return {
    purses: [
      { name: '主钱包', unit: 'fen' as const, balance },
      ...purses.rows.map(({ purse, unit, balance: held }) => ({
        name: PURSES[purse] ?? purse,
        unit: unit as 'fen' | 'points' | 'score',
        balance: held,
      })),
    ],
    rechargedFen: sum('recharge'),
    paidFen: sum('withdrawPaid'),
    ...totals,
    withdrawals: rows[0]?.n ?? 0,
  };
}
