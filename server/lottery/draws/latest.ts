/** The latest result of every game. One statement reads them all, and the answer is cached for all clients until the next draw. */
import type { DrawnResult } from '../../../protocol/calls.ts';
import { answerCacheOf } from './answer-cache.ts';
import { type DrawnRow, drawnResult, type ResultParts } from './result-item.ts';

export function latestResults(parts: ResultParts): Promise<readonly DrawnResult[]> {
  const versions = parts.games.all();
  // The key has the hashes of all versions, because another version of a game changes the answer.
  const key = `latest ${versions.map(({ hash }) => hash).join()}`;
  const codes = versions.map(({ game }) => game.code);
  return answerCacheOf(parts).get(key, async () => {
    const { items, until } = await fetchLatest(parts, codes);
    return { value: items, until };
  });
}

type LatestRow = DrawnRow & { readonly next_draw: number | null };

async function fetchLatest(
  { database, games }: ResultParts,
  codes: readonly string[],
): Promise<{ items: readonly DrawnResult[]; until: number }> {
  const { rows } = await database.query<LatestRow>(
    `SELECT r.*, (SELECT min(draws_at) FROM issues WHERE state IN ('open', 'frozen')) AS next_draw
       FROM unnest($1::text[]) WITH ORDINALITY AS g(code, at) CROSS JOIN LATERAL (
         SELECT game, issue, numbers, draws_at, hash, commitment, seed, backfilled FROM issues
          WHERE game = g.code AND state IN ('drawn', 'settled') ORDER BY draws_at DESC, issue DESC LIMIT 1) r
      ORDER BY g.at`,
    [codes],
    'latest-results',
  );
  const items = await Promise.all(
    rows.map(async (row): Promise<DrawnResult> => {
      const version = await games.byHash(row.hash).catch(() => games.published(row.game));
      return drawnResult(row, version, games);
    }),
  );
  return { items, until: rows[0]?.next_draw ?? 0 };
}
