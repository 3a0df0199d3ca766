/**
 * S9: a result touches only the tickets that hold its match. 2,000 tickets on each match, among 20 thousand and 200 thousand tickets in one
 * table (with --full also 2 million), on PostgreSQL as it comes: settling one result, matches taken in turn.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openClock } from '../server/platform/clock.ts';
import { type Database, openDatabase } from '../server/platform/database/database.ts';
import { SCHEMA } from '../server/schema.ts';
import { openPublication } from '../server/catalog/publication.ts';
import { takeSportSettlementStep } from '../server/sports/bets/settle.ts';
import { openSports, type Sports } from '../server/sports/versions.ts';
import { startPostgres } from '../tests/server/support/postgres.ts';
import { addMatch, endMatch, score } from '../tests/server/support/sports.ts';
import { insertSportTickets } from '../tests/server/support/sports-bulk.ts';
import type { Bench, Figure } from './lib/figure.ts';
import { generate, root } from './lib/product.ts';
import { summarise } from './lib/rounds.ts';

const ON_A_MATCH = 2_000;
const USERS = 1_000;
const SIZES = [20_000, 200_000, 2_000_000];

const bench: Bench = {
  id: 'S9',
  title: `a result that ${ON_A_MATCH.toLocaleString('en')} tickets hang on, among more and more tickets`,
  async run(context) {
    await generate();
    const folder = mkdtempSync(join(tmpdir(), 'caipu-bench-s9-'));
    context.onEnd(() => rmSync(folder, { recursive: true, force: true }));
    const postgres = await startPostgres(['max_connections=20', 'max_wal_size=4GB']);
    context.onEnd(() => postgres.stop());
    const database = await openDatabase({ schema: SCHEMA, url: postgres.url, dataDir: folder, poolSize: 2 });
    context.onEnd(() => database.close());
    const publication = await openPublication({ gamesDir: join(root, 'games'), appDir: join(root, 'app/descriptions') });
    context.onEnd(() => publication.close());
    const sports = await openSports(database, publication, await openClock(database, undefined));
    const hash = sports.published('jczq')?.hash ?? '';
    const rounds = Math.min(context.rounds, 9);

    const figures: Figure[] = [];
    let before: { readonly size: number; readonly times: readonly number[] } | undefined;
    let sold = 0;
    for (const size of context.full ? SIZES : SIZES.slice(0, 2)) {
      const count = (size - sold) / ON_A_MATCH;
      context.say(`selling ${(size - sold).toLocaleString('en')} tickets on ${count} matches`);
      const ids = Array.from({ length: count }, (_, i) => `s9-${size}-${i}`);
      for (const id of ids) await addMatch(database, { id, singles: ['BRQSPF'] });
      // Ten matches at a time, so that no statement takes too long.
      for (let from = 0; from < ids.length; from += 10) {
        const others = ids.slice(from, from + 10);
        await insertSportTickets(database, hash, { match: '', others, tickets: others.length * ON_A_MATCH, users: USERS });
      }
      sold = size;
      await database.query('VACUUM ANALYZE sport_orders, sport_legs, movements, wallets');
      const times: number[] = [];
      for (let round = -1; round < rounds; round++) {
        const ms = await settle(database, sports, ids[round + 1] as string);
        if (round >= 0) times.push(ms);
      }
      if (before !== undefined) {
        const compared = summarise(times, before.times);
        const named = (n: number) => (n >= 1_000_000 ? `${n / 1_000_000} M` : `${n / 1_000} k`);
        figures.push({
          id: `S9.${named(size).replace(' ', '')}`,
          what: `settling a result among ${named(size)} tickets over one among ${named(before.size)}, ${ON_A_MATCH} tickets on the match in both, half of them win`,
          value: compared.ratio,
          unit: '×',
          goal: { at: 'most', value: 1.3 },
          against: { what: 'ten times fewer tickets', ours: `${compared.a.toFixed(0)} ms`, theirs: `${compared.b.toFixed(0)} ms` },
          rounds: compared.rounds,
          range: compared.range,
        });
      }
      before = { size, times };
    }
    return figures;
  },
};
export default bench;

/** Real ms from the result to the last ticket's end. */
async function settle(database: Database, sports: Sports, match: string): Promise<number> {
  await endMatch(database, match, score([1, 0]));
  const from = performance.now();
  let orders = 0;
  for (
    let step = await takeSportSettlementStep({ database, sports });
    step !== undefined;
    step = await takeSportSettlementStep({ database, sports })
  )
    orders += step.orders;
  if (orders !== ON_A_MATCH) throw new Error(`${match}: ${orders} tickets were looked at, not ${ON_A_MATCH}`);
  return performance.now() - from;
}
