/**
 * Where the write-ahead log of a bet goes: S1's load on one server, then every record of the log by its relation and kind (pg_walinspect). What
 * pages take that are written whole after a checkpoint stands apart: how much that is depends on how often there is one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../tests/server/support/postgres.ts';
import { registerPlayers, differentBets, runLoad } from './lib/bets.ts';
import type { Bench, Figure } from './lib/figure.ts';
import { build, startServer, untilIdle } from './lib/product.ts';
import { grantPlayMoney } from './s1.ts';

const CLIENTS = 32;
const SECONDS = 5;
const LEAST_BYTES = 1;

interface Part {
  readonly relation: string;
  readonly kind: string;
  readonly records: number;
  readonly bytes: number;
  readonly pages: number;
}

const bench: Bench = {
  id: 'wal',
  title: 'the write-ahead log of a bet, by relation and kind of record',
  async run(context) {
    await build(context);
    const folder = mkdtempSync(join(tmpdir(), 'caipu-bench-wal-'));
    context.onEnd(() => rmSync(folder, { recursive: true, force: true }));
    const postgres = await startPostgres(['max_connections=100', 'autovacuum=off']);
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    context.onEnd(() => client.end().then(() => postgres.stop()));
    const server = await startServer(context, { DATABASE_URL: postgres.url, CAIPU_DATA: folder });
    const all = await registerPlayers(server.url, CLIENTS);
    await grantPlayMoney(postgres.url, all);
    const bets = await differentBets(server.url);
    await untilIdle(context, [server]);
    const load = { urls: [server.url], connections: CLIENTS, bets, tokens: all.map(({ token }) => token), expected: 5_000 };
    await client.query('CREATE EXTENSION IF NOT EXISTS pg_walinspect');
    const at = async () => (await client.query<{ lsn: string }>('SELECT pg_current_wal_insert_lsn()::text AS lsn')).rows[0]?.lsn ?? '';
    await runLoad({ ...load, seconds: 2 });
    const figures: Figure[] = [];
    // Between two checkpoints, and from one on.
    for (const fresh of [false, true]) {
      if (fresh) await client.query('CHECKPOINT');
      const from = await at();
      const { accepted } = await runLoad({ ...load, seconds: SECONDS });
      const to = await at();
      await client.query('SELECT pg_switch_wal()');
      const { rows } = await client.query<Part>(
        `SELECT coalesce(c.relname, 'no relation') AS relation, resource_manager || ' ' || record_type AS kind, count(*)::int AS records,
                sum(record_length - fpi_length)::float8 AS bytes, sum(fpi_length)::float8 AS pages
           FROM pg_get_wal_records_info($1, $2) r
           LEFT JOIN pg_class c ON c.relfilenode = substring(r.block_ref FROM 'rel [0-9]+/[0-9]+/([0-9]+)')::oid
          GROUP BY 1, 2 ORDER BY bytes DESC`,
        [from, to],
      );
      figures.push(...figuresOf(rows, accepted, fresh));
    }
    return figures;
  },
};
export default bench;

function figuresOf(parts: readonly Part[], bets: number, fresh: boolean): readonly Figure[] {
  const sum = (of: readonly Part[], what: 'bytes' | 'pages' | 'records') => of.reduce((total, part) => total + part[what], 0) / bets;
  const when = fresh ? 'from a checkpoint on' : 'between two checkpoints';
  const id = fresh ? 'wal.fresh' : 'wal';
  const whole: Figure = {
    id,
    what: `write-ahead log of a bet, ${when}, pages that are written whole left out`,
    value: sum(parts, 'bytes'),
    unit: 'B',
    note: `${sum(parts, 'records').toFixed(1)} records; pages written whole ${sum(parts, 'pages').toFixed(0)} B; ${bets} bets`,
  };
  const relations = [...new Set(parts.map(({ relation }) => relation))];
  return [
    whole,
    ...relations
      .map((relation): Figure => {
        const own = parts.filter((part) => part.relation === relation);
        const kinds = own
          .filter(({ bytes }) => bytes / bets >= LEAST_BYTES)
          .map(({ kind, bytes, records }) => `${kind} ${(bytes / bets).toFixed(0)} B in ${(records / bets).toFixed(2)}`)
          .join(', ');
        const pages = sum(own, 'pages');
        return {
          id: `${id}.${relation.replace(/ /g, '-')}`,
          what: `of it ${relation}`,
          value: sum(own, 'bytes'),
          unit: 'B',
          note: pages >= LEAST_BYTES ? `${kinds}; whole pages ${pages.toFixed(0)} B` : kinds,
        };
      })
      .filter(({ value, note = '' }) => value >= LEAST_BYTES || note !== ''),
  ];
}
