/**
 * R40: whole worlds from a seed (support/run.ts). Nothing that must hold is broken, and a world replays to the letter. A few worlds here, a
 * thousand in a night; `CAIPU_WORLD=<name>` runs one and leaves its log in test-results/simulation/ (docs/simulation.md).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { isInShard, seed, worldCount } from '../engine/rules/support/runs.ts';
import { root } from '../server/support/server.ts';
import found from './found.json' with { type: 'json' };
import { embeddedWorldDatabase, type WorldDatabase } from './support/world-database.ts';
import { type WorldRun, simulate } from './support/run.ts';

vi.mock('@node-rs/argon2', async () => await import('./support/passwords.ts'));
vi.mock('uuid', async () => await import('./support/ids.ts'));

let database: WorldDatabase;
beforeAll(async () => {
  database = await embeddedWorldDatabase();
});
afterAll(() => database?.close());

function keepLog({ world, lines }: WorldRun): string {
  const folder = join(root, 'test-results', 'simulation');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${world}.log`);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

/** Fails with what is broken and how to see it again. */
function expectWhole(run: WorldRun): void {
  if (run.broken.length === 0) return;
  const again = `CAIPU_WORLD=${run.world} npx vitest run tests/simulation/simulation.deep.test.ts`;
  throw new Error(
    `world ${run.world}: ${run.broken.join('\n')}\nlog: ${keepLog(run)}\nagain: ${again}\n${run.lines.slice(-30).join('\n')}`,
  );
}

const one = process.env.CAIPU_WORLD;
/** One in which players live together, and whatever chance brings; in a night every third one is such a world. */
const made = [
  'together b',
  ...Array.from({ length: worldCount(2) - 1 }, (_, n) => `${n > 2 && n % 3 === 0 ? 'together ' : ''}${seed}-${n + 1}`),
];
const names = one ? [one] : [...found.worlds, ...made].filter((_, n) => isInShard(n));

it.each(names)('[R40] world %s', async (name) => {
  const run = await simulate(database, name);
  if (one) console.log(`${keepLog(run)}  ${run.hash}  ${JSON.stringify(run.counts)}`);
  expectWhole(run);
});

it('[R40] a world replays to the letter, and another one is another', async () => {
  const short = { playMs: 50_000 };
  const first = await simulate(database, 'again', short);
  const second = await simulate(database, 'again', short);
  expect(second.lines).toEqual(first.lines);
  expect(second.hash).toBe(first.hash);
  expect((await simulate(database, 'another', short)).hash).not.toBe(first.hash);
  // It is a world in which something happens.
  expect(first.counts.orders).toBeGreaterThan(5);
  expect(first.counts.sports).toBeGreaterThan(0);
  expect(first.counts.draws).toBeGreaterThan(5);
});
