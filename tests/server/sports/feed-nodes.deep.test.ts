/** The simulated feed by two processes on one PostgreSQL: they agree, nothing is done twice, and a restart goes on. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type MatchRow, MATCH_COLUMNS, minuteMsOf, measureModelsOfSport, strengthsOf } from '../../../server/sports/feed/match-rows.ts';
import { matchProgressOf } from '../../../server/sports/feed/match-progress.ts';
import { clockTo } from '../support/game-clock.ts';
import { startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { quickLeague } from '../../support/quick-league.ts';
import { copyGames, root, startServer, temporaryFolder, type TestServer, waitFor } from '../support/server.ts';

let postgres: TestPostgres;
const servers: TestServer[] = [];
let games: string;

const start = () => startServer({ databaseUrl: postgres.url, gamesDir: games, feed: 'demo', clockSpeed: 1, history: 0 });

beforeAll(async () => {
  postgres = await startWithSchema();
  games = copyGames(temporaryFolder());
  cpSync(join(root, 'games/passes'), join(games, 'passes'), { recursive: true });
  for (const part of ['sports', 'leagues']) mkdirSync(join(games, part), { recursive: true });
  const sport = JSON.parse(readFileSync(join(root, 'games/sports/jczq.json'), 'utf8'));
  sport.feed.leagues = ['SGL', 'YSL'];
  writeFileSync(join(games, 'sports/jczq.json'), JSON.stringify(sport));
  cpSync(join(root, 'games/leagues/SGL.json'), join(games, 'leagues/SGL.json'));
  const league = JSON.parse(readFileSync(join(root, 'games/leagues/YSL.json'), 'utf8'));
  writeFileSync(join(games, 'leagues/YSL.json'), JSON.stringify(quickLeague(league)));
  // Both at once: one secret, each match and each code once.
  servers.push(...(await Promise.all([start(), start()])));
  await Promise.all(servers.map(({ feed }) => feed?.filled));
}, 180_000);
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await postgres?.stop();
});

const query = <T>(text: string, values: unknown[] = []) =>
  (servers.at(-1) as TestServer).context.database.query<T>(text, values).then(({ rows }) => rows);

/** Moves the clock of both, and waits until nothing is due. */
async function pass(ms: number): Promise<void> {
  await servers.at(-1)?.context.clock.advance(ms);
  for (const { feed } of servers) feed?.wake();
  await waitFor('the feed', async () => (await query('SELECT 1 FROM matches WHERE next_at <= caipu_now_ms()')).length === 0 || undefined);
}

it('the feeds of two processes make one secret, and each match and code once', async () => {
  expect(await query('SELECT count(*)::int AS n FROM feed_secret')).toEqual([{ n: 1 }]);
  expect(await query('SELECT sale_day, position FROM offers GROUP BY game, sale_day, position HAVING count(*) > 1')).toEqual([]);
  expect((await query('SELECT 1 FROM offers WHERE listed')).length).toBeGreaterThan(5);
});

it('every match is what its seed says at its time, whichever of them wrote it, also after a restart', async () => {
  for (let step = 0; step < 4; step++) {
    await pass(100_000);
    if (step === 1) {
      await servers.shift()?.close();
      servers.push(await start());
    }
  }
  const { context } = servers.at(-1) as TestServer;
  const [{ seed }] = (await query<{ seed: string }>('SELECT seed FROM feed_secret')) as [{ seed: string }];
  const matches = await query<MatchRow & { now: number }>(
    `SELECT ${MATCH_COLUMNS}, caipu_now_ms() AS now FROM matches WHERE state NOT IN ('scheduled', 'postponed')`,
  );
  expect(matches.length).toBeGreaterThan(20);
  for (const match of matches) {
    const league = context.sports.league(match.league);
    const models = measureModelsOfSport(context.sports, match.sport)(strengthsOf(league, match.home, match.away));
    // What a running match shows was written when something happened last: nothing has since.
    const shown = matchProgressOf(seed, { id: match.id, startsAt: match.starts_at, minuteMs: minuteMsOf(league) }, models, match.now);
    expect([match.id, match.state, match.measures]).toEqual([match.id, shown.state, shown.measures]);
  }
});

it('what ended has one result in each game that sells it, and is listed no more', async () => {
  await pass(10 * 60_000);
  expect(
    await query(`SELECT o.match_id FROM offers o JOIN matches m ON m.id = o.match_id
                  WHERE m.state = 'finished' AND (o.result IS NULL OR o.listed OR o.result->'measures'->'full' IS DISTINCT FROM m.measures->'full')`),
  ).toEqual([]);
  expect((await query(`SELECT 1 FROM offers WHERE result IS NOT NULL`)).length).toBeGreaterThan(5);
});

it("an operator's entry stays although the feed is writing the same match", async () => {
  const inPlay = await waitFor('a match in play', async () => {
    const [found] = await query<{ id: string }>(
      `SELECT m.id FROM matches m WHERE state IN ('first', 'half', 'second') AND next_at IS NOT NULL
          AND EXISTS (SELECT 1 FROM offers o WHERE o.match_id = m.id AND o.result IS NULL) ORDER BY next_at LIMIT 1`,
    );
    if (found === undefined) await pass(10_000);
    return found;
  });
  const measures = { full: [9, 8], half: [4, 4] };
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  try {
    await client.query('BEGIN');
    // When the feed comes to it again: at half-time that may be a quarter of an hour.
    const due = await client.query<{ next_at: string }>('SELECT next_at FROM matches WHERE id = $1 FOR UPDATE', [inPlay.id]);
    const { rows } = await client.query('SELECT enter_result($1, $2::jsonb, 120000) AS answer', [inPlay.id, JSON.stringify({ measures })]);
    expect(rows).toEqual([{ answer: 'done' }]);
    const at = Number(due.rows[0]?.next_at);
    expect(at).toBeGreaterThan(0);
    const [last] = servers.slice(-1);
    if (last !== undefined) await clockTo(last.context, at + 1_000);
    for (const { feed } of servers) feed?.wake();
    await waitFor('the feed is at it and waits', async () => {
      const waiting = await client.query(
        `SELECT 1 FROM pg_locks own JOIN pg_locks wanted ON wanted.pid = own.pid AND NOT wanted.granted
          WHERE own.locktype = 'advisory' AND ((own.classid::bigint << 32) | own.objid::bigint) = hashtextextended('feed/' || $1, 0)`,
        [inPlay.id],
      );
      return waiting.rows.length > 0;
    });
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
  await pass(1_000);
  expect(await query('SELECT state, source, measures, next_at FROM matches WHERE id = $1', [inPlay.id])).toEqual([
    { state: 'finished', source: 'desk', measures, next_at: null },
  ]);
  expect(await query('SELECT DISTINCT state, result FROM offers WHERE match_id = $1', [inPlay.id])).toEqual([
    { state: 'finished', result: { measures } },
  ]);
});
