/**
 * Generated paths through the machines of a bet, on the real screens. Each event is an action of a player, and after each event the page must show
 * the state of the machine. The paths take every transition that a player can cause. Each other transition is listed with a reason.
 */
import type { Route } from '@playwright/test';
import type { Game } from '../../engine/descriptions/types.ts';
import { ballSelectionMachine } from '../../engine/machines/ball-selection.ts';
import { selectionAreas } from '../../engine/machines/selection-areas.ts';
import { betSlipMachine, type SlipLine } from '../../engine/machines/bet-slip.ts';
import { submissionMachine } from '../../engine/machines/submission.ts';
import { coverage, pathOf } from '../../engine/replay/index.ts';
import { readBoard } from './support/seen-board.ts';
import type { RunningServer } from './support/server.ts';
import { choosePlay } from './support/play.ts';
import { expect, newPlayer, test } from './support/test.ts';
import { type WalkEvent, type WalkReport, walkModel } from './support/walker.ts';

const CODE = 'sh11x5';

let server: RunningServer;
let game: Game;
test.beforeAll(async ({ shared }) => {
  server = shared;
  const json = async <T>(path: string) => (await (await fetch(`${server.url}${path}`)).json()) as T;
  const index = await json<{ games: { code: string; hash: string }[] }>('/descriptions/index.json');
  game = await json<Game>(`/descriptions/game/${CODE}.${index.games.find(({ code }) => code === CODE)?.hash}.json`);
});

/** Expects that the walk took all transitions of the machine except exactly those in `reasons`. */
function expectAllBut(machine: Parameters<typeof coverage>[0], { runs }: WalkReport, reasons: Readonly<Record<string, string>>): void {
  const runSummaries = runs.map(({ start, events }) => ({ start: { value: start.value, context: start.context }, events }));
  const { transitions } = coverage(machine, runSummaries);
  expect(transitions.missing).toEqual(Object.keys(reasons));
}

const PAIRS = 'a button of several numbers, on boards of pairs alone: unit tests of the machine and its golden paths';
const STORED = 'a stored board, a line under change, a new version: unit tests of the board';
const CLOCK = 'an issue that closes while the slip is open: unit tests of the slip';

const playOf = (code: string) => {
  const play = game.playGroups.flatMap(({ plays }) => plays).find((each) => each.code === code);
  if (!play) throw new Error(`no play ${code}`);
  return play;
};

test('selecting balls', async ({ page }) => {
  await newPlayer(page, server.url);
  await page.goto(`${server.url}/ssc/${CODE}`);
  const play = (code: string) => ({ type: 'PLAY', play: code, areas: selectionAreas(playOf(code)), carry: true });
  const plays = ['RX1', 'RX2_DT', 'Q2ZHIX'];
  const typed = 'Q2ZHIX_DS';
  const input = { play: 'RX1', areas: selectionAreas(playOf('RX1')) };
  await choosePlay(page, '任选一');

  const walk = await walkModel({
    machine: ballSelectionMachine,
    input,
    events: ({ context, value }) => {
      const { areas, bankers } = context as { areas: typeof input.areas; bankers: Record<string, unknown[]> };
      const isTyped = context.play === typed;
      const [area] = areas;
      if (!area) return [];
      return [
        // The play is changed on an empty board only. Carrying picks over has tests of its own, and would multiply the states here.
        ...(value === 'empty' ? [...plays, typed].filter((code) => code !== context.play).map(play) : []),
        ...(isTyped
          ? [
              { type: 'ENTRIES', area: area.id, values: ['01 02'] },
              ...(value === 'empty' ? [] : [{ type: 'ENTRIES', area: area.id, values: [] }]),
            ]
          : [3, 5].flatMap((ball) => areas.map(({ id }) => ({ type: 'TAP', area: id, value: ball })))),
        ...(isTyped ? [] : areas.flatMap(({ id }) => ['all', 'clear'].map((pick) => ({ type: 'QUICK', area: id, pick })))),
        ...(area.bankers ? [{ type: 'BANKER_MODE', area: area.id, on: !(context.bankerMode as Record<string, boolean>)[area.id] }] : []),
        // The page draws random picks (机选). `act` replaces these picks by those that the page shows.
        ...(isTyped || value === 'ready' ? [] : [{ type: 'REPLACE', picks: { [area.id]: [1] }, bankers: area.bankers ? bankers : {} }]),
        ...(value === 'empty' || isTyped ? [] : [{ type: 'CLEAR' }]),
      ];
    },
    key: ({ context }) => JSON.stringify([context.play, context.picks, context.bankers, context.bankerMode]),
    act: async (event, { context }) => {
      const areas = context.areas as typeof input.areas;
      const label = areas.find(({ id }) => id === event.area)?.label ?? '';
      const board = page.getByRole('tabpanel');
      switch (event.type) {
        case 'TAP':
          return board.getByRole('button', { name: new RegExp(`^${label} 0${event.value}(，|$)`) }).tap();
        case 'QUICK':
          return board.getByRole('button', { name: `${label}${event.pick === 'all' ? '全选' : '清除'}` }).tap();
        case 'BANKER_MODE':
          return board.getByRole('button', { name: event.on ? '胆码' : '拖码', exact: true }).tap();
        case 'CLEAR':
          return page.getByRole('button', { name: '清空', exact: true }).tap();
        case 'ENTRIES':
          return page.getByRole('textbox', { name: /输入或粘贴/ }).fill((event.values as string[]).join('\n'));
        case 'PLAY':
          return choosePlay(page, playOf(event.play as string).name);
        default: {
          await page.getByRole('button', { name: '机选', exact: true }).tap();
          await expect.poll(async () => (await readBoard(page)).ready).toBe(true);
          const { areas: shown } = await readBoard(page);
          const chosen = (which: 'picks' | 'bankers') =>
            Object.fromEntries(areas.map((area) => [area.id, shown[area.label]?.[which] ?? []]));
          return { type: 'REPLACE', picks: chosen('picks'), bankers: chosen('bankers') };
        }
      }
    },
    see: () => readBoard(page),
    shows: ({ context, value }) => {
      const areas = context.areas as typeof input.areas;
      const of = (from: unknown, id: string) => (from as Record<string, unknown[]>)[id] ?? [];
      const [area] = areas;
      const entries = area?.values === 'entries';
      return {
        play: playOf(context.play as string).name,
        areas: entries
          ? {}
          : Object.fromEntries(areas.map(({ id, label }) => [label, { picks: of(context.picks, id), bankers: of(context.bankers, id) }])),
        mode: area?.bankers ? ((context.bankerMode as Record<string, boolean>)[area.id] ? '胆码' : '拖码') : '',
        typed: entries && area ? String(of(context.picks, area.id).length) : '',
        empty: value === 'empty',
        // `ready` means that each area has enough picks. The rule also needs different numbers in two places, which `differ` checks.
        ready: value === 'ready' && differ(areas.map(({ id }) => of(context.picks, id))),
      };
    },
  });
  console.log(`ballSelection: ${walk.steps} steps, ${new Set(walk.taken).size} different ones`);
  expectAllBut(ballSelectionMachine, walk, {
    '(any state) --TOGGLE (1 of 2)': PAIRS,
    '(any state) --TOGGLE (2 of 2)': PAIRS,
    '(any state) --QUICK (1 of 2)': 'more than an area takes: these boards take all; unit tests of the machine',
    '(any state) --BANKER_MODE (1 of 2)': 'no board asks for bankers where it takes none: unit tests of the machine',
    '(any state) --ENTRIES (1 of 2)': 'no field to type stands where nothing is typed: unit tests of the machine',
    '(any state) --BOARD (1 of 2)': STORED,
    '(any state) --BOARD (2 of 2)': STORED,
  });
});

/** Whether two places can have different numbers. True for a single place. */
const differ = ([one = [], other]: readonly (readonly unknown[])[]): boolean =>
  other === undefined || one.some((a) => other.some((b) => a !== b));

test('the slip', async ({ page }) => {
  await newPlayer(page, server.url);
  const toBoard = async () => {
    await page.goto(`${server.url}/ssc/${CODE}`);
    await choosePlay(page, '任选一');
  };
  await toBoard();
  const line = (ball: number) => ({ play: 'RX1', picks: { pick: [ball] } });
  const pick = (ball: unknown) => page.getByRole('button', { name: new RegExp(`^选号 0${ball}(，|$)`) }).tap();
  const onBoard = () => /\/ssc\//.test(page.url());
  const lines = page.getByRole('list', { name: '投注单号码' }).getByRole('listitem');
  const ballOf = (each: { readonly line: unknown } | undefined) => (each?.line as { picks: { pick: number[] } } | undefined)?.picks.pick[0];
  const caps = { lines: 1_000, multiplier: 9_999 };

  const walk = await walkModel({
    machine: betSlipMachine,
    input: { game: CODE, hash: '', caps },
    events: ({ context, value }) => {
      const held = context.lines as SlipLine[];
      const add = { type: 'ADD', lines: [line(held.length === 0 ? 3 : 5)] };
      if (value === 'editing') return [{ type: 'UPDATE', line: line(7) }, { type: 'CANCEL_EDIT' }];
      return [
        ...(held.length < 2 ? [add] : []),
        ...held.slice(0, 1).flatMap(({ id }) => [
          { type: 'EDIT', id },
          { type: 'REMOVE', id },
        ]),
        ...(held.length > 0
          ? [{ type: 'CLEAR' }, { type: 'MULTIPLIER', value: context.multiplier === 1 ? 2 : 1 }, { type: 'PLACED' }]
          : []),
      ];
    },
    key: ({ context }) => JSON.stringify([(context.lines as SlipLine[]).map(ballOf), context.multiplier, context.editing !== null]),
    act: async (event, { context }) => {
      const held = context.lines as SlipLine[];
      const row = lines.nth(held.findIndex(({ id }) => id === event.id));
      switch (event.type) {
        case 'ADD':
          if (!onBoard()) await page.getByRole('button', { name: '自选号码' }).tap();
          await expect(page).toHaveURL(/\/ssc\//);
          await pick(ballOf({ line: (event.lines as unknown[])[0] }));
          return page.getByRole('button', { name: '确定' }).tap();
        case 'EDIT':
          return row.getByRole('button', { name: /^修改/ }).tap();
        case 'REMOVE':
          return row.getByRole('button', { name: /^删除/ }).tap();
        case 'UPDATE':
          await page.getByRole('button', { name: '清空', exact: true }).tap();
          await pick(7);
          return page.getByRole('button', { name: '保存' }).tap();
        case 'CANCEL_EDIT':
          await page.getByRole('button', { name: '取消修改' }).tap();
          return page.getByRole('button', { name: /^投注单 \d+ 条/ }).tap();
        case 'CLEAR':
          await page.getByRole('button', { name: '清空' }).tap();
          return page.getByRole('dialog', { name: '清空投注单' }).getByRole('button', { name: '清空' }).tap();
        case 'MULTIPLIER':
          return page.getByRole('button', { name: event.value === 2 ? '加一倍' : '减一倍' }).tap();
        default: {
          await page.getByRole('button', { name: '确认投注' }).tap();
          const sheet = page.getByRole('dialog', { name: '投注成功' });
          await sheet.getByRole('button', { name: '继续投注' }).tap();
          await expect(sheet).toBeHidden();
          // The page of an empty slip leads to the board.
          return expect(page).toHaveURL(/\/ssc\//);
        }
      }
    },
    see: () =>
      page.evaluate(() => ({
        editing: [...document.querySelectorAll('.bet-bar__links button')].some((each) => each.textContent === '取消修改'),
        // The page of the board shows the number of lines in the slip, the page of confirmation shows the lines.
        balls: [...document.querySelectorAll('.slip-line__picks')].map((each) => Number(each.textContent)),
        count: /投注单 (\d+) 条/.exec(document.querySelector('.bet-bar__links')?.textContent ?? '')?.[1] ?? '',
        multiplier: document.querySelector<HTMLInputElement>('.slip-bar input')?.value ?? '',
      })),
    shows: ({ context, value }) => {
      const held = context.lines as SlipLine[];
      const board = value === 'editing' || (held.length === 0 && onBoard());
      return {
        editing: value === 'editing',
        balls: board ? [] : held.map(ballOf),
        count: '',
        multiplier: board ? '' : String(context.multiplier),
      };
    },
  });
  console.log(`betSlip: ${walk.steps} steps, ${new Set(walk.taken).size} different ones`);
  const whileEditing = 'a line under change is on the board, and the list with its buttons on another screen';
  expectAllBut(betSlipMachine, walk, {
    '(any state) --DESCRIPTION': 'a new version of the game comes from its operator',
    '(any state) --SHOWN': CLOCK,
    '(any state) --ISSUE': CLOCK,
    '(any state) --ACKNOWLEDGE': CLOCK,
    '(any state) --ACCEPT': 'changed prizes come with a new version of the game: unit tests of the slip',
    'empty --always (2 of 2)': 'a slip that is under change when the page is loaded: unit tests and recorded sessions',
    'editing --REMOVE': whileEditing,
    'editing --EDIT': whileEditing,
    'editing --always (1 of 2)': whileEditing,
  });
});

test.describe('with a network that fails', () => {
  test.use({ refusals: true });
  test('sending a bet', async ({ page }) => {
    await newPlayer(page, server.url);
    await page.goto(`${server.url}/ssc/${CODE}`);
    await choosePlay(page, '任选一');
    /** The request of the bet that is under way, and the answer to look-ups of its outcome; undefined: they wait. */
    let bet: Route | undefined;
    let outcome: unknown;
    const waiting: Route[] = [];
    await page.route('**/api/lottery/bet_szc*', (route) => void (bet = route));
    const answer = (route: Route) => route.fulfill({ json: { status: 0, models: outcome, msg: '' } });
    await page.route('**/api/order/outcome*', (route) => (outcome === undefined ? void waiting.push(route) : answer(route)));
    const say = async (models: unknown) => {
      outcome = models;
      await Promise.all(waiting.splice(0).map(answer));
    };
    const placed = { orderId: 'o1', amountFen: 200, bets: 1 };
    const refusal = { status: 6, msg: '超过限额' };
    const fill = async () => {
      if (!/\/ssc\//.test(page.url())) {
        if ((await page.locator('.slip-line').count()) > 0) return;
        await page.getByRole('button', { name: '自选号码' }).tap();
      }
      await page.getByRole('button', { name: /^选号 03(，|$)/ }).tap();
      await page.getByRole('button', { name: '确定' }).tap();
      await expect(page.locator('.slip-line')).toHaveCount(1);
    };
    await fill();
    /** Dismisses the outcome, which is a sheet or a refusal on the slip. */
    const end = () =>
      page
        .getByRole('dialog')
        .getByRole('button', { name: '关闭' })
        .or(page.getByRole('button', { name: '知道了' }))
        .tap();
    const doubtAsked = (context: unknown) => (context as { asked: number }).asked;

    const walk = await walkModel({
      machine: submissionMachine,
      input: {},
      events: ({ context, value }): WalkEvent[] => {
        const submission = { key: 'k', call: '', method: 'POST', params: {} };
        const lost = (context.refusal as { status: number } | null)?.status === -1;
        const known = [
          { type: 'ACCEPTED', answer: placed, msg: '' },
          { type: 'REFUSED', refusal },
        ];
        switch (pathOf(value)) {
          case 'idle':
            return [{ type: 'SUBMIT', submission }];
          case 'sending':
            return [...known, { type: 'NO_ANSWER' }];
          case 'doubt.asking':
            return [...known, { type: 'LOST' }, ...(doubtAsked(context) === 0 ? [{ type: 'ASK_FAILED' }] : [])];
          case 'doubt.waiting':
            return [{ type: 'ASK_DUE' }];
          default:
            return [{ type: 'DISMISS' }, ...(lost ? [{ type: 'SUBMIT', submission }] : [])];
        }
      },
      key: ({ context }) => JSON.stringify([doubtAsked(context) > 0, (context.refusal as { status: number } | null)?.status]),
      act: async (event, { value }) => {
        const dialog = page.getByRole('dialog');
        switch (event.type) {
          case 'SUBMIT':
            bet = undefined;
            outcome = undefined;
            if (value === 'refused') await dialog.getByRole('button', { name: '重新投注' }).tap();
            else {
              await fill();
              await page.getByRole('button', { name: '确认投注' }).tap();
            }
            return expect.poll(() => bet !== undefined).toBe(true);
          case 'ACCEPTED':
          case 'REFUSED': {
            const json = event.type === 'ACCEPTED' ? { status: 0, models: placed, msg: '' } : { ...refusal, models: null };
            return value === 'sending' ? bet?.fulfill({ json }) : say({ state: 'done', answer: json });
          }
          case 'NO_ANSWER':
            return bet?.abort('timedout');
          case 'ASK_FAILED':
            await expect.poll(() => waiting.length).toBeGreaterThan(0);
            await Promise.all(waiting.splice(0).map((route) => route.abort('timedout')));
            return;
          case 'ASK_DUE':
            // The page also looks up the outcome by itself after a second. In both cases one look-up is under way.
            return dialog.getByRole('button', { name: '立即查询' }).tap();
          case 'LOST':
            return say({ state: 'unknown' });
          default:
            if (value !== 'accepted') return end();
            await dialog.getByRole('button', { name: '继续投注' }).tap();
            return expect(page).toHaveURL(/\/ssc\//);
        }
      },
      see: () =>
        page.evaluate(() => {
          const title = document.querySelector('dialog[open] .sheet__title')?.textContent ?? '';
          if (title === '投注成功') return 'accepted';
          if (title === '正在确认结果') return 'doubt';
          if (title === '投注未成功' || document.querySelector('.slip-bar__notice')) return 'refused';
          return document.querySelector('.slip-bar__go')?.getAttribute('aria-busy') === 'true' ? 'sending' : 'idle';
        }),
      // One sheet shows both states of a bet in doubt, asking and waiting.
      shows: ({ value }) => pathOf(value).split('.')[0],
    });
    console.log(`submission: ${walk.steps} steps, ${new Set(walk.taken).size} different ones`);
    expectAllBut(submissionMachine, walk, {
      '(any state) --RESUME':
        'another player, another tab with another slip, or an outcome that nobody has read: unit tests, paths-tabs.deep.e2e.ts and bet-in-doubt.e2e.ts',
      'idle --always': 'a reload in the middle of sending: below, and bet-in-doubt.e2e.ts',
      'accepted --SUBMIT': 'the sheet is in the way, and the slip below it is empty',
    });

    // If a page is closed while a bet is being sent or in doubt, the next page starts in doubt.
    outcome = undefined;
    if (walk.end.value !== 'sending' && !walk.end.matches('doubt')) {
      if (walk.end.value !== 'idle') await end();
      if (walk.end.value === 'accepted') await expect(page).toHaveURL(/\/ssc\//);
      bet = undefined;
      await fill();
      await page.getByRole('button', { name: '确认投注' }).tap();
      await expect.poll(() => bet !== undefined).toBe(true);
    }
    await page.reload();
    await expect(page.getByRole('dialog', { name: '正在确认结果' })).toBeVisible();
    await say({ state: 'unknown' });
    await expect(page.getByRole('dialog', { name: '投注未成功' })).toBeVisible();
  });
});
