/**
 * Tests made from the descriptions: every play of every game is opened on the phone and filled at random (taps, bankers, typed bets, 机选).
 * The bet bar must show the bets and the amount that the engine computes in Node from the picks on the board. With `CAIPU_ALL_PLAYS=1`
 * (nightly) each play is filled many times, from another seed every day. `CAIPU_SEED` repeats a run.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { CompiledGame, CompiledPlay } from '../../engine/rules/index.ts';
import type { GameDescription } from '../../engine/descriptions/types.ts';
import { oracleBets } from '../engine/rules/support/oracle.ts';
import { driveBoard, type Reading } from './support/board-driver.ts';
import { clippedTexts } from './support/clipped.ts';
import {
  barFigures,
  fullestLine,
  lineOn,
  planOf,
  comparableLine,
  RANDOM_FILL,
  randomLineOf,
  type ExpectedFill,
  expectedFillOf,
} from './support/fills.ts';
import { publishedGame } from './support/published.ts';
import { FEW_DRAWS_NO_MATCHES, type RunningServer, startServer } from './support/server.ts';
import { expect, test } from './support/test.ts';

const nightly = process.env.CAIPU_ALL_PLAYS === '1';
const SEED = Number(process.env.CAIPU_SEED ?? (nightly ? Math.floor(Date.now() / 86_400_000) : 1));
/** Random fills of each play of each game. */
const FILLS = nightly ? 20 : 1;
/** Bets up to this many are also counted one by one. */
const LISTED = 400n;

const folder = fileURLToPath(new URL('../../games', import.meta.url));
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as GameDescription);
const familyOf = ({ family, code }: GameDescription): string => family ?? code;
const families = [...new Set(files.map(familyOf))].map((name) => [name, files.filter((file) => familyOf(file) === name)] as const);

let server: RunningServer;
test.beforeAll(async () => {
  server = await startServer({ clock: 1, env: FEW_DRAWS_NO_MATCHES });
});
test.afterAll(async () => {
  await server?.stop();
});

async function open(page: Page, route: string, { game }: CompiledGame): Promise<void> {
  await page.goto(server.url + route);
  await expect(page.getByRole('heading', { name: game.name })).toBeVisible();
  await expect(page.locator('.skeleton')).toHaveCount(0);
  await expect(page.getByRole('region', { name: '投注栏' })).toBeVisible();
  expect(await clippedTexts(page), `${game.code} as it opens`).toEqual([]);
}

/** The fault of the screen after a fill, in words; undefined if there is none. */
function wrong(compiled: CompiledGame, play: CompiledPlay, { line, fill }: ExpectedFill, reading: Reading): string | undefined {
  const shown = lineOn(play, reading);
  const readingText = JSON.stringify({ how: fill.how, shown, figures: reading.figures });
  if (line !== null && JSON.stringify(comparableLine(shown)) !== JSON.stringify(comparableLine(line)))
    return `the board is not what was put there, ${JSON.stringify(line)}: ${readingText}`;
  if (reading.figures !== barFigures(compiled, shown)) return `${barFigures(compiled, shown)} is what the engine says: ${readingText}`;
  if (reading.reason !== '') return `still asks “${reading.reason}”: ${readingText}`;
  const bets = play.count(shown);
  if (bets <= LISTED) {
    const listed = oracleBets(compiled.game, play.play, shown).length;
    if (BigInt(listed) !== bets) return `${listed} bets when listed one by one: ${readingText}`;
  }
  return undefined;
}

for (const [family, games] of families) {
  test(`every play of ${family} is opened, filled and priced: ${games.map(({ code }) => code).join(', ')}`, async ({ page }) => {
    test.setTimeout(nightly ? 3_600_000 : 240_000);
    // Animations of the cells would only cost time.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const faults: string[] = [];
    const seen = new Set<string>();
    let filled = 0;
    for (const { code } of games) {
      const { compiled, route } = await publishedGame(server.url, code);
      await open(page, route, compiled);
      // Games of a family mostly sell the same plays. A test run fills each play in one game, the nightly run in every game that sells it.
      // A game without a play of its own still gets one filled, so that its route, clock and caps are tested.
      const first = (play: CompiledPlay) => {
        const description = JSON.stringify(play.play);
        return nightly || (!seen.has(description) && seen.add(description));
      };
      const fresh = compiled.plays.filter(first);
      const plays = fresh.length > 0 ? fresh : compiled.plays.slice(0, 1);
      const work = plays.map((play, at) => {
        const samples = Array.from({ length: FILLS }, (_, n) =>
          expectedFillOf(compiled, play, randomLineOf(play, SEED * 1_000_003 + at * 1_009 + n)),
        );
        if (fresh.length === 0) return { play, look: false, wanted: samples };
        const most = fullestLine(compiled, play);
        return { play, look: true, wanted: [RANDOM_FILL, ...samples, ...(most ? [expectedFillOf(compiled, play, most)] : [])] };
      });
      const batches = work.flatMap((each) => (each.look ? [[each]] : [])).concat([work.filter(({ look }) => !look)]);
      for (const batch of batches) {
        if (batch.length === 0) continue;
        const readings = await page.evaluate(
          driveBoard,
          batch.map(({ play, wanted }) => planOf(compiled, play, wanted)),
        );
        batch.forEach(({ play, wanted }, at) => {
          wanted.forEach((each, n) => {
            const fault = wrong(compiled, play, each, readings[at]?.[n] as Reading);
            if (fault !== undefined) faults.push(`${code} ${play.play.code}: ${fault}`);
          });
          filled += wanted.length;
        });
        if (batch[0]?.look) for (const cut of await clippedTexts(page)) faults.push(`${code} ${batch[0].play.play.code}: cut off: ${cut}`);
      }
    }
    expect(faults, `seed ${SEED}`).toEqual([]);
    test.info().annotations.push({ type: 'filled', description: `${filled} boards` });
    expect(filled).toBeGreaterThanOrEqual(games.length);
  });
}
