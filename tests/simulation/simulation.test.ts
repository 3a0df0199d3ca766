/** R40: whole worlds from a seed (support/run.ts): nothing that must hold is broken, and a seed replays to the letter. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { embeddedHome, type Home } from './support/homes.ts';
import { simulate } from './support/run.ts';

vi.mock('@node-rs/argon2', async () => await import('./support/passwords.ts'));
vi.mock('uuid', async () => await import('./support/ids.ts'));

let home: Home;
beforeAll(async () => {
  home = await embeddedHome();
});
afterAll(() => home.close());

const first = Number(process.env.CAIPU_SEED ?? 1);
const count = Number(process.env.CAIPU_SEEDS ?? 2);
it.each(process.env.CAIPU_LIST ? process.env.CAIPU_LIST.split(' ') : Array.from({ length: count }, (_, at) => String(first + at)))('[R40] world %s', async (seed) => {
  const at = process.hrtime.bigint();
  const run = await simulate(home, seed);
  console.log(seed, run.hash.slice(0, 12), run.counts, run.lines.length, Number(process.hrtime.bigint() - at) / 1e6);
  mkdirSync('/tmp/sim', { recursive: true });
  writeFileSync(`/tmp/sim/${seed}-${Date.now()}.log`, run.lines.join('\n'));
  expect(run.broken).toEqual([]);
}, 600_000);
