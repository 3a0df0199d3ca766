/**
 * The steps of an issue's life after its sale: freeze and draw here, settle in settle.ts. Any number of processes may take them: each step claims its
 * issue's row (SKIP LOCKED) and writes in the transaction that holds it, so a step happens once, and a killed process leaves the
 * next one where it stood.
 */
import type { StreamEvent } from '../../../protocol/calls.ts';
import { type AuditEntry, isLockContention, NOW_ONCE, type Querying, recordAudit } from '../../platform/index.ts';
import type { Draw, Game } from '../../../engine/descriptions/types.ts';
import { deriveNumbers } from '../../../engine/rules/derived-numbers.ts';
import { drawIssue } from './draw.ts';
import { valueOrFault } from './issue.ts';
import { type DrawParts, quarantineIssue, isPermanentError, endIssueQuarantine } from './quarantine.ts';
import { drawnResult } from './result-item.ts';

/** Issues frozen or drawn in one go when many are due. */
const MANY = 50;
/** SQL condition: an issue with derived numbers waits for the draw of its source. */
const SOURCE_DRAWN = `(source IS NULL OR NOT EXISTS (
  SELECT 1 FROM issues s WHERE s.game = issues.source AND s.issue = issues.issue AND s.state IN ('open', 'frozen')))`;
/** SQL condition: an issue in quarantine waits for its next try. */
const NOT_HELD = `(held_until IS NULL OR held_until <= ${NOW_ONCE}) AND cancelled IS NULL`;

/** Freezes what is closed. Returns how many. One that cannot be frozen now keeps no other from it. */
export async function freezeDueIssues(parts: DrawParts): Promise<number> {
  const { database, games } = parts;
  const { rows } = await database.query<{ game: string; issue: string }>(
    `SELECT game, issue FROM issues WHERE state = 'open' AND closes_at <= ${NOW_ONCE} AND ${NOT_HELD} ORDER BY closes_at LIMIT ${MANY}`,
  );
  let frozen = 0;
  for (const { game, issue } of rows) {
    // A game that was removed in the meantime is drawn under the version that its issue was opened with.
    const hash = games.published(game)?.hash ?? null;
    try {
      const done = await database.query<{ done: boolean }>('SELECT freeze_issue($1, $2, $3) AS done', [game, issue, hash]);
      if (done.rows[0]?.done === true) frozen += 1;
    } catch (error) {
      // A bet on its way to it holds its lock for longer than others can wait: it is looked at again with the next look.
      if (isLockContention(error)) continue;
      if (!isPermanentError(error)) throw error;
      await quarantineIssue(parts, { game, issue }, 'freeze', error);
    }
  }
  return frozen;
}

interface FrozenIssue {
  readonly game: string;
  readonly issue: string;
  readonly hash: string;
  readonly draws_at: number;
  readonly commitment: string;
  readonly seed: string;
  readonly held_until: number | null;
  readonly source: string | null;
}

/** Draws what is frozen and due. Returns how many were drawn or put into quarantine. */
export async function drawDueIssues(parts: DrawParts): Promise<number> {
  try {
    return await drawSome(parts, MANY);
  } catch (error) {
    if (!isPermanentError(error)) throw error;
    // One of them the database does not take: one at a time, so that only that one is kept from its draw.
    return drawSome(parts, 1);
  }
}

async function drawSome(parts: DrawParts, many: number): Promise<number> {
  const { database, games } = parts;
  let last: FrozenIssue | undefined;
  const undrawable: { issue: FrozenIssue; fault: unknown }[] = [];
  let drawn: number;
  try {
    drawn = await database.transaction(async (client) => {
      const { rows } = await client.query<FrozenIssue>(
        `SELECT game, issue, hash, draws_at, commitment, seed, held_until, source FROM issues
          WHERE state = 'frozen' AND draws_at <= ${NOW_ONCE} AND ${NOT_HELD} AND ${SOURCE_DRAWN} ORDER BY draws_at LIMIT ${many} FOR UPDATE SKIP LOCKED`,
      );
      const drawn: AuditEntry[] = [];
      let givenUp = 0;
      for (const row of rows) {
        last = row;
        const drawResult = await valueOrFault(async () => {
          const version = await games.byHash(row.hash, client);
          const { game } = version;
          const numbers = row.source === null ? drawIssue(game, row.issue, row.seed) : await numbersOfSource(client, row, game);
          return { version, numbers };
        });
        if ('fault' in drawResult) {
          undrawable.push({ issue: row, fault: drawResult.fault });
          continue;
        }
        const { version, numbers } = drawResult.value;
        if (numbers === undefined) {
          // Settlement gives back what was bet on it, as for an issue that an operator gives up.
          await client.query(`UPDATE issues SET cancelled = 'operator', held_until = NULL WHERE game = $1 AND issue = $2`, [
            row.game,
            row.issue,
          ]);
          givenUp += 1;
          continue;
        }
        await client.query(`UPDATE issues SET state = 'drawn', numbers = $3::jsonb WHERE game = $1 AND issue = $2 AND state = 'frozen'`, [
          row.game,
          row.issue,
          JSON.stringify(numbers),
        ]);
        if (row.held_until !== null) await endIssueQuarantine(client, row);
        const result = drawnResult({ ...row, numbers, backfilled: false }, version, games);
        await publishEvent(client, null, { type: 'draw', gameCode: row.game, issue: row.issue, result });
        drawn.push({
          kind: 'draw',
          body: { game: row.game, issue: row.issue, description: row.hash, commitment: row.commitment, numbers },
        });
      }
      // Last: the list is locked until the transaction ends.
      await recordAudit(client, 'server', ...drawn);
      return drawn.length + givenUp;
    });
  } catch (error) {
    if (many > 1 || last === undefined || !isPermanentError(error)) throw error;
    await quarantineIssue(parts, last, 'draw', error);
    return 1;
  }
  for (const { issue, fault } of undrawable) await quarantineIssue(parts, issue, 'draw', fault);
  return drawn + undrawable.length;
}

/** The numbers that follow from what the source drew; undefined where that was given up, and nothing follows. */
async function numbersOfSource(
  client: Querying,
  { source: code, issue, seed }: FrozenIssue,
  game: Game,
): Promise<Draw['numbers'] | undefined> {
  const { source } = game.draw;
  const { rows } = await client.query<{ numbers: Draw['numbers'] | null; seed: string }>(
    'SELECT numbers, seed FROM issues WHERE game = $1 AND issue = $2',
    [code, issue],
  );
  const [drawn] = rows;
  if (drawn === undefined || source?.game !== code) throw new Error(`nothing to derive from: ${code} ${issue} is not there`);
  if (drawn.numbers === null) return undefined;
  // An issue that was taken back and opened again has another seed than the one that was committed to here.
  if (drawn.seed !== seed) throw new Error(`${code} ${issue} was drawn from another seed than the one that this issue was opened with`);
  return deriveNumbers(source, drawn.numbers);
}

/** Told to phones: everyone when `userId` is null. `settled` is for the processes that stream (server/platform/stream/hub.ts). */
export async function publishEvent(
  client: Querying,
  userId: number | null,
  event: StreamEvent | { readonly type: 'settled'; readonly gameCode: string; readonly issue: string; readonly drawsAt: number },
): Promise<void> {
  await client.query('INSERT INTO outbox (user_id, event) VALUES ($1, $2::jsonb)', [userId, JSON.stringify(event)]);
}
