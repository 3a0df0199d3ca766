/** Reports of agents: sums of daily rows, and nothing else. Only the caller's own rows are read. */
import { isoDateOf, dayNumberOf } from '../platform/index.ts';
import type { AnswerOf } from '../../protocol/calls/define.ts';
import type { scoreBetReport, scoreGameReport, scoreReport, scoreReturnList } from '../../protocol/calls/agent-reports.ts';
import { fill } from '../catalog/index.ts';
import type { AgentServices } from './services.ts';
import { purseBalance } from '../ledger/index.ts';
import { currentDayNumber } from './join.ts';
import { AGENT_RULES, familyName, gameNames } from './rules.ts';
import { type DayRange, reportHeadOf, isTooFewPlayers } from './day-range.ts';
import { unbookedRebateOf, isAgentNow, treePlaceOf, shownName } from './tree.ts';

/** Days of a chart. */
const CHART = 62;

interface Played {
  readonly players: number;
  readonly orders: number;
  readonly stake: number;
  readonly valid: number;
  readonly prize: number;
  readonly refund: number;
  readonly rebate: number;
  /** How many played, at least, without who asks; of his own figures 0. */
  readonly people: number;
}
/** Rows of the player $1, scope $2, days $3 to $4. */
const ROWS = `(SELECT t.*, CASE t.scope WHEN 'self' THEN 0 WHEN 'direct' THEN t.players ELSE t.players - coalesce((
    SELECT s.players FROM agent_days s WHERE s.user_id = t.user_id AND s.scope = 'self' AND (s.day, s.game, s.family) = (t.day, t.game, t.family)), 0) END AS people
   FROM agent_days t WHERE t.user_id = $1 AND t.scope = $2 AND t.day BETWEEN $3 AND $4) d`;
const PLAYED = `sum(players)::int AS players, sum(orders)::int AS orders, sum(stake)::bigint AS stake, sum(valid)::bigint AS valid,
  sum(prize)::bigint AS prize, sum(refund)::bigint AS refund, sum(rebate)::bigint AS rebate, max(people)::int AS people`;
const NOTHING: Played = { players: 0, orders: 0, stake: 0, valid: 0, prize: 0, refund: 0, rebate: 0, people: 0 };

const figures = ({ players, orders, stake, valid, prize, refund, rebate, people }: Played) => ({
  players,
  bets: orders,
  stakeFen: stake,
  validFen: valid,
  prizeFen: isTooFewPlayers(people) ? null : prize,
  refundFen: isTooFewPlayers(people) ? null : refund,
  rebateScore: Math.max(0, rebate),
  netFen: isTooFewPlayers(people) ? null : prize + refund - stake,
});

const added = (rows: readonly Played[]): Played =>
  rows.reduce(
    (sum, row) => ({
      players: sum.players + row.players,
      orders: sum.orders + row.orders,
      stake: sum.stake + row.stake,
      valid: sum.valid + row.valid,
      prize: sum.prize + row.prize,
      refund: sum.refund + row.refund,
      rebate: sum.rebate + row.rebate,
      people: Math.max(sum.people, row.people),
    }),
    NOTHING,
  );

type GameRow = AnswerOf<typeof scoreGameReport>['rows'][number];
const SORTS: Readonly<Record<string, (row: GameRow) => number | string>> = {
  name: ({ name }) => name,
  players: ({ players }) => players,
  bets: ({ bets }) => bets,
  stake: ({ stakeFen }) => stakeFen,
  valid: ({ validFen }) => validFen,
  prize: ({ prizeFen }) => prizeFen ?? Number.NEGATIVE_INFINITY,
  refund: ({ refundFen }) => refundFen ?? Number.NEGATIVE_INFINITY,
  rebate: ({ rebateScore }) => rebateScore,
  net: ({ netFen }) => netFen ?? Number.NEGATIVE_INFINITY,
};

export async function gameReportOf(
  context: AgentServices,
  userId: number,
  span: DayRange,
  sort = '-stake',
): Promise<AnswerOf<typeof scoreGameReport>> {
  const { rows } = await context.database.query<Played & { game: string }>(
    `SELECT game, ${PLAYED} FROM ${ROWS} GROUP BY game
     HAVING sum(orders) <> 0 OR sum(rebate) <> 0`,
    [userId, span.scope, span.from, span.to],
    'agent-games',
  );
  const head = await reportHeadOf(
    context,
    userId,
    span,
    rows.length > 0,
    rows.some(({ people }) => isTooFewPlayers(people)),
  );
  const named = gameNames(context);
  const by = SORTS[sort.replace('-', '')] ?? (() => 0);
  const turn = sort.startsWith('-') ? -1 : 1;
  return {
    rows: rows
      .map((row) => ({ gameCode: row.game, name: named(row.game), ...figures(row) }))
      .sort((a, b) => turn * (by(a) < by(b) ? -1 : by(a) > by(b) ? 1 : 0) || (a.gameCode < b.gameCode ? -1 : 1)),
    total: figures(added(rows)),
    ...head,
  };
}

interface Account {
  readonly active: number;
  readonly joined: number;
  readonly recharge: number;
  readonly withdraw: number;
  readonly commission: number;
  readonly offer: number;
}
const account = ({ active, joined, recharge, withdraw, commission, offer }: Account, hidden: boolean) => ({
  active,
  joined: Math.max(0, joined),
  rechargeFen: hidden ? null : recharge,
  withdrawFen: hidden ? null : withdraw,
  commissionFen: hidden ? null : commission,
  offerFen: hidden ? null : offer,
});
/** Whose money moved is not counted: where nobody played it may be one player's. */
const hides = ({ people, recharge, withdraw, commission, offer }: Account & Played, scope: DayRange['scope']): boolean =>
  isTooFewPlayers(people) || (scope !== 'self' && people === 0 && (recharge !== 0 || withdraw !== 0 || commission !== 0 || offer !== 0));

export async function dayReportOf(context: AgentServices, userId: number, span: DayRange): Promise<AnswerOf<typeof scoreReport>> {
  const values = [userId, span.scope, span.from, span.to];
  const { database } = context;
  const { rows } = await database.query<Played & Account & { day: number; corrected: boolean }>(
    `WITH played AS (
       SELECT day, ${PLAYED} FROM ${ROWS} GROUP BY day
     ), accounts AS (
       SELECT c.day, c.active, c.joined - coalesce(s.joined, 0) AS joined, c.recharge, c.withdraw, c.commission, c.offer,
              CASE c.scope WHEN 'self' THEN 0 ELSE c.active - coalesce(s.active, 0) END AS people
         FROM agent_accounts c LEFT JOIN agent_accounts s ON c.scope = 'team' AND s.user_id = c.user_id AND s.scope = 'self' AND s.day = c.day
        WHERE c.user_id = $1 AND c.scope = $2 AND c.day BETWEEN $3 AND $4
     )
     SELECT day, coalesce(p.players, 0) AS players, coalesce(p.orders, 0) AS orders, coalesce(p.stake, 0) AS stake, coalesce(p.valid, 0) AS valid,
            coalesce(p.prize, 0) AS prize, coalesce(p.refund, 0) AS refund, coalesce(p.rebate, 0) AS rebate, coalesce(a.active, 0) AS active,
            coalesce(a.joined, 0) AS joined, coalesce(a.recharge, 0) AS recharge, coalesce(a.withdraw, 0) AS withdraw,
            coalesce(a.commission, 0) AS commission, coalesce(a.offer, 0) AS offer, coalesce(a.people, 0) AS people,
            EXISTS (SELECT 1 FROM agent_rebates r WHERE r.beneficiary = $1 AND r.day = coalesce(p.day, a.day) AND r.taken > 0) AS corrected
       FROM played p FULL JOIN accounts a USING (day) ORDER BY day DESC`,
    values,
    'agent-report',
  );
  const some = rows.filter(
    (row) =>
      row.orders !== 0 ||
      row.rebate !== 0 ||
      row.active !== 0 ||
      row.joined !== 0 ||
      row.recharge !== 0 ||
      row.withdraw !== 0 ||
      row.commission !== 0 ||
      row.offer !== 0,
  );
  const head = await reportHeadOf(
    context,
    userId,
    span,
    some.length > 0,
    some.some((row) => hides(row, span.scope)),
  );
  const byDay = new Map(some.map((row) => [row.day, row]));
  const first = Math.max(span.from, span.to - CHART + 1);
  const sum = some.reduce<Account>(
    (all, row) => ({
      active: all.active + row.active,
      joined: all.joined + row.joined,
      recharge: all.recharge + row.recharge,
      withdraw: all.withdraw + row.withdraw,
      commission: all.commission + row.commission,
      offer: all.offer + row.offer,
    }),
    { active: 0, joined: 0, recharge: 0, withdraw: 0, commission: 0, offer: 0 },
  );
  const all = added(some);
  return {
    items: some.map((row) => ({
      day: isoDateOf(row.day),
      ...figures(row),
      ...account(row, hides(row, span.scope)),
      corrected: row.corrected,
    })),
    days: Array.from({ length: span.to - first + 1 }, (_, at) => {
      const row = byDay.get(first + at);
      return {
        day: isoDateOf(first + at),
        stakeFen: row?.stake ?? 0,
        validFen: row?.valid ?? 0,
        rebateScore: Math.max(0, row?.rebate ?? 0),
        active: row?.active ?? 0,
      };
    }),
    total: { ...figures(all), ...account(sum, hides({ ...all, ...sum }, span.scope)) },
    ...head,
  };
}

export interface BetQuery {
  readonly game?: string | undefined;
  readonly status?: 'won' | 'lost' | 'back' | undefined;
  readonly cursor?: string | undefined;
  readonly size: number;
}

/** Which rows hold an order of a status. */
const WITH_STATUS = { won: 'won > 0', lost: 'orders > won + back', back: 'back > 0' } as const;

/**
 * Where a player finds what a row counts. A row counts what has ended by the day of its draw, and so does 投注记录 when it is asked for days of
 * draws. Opened scratch cards are a list of their own, which has no days.
 */
function recordsOf({ publication }: AgentServices, game: string, day: string): string {
  const { orders, small, scratch } = AGENT_RULES.records;
  if (publication.smalls().has(game)) return fill(small, { game, day });
  return publication.scratch().has(game) ? scratch : fill(orders, { game, day });
}

export async function betReportOf(
  context: AgentServices,
  userId: number,
  span: DayRange,
  { game, status, cursor, size }: BetQuery,
): Promise<AnswerOf<typeof scoreBetReport>> {
  const { database } = context;
  const grouped = `SELECT day, game, ${PLAYED}, sum(won)::int AS won, sum(back)::int AS back FROM ${ROWS}
     WHERE $5::text IS NULL OR game = $5 GROUP BY day, game`;
  const values = [userId, span.scope, span.from, span.to, game ?? null];
  const where = status === undefined ? 'orders > 0' : WITH_STATUS[status];
  const [, day, code] = /^(\d{4}-\d{2}-\d{2})-(.{1,32})$/.exec(cursor ?? '') ?? [];
  const { rows } = await database.query<Played & { day: number; game: string; won: number; back: number }>(
    `SELECT * FROM (${grouped}) g WHERE ${where} AND ($6::int IS NULL OR g.day < $6 OR g.day = $6 AND g.game > $7) ORDER BY day DESC, game LIMIT $8`,
    [...values, day === undefined ? null : dayNumberOf(day), code ?? '', size + 1],
  );
  const { rows: totals } = await database.query<Played & { game: string }>(
    `SELECT game, ${PLAYED} FROM (${grouped}) g WHERE ${where} GROUP BY game ORDER BY sum(stake) DESC, game`,
    values,
  );
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  const head = await reportHeadOf(
    context,
    userId,
    span,
    totals.length > 0,
    [...shown, ...totals].some(({ people }) => isTooFewPlayers(people)),
  );
  const named = gameNames(context);
  return {
    items: shown.map((row) => {
      const { bets, stakeFen, validFen, prizeFen, refundFen, netFen } = figures(row);
      const hidden = isTooFewPlayers(row.people);
      return {
        rowId: `${isoDateOf(row.day)}-${row.game}`,
        day: isoDateOf(row.day),
        gameCode: row.game,
        gameName: named(row.game),
        bets,
        // How many of so few players' orders won would tell of one.
        wonBets: hidden ? null : row.won,
        lostBets: hidden ? null : row.orders - row.won - row.back,
        backBets: hidden ? null : row.back,
        ...{ stakeFen, validFen, prizeFen, refundFen, netFen },
        to: span.scope !== 'self' ? '' : recordsOf(context, row.game, isoDateOf(row.day)),
      };
    }),
    next: rows.length > size && last !== undefined ? `${isoDateOf(last.day)}-${last.game}` : null,
    total: figures(added(totals)),
    games: totals.map(({ game: gameCode }) => ({ gameCode, name: named(gameCode) })),
    ...head,
  };
}

const WITH_STATE = {
  due: 'r.due <> r.posted AND r.posted_at IS NULL',
  posted: 'r.posted_at IS NOT NULL AND r.due = r.posted AND r.taken = 0',
  taken: '(r.taken > 0 OR r.posted > r.due)',
} as const;

/** What an agent earns, by day, player and game. The base is a sum of a day; which orders they were is nowhere told. */
export async function rebateReportOf(
  context: AgentServices,
  userId: number,
  { from, to }: DayRange,
  {
    state,
    cursor,
    size,
  }: { readonly state?: keyof typeof WITH_STATE | undefined; readonly cursor?: string | undefined; readonly size: number },
): Promise<AnswerOf<typeof scoreReturnList>> {
  const { database } = context;
  const [, day, player, game, family] = /^(\d{1,6})-(\d{1,15})-(.{1,32})-([a-z]{1,16})$/.exec(cursor ?? '') ?? [];
  const { rows } = await database.query<{
    day: number;
    player: number;
    game: string;
    family: string;
    level: number;
    base: number;
    bp: number;
    due: number;
    posted: number;
    posted_at: number | null;
    taken: number;
    name: string;
    nickname: string | null;
  }>(
    `SELECT r.day, r.player, r.game, r.family, r.level, r.base, r.bp, r.due, r.posted, r.posted_at, r.taken, u.name, p.nickname
       FROM agent_rebates r JOIN users u ON u.id = r.player LEFT JOIN profiles p ON p.user_id = r.player
      WHERE r.beneficiary = $1 AND r.day BETWEEN $2 AND $3 AND (r.due > 0 OR r.taken > 0) ${state === undefined ? '' : `AND ${WITH_STATE[state]}`}
        AND ($4::int IS NULL OR (r.day, r.player, r.game, r.family) < ($4, $5::bigint, $6, $7))
      ORDER BY r.day DESC, r.player DESC, r.game DESC, r.family DESC LIMIT $8`,
    [
      userId,
      from,
      to,
      day === undefined ? null : Number(day),
      player === undefined ? 0 : Number(player),
      game ?? '',
      family ?? '',
      size + 1,
    ],
  );
  const { rows: sums } = await database.query<{ score: number }>(
    `SELECT coalesce(sum(rebate), 0)::bigint AS score FROM agent_days WHERE user_id = $1 AND scope = 'team' AND day BETWEEN $2 AND $3`,
    [userId, from, to],
  );
  const shown = rows.slice(0, size);
  const named = gameNames(context);
  const idOf = (row: (typeof shown)[number]) => `${row.day}-${row.player}-${row.game}-${row.family}`;
  const last = shown.at(-1);
  return {
    items: shown.map((row) => ({
      returnId: idOf(row),
      day: isoDateOf(row.day),
      who: row.player === userId ? '我' : shownName(row),
      level: row.level,
      gameCode: row.game,
      gameName: named(row.game),
      family: familyName(row.family),
      baseFen: row.base,
      bp: row.bp,
      score: row.due,
      takenScore: row.taken,
      state: row.taken > 0 || row.posted > row.due ? 'taken' : row.posted_at === null || row.due !== row.posted ? 'due' : 'posted',
    })),
    next: rows.length > size && last !== undefined ? idOf(last) : null,
    sumScore: Math.max(0, sums[0]?.score ?? 0),
    balanceScore: await purseBalance(database, userId, 'score'),
    expectedScore: await unbookedRebateOf(database, userId),
    owedScore: (await treePlaceOf(database, userId))?.owed ?? 0,
    leastScore: AGENT_RULES.withdraw.leastScore,
    from: isoDateOf(from),
    to: isoDateOf(to),
    agent: await isAgentNow(database, userId, await currentDayNumber(context, database)),
  };
}
