/** The search for what may have won, among many selections: in order, in any portions, and without reading what has lost. */
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ticket } from '../../../engine/descriptions/types.ts';
import { priceTicket, randomLine, settleTicket } from '../../../engine/rules/index.ts';
import { openClock } from '../../../server/platform/clock.ts';
import { type Database, openDatabase, type Querying } from '../../../server/platform/database/database.ts';
import type { ShortTicket } from '../../../server/platform/database/tables.ts';
import { SCHEMA } from '../../../server/schema.ts';
import { openPublication } from '../../../server/catalog/publication.ts';
import { nextCandidates, CandidateSearches } from '../../../server/lottery/draws/candidate-tickets.ts';
import { drawIssue } from '../../../server/lottery/draws/draw.ts';
import type { DrawnIssue } from '../../../server/lottery/draws/issue.ts';
import { takeSettlementStep } from '../../../server/lottery/draws/settle.ts';
import { toWholeTicket } from '../../../server/lottery/draws/sold-tickets.ts';
import { ticketKeyOf } from '../../../server/lottery/draws/ticket-keys.ts';
import { type Games, type GameVersion, openGames } from '../../../server/catalog/games.ts';
import { seeded } from '../../engine/rules/support/games.ts';
import { startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { root, temporaryFolder } from '../support/server.ts';

const TICKETS = 4_000;
const CODE = 'jlffc';
const DRAWS_AT = Date.UTC(2026, 0, 1);

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startWithSchema();
});
afterAll(() => postgres?.stop());

describe.each(['PGlite', 'PostgreSQL'])('on %s', (home) => {
  let database: Database;
  let games: Games;
  let version: GameVersion;
  let publication: Awaited<ReturnType<typeof openPublication>>;
  const selections = new Map<string, { readonly ticket: Ticket; readonly won: boolean }>();
  const issue: DrawnIssue = {
    game: CODE,
    issue: 'many',
    hash: '',
    numbers: {},
    prizes: null,
    draws_at: DRAWS_AT,
    in_force: [],
    settled_to: null,
    settled_user: null,
    settled_id: null,
  };

  beforeAll(async () => {
    database = await openDatabase(
      home === 'PGlite'
        ? { schema: SCHEMA, dataDir: join(temporaryFolder(), 'db') }
        : { schema: SCHEMA, url: postgres.url, dataDir: temporaryFolder() },
    );
    publication = await openPublication({ gamesDir: join(root, 'games'), appDir: join(root, 'app/descriptions') });
    games = await openGames(database, publication, await openClock(database, undefined));
    version = games.published(CODE) as GameVersion;
    const seed = 'ab'.repeat(32);
    Object.assign(issue, { hash: version.hash, numbers: drawIssue(version.game, issue.issue, seed) });
    await database.query(`SELECT register_user('player', 'player', 'x', 1)`);
    await database.query(
      `INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed, numbers)
       VALUES ($1, $2, 1, 2, $3, 'drawn', $4, 'c', $5, $6::jsonb)`,
      [CODE, issue.issue, DRAWS_AT, version.hash, seed, JSON.stringify(issue.numbers)],
    );
    const random = seeded(1);
    const { plays } = version.compiled;
    const rows = Array.from({ length: TICKETS }, (_, n) => {
      // Every tenth ticket is of several lines, of one play or of several.
      const lines = Array.from({ length: n % 10 === 0 ? 2 : 1 }, (_, i) =>
        randomLine(version.compiled, plays[(n + (n % 20 === 0 ? i : 0)) % plays.length]?.play.code ?? '', random),
      ).flatMap((line) => line ?? []);
      const ticket: Ticket = { game: CODE, lines };
      // Some have a key that says nothing, as tickets of group orders do.
      const selection = n % 50 === 0 ? `00${randomUUID().replaceAll('-', '')}` : ticketKeyOf(version, ticket);
      selections.set(selection, { ticket, won: settleTicket(version.compiled, ticket, { numbers: issue.numbers }).prizeFen > 0n });
      return { ticket, selection, amount: Number(priceTicket(version.compiled, ticket).amountFen) };
    });
    await database.query(
      `INSERT INTO tickets (user_id, id, game, issue, hash, ticket, selection, bets, amount, multiplier, placed_at, due_at)
       SELECT (SELECT max(id) FROM users), gen_random_uuid(), $1, $2, $3, short_ticket(t.ticket), decode(t.selection, 'hex'), 1, t.amount, 1, 1, $7
         FROM unnest($4::jsonb[], $5::text[], $6::bigint[]) AS t(ticket, selection, amount)`,
      [
        CODE,
        issue.issue,
        version.hash,
        rows.map(({ ticket }) => JSON.stringify(ticket)),
        rows.map(({ selection }) => selection),
        rows.map(({ amount }) => amount),
        DRAWS_AT,
      ],
    );
  });
  afterAll(async () => {
    await publication?.close();
    await database?.close();
  });

  it.each([7, 100_000])('finds every winner, in order and once, %i at a time', async (limit) => {
    const searches = new CandidateSearches();
    const found: string[] = [];
    let after: string | null = null;
    for (;;) {
      const next: Awaited<ReturnType<typeof nextCandidates>> = await nextCandidates(database, issue, after, async () => version, {
        limit,
        ms: 60_000,
        searches,
      });
      found.push(...next.tickets.map(({ selection }) => selection));
      expect(next.tickets.length).toBeLessThanOrEqual(limit);
      if (next.upTo === undefined) break;
      expect(next.upTo > (after ?? '')).toBe(true);
      after = next.upTo;
    }
    expect(found).toEqual([...new Set(found)].sort());
    const winners = [...selections].filter(([, { won }]) => won).map(([selection]) => selection);
    expect(winners.length).toBeGreaterThan(100);
    expect(winners.filter((selection) => !found.includes(selection))).toEqual([]);
    // Those without a key are all looked at, and those of several plays; few others are.
    const blind = [...selections.keys()].filter((selection) => selection.startsWith('00')).length;
    expect(found.length).toBeLessThan(blind + winners.length * 1.5);
  });

  it('reads some hundred keys of the thousands, in few statements', async () => {
    let statements = 0;
    const counting = { query: (...all: Parameters<Querying['query']>) => ((statements += 1), database.query(...all)) } as Querying;
    await nextCandidates(counting, issue, null, async () => version, { limit: 100_000, ms: 60_000, searches: new CandidateSearches() });
    expect(statements).toBeLessThan(60);
  });

  it('the search for winners stops at its time limit and continues where it stopped', async () => {
    const searches = new CandidateSearches();
    const found: string[] = [];
    let after: string | null = null;
    let portions = 0;
    for (; ; portions += 1) {
      const next: Awaited<ReturnType<typeof nextCandidates>> = await nextCandidates(database, issue, after, async () => version, {
        limit: 100_000,
        ms: portions < 20 ? 0 : 60_000,
        // Another process may have gone on with it meanwhile.
        searches: portions % 4 === 0 ? new CandidateSearches() : searches,
      });
      found.push(...next.tickets.map(({ selection }) => selection));
      if (next.upTo === undefined) break;
      after = next.upTo;
    }
    expect(portions).toBeGreaterThan(1);
    const winners = [...selections].filter(([, { won }]) => won).map(([selection]) => selection);
    expect(winners.filter((selection) => !found.includes(selection))).toEqual([]);
  });

  it('a ticket whose description is another than its key says is looked at', async () => {
    const loser = [...selections].find(([selection, { won }]) => !won && selection.startsWith('01'))?.[0] as string;
    await database.query(`UPDATE tickets SET hash = 'gone' WHERE selection = decode($1, 'hex')`, [loser]);
    const { rows } = await database.query<{ key: string }>(`SELECT encode(selection, 'hex') AS key FROM tickets WHERE hash = 'gone'`);
    expect(rows.length).toBeGreaterThan(0);
    for (const { key } of rows) expect(key.startsWith('00')).toBe(true);
    await database.query(`UPDATE tickets SET hash = $1 WHERE hash = 'gone'`, [version.hash]);
  });

  it('settlement pays those that won, and no other', async () => {
    while (await takeSettlementStep({ database, games }));
    const { rows } = await database.query<{ ticket: ShortTicket; status: string; prize: number | string }>(
      'SELECT ticket, status, prize FROM tickets WHERE issue = $1',
      [issue.issue],
    );
    expect(rows).toHaveLength(TICKETS);
    for (const { ticket, status, prize } of rows) {
      const { prizeFen } = settleTicket(version.compiled, toWholeTicket(CODE, ticket), { numbers: issue.numbers });
      expect([status, Number(prize)]).toEqual(prizeFen > 0n ? ['won', Number(prizeFen)] : ['placed', 0]);
    }
  });
});
