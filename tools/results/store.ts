/** Past draws into the database: those that are there already are left alone, those that contradict it are refused. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { issuesBefore } from '../../engine/descriptions/schedule.ts';
import { shortestGapSeconds } from '../../engine/descriptions/shortest-gap.ts';
import type { Draw, Game } from '../../engine/descriptions/types.ts';
import { drawFromSeed } from '../../engine/rules/index.ts';
import type { Database, Querying } from '../../server/platform/database/database.ts';
import { hashDocument } from '../../server/catalog/document-hash.ts';
import { prizesWithoutBets } from '../../server/lottery/draws/prizes.ts';
import { type PastDraw, writeTime } from './check-rows.ts';
import type { RowProblem } from './read.ts';

export type StoreDrawsResult =
  | { readonly ok: true; readonly added: number; readonly known: number }
  | { readonly ok: false; readonly mistakes: readonly RowProblem[] };

/** What is written down together with the draws that were added, or not at all. */
export type AuditWriter = (client: Querying, added: number) => Promise<void>;

const nothing: AuditWriter = async () => {};

/** Rows of one statement. */
const CHUNK = 500;

export async function gameClockNow(database: Querying): Promise<number> {
  const { rows } = await database.query<{ now: number }>('SELECT caipu_now_ms() AS now');
  return rows[0]?.now ?? 0;
}

/**
 * All of the draws, or none when one of them contradicts a stored draw. A demonstration draw is no result: it gives way to the imported
 * one of its issue or time.
 */
export async function storeDraws(
  database: Database,
  game: Game,
  draws: readonly PastDraw[],
  written: AuditWriter = nothing,
): Promise<StoreDrawsResult> {
  return database.transaction(async (client) => {
    const { rows: found } = await client.query<{ issue: string; draws_at: number; numbers: Draw['numbers'] | null; demo: boolean }>(
      `SELECT issue, draws_at, numbers, backfilled AND seed <> '' AS demo FROM issues
        WHERE game = $1 AND (issue = ANY($2::text[]) OR draws_at = ANY($3::bigint[]))`,
      [game.code, draws.map(({ issue }) => issue), draws.map(({ drawsAt }) => drawsAt)],
    );
    const rows = found.filter(({ demo }) => !demo);
    const byIssue = new Map(rows.map((row) => [row.issue, row]));
    const byTime = new Map(rows.map((row) => [row.draws_at, row]));
    const mistakes: RowProblem[] = [];
    const fresh: PastDraw[] = [];
    for (const draw of draws) {
      const { issue, drawsAt, numbers, row } = draw;
      const at = row.issue?.at ?? row.at;
      const known = byIssue.get(issue);
      const then = byTime.get(drawsAt);
      if (known !== undefined) {
        if (known.numbers === null) mistakes.push({ at, code: 'RESULT_OWN', params: { issue } });
        else if (!sameNumbers(game, known.numbers, numbers)) mistakes.push({ at, code: 'RESULT_CONFLICT', params: { issue } });
      } else if (then !== undefined) {
        mistakes.push({ at, code: 'RESULT_TIME_TAKEN', params: { found: writeTime(game.schedule, drawsAt), other: then.issue } });
      } else fresh.push(draw);
    }
    if (mistakes.length > 0) return { ok: false, mistakes };
    await client.query(`DELETE FROM issues WHERE game = $1 AND issue = ANY($2::text[]) AND backfilled AND seed <> ''`, [
      game.code,
      found.filter(({ demo }) => demo).map(({ issue }) => issue),
    ]);
    const added = await insert(
      client,
      game,
      fresh.map(({ issue, drawsAt, numbers }) => ({ issue, drawsAt, numbers, commitment: '', seed: '' })),
    );
    await written(client, added);
    return { ok: true, added, known: draws.length - added };
  });
}

/**
 * Draws of our own before the oldest that is there, `count` of them in all: by the same mapping as real ones, each from its own seed,
 * and marked as never having been on sale. With `seed` the same history comes out every time.
 */
export async function storeDemo(
  database: Database,
  game: Game,
  count: number,
  seed: string | undefined,
  written: AuditWriter = nothing,
): Promise<number> {
  return database.transaction(async (client) => {
    const { rows } = await client.query<{ oldest: number | null; drawn: number }>(
      `SELECT min(draws_at) AS oldest, count(*) FILTER (WHERE numbers IS NOT NULL) AS drawn FROM issues WHERE game = $1`,
      [game.code],
    );
    const missing = Math.max(0, count - (rows[0]?.drawn ?? 0));
    const until = (rows[0]?.oldest ?? (await gameClockNow(client)) + 1) - 1;
    const added = await insert(
      client,
      game,
      issuesBefore(game.schedule, until, missing).map(({ issue, drawsAt }) => {
        const bytes = seed === undefined ? randomBytes(32) : createHash('sha256').update(`${seed}/${game.code}/${issue}`).digest();
        const { numbers } = drawFromSeed(game, issue, bytes, (key, message) => createHmac('sha256', key).update(message).digest());
        return { issue, drawsAt, numbers, seed: bytes.toString('hex'), commitment: createHash('sha256').update(bytes).digest('hex') };
      }),
    );
    await written(client, added);
    return added;
  });
}

interface Insert {
  readonly issue: string;
  readonly drawsAt: number;
  readonly numbers: Draw['numbers'];
  /** Empty for a draw that was not made here: there is nothing to prove. */
  readonly commitment: string;
  readonly seed: string;
}

async function insert(client: Querying, game: Game, draws: readonly Insert[]): Promise<number> {
  if (draws.length === 0) return 0;
  const { hash, body } = hashDocument(game);
  await client.query(
    `INSERT INTO descriptions (hash, kind, code, body, stored_at) VALUES ($1, 'game', $2, $3, caipu_now_ms()) ON CONFLICT (hash) DO NOTHING`,
    [hash, game.code, body],
  );
  const closeBefore = game.schedule.closeBeforeSeconds * 1000;
  const gap = shortestGapSeconds(game.schedule) * 1000;
  const paid = prizesWithoutBets(
    game,
    draws.map(({ drawsAt }) => drawsAt),
  );
  const tables = JSON.stringify(paid.tables);
  let added = 0;
  for (let from = 0; from < draws.length; from += CHUNK) {
    const rows = draws.slice(from, from + CHUNK).map(({ issue, drawsAt, numbers, commitment, seed }, at) => ({
      issue,
      opens_at: drawsAt - closeBefore - gap,
      closes_at: drawsAt - closeBefore,
      draws_at: drawsAt,
      numbers,
      commitment,
      seed,
      paid: paid.of[from + at],
    }));
    const { rows: inserted } = await client.query<{ issue: string }>(
      `INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed, numbers, prizes, backfilled)
       SELECT $1, r.issue, r.opens_at, r.closes_at, r.draws_at, 'settled', $2, r.commitment, r.seed, r.numbers, $3::jsonb -> r.paid, true
         FROM jsonb_to_recordset($4::jsonb)
           AS r(issue text, opens_at bigint, closes_at bigint, draws_at bigint, numbers jsonb, commitment text, seed text, paid int)
       ON CONFLICT (game, issue) DO NOTHING RETURNING issue`,
      [game.code, hash, tables, JSON.stringify(rows)],
    );
    added += inserted.length;
  }
  return added;
}

/** The order of a set means nothing; that of a sequence or of places does. */
function sameNumbers(game: Game, a: Draw['numbers'], b: Draw['numbers']): boolean {
  return game.draw.zones.every(({ id, kind }) => {
    const [one, other] = [a[id] ?? [], b[id] ?? []].map((list) => (kind === 'set' ? list.toSorted((x, y) => x - y) : list));
    return one?.join() === other?.join();
  });
}
