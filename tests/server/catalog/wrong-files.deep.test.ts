/**
 * Wrong files of every kind that the product describes (tests/fixtures/malformed/product.json: a file of the product and what spoils it). Each is
 * refused where it is wrong and with a remedy, and neither the file nor a restart with it changes what players have.
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { formatProblem } from '../../../engine/descriptions/problem.ts';
import type { Publication } from '../../../server/catalog/publication.ts';
import { type Edit, patchedText } from '../../support/patched.ts';
import { root, startServer, temporaryFolder, type TestServer } from '../support/server.ts';

interface Wrong {
  /** Below games/ or app/. */
  readonly file: string;
  readonly edits: readonly Edit[];
  readonly pointer: string;
  readonly code: string;
}
const CASES = Object.entries(
  JSON.parse(readFileSync(join(root, 'tests/fixtures/malformed/product.json'), 'utf8')) as Record<string, Wrong>,
);

/** Dealt out so that no round has two cases of one file. */
function rounds(): (readonly [string, Wrong])[][] {
  const dealt: (readonly [string, Wrong])[][] = [];
  for (const each of CASES) {
    let round = dealt.find((some) => some.every(([, { file }]) => file !== each[1].file));
    if (!round) dealt.push((round = []));
    round.push(each);
  }
  return dealt;
}

const home = temporaryFolder();
const folders = { games: join(home, 'games'), app: join(home, 'app') };
const options = { history: 0, dataDir: join(home, 'data'), gamesDir: folders.games, appDir: folders.app };
let server: TestServer | undefined;
afterAll(async () => {
  await server?.stop();
  rmSync(home, { recursive: true, force: true });
});

const state = (publication: Publication) => ({
  index: publication.index(),
  rest: publication
    .documents()
    .map(({ kind, code, hash }) => `${kind}/${code} ${hash}`)
    .sort(),
});

it(`${CASES.length} wrong files of every kind are located, with a remedy, and change nothing that players have, restart included`, async () => {
  cpSync(join(root, 'games'), folders.games, { recursive: true });
  cpSync(join(root, 'app/descriptions'), folders.app, { recursive: true });
  server = await startServer(options);
  expect(CASES.length).toBeGreaterThanOrEqual(70);
  const before = state(server.context.publication);
  const { database } = server.context;
  const versionsInForce = async () =>
    (
      await database.query<{ n: number }>(
        "SELECT count(*)::int AS n FROM descriptions WHERE kind NOT IN ('game', 'sport', 'outright', 'small')",
      )
    ).rows[0]?.n;
  await expect.poll(versionsInForce, { timeout: 60_000 }).toBe(before.rest.length);

  for (const round of rounds()) {
    const good = new Map<string, string>();
    for (const [, { file, edits }] of round) {
      const path = join(home, file);
      const text = readFileSync(path, 'utf8');
      good.set(path, text);
      writeFileSync(path, patchedText(text, edits));
    }
    await server.context.publication.refresh();
    const problems = server.context.publication.problems();
    for (const [name, { file, pointer, code }] of round) {
      const own = problems.filter((problem) => problem.file === join(home, file)).map((problem) => formatProblem(problem, 'zh'));
      expect(own[0], name).toMatch(/:\d+:\d+ {2}\/.* {2}[A-Z_]+ {2}.+；.+/);
      expect(own[0], name).toContain(`  ${pointer}  ${code}  `);
    }
    expect(state(server.context.publication)).toEqual(before);
    await server.stop();
    server = await startServer(options);
    expect(state(server.context.publication)).toEqual(before);
    for (const [path, text] of good) writeFileSync(path, text);
    await server.context.publication.refresh();
    expect(state(server.context.publication)).toEqual(before);
    expect(server.context.publication.problems()).toEqual([]);
  }
}, 600_000);
