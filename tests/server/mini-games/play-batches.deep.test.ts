/**
 * Plays of small games and entries of quizzes in a batch (server/mini-games/small/sql/small.sql, server/mini-games/quiz/sql/quiz.sql) on PostgreSQL: a batch answers and
 * leaves what its items would one after the other.
 */
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STATUS } from '../../../protocol/status.ts';
import { type Database, openDatabase, type Querying } from '../../../server/platform/database/database.ts';
import { SCHEMA } from '../../../server/schema.ts';
import type { StoredAnswer } from '../../../server/platform/database/tables.ts';
import { runCount } from '../../engine/rules/support/runs.ts';
import { startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { expectBooksInOrder, temporaryFolder } from '../support/server.ts';
import { tryAndRollBack } from '../support/undone.ts';

const folder = temporaryFolder();
let postgres: TestPostgres;
let database: Database;
const PLAYERS = 5;
const FAR = 9_000_000_000_000;
const users: number[] = [];
const tokenOf = (player: number, session = 0) => createHash('sha256').update(`${player} ${session}`).digest('hex');
const uuid = (group: string, n: number) => `00000000-0000-7000-${group}-${String(n).padStart(12, '0')}`;
/** The offer that a player has at a game. */
const offerOf = (player: number, game: number) => uuid('9000', player * 10 + game);
const HELD = uuid('e000', 0);
const ROUNDS = ['open', 'full', 'closed', 'decided', 'early'] as const;
const roundOf = (name: (typeof ROUNDS)[number]) => uuid('a000', ROUNDS.indexOf(name));

beforeAll(async () => {
  postgres = await startWithSchema();
  database = await openDatabase({ schema: SCHEMA, dataDir: folder, url: postgres.url, poolSize: 2 });
  for (let player = 0; player < PLAYERS; player++) {
    // The last two have little: batches empty their purses, and some to the last fen.
    const fen = player < 3 ? 100_000 : 500;
    const { rows } = await database.query<{ id: number }>(`SELECT register_user($1, $1, 'x', $2) AS id`, [`play${player}`, fen]);
    const id = rows[0]?.id as number;
    users.push(id);
    for (const session of [0, 1])
      await database.query(
        'INSERT INTO sessions (token_hash, user_id, created_at, expires_at, ends_at, seen_at) VALUES ($1, $2, 0, $3, $3, 0)',
        [
          tokenOf(player, session),
          id,
          // One player's second session is over.
          player === 1 && session === 1 ? 1 : FAR,
        ],
      );
    for (const game of [0, 1])
      await database.query(
        `INSERT INTO small_offers (user_id, game, id, hash, seed, commitment, dealt_at, expires_at) VALUES ($1, $2, $3, 'h', 's', 'c', 1, $4)`,
        // One offer is too old.
        [id, `game${game}`, offerOf(player, game), player === 0 && game === 1 ? 1 : FAR],
      );
    // One has no purse of points at all.
    if (player !== 2) await database.query(`SELECT post($1, 'points', 'house:points', 'points', $2, 'gift', NULL)`, [id, fen / 10]);
  }
  // Something is held already.
  await database.query(`SELECT post($1, 'hold', 'wallet', 'held', 40, 'gate', $2)`, [users[1], HELD]);
  // One set himself a limit, one is on a break.
  await database.query('INSERT INTO limited_players (user_id, utc_offset_ms) VALUES ($1, 0)', [users[2]]);
  await database.query(`INSERT INTO player_limits (user_id, what, period, value) VALUES ($1, 'stake', 'day', 900)`, [users[2]]);
  await database.query(
    `INSERT INTO limited_players (user_id, utc_offset_ms, block, blocked_at, blocked_until) VALUES ($1, 0, 'break', 1, $2)`,
    [users[4], FAR],
  );
  await database.query(
    `INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed)
     SELECT 'g', issue, 1, closes, closes, state, 'h', 'c', 's' FROM (VALUES
       ('open', $1::bigint, 'open'), ('full', $1, 'open'), ('closed', $1, 'open'), ('decided', $1, 'open'), ('early', $1, 'frozen')) AS x(issue, closes, state)`,
    [FAR],
  );
  for (const [at, name] of ROUNDS.entries())
    await database.query(
      `INSERT INTO quiz_rounds (id, quiz, number, kind, game, subject, body, ask, note, options, names, least, most, share, opens_at, closes_at, due_at,
                                void_at, state, outcome, staked, decided_at)
       VALUES ($1, 'q', $2, 'draw', 'g', $3, '', 'ask', '', '{big,small}', '{大,小}', 5, $4, 95, 1, $5, $5, $6, $7, $8, $9, $9)`,
      [
        roundOf(name),
        at + 1,
        name,
        name === 'full' ? 12 : 1_000,
        name === 'closed' ? 2 : FAR - 1,
        FAR,
        ...(name === 'decided' ? ['paying', 'big', 0] : ['open', null, null]),
      ],
    );
});
afterAll(async () => {
  await database.query(`SELECT post($1, 'release', 'held', 'wallet', 40, 'gate', $2)`, [users[1], HELD]);
  await expectBooksInOrder(database);
  await database.close();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What was done, but for when, and for numbers that a rolled back transaction uses up. */
const LEFT = {
  movements: `SELECT user_id, kind, unit, debit, credit, amount, debit_after, credit_after, reason, ref FROM movements ORDER BY user_id, seq`,
  wallets: 'SELECT * FROM wallets ORDER BY user_id',
  purses: 'SELECT * FROM purses ORDER BY user_id, purse',
  plays: `SELECT to_jsonb(p) - '{placed_at,settled_at,number}'::text[] AS row FROM small_plays p ORDER BY user_id, id`,
  offers: `SELECT to_jsonb(o) - '{dealt_at,expires_at}'::text[] AS row FROM small_offers o ORDER BY user_id, game`,
  entries: `SELECT to_jsonb(e) - 'placed_at' AS row FROM quiz_entries e ORDER BY user_id, id`,
  keys: `SELECT user_id, key, body_hash, answer #- '{models,at}' #- '{models,next,expiresAt}' #- '{models,entry,at}' AS answer FROM idempotency ORDER BY user_id, key`,
  nonces: 'SELECT user_id, nonce FROM nonces ORDER BY user_id, nonce',
  events: 'SELECT user_id, event FROM outbox ORDER BY user_id, event::text',
};

const idempotent = {
  player: fc.integer({ min: 0, max: PLAYERS }),
  session: fc.constantFrom(0, 0, 1),
  nonce: fc.integer({ min: 0, max: 12 }),
  key: fc.integer({ min: 0, max: 12 }),
  body: fc.constantFrom('body', 'body', 'body', 'other'),
};
interface IdempotentScene {
  readonly player: number;
  readonly session: number;
  readonly nonce: number;
  readonly key: number;
  readonly body: string;
}
const play = fc.record({
  ...idempotent,
  game: fc.constantFrom(0, 0, 1),
  stale: fc.constantFrom(false, false, false, true),
  stake: fc.constantFrom(10, 100, 300, 500),
  gate: fc.constantFrom('no', 'no', 'held', 'lost'),
  prize: fc.constantFrom(0, 0, 90, 1_000),
});
const entry = fc.record({
  ...idempotent,
  round: fc.constantFrom('open', 'open', 'open', 'full', 'closed', 'decided', 'early', 'none'),
  option: fc.constantFrom('big', 'big', 'small', 'neither'),
  points: fc.constantFrom(4, 5, 10, 50),
});

const common = ({ player, session, nonce, key, body }: IdempotentScene, n: number) => ({
  token: tokenOf(player, session),
  nonce: `nonce ${nonce}`,
  key: `key ${key}`,
  body_hash: body,
  id: uuid('8000', n),
});
const playOf = (scene: typeof play extends fc.Arbitrary<infer T> ? T : never, n: number) => {
  const { player, game, stale, stake, gate, prize } = scene;
  return {
    ...common(scene, n),
    game: `game${game}`,
    offer: stale ? uuid('b000', n) : offerOf(player, game),
    hash: 'h',
    seed: 's',
    commitment: 'c',
    phone_seed: 'p',
    bets: [{ code: 'big', fen: stake, prizeFen: prize }],
    stake,
    cost: gate === 'lost' ? stake * 2 : stake,
    most: gate === 'no' ? stake : stake * 2,
    prize: gate === 'lost' ? 0 : prize,
    outcome: { dice: [n] },
    models: { playId: n, next: { play: n, expiresAt: 0 } },
    next: { id: uuid('c000', n), hash: 'h2', seed: `s${n}`, commitment: `c${n}`, posts: n % 2 === 0 ? null : [n, n + 1], ms: 60_000 },
  };
};
const entryOf = (scene: typeof entry extends fc.Arbitrary<infer T> ? T : never, n: number) => ({
  ...common(scene, n),
  round: scene.round === 'none' ? uuid('d000', 0) : roundOf(scene.round as (typeof ROUNDS)[number]),
  option: scene.option,
  points: scene.points,
  models: { n },
});

/** The clock stands in what is answered. */
function timeless(answer: StoredAnswer): unknown {
  return JSON.parse(JSON.stringify(answer, (name, value) => (name === 'at' || name === 'expiresAt' ? undefined : value)));
}

/** Holds a batch against its items one by one in the order in which a batch takes them; gives the statuses that were answered. */
async function compare<S extends IdempotentScene>(
  name: 'play_smalls' | 'bet_quizzes',
  one: fc.Arbitrary<S>,
  itemOf: (scene: S, n: number) => object,
): Promise<Map<number, number>> {
  const seen = new Map<number, number>();
  const send = async (client: Querying, items: readonly object[]) =>
    (await client.query<{ answers: StoredAnswer[] }>(`SELECT ${name}($1::jsonb) AS answers`, [JSON.stringify(items)])).rows[0]
      ?.answers as StoredAnswer[];
  const scene = fc.record({ before: fc.array(one, { maxLength: 3 }), batch: fc.array(one, { minLength: 2, maxLength: 10 }) });
  await fc.assert(
    fc.asyncProperty(scene, async ({ before, batch }) => {
      const earlier = before.map((each, n) => itemOf(each, n + 1));
      const items = batch.map((each, n) => itemOf(each, before.length + n + 1));
      const prepare = async (client: Querying) => {
        for (const item of earlier) await send(client, [item]);
      };
      const together = await tryAndRollBack(database, LEFT, async (client) => {
        await prepare(client);
        return (await send(client, items)).map(timeless);
      });
      const userOf = (at: number) => {
        const { player, session } = batch[at] as S;
        return player === 1 && session === 1 ? Number.MAX_SAFE_INTEGER : (users[player] ?? Number.MAX_SAFE_INTEGER);
      };
      const turns = items.map((_, at) => at).sort((a, b) => userOf(a) - userOf(b) || a - b);
      const apart = await tryAndRollBack(database, LEFT, async (client) => {
        await prepare(client);
        const answers: unknown[] = [];
        for (const at of turns) {
          const [answer] = await send(client, [items[at] as object]);
          seen.set(answer?.status ?? -1, (seen.get(answer?.status ?? -1) ?? 0) + 1);
          answers[at] = timeless(answer as StoredAnswer);
        }
        return answers;
      });
      expect(together).toEqual(apart);
    }),
    { numRuns: runCount(150), seed: 20781 },
  );
  return seen;
}

const reached = (seen: ReadonlyMap<number, number>, names: readonly (keyof typeof STATUS)[]) => {
  for (const name of names) expect([...seen.keys()], name).toContain(STATUS[name]);
  expect(seen.get(STATUS.ok)).toBeGreaterThan(50);
};

/** Holds a batch in which a player is busy against the same without him; gives how many items were left out. */
async function compareBusy<S extends IdempotentScene>(
  name: 'play_smalls' | 'bet_quizzes',
  one: fc.Arbitrary<S>,
  itemOf: (scene: S, n: number) => object,
): Promise<number> {
  let leftOut = 0;
  const send = async (client: Querying, items: readonly object[]) =>
    (
      await client.query<{ answers: (StoredAnswer | null)[] }>(`SELECT ${name}($1::jsonb, false) AS answers`, [JSON.stringify(items)])
    ).rows[0]?.answers.map((answer) => (answer === null ? null : timeless(answer))) ?? [];
  const holder = new pg.Client({ connectionString: postgres.url });
  await holder.connect();
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 8 }), fc.integer({ min: 0, max: PLAYERS - 1 }), async (batch, busy) => {
        const items = batch.map((each, n) => itemOf(each, n + 1));
        const isBusy = ({ player, session }: S) => player === busy && !(player === 1 && session === 1);
        const free = items.filter((_, at) => !isBusy(batch[at] as S));
        const others = await tryAndRollBack(database, LEFT, async (client) => (free.length === 0 ? [] : send(client, free)));
        await holder.query('BEGIN');
        await holder.query('SELECT lock_player($1)', [users[busy]]);
        const together = await tryAndRollBack(database, LEFT, (client) => send(client, items));
        await holder.query('ROLLBACK');
        const answers = [...others.answers];
        expect(together).toEqual({ ...others, answers: batch.map((each) => (isBusy(each) ? null : answers.shift())) });
        leftOut += batch.filter(isBusy).length;
      }),
      { numRuns: runCount(60), seed: 20792 },
    );
  } finally {
    await holder.end();
  }
  return leftOut;
}

it('[R41] a batch leaves out the bet of a busy player, and its answers and rows are those of the others without it', async () => {
  expect(await compareBusy('play_smalls', play, playOf)).toBeGreaterThan(10);
  expect(await compareBusy('bet_quizzes', entry, entryOf)).toBeGreaterThan(10);
});

it('[R1] [R3] a batch of plays answers and leaves what its plays would one after the other: holds, prizes, offers, keys, nonces, limits', async () => {
  const seen = await compare('play_smalls', play, playOf);
  reached(seen, ['notLoggedIn', 'badSignature', 'issueClosed', 'insufficientFunds', 'keyConflict', 'limitReached', 'stateChanged']);
});

it('[R1] [R3] a batch of entries answers and leaves what its entries would one after the other: sides, least and most, closes, points', async () => {
  const seen = await compare('bet_quizzes', entry, entryOf);
  reached(seen, [
    'notLoggedIn',
    'badSignature',
    'issueClosed',
    'insufficientFunds',
    'keyConflict',
    'limitReached',
    'stateChanged',
    'overCap',
    'invalid',
    'notFound',
  ]);
});
