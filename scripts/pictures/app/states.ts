/**
 * What the picture page of the app (docs/gallery.md) shows: every screen and the states of it that a player meets, each with the way there.
 * A way ends when the state stands on the screen; the pictures are then taken in every variant.
 */
import type { Page } from '@playwright/test';

/** Whose phone it is: nobody's, of one who never bet, of one who bet (won, lost, waiting, chasing). */
export type Owner = 'visitor' | 'newcomer' | 'bettor';

/** What was set up before the pictures are taken. */
export interface World {
  readonly url: string;
  /** Orders of the bettor. */
  readonly orders: { readonly won: string; readonly lost: string; readonly pending: string; readonly chase: string };
}

export interface State {
  /** File name of the picture. */
  readonly name: string;
  /** Title on the page. */
  readonly title: string;
  readonly owner: Owner;
  readonly open: (page: Page, world: World) => Promise<void>;
  /** Console errors are part of it: the state is a failure. */
  readonly fails?: boolean;
}

const at =
  (path: string | ((world: World) => string)) =>
  async (page: Page, world: World): Promise<void> => {
    await page.goto(world.url + (typeof path === 'string' ? path : path(world)));
    await drawn(page);
  };

/** Waits until no skeleton is left. */
export async function drawn(page: Page): Promise<void> {
  await page.waitForFunction(
    // What comes in chunks of its own leaves an empty place until it is there.
    () =>
      document.querySelector('main, [role=tabpanel]') !== null &&
      !document.querySelector('.skeleton, [aria-busy=true], .row__numbers:empty') &&
      !document.body.innerText.includes('加载中'),
  );
  await page.evaluate(() => document.fonts.ready);
}

const press = async (page: Page, name: string | RegExp): Promise<void> => page.getByRole('button', { name, exact: true }).first().click();

/** Opens a page and does something there. */
const then =
  (path: string, act: (page: Page) => Promise<void>) =>
  async (page: Page, world: World): Promise<void> => {
    await at(path)(page, world);
    await act(page);
    await drawn(page);
  };

const tab = (name: string) => then('/', (page) => page.getByRole('navigation', { name: '主导航' }).getByRole('button', { name }).click());

/** 机选 on the board of a game, and on to the slip. */
const slip = (path: string, act: (page: Page) => Promise<void> = async () => {}) =>
  then(path, async (page) => {
    await press(page, '机选');
    await press(page, '确定');
    await page.getByRole('button', { name: /^确认/ }).first().waitFor();
    await act(page);
  });

/** The server does not answer what matches. */
const without =
  (calls: RegExp, open: State['open']): State['open'] =>
  async (page, world) => {
    await page.route(calls, (route) => route.abort('connectionrefused'));
    await open(page, world);
  };

const state = (name: string, title: string, owner: Owner, open: State['open']): State => ({ name, title, owner, open });

export const STATES: readonly State[] = [
  state('home', '首页', 'bettor', at('/')),
  state('home-visitor', '首页，未登录', 'visitor', at('/')),
  state('lobby', '购彩', 'bettor', tab('购彩')),
  state('results', '开奖', 'bettor', tab('开奖')),
  state('discover', '发现', 'bettor', tab('发现')),
  state('mine', '我的', 'bettor', tab('我的')),
  state('mine-visitor', '我的，未登录', 'visitor', tab('我的')),
  state('catalogue', '更多彩种', 'bettor', at('/MoreLottery')),

  state('board-ssq', '双色球', 'bettor', at('/ssq')),
  state(
    'board-ssq-picked',
    '双色球，已选',
    'bettor',
    then('/ssq', (page) => press(page, '机选')),
  ),
  state(
    'board-jlffc-picked',
    '时时彩，已选',
    'bettor',
    then('/ssc/jlffc', (page) => press(page, '机选')),
  ),
  state(
    'board-pk10-picked',
    'PK10，已选',
    'bettor',
    then('/xyft/bjpk10', (page) => press(page, '机选')),
  ),
  state('board-k3', '快三', 'bettor', at('/k3/jsks')),
  state('board-11x5', '11选5', 'bettor', at('/syxw/syxw')),
  state('board-lhc', '六合彩', 'bettor', at('/QWLHC/qwlhc')),
  state('slip', '投注单', 'bettor', slip('/ssq')),
  state(
    'slip-chase',
    '投注单，追号',
    'bettor',
    slip('/ssc/jlffc', (page) => page.getByRole('switch', { name: '追号' }).click()),
  ),
  state('slip-empty', '投注单，空', 'bettor', at('/NumConfirmation/ssq/DT')),

  state(
    'order-won',
    '订单，中奖',
    'bettor',
    at(({ orders }) => `/orderDetails?orderId=${orders.won}`),
  ),
  state(
    'order-lost',
    '订单，未中奖',
    'bettor',
    at(({ orders }) => `/orderDetails?orderId=${orders.lost}`),
  ),
  state(
    'order-pending',
    '订单，待开奖',
    'bettor',
    at(({ orders }) => `/orderDetails?orderId=${orders.pending}`),
  ),
  state(
    'chase',
    '追号',
    'bettor',
    at(({ orders }) => `/orderDetails?chaseId=${orders.chase}`),
  ),
  state('records', '投注记录', 'bettor', at('/betRecord')),
  state('records-empty', '投注记录，还没有', 'newcomer', at('/betRecord')),
  state('records-error', '投注记录，服务器不在', 'bettor', without(/\/api\/order\/list/, at('/betRecord'))),
  state('ledger', '交易明细', 'bettor', at('/transactionRecord')),

  state('results-ssq', '双色球开奖', 'bettor', at('/resultDetailList/ssq')),
  state('results-pk10', 'PK10 开奖', 'bettor', at('/resultDetailList/bjpk10')),
  state('trend', '走势', 'bettor', at('/resultDetailList/jlffc?view=trend')),
  state('results-day', '高频开奖', 'bettor', at('/gpresultdetaillist')),

  state('login', '登录', 'visitor', at('/login')),
  state(
    'login-refused',
    '登录，密码不正确',
    'visitor',
    then('/login', async (page) => {
      await page.getByLabel('用户名').fill('demo');
      await page.getByLabel('密码', { exact: true }).fill('wrong-one');
      await page.getByRole('button', { name: '登录' }).last().click();
      await page
        .getByText(/密码不正确/)
        .first()
        .waitFor();
    }),
  ),
  state('register', '注册', 'visitor', at('/register')),
  state('setting', '设置', 'bettor', at('/setting')),
  state('notice', '公告', 'bettor', at('/noticeDetail/play-money')),
  state('game-center', '游戏中心', 'bettor', at('/gamecenter/demo')),
  state('game-center-unknown', '未知的游戏厂商', 'bettor', at('/gamecenter/nobody')),
  state('line-test', '线路检测', 'bettor', at('/testspeed')),
  state('maintenance', '维护中', 'visitor', at('/maintaining')),
  state('not-open', '尚未开放', 'bettor', at('/helpCenter')),
  state('not-found', '没有此页', 'bettor', at('/no/such/page')),
];
