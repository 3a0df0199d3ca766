/**
 * R34: malformed description files dropped into the folders of a running server while players bet. Each is refused with place, pointer
 * and code; no bet fails; every running game keeps its version; good changes go live all the while; and the server does with a small
 * heap, so whatever the files leave behind is given back. 150 files here, and 2,000 with CAIPU_NIGHTLY=1 (or CAIPU_FILES=n).
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DescriptionIndex, Game } from '../../../engine/descriptions/types.ts';
import { compileGame, priceTicket, randomLine } from '../../../engine/rules/index.ts';
import type { LotteryPageModels } from '../../../protocol/calls.ts';
import { type HostileFile, hostileFiles, realFiles, filesInRounds, seeded } from '../support/hostile.ts';
import { Client } from '../support/client.ts';
import { copyGames, root, type SpawnedServer, spawnServer, temporaryFolder, waitFor } from '../support/server.ts';

const COUNT = Number(process.env.CAIPU_FILES ?? (process.env.CAIPU_NIGHTLY === '1' ? 2_000 : 150));
const SEED = 34;
/** Files that lie in the folders at once. */
const ROUND = 75;
/** The server's heap in MB. It needs about 70 to run these games and would need gigabytes to keep the files. */
const HEAP_MB = 160;
const PLAYERS = 4;

let folder: string;
let gamesDir: string;
let server: SpawnedServer;
let running: Map<string, string>;
let marks = 0;

beforeAll(async () => {
  folder = temporaryFolder();
  gamesDir = copyGames(folder);
  server = await spawnServer({
    CAIPU_DATA: join(folder, 'data'),
    CAIPU_GAMES: gamesDir,
    CAIPU_CLOCK: '1',
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
  });
  await mark();
  running = hashes(await index());
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const index = async () => (await (await fetch(`${server.base}/descriptions/index.json`)).json()) as DescriptionIndex;
const hashes = (of: DescriptionIndex) => new Map(of.games.filter(({ code }) => code !== 'markk3').map(({ code, hash }) => [code, hash]));

/** Publishes a good change and waits for it: whatever was written before it has been seen, since looks follow one another. */
async function mark(): Promise<void> {
  const game = JSON.parse(readFileSync(join(root, 'games/jsks.json'), 'utf8')) as Record<string, unknown>;
  const name = `快三${(marks += 1)}`;
  writeFileSync(join(gamesDir, 'markk3.json'), JSON.stringify({ ...game, code: 'markk3', name }));
  await waitFor(`${name} published`, async () => (await index()).games.some((entry) => entry.name === name));
}

/** Players who bet one bet after the other until the test stops them. Every answer is kept. */
async function startBetting() {
  const tell = async (ms: number) =>
    fetch(`${server.base}/test/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ advanceMs: ms }),
    });
  // Games whose sale does not end meanwhile: between two issues a bet is refused, and rightly.
  const open = async () => {
    const client = await new Client(server.base).sync();
    const pages = await Promise.all(
      ['ssq', 'dlt', 'qlc', 'qxc', 'lhc'].map((code) =>
        client.get<LotteryPageModels>('/api/SiteMsg/AppLotteryPageInfo', { gameCode: code }),
      ),
    );
    const selling = pages
      .filter(({ models }) => (models?.current?.closesAt ?? 0) - client.now() > 600_000)
      .map(({ models }) => models.gameCode);
    if (selling.length >= 2) return selling;
    await tell(3_600_000);
    return undefined;
  };
  const codes = await waitFor('two games on sale for ten minutes', open);
  const random = seeded(SEED);
  const games = await Promise.all(
    codes.map(async (code) => {
      const hash = running.get(code) as string;
      return { hash, compiled: compileGame((await (await fetch(`${server.base}/descriptions/game/${code}.${hash}.json`)).json()) as Game) };
    }),
  );
  const answers: string[] = [];
  let betting = true;
  const players = Array.from({ length: PLAYERS }, async () => {
    let player = await (await new Client(server.base).sync()).register();
    for (let bets = 1; betting; bets += 1) {
      // A purse of 10,000.00 lasts for a thousand bets of the dearest of these games.
      if (bets % 900 === 0) player = await (await new Client(server.base).sync()).register();
      const { hash, compiled } = games[random(games.length)] as (typeof games)[number];
      const line = randomLine(compiled, compiled.plays[0]?.play.code ?? '', random);
      if (line === undefined) throw new Error('no line');
      const ticket = { game: compiled.game.code, lines: [line] };
      const answer = await player
        .bet({ ticket, hash, amountFen: Number(priceTicket(compiled, ticket).amountFen) })
        .catch((error: Error) => ({ status: -1, msg: String(error.cause ?? error) }));
      answers.push(answer.status === 0 ? 'accepted' : `${answer.status} ${answer.msg}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  });
  return {
    answers,
    async stop() {
      betting = false;
      await Promise.all(players);
    },
  };
}

const pathOf = (file: Pick<HostileFile, 'folder' | 'name'>) => join(gamesDir, file.folder === 'games' ? '' : 'families', file.name);

interface Refusal {
  readonly pointer: string;
  readonly code: string;
}
/** What the server says of files: `description refused  file:line:column  /pointer  CODE  what; remedy`. */
function refusals(output: string): Map<string, Refusal[]> {
  const found = new Map<string, Refusal[]>();
  for (const line of output.split('\n')) {
    const match = /^description refused {2}(.+\.json):\d+:\d+ {2}(\/.*?) {2}([A-Z_]+) {2}\S.*；\S/.exec(line);
    if (match === null) continue;
    const [, path = '', pointer = '', code = ''] = match;
    found.set(path, [...(found.get(path) ?? []), { pointer: pointer === '/' ? '' : pointer, code }]);
  }
  return found;
}

/** A refusal names the place of a mistake when it points there, above or below it, or beside it, where something is now missing. */
function near(refused: string, meant: string): boolean {
  const parent = meant.slice(0, meant.lastIndexOf('/'));
  return refused === '' ? parent === '' : `${meant}/`.startsWith(`${refused}/`) || `${refused}/`.startsWith(`${parent}/`);
}

/** What a folder may hold that is no readable file. Returns their names. */
function oddities(): string[] {
  const at = (name: string) => join(gamesDir, `${name}.json`);
  mkdirSync(at('o-folder'));
  symlinkSync(at('o-loop-b'), at('o-loop-a'));
  symlinkSync(at('o-loop-a'), at('o-loop-b'));
  symlinkSync(at('o-gone'), at('o-dangling'));
  symlinkSync(gamesDir, at('o-to-folder'));
  symlinkSync('/dev/zero', at('o-zero'));
  execFileSync('mkfifo', [at('o-pipe')]);
  for (const [name, size] of [
    ['o-large', 50_000_000],
    ['o-larger', 5_000_000_000],
    ['o-just', 1024 * 1024 + 1],
  ] as const) {
    writeFileSync(at(name), '');
    truncateSync(at(name), size);
  }
  return ['o-folder', 'o-loop-a', 'o-loop-b', 'o-dangling', 'o-to-folder', 'o-zero', 'o-pipe', 'o-large', 'o-larger', 'o-just'];
}

it(`${COUNT} malformed files under load: each refused with its place, no bet fails, running games stay`, { timeout: 600_000 }, async () => {
  const real = realFiles(gamesDir).filter(({ name }) => name !== 'markk3.json');
  const originals = new Map(real.map((file) => [pathOf(file), file.text]));
  const files = hostileFiles(real, COUNT, SEED);
  expect(files.length).toBeGreaterThanOrEqual(COUNT);
  const load = await startBetting();

  for (const round of filesInRounds(files, ROUND)) {
    const before = server.output().length;
    for (const file of round) writeFileSync(pathOf(file), file.bytes);
    await waitFor('every file of the round refused', async () => {
      const refused = refusals(server.output().slice(before));
      return round.every((file) => refused.has(pathOf(file)));
    }).catch((error: Error) => {
      const refused = refusals(server.output().slice(before));
      throw new Error(
        `${error.message}; not refused: ${round
          .filter((file) => !refused.has(pathOf(file)))
          .map(({ name, how }) => `${name}: ${how.slice(0, 80)}`)
          .join('; ')}`,
      );
    });
    const refused = refusals(server.output().slice(before));
    for (const file of round) {
      const reported = refused.get(pathOf(file)) as Refusal[];
      const of = `${file.folder}/${file.name}, ${file.how.slice(0, 120)}`;
      // FILE_CHECK would mean that the loader itself broke on the file.
      expect([of, reported.filter(({ code }) => code === 'FILE_CHECK')]).toEqual([of, []]);
      if (file.pointer !== undefined)
        expect([of, reported, reported.some(({ pointer }) => near(pointer, file.pointer as string))]).toEqual([of, reported, true]);
    }
    await mark();
    expect(hashes(await index())).toEqual(running);
    for (const file of round) {
      const original = originals.get(pathOf(file));
      if (original === undefined) unlinkSync(pathOf(file));
      else writeFileSync(pathOf(file), original);
    }
    // Twice: the look that publishes the first may have begun before the files were restored.
    await mark();
    await mark();
  }

  const before = server.output().length;
  const odd = oddities();
  await waitFor('every oddity refused', async () => {
    const refused = refusals(server.output().slice(before));
    return odd.every((name) => refused.has(join(gamesDir, `${name}.json`)));
  });
  await mark();
  expect(hashes(await index())).toEqual(running);

  await load.stop();
  expect(load.answers.filter((answer) => answer !== 'accepted').slice(0, 5)).toEqual([]);
  expect(load.answers.length).toBeGreaterThan(200);
  // Nothing of theirs reaches a log line of its own.
  expect(server.output()).not.toContain('\u001b');
  expect(server.output()).not.toMatch(/^(descriptions|error in .*): |the version before stays/m);
});
