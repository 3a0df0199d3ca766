/**
 * S14: the operators' desk over 10,000 players on PostgreSQL as it comes: each list, its last pages, its searches and its details, through the
 * server with guard, rights and audit list, without the network.
 */
import { join } from 'node:path';
import { buildServer } from '../server/app.ts';
import { countHouse } from '../server/house/lane.ts';
import { openAsItIs } from '../server/db/database.ts';
import type { Bench, Figure } from './lib/figure.ts';
import { FIRST_USER, plainPostgres, timed, writeUsers } from './lib/parts.ts';
import { root } from './lib/product.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';

const PLAYERS = 10_000;
/** Tickets of each player in the last three days, and rows of the audit list that are no draws. */
const TICKETS = 60;
const ACTS = 100_000;
const PASSWORD = 'bench-of-the-desk';
const DAY_MS = 86_400_000;

const daysAgo = (days: number): string => new Date(Date.now() + 8 * 3_600_000 - days * DAY_MS).toISOString().slice(0, 10);

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const bench: Bench = {
  id: 'S14',
  title: 'the operators’ desk',
  async run(context) {
    const url = await plainPostgres(context);
    const folder = mkdtempSync(join(tmpdir(), 'caipu-bench-desk-'));
    context.onEnd(() => rmSync(folder, { recursive: true, force: true }));
    const server = await buildServer({
      databaseUrl: url,
      dataDir: folder,
      gamesDir: join(root, 'games'),
      appDir: join(root, 'app/descriptions'),
      webDir: join(folder, 'no-web'),
      watch: false,
      limits: Number.POSITIVE_INFINITY,
      history: 0,
      operatorPassword: PASSWORD,
    });
    context.onEnd(() => server.close());
    const writer = await openAsItIs({ url, dataDir: '' });
    context.onEnd(() => writer.close());
    const players = context.quick ? PLAYERS / 5 : PLAYERS;
    context.say(`writing ${players.toLocaleString('en')} players with ${TICKETS} tickets each`);
    await writeUsers(writer, players);
    await writer.query(
      `INSERT INTO wallets (user_id, balance_fen) SELECT id, 100000 FROM users WHERE id >= ${FIRST_USER} ON CONFLICT DO NOTHING`,
    );
    const hash = server.context.publication.game('jlffc')?.hash ?? '';
    await writer.query(
      `INSERT INTO tickets (user_id, id, game, issue, hash, ticket, bets, amount, multiplier, placed_at, due_at, status, settled_at)
       SELECT ${FIRST_USER} + n % $1, md5('t' || n)::uuid, 'jlffc', 'b' || n / 2000, $2,
              '{"game":"jlffc","lines":[{"play":"Q3_ZX","picks":{"wan":[1],"qian":[2],"bai":[3]}}]}', 1, 200, 1, t.at, t.at, 'lost', t.at
         FROM generate_series(0, $1::int * ${TICKETS} - 1) n,
              LATERAL (SELECT caipu_now_ms() - 3 * ${DAY_MS}::bigint + n * (3 * ${DAY_MS}::bigint / ($1::int * ${TICKETS})) AS at) t ORDER BY n`,
      [players, hash],
    );
    await writer.query(
      `INSERT INTO agents (user_id, parent, path, since, applied_at)
       SELECT ${FIRST_USER} + n, CASE WHEN n % 10 = 0 THEN NULL ELSE ${FIRST_USER} + n / 10 * 10 END,
              CASE WHEN n % 10 = 0 THEN ARRAY[${FIRST_USER} + n] ELSE ARRAY[${FIRST_USER} + n / 10 * 10, ${FIRST_USER} + n] END::bigint[], 0, 0
         FROM generate_series(0, $1::int - 1) n ORDER BY n % 10 <> 0, n`,
      [players],
    );
    const acts = context.quick ? ACTS / 10 : ACTS;
    await writer.query(
      `INSERT INTO audit (kind, actor, body)
       SELECT CASE n % 50 WHEN 0 THEN 'player.read' ELSE 'draw' END, CASE n % 50 WHEN 0 THEN 'anna@10.0.0.1' ELSE 'server' END,
              CASE n % 50 WHEN 0 THEN '{"player":200001}' ELSE '{}' END FROM generate_series(1, $1::int) n`,
      [acts],
    );
    await writer.query(
      `INSERT INTO transfers (user_id, kind, debit, credit, amount, at, ref, reason, unit, debit_after)
       SELECT user_id, 'stake', 'wallet', 'house:stakes', 200, placed_at, id, 'bet', 'fen', 100000 FROM tickets WHERE user_id >= ${FIRST_USER} ORDER BY placed_at`,
    );
    await writer.query('VACUUM ANALYZE users, wallets, tickets, transfers, agents, audit');

    const ask = async (path: string, token = '', payload?: object): Promise<{ models: never; status: number }> =>
      (
        await server.app.inject({
          method: payload === undefined ? 'GET' : 'POST',
          url: `/operator/api/${path}`,
          headers: token === '' ? {} : { authorization: `Bearer ${token}` },
          ...(payload === undefined ? {} : { payload }),
        })
      ).json();
    const { token } = (await ask('login', '', { password: PASSWORD })).models as { token: string };
    const middle = FIRST_USER + Math.floor(players / 2);
    const asked: Readonly<Record<string, string>> = {
      players: 'desk/players',
      'players.late': `desk/players?cursor=${FIRST_USER + 30}`,
      'players.search': `desk/players?q=u${players - 7}`,
      'players.nobody': 'desk/players?q=nobody-of-this-name',
      'players.frozen': 'desk/players?account=frozen',
      player: `desk/player?id=${middle}`,
      orders: 'desk/orders',
      'orders.none': 'desk/orders?status=won',
      'orders.player': `desk/orders?player=${middle}`,
      'orders.issue': 'desk/orders?game=jlffc&issue=b7',
      withdrawals: 'desk/withdrawals',
      content: 'desk/content',
      activities: 'desk/activities',
      agents: 'desk/agents',
      audit: 'desk/audit',
      'audit.operator': 'desk/audit?operator=anna&act=player.read',
      'audit.nobody': 'desk/audit?operator=nobody',
      'audit.chain': 'desk/audit/chain',
      start: 'desk/start',
      now: 'desk/now',
      report: 'desk/report',
      'report.year': `desk/report?from=${daysAgo(365)}&to=${daysAgo(0)}`,
    };
    const figures: Figure[] = [];
    // What the server wrote before there were these movements is counted with them.
    await writer.query('DELETE FROM house_days');
    await writer.query('UPDATE house_work SET until = NULL');
    const began = performance.now();
    await countHouse(server.context);
    figures.push({
      id: 'S14.counted',
      what: `counting three days of ${(players * TICKETS).toLocaleString('en')} stakes for the report, in the background`,
      value: performance.now() - began,
      unit: 'ms',
      rounds: 1,
    });
    for (const [name, path] of Object.entries(asked)) {
      const answer = await ask(path, token);
      if (answer.status !== 0) throw new Error(`${path} answered ${answer.status}`);
      const times: number[] = [];
      for (let round = 0; round < Math.max(5, context.rounds); round += 1)
        times.push(await timed(async () => void (await ask(path, token))));
      figures.push({
        id: `S14.${name}`,
        what: `desk of ${PLAYERS.toLocaleString('en')} players: ${name}`,
        value: median(times),
        unit: 'ms',
        goal: { at: 'most', value: 300 },
        rounds: times.length,
        range: [Math.min(...times), Math.max(...times)],
      });
      context.say(`${name}: ${median(times).toFixed(1)} ms`);
    }
    return figures;
  },
};
export default bench;
