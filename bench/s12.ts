/**
 * S12: scratch cards and small games on the server: plays a second against bets a second on one PostgreSQL, purchases of cards, a book of 100
 * opened by one call, entries of a quiz, and the pool of 50,000 cards that is derived beside the event loop.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import pg from 'pg';
import type { ScratchDescription } from '../engine/descriptions/scratch/types.ts';
import { createScratchPools } from '../server/mini-games/scratch/pools.ts';
import { derivePool } from '../server/mini-games/scratch/derive.ts';
import { Client } from '../tests/server/support/client.ts';
import { startPostgres } from '../tests/server/support/postgres.ts';
import { buyCards, lobbyOf, openAll } from '../tests/server/support/scratch.ts';
import { checkSmall } from '../tests/server/support/small.ts';
import { registerPlayers, differentBets, runLoad } from './lib/bets.ts';
import type { Bench, Figure } from './lib/figure.ts';
import { build, root, startServer, untilIdle } from './lib/product.ts';
import { compare, median } from './lib/rounds.ts';
import { grantPlayMoney } from './s1.ts';

const CLIENTS = 32;
const QUIZ = 'zuqiu';
/** The largest family that the product comes with. */
const LARGE = 'jin10';
const GAME = 'lyb';
const BETS = [{ code: 'big', fen: 200 }];
const OPENED = 100;

/** Deriving the largest pool: how long it takes, and what the event loop of the process feels meanwhile. */
async function derived(rounds: number): Promise<Figure[]> {
  const card = JSON.parse(readFileSync(join(root, `games/scratch/${LARGE}.json`), 'utf8')) as ScratchDescription;
  const seed = 'ab'.repeat(32);
  derivePool(card, 'warm', seed);
  const times = Array.from({ length: rounds }, (_, n) => {
    const from = performance.now();
    derivePool(card, `pool-${n}`, seed);
    return performance.now() - from;
  });
  // Nothing is read: the pool is given.
  const pools = createScratchPools({ query: () => Promise.reject(new Error('nothing is asked of a database here')) }, { open: () => seed });
  await pools.derive(card, 'warm', seed);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (let n = 0; n < rounds; n += 1) await pools.derive(card, `thread-${n}`, seed);
  delay.disable();
  await pools.close();
  const what = `a pool of ${card.tickets.toLocaleString('en')} cards`;
  return [
    {
      id: 'S12.tree',
      what: `${what}: order, salts and tree`,
      value: median(times),
      unit: 'ms',
      goal: { at: 'most', value: 300 },
      rounds,
      range: [Math.min(...times), Math.max(...times)],
    },
    {
      id: 'S12.loop',
      what: `${what}, derived in its thread: the longest that the event loop is held up`,
      value: delay.max / 1e6,
      unit: 'ms',
      goal: { at: 'most', value: 50 },
      note: 'what comes back is 3 MB that is handed over; garbage collection is in it',
    },
  ];
}

/** An open question about a match that takes as many points as are sent, and players who have them. */
async function wideRound(
  url: string,
  wanted: number,
  all: readonly { readonly userId: number }[],
): Promise<{ id: string; option: string }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const until = performance.now() + 120_000; ; ) {
      const { rows } = await client.query<{ id: string; option: string }>(
        `UPDATE quiz_rounds SET most = 1000000000 WHERE id = (
           SELECT id FROM quiz_rounds WHERE quiz = $1 AND state = 'open' ORDER BY closes_at DESC LIMIT 1) RETURNING id, options[1] AS option`,
        [QUIZ],
      );
      if (rows[0] !== undefined) {
        for (const { userId } of all.slice(0, wanted))
          await client.query(`SELECT post($1, 'points', 'house:points', 'points', 100000000, 'gift', NULL)`, [userId]);
        return rows[0];
      }
      if (performance.now() > until) throw new Error('no question was asked');
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  } finally {
    await client.end();
  }
}

const bench: Bench = {
  id: 'S12',
  title: 'scratch cards and small games on the server',
  async run(context) {
    await build(context);
    const figures = await derived(context.quick ? 3 : 9);
    const folder = mkdtempSync(join(tmpdir(), 'caipu-bench-s10-'));
    context.onEnd(() => rmSync(folder, { recursive: true, force: true }));
    const postgres = await startPostgres(['max_connections=100']);
    context.onEnd(() => postgres.stop());
    const server = await startServer(context, { CAIPU_DATA: folder, DATABASE_URL: postgres.url, CAIPU_CARDS: 'on' });
    // What a first start leaves for later is not what is measured.
    await untilIdle(context, [server]);
    const all = await registerPlayers(server.url, CLIENTS);
    await grantPlayMoney(postgres.url, all);
    const clients = all.map(({ token, userId }) => Object.assign(new Client(server.url), { token, userId }));
    const tokens = all.map(({ token }) => token);
    const bets = await differentBets(server.url);
    const seconds = context.quick ? 2 : 4;
    const common = { urls: [server.url], connections: CLIENTS, seconds, bets, tokens, live: true, expected: 0 };
    const rate = async (load: Parameters<typeof runLoad>[0]) => {
      const report = await runLoad(load);
      return report.accepted / report.seconds;
    };

    const plays = async () => {
      const offers = await Promise.all(clients.map((client) => checkSmall(client, GAME)));
      const fields = {
        game: GAME,
        hash: offers[0]?.models.hash ?? '',
        bets: JSON.stringify(BETS),
        amountFen: String(BETS.reduce((sum, { fen }) => sum + fen, 0)),
        seed: '0123456789abcdef'.repeat(2),
      };
      const first = offers.map(({ models }) => models.offer.play);
      return rate({ ...common, call: { path: '/api/Activity/Bet_SmallGame', fields, follows: { field: 'play', first } } });
    };
    const compared = await compare(Math.min(context.rounds, 5), plays, () => rate(common));
    figures.push({
      id: 'S12.plays',
      what: `plays of a small game/s (stake, draw and prize in one call), one server process, ${CLIENTS} connections`,
      value: compared.ratio,
      unit: '×',
      goal: { at: 'least', value: 0.7 },
      against: { what: 'accepted bets/s on the same server', ours: `${compared.a.toFixed(0)}/s`, theirs: `${compared.b.toFixed(0)}/s` },
      rounds: compared.rounds,
      range: compared.range,
      note: 'both signed as they are sent, since a play follows from the one before: the load takes more of the two cores than in S1, on both sides',
    });

    context.say('waiting for a question');
    const round = await wideRound(postgres.url, tokens.length, all);
    const fields = { op: 'bet', question: round.id, option: round.option, points: '10' };
    const entries = await compare(
      Math.min(context.rounds, 5),
      () => rate({ ...common, call: { method: 'GET', path: '/api/Activity/DoSSJCAct', fields } }),
      () => rate(common),
    );
    figures.push({
      id: 'S12.quiz',
      what: `entries of one question of a quiz/s, one server process, ${CLIENTS} connections`,
      value: entries.ratio,
      unit: '×',
      goal: { at: 'least', value: 0.7 },
      against: { what: 'accepted bets/s on the same server', ours: `${entries.a.toFixed(0)}/s`, theirs: `${entries.b.toFixed(0)}/s` },
      rounds: entries.rounds,
      range: entries.range,
      note: 'all on the same round; the goal is ours',
    });

    context.say('waiting for the pools');
    const [buyer] = clients as [Client];
    const until = performance.now() + 120_000;
    while ((await lobbyOf(buyer, { type: LARGE })).models.types[0]?.pool === null) {
      if (performance.now() > until) throw new Error('no pool of scratch cards came on sale');
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    const purchases = await rate({
      ...common,
      seconds: Math.min(seconds, 3),
      call: { path: '/api/Activity/Bet_ScratchCard', fields: { type: LARGE, count: '1' } },
    });
    figures.push({ id: 'S12.cards', what: `scratch cards bought/s, one a purchase, ${CLIENTS} connections`, value: purchases, unit: '/s' });

    const opened: number[] = [];
    const owner = await new Client(server.url).register();
    await grantPlayMoney(postgres.url, [owner]);
    for (let n = 0; n < (context.quick ? 3 : 9); n += 1) {
      const bought = await buyCards(owner, { type: LARGE, count: OPENED });
      if (bought.status !== 0) throw new Error(`cards were refused: ${bought.msg}`);
      const from = performance.now();
      const answer = await openAll(owner);
      opened.push(performance.now() - from);
      if (answer.models.cards.length !== OPENED) throw new Error(`opened ${answer.models.cards.length} cards: ${answer.msg}`);
    }
    figures.push({
      id: 'S12.open',
      what: `${OPENED} scratch cards opened and paid by one idempotent call, from the request to the answer`,
      value: median(opened),
      unit: 'ms',
      goal: { at: 'most', value: 100 },
      rounds: opened.length,
      range: [Math.min(...opened), Math.max(...opened)],
      note: 'the goal is ours; no yardstick sells scratch cards',
    });
    await server.stop();
    await postgres.stop();
    return figures;
  },
};
export default bench;
