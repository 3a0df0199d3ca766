/**
 * The steps of an issue's life after its sale: freeze and draw here, settle in settle.ts. Any number of processes may take them: each step claims its
 * issue's row (SKIP LOCKED) and writes in the transaction that holds it, so a step happens once, and a killed process leaves the
 * next one where it stood.
 */
import type { StreamEvent } from '../../protocol/calls.ts';
import { type Act, record } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Querying } from '../db/database.ts';
import type { GameVersion, Games } from '../games.ts';
import { drawIssue } from './draw.ts';
import { drawnResult } from './result-item.ts';

type Parts = Pick<Context, 'database' | 'games'>;

/** Issues frozen or drawn in one go when many are due. */
const MANY = 50;

/** Freezes what is closed. Returns how many. */
export async function freezeDue({ database, games }: Parts): Promise<number> {
  const { rows } = await database.query<{ game: string; issue: string }>(
    `SELECT game, issue FROM issues WHERE state = 'open' AND closes_at <= caipu_now_ms() ORDER BY closes_at LIMIT ${MANY}`,
  );
  let frozen = 0;
  for (const { game, issue } of rows) {
    // A game that was removed in the meantime is drawn under the version that its issue was opened with.
    const hash = games.published(game)?.hash ?? null;
    const done = await database.query<{ done: boolean }>('SELECT freeze_issue($1, $2, $3) AS done', [game, issue, hash]);
    if (done.rows[0]?.done === true) frozen += 1;
  }
  return frozen;
}

/** Draws what is frozen and due. Returns how many. */
export async function drawDue({ database, games }: Parts): Promise<number> {
  // Loaded before the transaction: on the embedded database it holds the only session.
  const due = await database.query<{ hash: string }>(
    `SELECT DISTINCT hash FROM issues WHERE state = 'frozen' AND draws_at <= caipu_now_ms()`,
  );
  const versions = await loadAll(games, due.rows);
  return database.transaction(async (client) => {
    const { rows } = await client.query<{
      game: string;
      issue: string;
      hash: string;
      draws_at: number;
      commitment: string;
      seed: string;
    }>(
      `SELECT game, issue, hash, draws_at, commitment, seed FROM issues WHERE state = 'frozen' AND draws_at <= caipu_now_ms()
        ORDER BY draws_at LIMIT ${MANY} FOR UPDATE SKIP LOCKED`,
    );
    const drawn: Act[] = [];
    for (const row of rows) {
      const version = versions.get(row.hash);
      if (version === undefined) continue;
      const numbers = drawIssue(version.game, row.issue, row.seed);
      await client.query(`UPDATE issues SET state = 'drawn', numbers = $3::jsonb WHERE game = $1 AND issue = $2 AND state = 'frozen'`, [
        row.game,
        row.issue,
        JSON.stringify(numbers),
      ]);
      const result = drawnResult({ ...row, numbers, backfilled: false }, version, games);
      await announce(client, null, { type: 'draw', gameCode: row.game, issue: row.issue, result });
      drawn.push({ kind: 'draw', body: { game: row.game, issue: row.issue, description: row.hash, commitment: row.commitment, numbers } });
    }
    await record(client, 'server', ...drawn);
    return drawn.length;
  });
}

async function loadAll(games: Games, rows: readonly { hash: string }[]): Promise<Map<string, GameVersion>> {
  const versions = new Map<string, GameVersion>();
  for (const { hash } of rows) versions.set(hash, await games.byHash(hash));
  return versions;
}

/** Told to phones: everyone when `userId` is null. `settled` is for the processes that stream (server/events/hub.ts). */
export async function announce(
  client: Querying,
  userId: number | null,
  event: StreamEvent | { readonly type: 'settled'; readonly gameCode: string; readonly issue: string; readonly drawsAt: number },
): Promise<void> {
  await client.query('INSERT INTO outbox (user_id, event) VALUES ($1, $2::jsonb)', [userId, JSON.stringify(event)]);
}
