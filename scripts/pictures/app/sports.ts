/** Sports on the picture page: lists, sheets, slip, 奖金优化, orders, results, live scores, cups. */
import type { Page } from '@playwright/test';
import { at, changed, dialog, type State, then, waiting, without } from './ways.ts';

const LONG_TEAM = '门兴格拉德巴赫普鲁士竞技联合会';

/** Longer names than any team has. */
const longNames = (calls: RegExp, open: State['open']): State['open'] =>
  changed(
    calls,
    (models) => {
      // An order counts its matches and lists them as legs.
      for (const match of [models.legs, models.matches].find(Array.isArray) as Record<string, unknown>[])
        for (const side of ['home', 'away'])
          if (typeof match[side] === 'string') match[side] = LONG_TEAM;
          else Object.assign(match[side] as object, { name: LONG_TEAM });
    },
    open,
  );

/** Picks `choices` choices of each of `matches` matches. */
const picked = (path: string, matches: number, choices: number, act: (page: Page) => Promise<void> = async () => {}) =>
  then(path, async (page) => {
    await page.locator('.match-cell:not([disabled])').first().waitFor();
    // No function has a name in here: the loader of TypeScript would wrap it in a helper that the page does not have.
    await page.evaluate(
      ([rows, cells]) => {
        const found = [...document.querySelectorAll('.match')]
          .map((row) => [...row.querySelectorAll<HTMLElement>('.match-cell:not([disabled])')])
          .filter(({ length }) => length >= cells);
        for (const row of found.slice(0, rows)) for (const cell of row.slice(0, cells)) cell.click();
      },
      [matches, choices] as const,
    );
    await act(page);
  });

const toSlip = async (page: Page): Promise<void> => {
  await page.locator('.match-bar').getByRole('button', { name: '确定' }).click();
  await page.getByRole('list', { name: '投注单场次' }).waitFor();
};
/** yyyy-MM-dd in China. */
const dayFromNow = (days: number): string => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10);
const PAGE = /AppSPLotteryPageInfo/;
const state = (name: string, title: string, open: State['open']): State => ({ name, title, owner: 'bettor', open });

export const SPORT_STATES: readonly State[] = [
  state(
    'lobby-sport',
    '购彩，竞技彩',
    then('/', async (page) => {
      await page.getByRole('navigation', { name: '主导航' }).getByRole('button', { name: /购彩/ }).click();
      await page.getByRole('button', { name: '竞技彩' }).click();
    }),
  ),
  state('sports-jczq', '竞彩足球', at('/jczq')),
  state('sports-jclq', '竞彩篮球', at('/jclq')),
  state('sports-bjdc', '北京单场', at('/bjdc')),
  state('sports-ctzq', '传统足彩', at('/ctzq')),
  state('sports-qwzq', '澳门足球', at('/qwzq')),
  state('sports-long', '赛事，长队名', longNames(PAGE, at('/jczq'))),
  { ...state('sports-loading', '赛事，加载中', waiting(/\/api\//, '/jczq')), loading: true },
  state('sports-error', '赛事，服务器不在', without(PAGE, at('/jczq'))),
  state(
    'sports-empty',
    '赛事，没有在售',
    changed(PAGE, (models) => Object.assign(models, { matches: [], leagues: [] }), at('/jczq')),
  ),
  state(
    'sports-empty-issue',
    '赛事，没有在售的期',
    changed(
      PAGE,
      (models) => {
        const opensAt = Date.now() + 2 * 86_400_000;
        Object.assign(models, { matches: [], leagues: [], issues: [{ issue: '26999', opensAt, closesAt: opensAt * 2, state: 'coming' }] });
        delete models.issue;
        delete models.pool;
      },
      at('/ctzq'),
    ),
  ),
  state(
    'sports-sheet',
    '更多玩法',
    then('/jczq', async (page) => {
      await page
        .getByRole('button', { name: /全部玩法$/ })
        .first()
        .click();
      await dialog(page);
    }),
  ),
  state(
    'sports-filter',
    '赛事筛选',
    then('/jczq', async (page) => {
      await page.getByRole('button', { name: '筛选' }).click();
      await dialog(page);
    }),
  ),
  state('sports-picked', '赛事，已选', picked('/jczq', 3, 2)),
  state('sports-slip', '竞彩投注单', picked('/jczq', 3, 2, toSlip)),
  state(
    'sports-passes',
    '过关方式',
    picked('/jczq', 4, 2, async (page) => {
      await toSlip(page);
      await page.getByRole('button', { name: /过关方式/ }).click();
      await dialog(page);
    }),
  ),
  state(
    'sports-optimise',
    '奖金优化',
    picked('/jczq', 4, 3, async (page) => {
      await toSlip(page);
      await page.getByRole('button', { name: /奖金优化/ }).click();
      await page.locator('.bet-row').first().waitFor();
    }),
  ),
  state('sports-slip-ctzq', '十四场投注单', picked('/ctzq', 14, 2, toSlip)),
  state(
    'sports-order',
    '竞彩订单，等待',
    at((world) => `/orderDetails?orderId=${world.orders.match}`),
  ),
  state(
    'sports-order-won',
    '竞彩订单，中奖',
    at((world) => `/orderDetails?orderId=${world.orders.matchWon}`),
  ),
  state(
    'sports-order-long',
    '竞彩订单，长队名',
    longNames(
      /order\/detail/,
      at((world) => `/orderDetails?orderId=${world.orders.match}`),
    ),
  ),
  state('sports-results', '赛果', at(`/sportResultDetailList/jczq/${dayFromNow(-1)}`)),
  state('sports-results-jclq', '篮球赛果', at(`/sportResultDetailList/jclq/${dayFromNow(-1)}`)),
  // A game that is sold by issues shows its latest one.
  state('sports-results-bjdc', '北京单场赛果', at('/sportResultDetailList/bjdc/2020-01-01')),
  state('sports-results-empty', '赛果，这一天没有', at('/sportResultDetailList/jczq/2020-01-01')),
  state('sports-scores', '比分直播', at('/scores')),
  state('sports-scores-basketball', '篮球比分', at('/scores/basketball')),
  state('sports-scores-error', '比分直播，服务器不在', without(/MatchLive/, at('/scores'))),
  state(
    'sports-match',
    '比赛详情',
    then('/scores', async (page) => {
      await page.locator('button.live-row__open').first().click();
      await dialog(page);
    }),
  ),
  state('sports-cup', '欧洲杯', at('/EuropeCup')),
  state('sports-cup-event', '欧洲杯赛程', at('/EuropeCupEventPage')),
  state('sports-world-cup', '世界杯', at('/sjb')),
  state('sports-cup-rank', '猜球排行', at('/OgbRank')),
  state('sports-five', '五大联赛', at('/FiveLeagueBattleList')),
];
