/**
 * S14: the operators' desk over 10,000 players on PostgreSQL as it comes: each list, its last pages, its searches and its details, through the
 * server with guard, rights and audit list, without the network.
 */
import { join } from 'node:path';
import { buildServer, type Server } from '../server/build-server.ts';
import { operatorHeaders, sessionTokenIn } from '../tests/server/support/operator.ts';
import { countHouse } from '../server/admin/house-report/job.ts';
import { type Database, openWithoutMigrating } from '../server/platform/database/database.ts';
import { SCHEMA } from '../server/schema.ts';
import type { Bench, Context, Figure } from './lib/figure.ts';
import { FIRST_USER, emptyPostgres, elapsedMs, writeUsers } from './lib/parts.ts';
import { root } from './lib/product.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { DAY_MS } from '../engine/descriptions/time-units.ts';

const PLAYERS = 10_000;
/** Tickets of each player in the last three days, and rows of the audit list that are no draws. */
const TICKETS = 60;
const ACTS = 100_000;
const PASSWORD = 'bench-of-the-desk';

const daysAgo = (days: number): string => new Date(Date.now() + 8 * 3_600_000 - days * DAY_MS).toISOString().slice(0, 10);

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

interface Sizes {
  readonly players: number;
  readonly acts: number;
}

const bench: Bench = {
  id: 'S14',
  title: 'the operators’ desk',
  async run(context) {
    const { server, writer } = await openDesk(context);
    const sizes: Sizes = { players: context.quick ? PLAYERS / 5 : PLAYERS, acts: context.quick ? ACTS / 10 : ACTS };
    context.say(`writing ${sizes.players.toLocaleString('en')} players with ${TICKETS} tickets each`);
    await write(writer, sizes, server.context.publication.game('jlffc')?.hash ?? '');
    const token = await logIn(server);
    const figures = [await counting(server, writer, sizes)];
    for (const [name, path] of Object.entries(pathsOf(sizes))) figures.push(await asking(context, server, token, name, path));
    return figures;
  },
};
export default bench;

async function openDesk(context: Context): Promise<{ readonly server: Server; readonly writer: Database }> {
  const url = await emptyPostgres(context);
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
  const writer = await openWithoutMigrating({ schema: SCHEMA, url, dataDir: '' });
  context.onEnd(() => writer.close());
  return { server, writer };
}

/** Players with wallets, tickets, agents and movements, and the audit list. `hash`: version of the game of the tickets. */
async function write(writer: Database, { players, acts }: Sizes, hash: string): Promise<void> {
  await writeUsers(writer, players);
  await writer.query(
    `INSERT INTO wallets (user_id, balance_fen) SELECT id, 100000 FROM users WHERE id >= ${FIRST_USER} ON CONFLICT DO NOTHING`,
  );
  await writer.query(
    `INSERT INTO tickets (user_id, id, game, issue, hash, ticket, bets, amount, multiplier, placed_at, due_at, status, settled_at)
     SELECT ${FIRST_USER} + n % $1, md5('t' || n)::uuid, 'jlffc', 'b' || n / 2000, $2,
            '[["Q3_ZX",{"wan":[1],"qian":[2],"bai":[3]}]]', 1, 200, 1, t.at, t.at, 'lost', t.at
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
  await writer.query(
    `INSERT INTO audit (kind, actor, body)
     SELECT CASE n % 50 WHEN 0 THEN 'player.read' ELSE 'draw' END, CASE n % 50 WHEN 0 THEN 'anna@10.0.0.1' ELSE 'server' END,
            CASE n % 50 WHEN 0 THEN '{"player":200001}' ELSE '{}' END FROM generate_series(1, $1::int) n`,
    [acts],
  );
  await writer.query(
    `INSERT INTO movements (user_id, kind, debit, credit, amount, at, ref, reason, unit, debit_after)
     SELECT user_id, 'stake', 'wallet', 'house:stakes', 200, placed_at, id, 'bet', 'fen', 100000 FROM tickets WHERE user_id >= ${FIRST_USER} ORDER BY placed_at`,
  );
  await writer.query('VACUUM ANALYZE users, wallets, tickets, movements, agents, audit');
}

/** How long the report's days take to count. */
async function counting({ context }: Server, writer: Database, { players }: Sizes): Promise<Figure> {
  // What the server wrote before there were these movements is counted with them.
  await writer.query('DELETE FROM house_days');
  await writer.query('UPDATE house_progress SET until = NULL');
  return {
    id: 'S14.counted',
    what: `counting three days of ${(players * TICKETS).toLocaleString('en')} stakes for the report, in the background`,
    value: await elapsedMs(async () => void (await countHouse(context))),
    unit: 'ms',
    rounds: 1,
  };
}

/** The token of an operator. */
async function logIn({ app }: Server): Promise<string> {
  const login = await app.inject({
    method: 'POST',
    url: '/operator/api/desk/login',
    headers: operatorHeaders(''),
    payload: { password: PASSWORD },
  });
  return sessionTokenIn(login.headers['set-cookie']);
}

/** Requests to the desk, by the name of their figure. */
function pathsOf({ players }: Sizes): Readonly<Record<string, string>> {
  const middle = FIRST_USER + Math.floor(players / 2);
  return {
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
}

async function asking(context: Context, { app }: Server, token: string, name: string, path: string): Promise<Figure> {
  const ask = async (): Promise<{ readonly status: number }> =>
    (await app.inject({ method: 'GET', url: `/operator/api/${path}`, headers: operatorHeaders(token) })).json();
  const answer = await ask();
  if (answer.status !== 0) throw new Error(`${path} answered ${answer.status}`);
  const times: number[] = [];
  for (let round = 0; round < Math.max(5, context.rounds); round += 1) times.push(await elapsedMs(async () => void (await ask())));
  context.say(`${name}: ${median(times).toFixed(1)} ms`);
  return {
    id: `S14.${name}`,
    what: `desk of ${PLAYERS.toLocaleString('en')} players: ${name}`,
    value: median(times),
    unit: 'ms',
    goal: { at: 'most', value: 300 },
    rounds: times.length,
    range: [Math.min(...times), Math.max(...times)],
  };
}
