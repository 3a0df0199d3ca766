/**
 * Bets on matches with two server processes on a real PostgreSQL: the stop of the sale, odds that move under bets, settlement by processes that
 * are killed in the middle of it, and the books after any mixture of bets, results, called off matches and corrections.
 */
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { STATUS } from '../../../protocol/status.ts';
import type { Querying } from '../../../server/platform/database/database.ts';
import type { SportVersion } from '../../../server/sports/versions.ts';
import { seeded } from '../../engine/rules/support/games.ts';
import { betCount, killCount, seed } from '../../engine/rules/support/runs.ts';
import { Client } from '../support/client.ts';
import { type Nodes, startNodes } from '../support/nodes.ts';
import { queryingOf } from '../support/postgres.ts';
import { expectBooksInOrder, type SpawnedServer, spawnServer, waitFor } from '../support/server.ts';
import { addMatch, addSports, betOn, changeOffer, endMatch, ODDS, score, publishedSport, ticketOn } from '../support/sports.ts';
import { insertSportTickets } from '../support/sports-bulk.ts';

let pool: pg.Pool;
let database: Querying;
let env: Nodes['env'];
let jczq: SportVersion;
let now: () => number;
let stop: Nodes['stop'] | undefined;
let nodes: Nodes['nodes'] = [];

beforeAll(async () => {
  ({ pool, env, nodes, now, stop } = await startNodes({
    prepare: (games) => addSports(games),
    env: { CAIPU_CLOCK: '1', CAIPU_DEMO_DRAWS: '0' },
    both: { CAIPU_ROLE: 'web' },
  }));
  database = queryingOf(pool);
  jczq = await publishedSport(database, 'jczq');
}, 120_000);
afterEach(() => expectBooksInOrder(database));
afterAll(async () => {
  await Promise.all(drawing.map((node) => node.kill()));
  await stop?.();
});

/** Processes that draw and settle, in pairs, so that one takes over from the other. */
const drawing: SpawnedServer[] = [];
async function startDrawing(): Promise<void> {
  if (drawing.length > 0) return;
  drawing.push(...(await Promise.all([0, 1].map(() => spawnServer({ ...env, CAIPU_ROLE: 'draw' })))));
}

function client(node: number): Client {
  const made = new Client(nodes[node % 2]?.base ?? '');
  made.now = now;
  return made;
}
const win = (odds = '1.85') => ({ BRQSPF: { '3': odds } });
const ask = async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) => (await pool.query<R>(text, values)).rows;

describe('two processes', () => {
  it('bets straddling kick-offs, with phones whose clocks are wrong: none accepted at or after its stop', async () => {
    const BETS = betCount(300);
    const players = await Promise.all(Array.from({ length: 4 }, (_, at) => client(at).register()));
    const loops = 8;
    let sent = 0;
    let closed = 0;
    let accepted = 0;
    let serial = 0;
    const refused = new Set<number>();
    /** A match whose passes stop in a second, and whose single bets stop a little later. */
    const open = async () => {
      const id = `race${(serial += 1)}`;
      await addMatch(database, { id, startsIn: 1_500, stopsIn: 1_000, singleStopsIn: 1_250, singles: ['BRQSPF'] });
      return { id, ends: now() + 1_800 };
    };
    await addMatch(database, { id: 'other', singles: ['BRQSPF'] });
    let match = await open();
    let opening: Promise<void> | undefined;
    await Promise.all(
      Array.from({ length: loops }, async (_, at) => {
        const own = (players[at % 4] as Client).twin(nodes[at % 2]?.base);
        while (sent < BETS || closed < 2) {
          sent += 1;
          if (now() > match.ends) {
            opening ??= open().then((next) => {
              match = next;
              closed += 1;
              opening = undefined;
            });
            await opening;
          }
          const single = sent % 2 === 0;
          const ticket = single
            ? ticketOn('jczq', { [match.id]: win() }, ['1_1'])
            : ticketOn('jczq', { [match.id]: win(), other: win() }, ['2_1']);
          const { status } = await betOn(own, jczq, ticket, {}, { clockOffset: [0, 280, -280][sent % 3] ?? 0 });
          if (status === STATUS.ok) accepted += 1;
          else refused.add(status);
        }
      }),
    );
    expect([...refused].filter((status) => status !== STATUS.issueClosed && status !== STATUS.insufficientFunds)).toEqual([]);
    expect(refused.has(STATUS.issueClosed)).toBe(true);
    expect(accepted).toBeGreaterThan(20);
    const [late] = await ask<{ late: number; orders: number; straddled: number }>(
      `SELECT count(*) FILTER (WHERE s.placed_at >= CASE WHEN s.ticket->'passes' ? '1_1' THEN o.single_stops_at ELSE o.pass_stops_at END)::int AS late,
              count(DISTINCT s.id)::int AS orders, count(*) FILTER (WHERE s.placed_at >= o.pass_stops_at)::int AS straddled
         FROM sport_orders s JOIN sport_legs l ON l.order_id = s.id JOIN offers o ON o.game = l.game AND o.match_id = l.match_id`,
    );
    expect(late).toMatchObject({ late: 0, orders: accepted });
  }, 200_000);

  it('odds move under bets at every policy: each is sold at odds that were on offer at its instant and that its player agreed to', async () => {
    await addMatch(database, { id: 'moving', singles: ['BRQSPF'] });
    await pool.query(
      `INSERT INTO odds_moves (game, match_id, version, at, odds) SELECT game, match_id, version, 0, odds FROM offers WHERE match_id = 'moving'`,
    );
    const players = await Promise.all(Array.from({ length: 6 }, (_, at) => client(at).register()));
    let moving = true;
    const random = seeded(seed);
    const moves = (async () => {
      while (moving) {
        const odds = `1.${80 + random(10)}`;
        // The move is written at an instant of its own, while the offer is held alone.
        await pool.query(
          `WITH held AS MATERIALIZED (SELECT lock_offers('[{"game":"jczq","match":"moving"}]')),
                moved AS (UPDATE offers SET odds = jsonb_set(odds, '{BRQSPF,3}', to_jsonb($1::text)), version = next_match_version()
                            FROM held WHERE game = 'jczq' AND match_id = 'moving' RETURNING game, match_id, version, odds)
           INSERT INTO odds_moves (game, match_id, version, at, odds) SELECT game, match_id, version, caipu_now_ms(), odds FROM moved`,
          [odds],
        );
        await new Promise((resolve) => setTimeout(resolve, 1 + random(4)));
      }
    })();
    const seen = new Set<number>();
    await Promise.all(
      players.map(async (player, at) => {
        const policy = (['ask', 'any', 'up'] as const)[at % 3] as 'ask';
        for (let i = 0; i < 25; i += 1)
          seen.add((await betOn(player, jczq, ticketOn('jczq', { moving: win('1.85') }, ['1_1']), { policy })).status);
      }),
    );
    moving = false;
    await moves;
    // A bet whose odds changed four times gets the answer to try again.
    expect([...seen].filter((status) => ![STATUS.ok, STATUS.descriptionChanged, STATUS.tooMany].includes(status as 0))).toEqual([]);
    expect([seen.has(STATUS.ok), seen.has(STATUS.descriptionChanged)]).toEqual([true, true]);
    const orders = await ask<{ user_id: string; placed_at: string; sold: string; on_offer: string[] }>(
      `SELECT s.user_id, s.placed_at, s.ticket->'matches'->0->'picks'->'BRQSPF'->>'3' AS sold,
              ARRAY(SELECT m.odds->'BRQSPF'->>'3' FROM odds_moves m WHERE m.match_id = 'moving' AND m.at = s.placed_at
                    UNION ALL
                    (SELECT m.odds->'BRQSPF'->>'3' FROM odds_moves m WHERE m.match_id = 'moving' AND m.at < s.placed_at ORDER BY m.version DESC LIMIT 1)) AS on_offer
         FROM sport_orders s JOIN sport_legs l ON l.order_id = s.id WHERE l.match_id = 'moving'`,
    );
    expect(orders.length).toBeGreaterThan(25);
    expect(orders.filter(({ sold, on_offer }) => !on_offer.includes(sold))).toEqual([]);
    const policyOf = new Map(players.map((player, at) => [String(player.userId), at % 3]));
    for (const { user_id, sold } of orders) {
      if (policyOf.get(user_id) === 0) expect(sold).toBe('1.85');
      if (policyOf.get(user_id) === 2) expect(sold >= '1.85').toBe(true);
    }
  }, 120_000);

  it('a result is not replaced once its payment has begun, by a step that is not committed yet', async () => {
    const [player, other] = [await client(0).register(), await client(1).register()];
    await addMatch(database, { id: 'begun', singles: ['BRQSPF'] });
    for (const each of [player, other])
      expect((await betOn(each, jczq, ticketOn('jczq', { begun: win() }, ['1_1']))).status).toBe(STATUS.ok);
    await pool.query(`UPDATE matches SET starts_at = caipu_now_ms() WHERE id = 'begun'`);
    const enter = (full: readonly [number, number]) =>
      ask<{ answer: string }>(`SELECT enter_result('begun', $1::jsonb, 3600000) AS answer`, [JSON.stringify(score(full))]);
    expect(await enter([1, 0])).toEqual([{ answer: 'done' }]);
    const step = await pool.connect();
    try {
      await step.query('BEGIN');
      await step.query(`SELECT 1 FROM sport_settlements WHERE match_id = 'begun' FOR UPDATE`);
      await step.query(
        `UPDATE sport_settlements s SET after_user = l.user_id, after_order = l.order_id
           FROM (SELECT user_id, order_id FROM sport_legs WHERE match_id = 'begun' ORDER BY 1, 2 LIMIT 1) l WHERE s.match_id = 'begun'`,
      );
      const replaced = enter([0, 1]);
      await waitFor('the operator waits for the step', async () => {
        const rows = await ask(
          `SELECT 1 FROM pg_stat_activity WHERE query LIKE 'SELECT enter_result(''begun''%' AND wait_event_type = 'Lock'`,
        );
        return rows.length > 0;
      });
      await step.query('COMMIT');
      expect(await replaced).toEqual([{ answer: 'paid' }]);
    } finally {
      step.release();
    }
    expect(await ask(`SELECT result->'measures'->'full' AS full FROM offers WHERE match_id = 'begun'`)).toEqual([{ full: [1, 0] }]);
  });

  it('any mixture of bets, results, called off matches and corrections leaves the books in order', async () => {
    await startDrawing();
    const random = seeded(seed + 1);
    const players = await Promise.all(Array.from({ length: 5 }, (_, at) => client(at).register()));
    const ids = Array.from({ length: 12 }, (_, i) => `mix${i}`);
    for (const id of ids) await addMatch(database, { id, singles: ['BRQSPF', 'ZJQ', 'SPF'] });
    const result = () => (random(4) === 0 ? ({ void: true } as const) : score([random(4), random(4)]));
    const left = [...ids];
    const ended: string[] = [];
    await Promise.all([
      ...players.map(async (player) => {
        for (let i = 0; i < 15; i += 1) {
          const chosen = [...new Set([ids[random(12)] as string, ids[random(12)] as string, ids[random(12)] as string])];
          const plays = ['BRQSPF', 'ZJQ', 'SPF'] as const;
          const legs = Object.fromEntries(
            chosen.map((id) => {
              const play = plays[random(3)] as 'ZJQ';
              const codes = Object.keys(ODDS[play]);
              const picks = [codes[random(codes.length)] as string, codes[random(codes.length)] as string];
              return [
                id,
                { [play]: Object.fromEntries(picks.map((code) => [code, (ODDS[play] as Record<string, string>)[code] as string])) },
              ];
            }),
          );
          const passes = [`${1 + random(chosen.length)}_1`];
          const { status } = await betOn(player, jczq, ticketOn('jczq', legs, passes, { multiplier: 1 + random(20) }));
          expect([STATUS.ok, STATUS.issueClosed, STATUS.insufficientFunds, STATUS.invalid]).toContain(status);
        }
      }),
      (async () => {
        while (left.length > 0) {
          const id = left.splice(random(left.length), 1)[0] as string;
          await endMatch(database, id, result());
          ended.push(id);
          if (random(3) > 0) continue;
          const wrong = ended[random(ended.length)] as string;
          const [proposed] = await ask<{ id: string | null }>(`SELECT propose_correction($1, $2, 'test', 'a', 'one') AS id`, [
            wrong,
            JSON.stringify(result()),
          ]);
          if (proposed?.id) await pool.query(`SELECT sign_correction($1, 'b', 'two')`, [proposed.id]);
        }
      })(),
    ]);
    await waitFor('all settled', async () => {
      const [row] = await ask<{ n: number }>(
        `SELECT count(*)::int AS n FROM sport_settlements WHERE done_at IS NULL AND match_id LIKE 'mix%'`,
      );
      return row?.n === 0;
    });
    const waiting = await ask(
      `SELECT s.id FROM sport_orders s JOIN sport_legs l ON l.order_id = s.id WHERE l.match_id LIKE 'mix%' AND s.status NOT IN ('won', 'lost', 'cancelled')`,
    );
    expect(waiting).toEqual([]);
  }, 200_000);

  const KILLS = killCount(1);
  it(`a result on which thousands hang, processes killed ${KILLS} times: each winner paid once, nobody else touched`, async () => {
    const TICKETS = 2_000 + KILLS * 2_000;
    await addMatch(database, { id: 'final', singles: ['BRQSPF'] });
    await insertSportTickets(database, jczq.hash, { match: 'final', tickets: TICKETS, users: 40 });
    await endMatch(database, 'final', score([1, 0]));
    const steps = async () =>
      (
        await ask<{ steps: number; done: boolean }>(
          `SELECT steps, done_at IS NOT NULL AS done FROM sport_settlements WHERE match_id = 'final'`,
        )
      )[0] ?? {
        steps: 0,
        done: false,
      };
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = await steps();
      if (before.done) break;
      await startDrawing();
      await waitFor('a step forward', async () => {
        const after = await steps();
        return after.done || after.steps > before.steps;
      });
      await Promise.all(drawing.splice(0).map((node) => node.kill()));
    }
    await startDrawing();
    await waitFor('settled', async () => (await steps()).done, 90);
    const paid = await ask(
      `SELECT s.status, count(*)::int AS orders, count(f.ref)::int AS movements, count(DISTINCT f.ref)::int AS paid, min(s.prize)::int AS least, max(s.prize)::int AS most
         FROM sport_orders s JOIN sport_legs l ON l.order_id = s.id AND l.match_id = 'final'
         LEFT JOIN movements f ON f.user_id = s.user_id AND f.ref = s.id AND f.kind = 'prize' GROUP BY s.status ORDER BY s.status`,
    );
    expect(paid).toEqual([
      { status: 'lost', orders: TICKETS / 2, movements: 0, paid: 0, least: 0, most: 0 },
      { status: 'won', orders: TICKETS / 2, movements: TICKETS / 2, paid: TICKETS / 2, least: 370, most: 370 },
    ]);
    await changeOffer(database, 'jczq', 'final', 'suspended = NULL');
  }, 200_000);
});
