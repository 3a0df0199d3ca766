/**
 * S4: how the settlement of an issue grows with the tickets that lost. 2,000 winners among 20 thousand, 200 thousand and 2 million
 * tickets of one game, on PostgreSQL as it comes; each size is an issue of its own in one table, settled in turn and set back.
 */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ticket } from '../engine/descriptions/types.ts';
import { priceTicket, randomLine, settleTicket } from '../engine/rules/index.ts';
import { openClock } from '../server/platform/clock.ts';
import { type Database, openDatabase } from '../server/platform/database/database.ts';
import { SCHEMA } from '../server/schema.ts';
import { openPublication } from '../server/catalog/publication.ts';
import { drawIssue } from '../server/lottery/draws/draw.ts';
import { takeSettlementStep } from '../server/lottery/draws/settle.ts';
import { ticketKeyOf } from '../server/lottery/draws/ticket-keys.ts';
import { type Games, type GameVersion, openGames } from '../server/catalog/games.ts';
import { startPostgres } from '../tests/server/support/postgres.ts';
import type { Bench, Context, Figure } from './lib/figure.ts';
import { generate, root } from './lib/product.ts';
import { summarise } from './lib/rounds.ts';

const WINNERS = 2_000;
const USERS = 5_000;
const DRAWS_AT = Date.UTC(2026, 0, 1);
/** Rows of one statement that inserts. */
const CHUNK = 40_000;

interface Family {
  readonly id: string;
  readonly code: string;
  readonly what: string;
  readonly sizes: readonly number[];
  readonly goal?: number;
}

const FAMILIES: readonly Family[] = [
  { id: 'S4', code: 'jsks', what: '快三, a random bet (机选 1) of a random play each', sizes: [20_000, 200_000, 2_000_000], goal: 1.3 },
  {
    id: 'S4.many',
    code: 'jlffc',
    what: '时时彩, a random bet of a random play each: nearly every ticket another selection',
    sizes: [20_000, 200_000, 2_000_000],
    goal: 1.3,
  },
];

const bench: Bench = {
  id: 'S4',
  title: 'settling an issue with 2,000 winners among more and more tickets',
  async run(context) {
    await generate();
    const folder = mkdtempSync(join(tmpdir(), 'caipu-bench-s4-'));
    context.onEnd(() => rmSync(folder, { recursive: true, force: true }));
    const postgres = await startPostgres(['max_connections=20', 'max_wal_size=4GB']);
    context.onEnd(() => postgres.stop());
    const database = await openDatabase({ schema: SCHEMA, url: postgres.url, dataDir: folder, poolSize: 2 });
    context.onEnd(() => database.close());
    const publication = await openPublication({ gamesDir: join(root, 'games'), appDir: join(root, 'app/descriptions') });
    context.onEnd(() => publication.close());
    const games = await openGames(database, publication, await openClock(database, undefined));
    await database.query(`SELECT register_user('bench' || n, 'bench' || n, 'x', 1) FROM generate_series(1, ${USERS}) n`);
    const figures: Figure[] = [];
    for (const family of FAMILIES) figures.push(...(await measure(context, database, games, family)));
    return figures;
  },
};
export default bench;

async function measure(context: Context, database: Database, games: Games, family: Family): Promise<Figure[]> {
  const version = games.published(family.code) as GameVersion;
  const sizes = context.quick ? family.sizes.slice(0, 2) : family.sizes;
  const issues: Sold[] = [];
  for (const size of sizes) {
    context.say(`${family.code}: selling ${size.toLocaleString('en')} tickets`);
    issues.push(await sell(database, version, size));
  }
  await database.query('VACUUM ANALYZE tickets');
  const times = new Map<Sold, number[]>(issues.map((issue) => [issue, []]));
  // One round is not counted; what a round reads is in memory for the next one, at every size.
  for (let round = -1; round < context.rounds; round++) {
    for (const issue of round % 2 === 0 ? issues : issues.toReversed()) {
      const ms = await settle(database, games, issue);
      if (round >= 0) times.get(issue)?.push(ms);
      await setBack(database, issue);
    }
    await database.query('VACUUM tickets');
  }
  return issues.slice(1).map((issue, i): Figure => {
    const smaller = issues[i] as Sold;
    const compared = summarise(times.get(issue) as number[], times.get(smaller) as number[]);
    const thousands = (n: number) => (n >= 1_000_000 ? `${n / 1_000_000} M` : `${n / 1_000} k`);
    return {
      id: `${family.id}.${thousands(issue.size).replace(' ', '')}`,
      what: `settling ${thousands(issue.size)} tickets over settling ${thousands(smaller.size)}, ${WINNERS} winners in both; ${family.what}`,
      value: compared.ratio,
      unit: '×',
      ...(family.goal === undefined ? {} : { goal: { at: 'most' as const, value: family.goal } }),
      against: {
        what: `${smaller.selections.toLocaleString('en')} and ${issue.selections.toLocaleString('en')} different selections`,
        ours: `${compared.a.toFixed(0)} ms`,
        theirs: `${compared.b.toFixed(0)} ms`,
      },
      rounds: compared.rounds,
      range: compared.range,
    };
  });
}

interface Sold {
  readonly game: string;
  readonly issue: string;
  readonly size: number;
  readonly selections: number;
}

/** An issue that is drawn, with its tickets: sold by hand, since selling is not what is measured. */
async function sell(database: Database, version: GameVersion, size: number): Promise<Sold> {
  const { game, compiled, hash } = version;
  const issue = `bench${size}`;
  const seed = randomBytes(32).toString('hex');
  const numbers = drawIssue(game, issue, seed);
  await database.query(
    `INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed, numbers)
     VALUES ($1, $2, 1, 2, $3, 'drawn', $4, $5, $6, $7::jsonb)`,
    [game.code, issue, DRAWS_AT, hash, createHash('sha256').update(seed, 'hex').digest('hex'), seed, JSON.stringify(numbers)],
  );
  /** Random bets, each of a play taken at random, until there are as many of a kind as asked for. */
  const random = (n: number) => Math.floor(Math.random() * n);
  function* tickets(winning: boolean, count: number): Generator<{ ticket: Ticket; amount: number }> {
    for (let made = 0; made < count; ) {
      const line = randomLine(compiled, compiled.plays[random(compiled.plays.length)]?.play.code ?? '', random);
      if (line === undefined) continue;
      const ticket: Ticket = { game: game.code, lines: [line] };
      if (settleTicket(compiled, ticket, { numbers }).prizeFen > 0n !== winning) continue;
      made += 1;
      yield { ticket, amount: Number(priceTicket(compiled, ticket).amountFen) };
    }
  }
  async function insert(winning: boolean, count: number): Promise<void> {
    for (let from = 0; from < count; from += CHUNK) {
      const chunk = [...tickets(winning, Math.min(CHUNK, count - from))];
      await database.query(
        `INSERT INTO tickets (user_id, id, game, issue, hash, ticket, selection, bets, amount, multiplier, placed_at, due_at)
         SELECT 100001 + floor(random() * ${USERS})::bigint, gen_random_uuid(), $1, $2, $3, short_ticket(t.ticket), decode(t.selection, 'hex'), 1, t.amount, 1, 1, $6
           FROM unnest($4::jsonb[], $5::bigint[], $7::text[]) AS t(ticket, amount, selection)`,
        [
          game.code,
          issue,
          hash,
          chunk.map(({ ticket }) => JSON.stringify(ticket)),
          chunk.map(({ amount }) => amount),
          DRAWS_AT,
          chunk.map(({ ticket }) => ticketKeyOf(version, ticket)),
        ],
      );
    }
  }
  await insert(true, WINNERS);
  await insert(false, size - WINNERS);
  const { rows } = await database.query<{ n: number }>(
    'SELECT count(DISTINCT selection)::int AS n FROM tickets WHERE game = $1 AND issue = $2',
    [game.code, issue],
  );
  // Kept from being settled until it is its turn.
  await database.query(`UPDATE issues SET state = 'frozen', numbers = NULL WHERE game = $1 AND issue = $2`, [game.code, issue]);
  return { game: game.code, issue, size, selections: rows[0]?.n ?? 0 };
}

/** ms on the wall. Throws when it did not pay exactly the winners. */
async function settle(database: Database, games: Games, { game, issue }: Sold): Promise<number> {
  const { rows } = await database.query<{ seed: string; hash: string }>('SELECT seed, hash FROM issues WHERE game = $1 AND issue = $2', [
    game,
    issue,
  ]);
  const numbers = drawIssue((await games.byHash(rows[0]?.hash ?? '')).game, issue, rows[0]?.seed ?? '');
  await database.query(`UPDATE issues SET state = 'drawn', numbers = $3::jsonb WHERE game = $1 AND issue = $2`, [
    game,
    issue,
    JSON.stringify(numbers),
  ]);
  const from = performance.now();
  while (await takeSettlementStep({ database, games }));
  const ms = performance.now() - from;
  const paid = await database.query<{ n: number; state: string }>(
    `SELECT (SELECT count(*) FROM tickets WHERE game = $1 AND issue = $2 AND status = 'won')::int AS n, state FROM issues WHERE game = $1 AND issue = $2`,
    [game, issue],
  );
  if (paid.rows[0]?.n !== WINNERS || paid.rows[0]?.state !== 'settled') throw new Error(`settled wrongly: ${JSON.stringify(paid.rows)}`);
  return ms;
}

async function setBack(database: Database, { game, issue }: Sold): Promise<void> {
  await database.query(
    `UPDATE tickets SET status = 'placed', prize = 0, outcome = NULL, settled_at = NULL WHERE game = $1 AND issue = $2 AND status = 'won'`,
    [game, issue],
  );
  await database.query(
    `UPDATE issues SET state = 'frozen', numbers = NULL, prizes = NULL, settled_to = NULL, settled_user = NULL, settled_id = NULL
      WHERE game = $1 AND issue = $2`,
    [game, issue],
  );
  await database.query('TRUNCATE movements, outbox, recent_wins');
}
