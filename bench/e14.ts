/** E14: sports on a slow phone: the range of prizes of a large free ticket, ten thousand optimised bets, live scores that nobody touches. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { resolveSport } from '../engine/descriptions/sports/resolve.ts';
import type { PassesDescription, SportFile } from '../engine/descriptions/sports/types.ts';
import { compileSport, type SportTicket, sportPrizeRange } from '../engine/rules/sports/index.ts';
import { cpuMeter } from './lib/browser.ts';
import type { Bench, Context, Figure } from './lib/figure.ts';
import { FLING_START_PX, FLING_FRAMES, FRAME_MS, percentInTime, scrollFrameTimes } from './lib/fling.ts';
import { cpuPerCall, percentile } from './lib/rounds.ts';
import { startVisit } from './lib/visit.ts';

const GAMES = join(import.meta.dirname, '../games');
const MATCHES = 15;
/** The phone's processor is taken as this many times slower than this one. */
const PHONE = 6;
const SLOWER = 4;
const FLINGS = 12;
/** px of a frame while the list is thrown by its end: about five screens, more than any finger can do. */
const THROW = 4_000;

/** Every choice of 竞彩足球 in fifteen matches, in every pass without repeats that the game joins. */
function freeTicket(): { readonly compiled: ReturnType<typeof compileSport>; readonly ticket: SportTicket; readonly choices: number } {
  const read = (path: string) => JSON.parse(readFileSync(join(GAMES, path), 'utf8'));
  const sport = resolveSport(read('sports/jczq.json') as SportFile);
  const compiled = compileSport(sport, read('passes/jc.json') as PassesDescription);
  const plays = sport.plays.filter(({ needs }) => needs === undefined);
  const picks = (match: number) =>
    Object.fromEntries(
      plays.map(({ code, choices }) => [
        code,
        Object.fromEntries(choices.map((choice, i) => [choice.code, (1.35 + 0.27 * i + 0.01 * match).toFixed(2)])),
      ]),
    );
  const ticket = {
    game: 'jczq',
    matches: Array.from({ length: MATCHES }, (_, i) => ({ match: `m${i}`, numbers: { handicap: '-1' }, picks: picks(i) })),
    passes: ['2_1', '3_1', '4_1'],
    multiplier: 1,
  } as unknown as SportTicket;
  return { compiled, ticket, choices: plays.reduce((sum, { choices }) => sum + choices.length, 0) };
}

function range(context: Context): Figure {
  const { compiled, ticket, choices } = freeTicket();
  // The ways in which a match can end are worked out once for each handicap, when a match is picked.
  for (let i = 0; i < 50; i++) sportPrizeRange(compiled, ticket);
  const samples = Array.from({ length: context.rounds }, () => cpuPerCall(() => sportPrizeRange(compiled, ticket), 200) / 1000);
  const ms = percentile(samples, 0.5);
  return {
    id: 'E14.range',
    what: `least and most of a free ticket of ${MATCHES} matches × ${choices} choices in three passes, processor time × ${PHONE}`,
    value: ms * PHONE,
    unit: 'ms',
    goal: { at: 'most', value: 4 },
    rounds: samples.length,
    range: [Math.min(...samples) * PHONE, Math.max(...samples) * PHONE],
    note: `${ms.toFixed(3)} ms here`,
  };
}

/** Choices of six matches: 5·5·5·5·4·4 is 10,000 single bets, the most of a ticket. */
const CHOICES = [5, 5, 5, 5, 4, 4];

async function openOptimise(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/jczq`);
  await page.locator('.match').first().waitFor();
  const picked = await page.evaluate((counts) => {
    const cellsOf = (row: Element) => [...row.querySelectorAll<HTMLElement>('.match-cell:not([disabled])')];
    const rows = [...document.querySelectorAll('.match')].filter((row) => cellsOf(row).length >= 6);
    for (const [i, count] of counts.entries()) for (const cell of cellsOf(rows[i] as Element).slice(0, count)) cell.click();
    return Math.min(rows.length, counts.length);
  }, CHOICES);
  if (picked < CHOICES.length) throw new Error(`only ${picked} matches on sale`);
  await page.goto(`${url}/jczq?view=optimise`);
  await page.locator('.bet-row').first().waitFor();
  return CHOICES.reduce((product, count) => product * count, 1);
}

const bench: Bench = {
  id: 'E14',
  title: 'sports: a range, ten thousand optimised bets, idle live scores',
  async run(context) {
    const figures: Figure[] = [range(context)];
    const { url, page, stop } = await startVisit(context);
    const session = await page.context().newCDPSession(page);
    const bets = await openOptimise(page, url);
    await page.waitForTimeout(3_000);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const times = context.quick ? 4 : FLINGS;
    const frames = await scrollFrameTimes(page, '.bet-row', times, FLING_FRAMES, FLING_START_PX, 0);
    const thrown = await scrollFrameTimes(page, '.bet-row', times, 40, THROW, THROW);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    figures.push(
      {
        id: 'E14.optimise',
        what: `frames of flings through ${bets.toLocaleString('en')} optimised bets at ${SLOWER}× throttle within ${FRAME_MS} ms`,
        value: percentInTime(frames),
        unit: '%',
        goal: { at: 'least', value: 95 },
        note: `${frames.length} frames, the longest ${Math.max(...frames).toFixed(0)} ms`,
      },
      {
        id: 'E14.throw',
        what: `the same while they pass by at ${THROW.toLocaleString('en')} px a frame, so that every frame shows other bets`,
        value: percentInTime(thrown),
        unit: '%',
        note: `${thrown.length} frames, the longest ${Math.max(...thrown).toFixed(0)} ms`,
      },
    );

    await page.goto(`${url}/scores`);
    await page.locator('.live-row').first().waitFor();
    await page.waitForTimeout(10_000);
    const seconds = context.quick ? 20 : 60;
    const shown = await page.locator('.live-row').count();
    const meter = await cpuMeter(page);
    const { task, script, style, layout } = await meter.measure(() => page.waitForTimeout(seconds * 1_000));
    const minute = 60 / seconds;
    figures.push({
      id: 'E14.scores',
      what: 'main thread of live scores that nobody touches, a minute',
      value: task * minute,
      unit: 'ms',
      goal: { at: 'most', value: 300 },
      note: `${shown} matches, ${seconds} s; script ${(script * minute).toFixed(0)}, style ${(style * minute).toFixed(0)}, layout ${(layout * minute).toFixed(0)}`,
    });
    await stop();
    return figures;
  },
};
export default bench;
