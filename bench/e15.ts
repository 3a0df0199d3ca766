/**
 * E15: the people who joined a group order, ten thousand and four hundred of them. Their call is answered here, fifty at a time as the server
 * does, so that the list is what is measured.
 */
import type { Page } from '@playwright/test';
import { groupDetail, groupJoins } from '../protocol/calls/hm.ts';
import { cpuMeter, logIn } from './lib/browser.ts';
import type { Bench, Figure } from './lib/figure.ts';
import { FLING_START_PX, FLING_FRAMES, FRAME_MS, percentInTime, scrollFrameTimes } from './lib/fling.ts';
import { summarise } from './lib/rounds.ts';
import { startVisit } from './lib/visit.ts';

const MANY = 10_000;
const FEW = 400;
const A_PAGE = 50;
const SLOWER = 4;
const FLINGS = 12;
/** What is around the rows: of a long list only those near the screen are in the page, and it may begin below it. */
const ROWS = '.list-frame';

const id = (n: number): string => `019a2b3c-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** Answers the calls for a group order with `people` members. The result gives the number of pages of members that were requested so far. */
async function answer(page: Page, people: number): Promise<() => number> {
  let pages = 0;
  const models = {
    ...groupDetail.example.models,
    people,
    shares: 20_000,
    soldShares: 12_345,
    leftShares: 7_655,
    stopsAt: Date.now() + 36_000_000,
  };
  await page.route(/\/api\/hm\/detail/, (route) => route.fulfill({ json: { status: 0, models, msg: '' } }));
  await page.route(/\/api\/hm\/joinlist/, (route) => {
    pages += 1;
    const from = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
    const items = Array.from({ length: Math.min(A_PAGE, people - from) }, (_, at) => ({
      ...groupJoins.example.models.items[0],
      joinId: id(from + at),
      type: at % 5 === 4 ? 'follow' : 'join',
      typeName: at % 5 === 4 ? '定制' : '认购',
      shares: 1 + (at % 90),
      amountFen: 100 * (1 + (at % 90)),
      at: Date.now() - 3_600_000 + from + at,
    }));
    const next = from + A_PAGE < people ? String(from + A_PAGE) : null;
    return route.fulfill({ json: { status: 0, models: { items, next }, msg: '' } });
  });
  return () => pages;
}

/** Opens it, and goes to the end of the list until there is no more. Resolves with the nodes of the page and the pages asked for at first. */
async function open(page: Page, url: string, people: number): Promise<{ readonly nodes: number; readonly first: number }> {
  const pages = await answer(page, people);
  // A page behind another draws no frames.
  await page.bringToFront();
  await page.goto(`${url}/togetherOrder?id=${id(people)}`);
  await page.locator('.list-frame__end').waitFor({ state: 'attached' });
  await page.waitForTimeout(2_000);
  const first = pages();
  await page.evaluate(async (selector) => {
    let scroller = document.querySelector(selector)?.parentElement;
    while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
    const box = scroller ?? (document.scrollingElement as Element);
    const wait = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // Its own button: the observer sees no arrival of a player that stays at the end while rows come.
    const end = document.querySelector('.list-frame__end') as Element;
    while (!end.textContent?.includes('没有更多了')) {
      end.querySelector('button')?.click();
      await wait();
    }
    box.scrollTop = box.scrollHeight / 2;
    await wait();
  }, ROWS);
  await page.waitForTimeout(1_000);
  return { nodes: await page.evaluate(() => document.querySelectorAll('*').length), first };
}

const bench: Bench = {
  id: 'E15',
  title: 'a group order that ten thousand have joined',
  async run(context) {
    const { url, page, stop } = await startVisit(context);
    await logIn(page, url);
    const few = await page.context().newPage();
    await few.addInitScript('globalThis.__name = (named) => named;');
    const [many, small] = [await open(page, url, MANY), await open(few, url, FEW)];
    const times = context.quick ? 4 : FLINGS;

    /** Processor time (ms) of the main thread for a frame of a fling. */
    const flingFrameMs = async (of: Page): Promise<number> => {
      await of.bringToFront();
      const meter = await cpuMeter(of);
      const { task } = await meter.measure(() => scrollFrameTimes(of, ROWS, 2, FLING_FRAMES, FLING_START_PX, 0));
      return task / (2 * FLING_FRAMES);
    };
    const steps: Record<'many' | 'few', number[]> = { many: [], few: [] };
    for (let round = 0; round <= context.rounds; round++) {
      const [a, b] =
        round % 2 === 0
          ? [await flingFrameMs(page), await flingFrameMs(few)]
          : [await flingFrameMs(few), await flingFrameMs(page)].toReversed();
      // One round before is not counted.
      if (round > 0) {
        steps.many.push(a as number);
        steps.few.push(b as number);
      }
    }
    const { ratio, range, rounds, a, b } = summarise(steps.many, steps.few);

    await page.bringToFront();
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const frames = await scrollFrameTimes(page, ROWS, times, FLING_FRAMES, FLING_START_PX, 0);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await stop();
    const people = `${MANY.toLocaleString('en')} who joined`;
    const figures: Figure[] = [
      {
        id: 'E15.first',
        what: `pages of ${A_PAGE} asked for when a group order with ${people} opens`,
        value: many.first,
        unit: '',
        goal: { at: 'most', value: 2 },
      },
      {
        id: 'E15.nodes',
        what: `elements of the page when all ${people} are loaded`,
        value: many.nodes / small.nodes,
        unit: '×',
        goal: { at: 'most', value: 1.1 },
        against: { what: `the same with ${FEW}`, ours: String(many.nodes), theirs: String(small.nodes) },
      },
      {
        id: 'E15.step',
        what: `processor time of a frame of a fling through ${people}`,
        value: ratio,
        unit: '×',
        goal: { at: 'most', value: 1.3 },
        against: { what: `the same with ${FEW}`, ours: `${a.toFixed(2)} ms`, theirs: `${b.toFixed(2)} ms` },
        rounds,
        range,
      },
      {
        id: 'E15.fling',
        what: `frames of flings through ${people} at ${SLOWER}× throttle within ${FRAME_MS} ms`,
        value: percentInTime(frames),
        unit: '%',
        goal: { at: 'least', value: 95 },
        note: `${frames.length} frames, the longest ${Math.max(...frames).toFixed(0)} ms`,
      },
    ];
    return figures;
  },
};
export default bench;
