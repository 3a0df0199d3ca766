/**
 * S13: agents (代理) on PostgreSQL as it comes. `reports`: every report of a screen for the agent at the top of 10,000 players, over a year of
 * their daily rows; the functions that answer the calls, without the network. `night`: counting a day of 100,000 players who played on it, the
 * chains of their rebates, and booking these, in the steps that the server takes.
 */
import { betReportOf, dayReportOf, gameReportOf, rebateReportOf } from '../server/agents/reports.ts';
import { countAllAgents, runCountingStep } from '../server/agents/job.ts';
import { AGENT_RULES, FAMILIES } from '../server/agents/rules.ts';
import { subagentsOf } from '../server/agents/tree.ts';
import type { Services as ServerContext } from '../server/services.ts';
import type { Database } from '../server/platform/database/database.ts';
import type { Bench, Context, Figure } from './lib/figure.ts';
import { FIRST_USER, openServices, openWriter, emptyPostgres, elapsedMs, writeUsers } from './lib/parts.ts';
import { DAY_MS } from '../engine/descriptions/time-units.ts';

const PLAYERS = 10_000;
const DAYS = 365;
const NIGHT_PLAYERS = 100_000;
const OFFSET = 28_800_000;

/** A tree of four levels below the first user: ten, a hundred, a thousand, and the others. Rates fall by level. */
async function writeTree(database: Database, players: number): Promise<void> {
  await writeUsers(database, players);
  await database.query(`INSERT INTO agents (user_id, path, since, applied_at) VALUES (${FIRST_USER}, ARRAY[${FIRST_USER}::bigint], 0, 0)`);
  for (const [from, to] of [
    [1, 10],
    [11, 110],
    [111, 1_110],
    [1_111, players - 1],
  ] as const)
    await database.query(
      `INSERT INTO agents (user_id, parent, path, since)
       SELECT ${FIRST_USER} + n, a.user_id, a.path || (${FIRST_USER} + n)::bigint, 0
         FROM generate_series($1::int, $2::int) n JOIN agents a ON a.user_id = ${FIRST_USER} + CASE WHEN n <= 10 THEN 0 WHEN n <= 110 THEN 1 + n % 10 WHEN n <= 1110 THEN 11 + n % 100 ELSE 111 + n % 1000 END`,
      [from, to],
    );
  await database.query(
    `INSERT INTO agent_rates (user_id, family, from_day, bp, before, set_by, at)
     SELECT user_id, f, 0, 500 - 100 * (cardinality(path) - 1), 0, user_id, 0 FROM agents, unnest($1::text[]) AS f WHERE cardinality(path) < 6`,
    [FAMILIES],
  );
}

const NOW = `(SELECT caipu_now_ms())`;
const today = async (database: Database): Promise<number> =>
  (await database.query<{ day: number }>(`SELECT ((${NOW} + ${OFFSET}) / ${DAY_MS})::int AS day`)).rows[0]?.day ?? 0;

/** A year of daily rows: each player a game a day, and what follows from that for parents, teams and the one at the top. */
async function writeYear(database: Database, players: number, day: number): Promise<void> {
  await database.query(
    `INSERT INTO agent_days (user_id, scope, day, game, family, players, orders, won, stake, valid, base, prize)
     SELECT ${FIRST_USER} + n, 'self', $1::int - d, 'g' || (n + d) % 40, 'quick', 1, 4, 1, 1000 + n, 1000 + n, 1000 + n, 900
       FROM generate_series(0, $2::int - 1) n, generate_series(0, ${DAYS - 1}) d`,
    [day, players],
  );
  for (const [scope, to] of [
    ['direct', 'a.parent'],
    ['team', 'x.id'],
  ] as const)
    await database.query(
      `INSERT INTO agent_days (user_id, scope, day, game, family, players, orders, won, stake, valid, base, prize, rebate)
       SELECT ${to}, '${scope}', d.day, d.game, d.family, sum(d.players), sum(d.orders), sum(d.won), sum(d.stake), sum(d.valid), sum(d.base), sum(d.prize), sum(d.base) / 100
         FROM agent_days d JOIN agents a USING (user_id) ${scope === 'team' ? ', unnest(a.path) AS x(id)' : ''}
        WHERE d.scope = 'self' AND ${scope === 'team' ? 'true' : 'a.parent IS NOT NULL'} GROUP BY 1, 3, 4, 5`,
    );
  await database.query(
    `INSERT INTO agent_accounts (user_id, scope, day, active) SELECT user_id, scope, day, sum(players) FROM agent_days GROUP BY 1, 2, 3`,
  );
  await database.query(
    `INSERT INTO agent_rebates (beneficiary, day, player, game, family, level, base, bp, due, posted, posted_at)
     SELECT ${FIRST_USER}, day, user_id, game, family, 4, base, 100, base / 100, base / 100, 0 FROM agent_days WHERE scope = 'self' AND user_id <> ${FIRST_USER}`,
  );
  await database.query('VACUUM ANALYZE agent_days, agent_accounts, agent_rebates, agents, users');
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function reports(context: Context, parts: ServerContext & { readonly database: Database }, day: number): Promise<Figure[]> {
  const span = (scope: 'self' | 'direct' | 'team') => ({ from: day - DAYS + 1, to: day, scope });
  const page = { size: 20 };
  const reportCalls: Readonly<Record<string, () => Promise<unknown>>> = {
    'game.team': () => gameReportOf(parts, FIRST_USER, span('team')),
    'game.direct': () => gameReportOf(parts, FIRST_USER, span('direct')),
    day: () => dayReportOf(parts, FIRST_USER, span('team')),
    bets: () => betReportOf(parts, FIRST_USER, span('team'), page),
    returns: () => rebateReportOf(parts, FIRST_USER, span('team'), page),
    subagents: () => subagentsOf(parts, FIRST_USER, page),
  };
  const figures: Figure[] = [];
  for (const [name, ask] of Object.entries(reportCalls)) {
    await ask();
    const times: number[] = [];
    for (let round = 0; round < Math.max(5, context.rounds); round += 1) times.push(await elapsedMs(async () => void (await ask())));
    figures.push({
      id: `S13.${name}`,
      what: `report of the agent at the top of ${PLAYERS.toLocaleString('en')} players over a year: ${name}`,
      value: median(times),
      unit: 'ms',
      goal: { at: 'most', value: 300 },
      rounds: times.length,
      range: [Math.min(...times), Math.max(...times)],
    });
    context.say(`${name}: ${median(times).toFixed(1)} ms`);
  }
  return figures;
}

const bench: Bench = {
  id: 'S13',
  title: 'reports and rebates of agents',
  async run(context) {
    const url = await emptyPostgres(context);
    const parts = await openServices(url, context.onEnd);
    const writer = await openWriter(url, context.onEnd);
    const day = await today(writer);
    await writeTree(writer, PLAYERS);
    const written = context.quick ? PLAYERS / 5 : PLAYERS;
    context.say(`writing a year of ${written.toLocaleString('en')} players`);
    await writeYear(writer, written, day);
    const figures = await reports(context, parts, day);

    const night = await openServices(await emptyPostgres(context), context.onEnd);
    const players = context.quick ? NIGHT_PLAYERS / 5 : NIGHT_PLAYERS;
    context.say(`writing a day of ${players.toLocaleString('en')} players`);
    const { database } = night;
    await writeTree(database, players);
    await database.query(
      `INSERT INTO sport_orders (user_id, id, game, hash, ticket, bets, amount, multiplier, status, prize, placed_at, due_at, settled_at)
       SELECT ${FIRST_USER} + n, md5('o' || n || ' ' || k)::uuid, CASE k WHEN 0 THEN 'jczq' ELSE 'jclq' END, 'h', '{"game":"jczq","matches":[],"passes":["2_1"]}', 1,
              1000 + n % 900 * 20, 1, 'lost', 0, at, at, at
         FROM generate_series(0, $1::int - 1) n, generate_series(0, 1) k, LATERAL (SELECT ($2::bigint - 1) * ${DAY_MS} - ${OFFSET} + n % 80000000 AS at) t`,
      [players, day],
    );
    await database.query('VACUUM ANALYZE sport_orders, agents, agent_rates, users');
    // It is night: yesterday waits.
    await database.query(`UPDATE agent_progress SET stage = 'night', day = $1::int - ${AGENT_RULES.settle.recountDays}, target = $1`, [
      day,
    ]);
    let longest = 0;
    const took = await elapsedMs(async () => {
      for (;;) {
        longest = Math.max(longest, await elapsedMs(async () => void (await runCountingStep(night))));
        const { rows } = await database.query<{ night: number }>('SELECT night FROM agent_progress');
        if (rows[0]?.night === day) break;
      }
    });
    const { rows } = await database.query<{ booked: number; sums: number }>(
      `SELECT (SELECT count(*)::int FROM movements WHERE kind = 'rebate') AS booked, (SELECT count(*)::int FROM agent_rebates WHERE posted = due AND due > 0) AS sums`,
    );
    if ((rows[0]?.booked ?? 0) < players / 2) throw new Error(`only ${rows[0]?.booked} players were booked anything`);
    await countAllAgents(night);
    const scaled = (took / 1_000) * (NIGHT_PLAYERS / players);
    figures.push({
      id: 'S13.night',
      what: `counting and booking a night of ${NIGHT_PLAYERS.toLocaleString('en')} players with two orders each, ${AGENT_RULES.settle.recountDays} days looked at`,
      value: scaled,
      unit: 's',
      goal: { at: 'most', value: 60 },
      note: `${rows[0]?.sums} rebates, ${rows[0]?.booked} movements; longest step ${longest.toFixed(0)} ms${players === NIGHT_PLAYERS ? '' : `; measured on ${players.toLocaleString('en')}`}`,
    });
    context.say(`night: ${scaled.toFixed(1)} s for ${NIGHT_PLAYERS.toLocaleString('en')}, longest step ${longest.toFixed(0)} ms`);
    return figures;
  },
};
export default bench;
