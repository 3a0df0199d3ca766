/** Ways to the states of the app: pages, taps, and answers of the server that are changed or do not come. */
import type { Page } from '@playwright/test';
import { callOf } from '../../../protocol/calls/table.ts';

/** Whose phone it is: nobody's, of one who never bet, of one who bet (won, lost, waiting, chasing). */
export type Owner = 'visitor' | 'newcomer' | 'bettor';

/** The data that exist before the pictures are taken. */
export interface World {
  readonly url: string;
  /** Orders of the bettor. */
  readonly orders: {
    readonly won: string;
    readonly lost: string;
    readonly pending: string;
    readonly chase: string;
    readonly match: string;
    readonly matchWon: string;
  };
}

export interface State {
  /** File name of the picture. */
  readonly name: string;
  /** Title on the page. */
  readonly title: string;
  readonly owner: Owner;
  readonly open: (page: Page, world: World) => Promise<void>;
  /** What is still loading is the state itself: nothing is waited for. */
  readonly loading?: boolean;
}

export const at =
  (path: string | ((world: World) => string)) =>
  async (page: Page, world: World): Promise<void> => {
    await page.goto(world.url + (typeof path === 'string' ? path : path(world)));
    await drawn(page);
  };

/** Drawings come from sprites, which are files of their own: one that is not there yet takes no room. */
export async function sprites(page: Page): Promise<void> {
  await page.waitForFunction(() => [...document.querySelectorAll('use')].every((use) => !use.checkVisibility() || use.getBBox().width > 0));
}

/** Waits until no skeleton is left. */
export async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(
    // What comes in chunks of its own leaves an empty place until it is there.
    () =>
      document.querySelector('main, [role=tabpanel]') !== null &&
      // So does a control of a form that travels by itself.
      !document.querySelector(
        '.skeleton, .swipe-room, [aria-busy=true], .field__box[aria-hidden], .row__numbers:empty, .row__bar:empty, .bet-bar__best:empty',
      ) &&
      !document.body.innerText.includes('加载中') &&
      [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > innerHeight) &&
      // The draws below a board come after it.
      (!document.querySelector('.game-head .balls') || document.querySelector('.recent-draws, .slip-aside') !== null),
  );
  await sprites(page);
  await page.evaluate(() => document.fonts.ready);
}

export const press = async (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click();

/** Opens a page and does something there. */
export const then =
  (path: string, act: (page: Page) => Promise<void>) =>
  async (page: Page, world: World): Promise<void> => {
    await at(path)(page, world);
    await act(page);
    await drawn(page);
  };

export const tab = (name: string) =>
  then('/', (page) => page.getByRole('navigation', { name: '主导航' }).getByRole('button', { name }).click());

/** 机选 on the board of a game, and on to the slip. */
export const slip = (path: string, act: (page: Page) => Promise<void> = async () => {}) =>
  then(path, async (page) => {
    await press(page, '机选');
    await press(page, '确定');
    await page.getByRole('button', { name: /^确认/ }).first().waitFor();
    await act(page);
  });

/** The server never answers requests that match: the page shows its loading state. */
export const waiting =
  (calls: RegExp, path: string): State['open'] =>
  async (page, world) => {
    await page.route(calls, () => {});
    await page.goto(world.url + path, { waitUntil: 'commit' });
    await page.locator('.skeleton').first().waitFor();
  };

/** What matches is answered as ever, but for what `change` does to it. */
export const changed =
  (calls: RegExp, change: (models: Json) => void, open: State['open']): State['open'] =>
  async (page, world) => {
    await page.route(calls, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { readonly models: Json };
      change(body.models);
      await route.fulfill({ response: answer, json: body });
    });
    await open(page, world);
  };

/** An answer's models, as far as the states change them. */
interface Json {
  readonly user: Record<string, unknown>;
  readonly items?: readonly { prizeFen?: number; issue?: string }[];
  [name: string]: unknown;
}

/** The longest name and eight digits before the point. */
const LONG_NAME = '天地玄黄宇宙洪荒日月盈昃辰宿列张寒来暑往';
export const LONG_FEN = 1_234_567_890;

export const longProfile = (open: State['open']) =>
  changed(
    /QueryProfileList/,
    (models) => {
      models.user.UserName = LONG_NAME;
      models.balanceFen = LONG_FEN;
    },
    changed(/fund\/Today/, (models) => Object.assign(models, { stakeFen: LONG_FEN, prizeFen: LONG_FEN, netFen: -LONG_FEN }), open),
  );

export const dialog = (page: Page) => page.getByRole('dialog').waitFor();

/** 机选 so many times in tens, until the slip is as long as it may be. */
export const longSlip = (tens: number) =>
  slip('/ssc/jlffc', async (page) => {
    for (let ten = 0; ten < tens; ten += 1) {
      await press(page, '机选');
      await page.getByRole('dialog').getByRole('button', { name: /10 注/ }).click();
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
  });

/** The server does not answer what matches. */
export const without =
  (calls: RegExp, open: State['open']): State['open'] =>
  async (page, world) => {
    await page.route(calls, (route) => route.abort('connectionrefused'));
    await open(page, world);
  };

/** Answers of these calls; the server answers all others. */
export const answered =
  (answers: Readonly<Record<string, object | ((cursor: number) => object)>>, open: State['open']): State['open'] =>
  async (page, world) => {
    for (const [path, models] of Object.entries(answers))
      await page.route(
        (url) => url.pathname === path,
        (route) => {
          const cursor = Number(new URL(route.request().url()).searchParams.get('cursor') ?? 0);
          return route.fulfill({ json: { status: 0, models: typeof models === 'function' ? models(cursor) : models, msg: '' } });
        },
      );
    await open(page, world);
  };

/** These calls answer with the example of the table of calls. */
export const filled = (paths: readonly string[], open: State['open']): State['open'] =>
  answered(
    Object.fromEntries(
      paths.map((path) => {
        const call = callOf(path);
        if (call === undefined) throw new Error(`no call has the path ${path}`);
        return [path, call.example.models as object];
      }),
    ),
    open,
  );

/** A state of the page, by the account that looks at it. */
export const state = (name: string, title: string, owner: Owner, open: State['open']): State => ({ name, title, owner, open });
/** An id as the server makes them. */
export const uuid = (n: number): string => `019a2b3c-0000-7000-8000-${String(n).padStart(12, '0')}`;
