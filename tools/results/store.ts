/** Past draws into the database: those that are there already are left alone, those that contradict it are refused. */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { issuesBefore } from '../../engine/descriptions/schedule.ts';
import { shortestGapSeconds } from '../../engine/descriptions/shortest-gap.ts';
import type { Draw, Game } from '../../engine/descriptions/types.ts';
import { drawFromSeed } from '../../engine/rules/index.ts';
import type { Database, Querying } from '../../server/platform/database/database.ts';
import { hashDocument } from '../../server/catalog/document-hash.ts';
import { prizesWithoutBets } from '../../server/lottery/draws/prizes.ts';
import { DAY_MS } from '../../engine/descriptions/time-units.ts';
import { type PastDraw, sameNumbers } from './check-rows.ts';
import { dayStartOf } from './issues.ts';
import { writeNumbers } from './numbers.ts';
import type { RowProblem } from './problems.ts';
import { writeTime } from './times.ts';

export type StoreDrawsResult =
  | { readonly ok: true; readonly added: number; readonly known: number; readonly left?: readonly RowProblem[] }
  | { readonly ok: false; readonly mistakes: readonly RowProblem[] };

export interface StoreOptions {
  /** Leaves draws that are stored with other numbers. */
  readonly skipDifferent?: boolean;
  /** Leaves every draw that cannot be stored. */
  readonly onlyGood?: boolean;
}

/** What is written down together with the draws that were added, or not at all. */
export type AuditWriter = (client: Querying, added: number) => Promise<void>;

const nothing: AuditWriter = async () => {};

/** Rows of one statement. */
const CHUNK = 500;

export async function gameClockNow(database: Querying): Promise<number> {
  const { rows } = await database.query<{ now: number }>('SELECT caipu_now_ms() AS now');
  return rows[0]?.now ?? 0;
}

interface StoredDraw {
  readonly issue: string;
  readonly draws_at: number;
  readonly numbers: Draw['numbers'] | null;
  readonly demo: boolean;
  readonly backfilled: boolean;
}

/**
 * All of the draws, or none when one of them contradicts a stored draw. A demonstration draw is no result: it gives way to the imported
 * one of its issue or time. A weekly game has one draw a day, whatever the time.
 */
export async function storeDraws(
  database: Database,
  game: Game,
  draws: readonly PastDraw[],
  written: AuditWriter = nothing,
  options: StoreOptions = {},
): Promise<StoreDrawsResult> {
  const slot = (ms: number): number => (game.schedule.kind === 'weekly' ? dayStartOf(game.schedule, ms) : ms);
  return database.transaction(async (client) => {
    const found = await storedNear(client, game, draws);
    const rows = found.filter(({ demo }) => !demo);
    const byIssue = new Map(rows.map((row) => [row.issue, row]));
    const bySlot = new Map(rows.map((row) => [slot(row.draws_at), row]));
    const mistakes: RowProblem[] = [];
    const left: RowProblem[] = [];
    const fresh: PastDraw[] = [];
    let known = 0;
    const sources = found.some(({ demo }) => !demo) ? await importsOf(client, game) : [];
    for (const draw of draws) {
      const stored = byIssue.get(draw.issue);
      const problem =
        stored === undefined ? slotProblem(game, draw, bySlot.get(slot(draw.drawsAt))) : storedProblem(game, draw, stored, sources);
      if (problem !== undefined) {
        const skipped = options.onlyGood === true || (options.skipDifferent === true && problem.code === 'RESULT_CONFLICT');
        (skipped ? left : mistakes).push(problem);
      } else if (stored === undefined) fresh.push(draw);
      else known += 1;
    }
    if (mistakes.length > 0) return { ok: false, mistakes: [...mistakes, ...left] };
    const issues = new Set(fresh.map(({ issue }) => issue));
    const slots = new Set(fresh.map(({ drawsAt }) => slot(drawsAt)));
    await client.query(`DELETE FROM issues WHERE game = $1 AND issue = ANY($2::text[]) AND backfilled AND seed <> ''`, [
      game.code,
      found.filter(({ demo, issue, draws_at }) => demo && (issues.has(issue) || slots.has(slot(draws_at)))).map(({ issue }) => issue),
    ]);
    const added = await insert(
      client,
      game,
      fresh.map(({ issue, drawsAt, numbers }) => ({ issue, drawsAt, numbers, commitment: '', seed: '' })),
    );
    await written(client, added);
    return { ok: true, added, known: known + fresh.length - added, ...(left.length === 0 ? {} : { left }) };
  });
}

async function storedNear(client: Querying, game: Game, draws: readonly PastDraw[]): Promise<StoredDraw[]> {
  const times = draws.map(({ drawsAt }) => drawsAt);
  const isWeekly = game.schedule.kind === 'weekly';
  const [from, to] = times.reduce(([least, most], ms) => [Math.min(least, ms), Math.max(most, ms)], [Infinity, -Infinity]);
  const { rows } = await client.query<StoredDraw>(
    `SELECT issue, draws_at, numbers, backfilled, backfilled AND seed <> '' AS demo FROM issues
      WHERE game = $1 AND (issue = ANY($2::text[]) OR draws_at = ANY($3::bigint[]) OR draws_at BETWEEN $4 AND $5)`,
    [
      game.code,
      draws.map(({ issue }) => issue),
      times,
      isWeekly && times.length > 0 ? from - DAY_MS : 0,
      isWeekly && times.length > 0 ? to + DAY_MS : -1,
    ],
  );
  return rows;
}

interface EarlierImport {
  readonly game: string;
  readonly file?: string;
  readonly first?: string;
  readonly last?: string;
}

/** Imports of a game as the audit list has them, the newest last. Those of older versions do not name their file. */
async function importsOf(client: Querying, { code }: Pick<Game, 'code'>): Promise<EarlierImport[]> {
  const { rows } = await client.query<{ body: string }>(
    `SELECT body FROM audit WHERE kind = 'results.import' AND kind <> 'draw' ORDER BY seq`,
  );
  return rows.map(({ body }) => JSON.parse(body) as EarlierImport).filter(({ game }) => game === code);
}

/** Files that a stored draw may be from: imports that reach over its issue. */
function filesOf(issue: string, imports: readonly EarlierImport[]): string {
  const files = imports.flatMap(({ file, first = '', last = '' }) => (file !== undefined && first <= issue && issue <= last ? [file] : []));
  return [...new Set(files)].slice(-3).join(', ');
}

function storedProblem(
  game: Game,
  { issue, numbers, row }: PastDraw,
  stored: StoredDraw,
  imports: readonly EarlierImport[],
): RowProblem | undefined {
  const at = row.issue?.at ?? row.at;
  if (stored.numbers === null) return { at, code: 'RESULT_OWN', params: { issue } };
  if (sameNumbers(game, stored.numbers, numbers)) return undefined;
  const files = filesOf(issue, imports);
  const [source, sourceEn] = stored.backfilled
    ? files === ''
      ? ['以前导入的', 'imported before']
      : [`以前导入的（${files}）`, `imported before from ${files}`]
    : ['本站开奖的', 'drawn here'];
  const { zones } = game.draw;
  const params = { issue, numbers: writeNumbers(zones, numbers), other: writeNumbers(zones, stored.numbers), source, sourceEn };
  return { at, code: 'RESULT_CONFLICT', params };
}

function slotProblem({ schedule }: Game, { drawsAt, row }: PastDraw, stored: StoredDraw | undefined): RowProblem | undefined {
  if (stored === undefined) return undefined;
  const written = writeTime(schedule, drawsAt);
  const found = stored.draws_at === drawsAt ? written : written.slice(0, 10);
  return { at: row.issue?.at ?? row.at, code: 'RESULT_TIME_TAKEN', params: { found, other: stored.issue } };
}

/** Issues that have a result, in order; demonstration draws are none. */
export async function storedResults(
  database: Querying,
  game: Pick<Game, 'code'>,
): Promise<{ issue: string; drawsAt: number; numbers: Draw['numbers']; demo: boolean }[]> {
  const { rows } = await database.query<{ issue: string; drawsAt: number; numbers: Draw['numbers']; demo: boolean }>(
    `SELECT issue, draws_at AS "drawsAt", numbers, backfilled AND seed <> '' AS demo FROM issues
      WHERE game = $1 AND numbers IS NOT NULL AND state IN ('drawn', 'settled') ORDER BY draws_at, issue`,
    [game.code],
  );
  return rows;
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
