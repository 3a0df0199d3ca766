#!/usr/bin/env bash
# @electric-sql/pglite 0.5.17, live.query and changes that reach the table by another way.
# Expected: a live query of a table is refreshed after every committed change of what it reads.
# Happens: TRUNCATE, an INSERT into a partition by its own name and a partition that is attached later leave the old rows standing.
# A materialized view cannot be watched at all: live.query refuses it with 'cannot have triggers'.
# Matters: a list of draws that is emptied by TRUNCATE, or orders partitioned by month, go on showing what is no longer true.
# Source: live.query puts statement triggers for INSERT, UPDATE and DELETE on the tables that the query names.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts @electric-sql/pglite@0.5.17

cat >probe.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { live } from '@electric-sql/pglite/live';

const { version } = JSON.parse(readFileSync('node_modules/@electric-sql/pglite/package.json', 'utf8'));
const db = await PGlite.create({ extensions: { live } });
await db.exec(`
  CREATE TABLE draws (id int PRIMARY KEY); INSERT INTO draws VALUES (1), (2);
  CREATE TABLE orders (id int, month int) PARTITION BY LIST (month);
  CREATE TABLE orders_11 PARTITION OF orders FOR VALUES IN (11); INSERT INTO orders VALUES (1, 11);
  CREATE MATERIALIZED VIEW totals AS SELECT count(*) FROM draws;
  CREATE TABLE told (n int);`);
/** Returns the number of rows that the live query shows after the change. */
async function shown(table, change) {
  let rows;
  const query = await db.live.query(`SELECT * FROM ${table}`, [], (result) => {
    rows = result.rows.length;
  });
  await db.exec(change);
  // A live query of another table that does see its change has been told after this one would have been.
  let tell;
  const done = new Promise((resolve) => {
    tell = resolve;
  });
  const other = await db.live.query('SELECT * FROM told', [], (result) => result.rows.length && tell());
  await db.exec('INSERT INTO told VALUES (1)');
  await done;
  await other.unsubscribe();
  await query.unsubscribe();
  await db.exec('DELETE FROM told');
  return rows;
}
const steps = [
  ['orders', 'INSERT INTO orders VALUES (2, 11)'],
  ['orders', 'INSERT INTO orders_11 VALUES (3, 11)'],
  ['orders', 'CREATE TABLE o12 (id int, month int); INSERT INTO o12 VALUES (4, 12); ALTER TABLE orders ATTACH PARTITION o12 FOR VALUES IN (12)'],
  ['draws', 'DELETE FROM draws WHERE id = 1'],
  ['draws', 'TRUNCATE draws'],
];
console.log(`@electric-sql/pglite ${version}`);
const seen = [];
for (const [table, change] of steps) {
  const live = await shown(table, change);
  const real = (await db.query(`SELECT * FROM ${table}`)).rows.length;
  seen.push(live === real ? 'seen' : 'missed');
  console.log(`${change}: live ${live} rows, table ${real} rows`);
}
const refusal = await db.live.query('SELECT * FROM totals', [], () => {}).then(() => 'accepted', (error) => error.message);
console.log(`SELECT * FROM totals: ${refusal}`);
await db.close();
if (seen.join() !== 'seen,missed,missed,seen,missed' || !refusal.includes('cannot have triggers')) {
  console.error('changed: live.query now sees TRUNCATE, partitions or materialized views');
  process.exit(1);
}
JS
node probe.mjs
