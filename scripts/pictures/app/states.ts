/**
 * What the page of pictures of the app (`.pictures/gallery.md`) shows: every screen and the states of it that a player meets, each with the way there.
 * A way ends when the state stands on the screen; the pictures are then taken in every variant.
 */
import type { Page } from '@playwright/test';
import { AGENT_STATES } from './agents.ts';
import { CONTENT_STATES } from './content.ts';
import { GAME_STATES } from './games.ts';
import { MONEY_STATES } from './money.ts';
import { QUIZ_STATES } from './quiz.ts';
import { SPORT_STATES } from './sports.ts';
import { STORE_STATES } from './store.ts';
import { SOCIAL_STATES } from './social.ts';
import {
  at,
  changed,
  dialog,
  LONG_FEN,
  longProfile,
  longSlip,
  type Owner,
  press,
  type State,
  slip,
  sprites,
  tab,
  then,
  waiting,
  without,
} from './ways.ts';

/** 确定 half way to what a long press does. Held for real it would place the bet between two pictures. */
async function held(page: Page): Promise<void> {
  await press(page, '机选');
  await page.locator('.bet-bar__go').evaluate((button) => {
    button.setAttribute('data-pressed', '');
    button.setAttribute('data-held', '');
    for (const animation of document.getAnimations()) {
      animation.pause();
      animation.currentTime = 450;
    }
  });
}

const resultDetail = then('/resultDetailList/jlffc', (page) =>
  page
    .getByRole('button', { name: /^第 \d+ 期/ })
    .first()
    .click(),
);

/** The latest issue of the list was not drawn, since no process ran. */
const cancelled = (open: State['open']): State['open'] =>
  changed(
    /lotteryresult\//,
    (models) => {
      for (const item of [models, models.items?.[0]])
        if (item && 'issue' in item)
          Object.assign(item, { numbers: {}, facts: undefined, origin: 'cancelled', proof: { commit: '', seed: '' } });
    },
    open,
  );

const state = (name: string, title: string, owner: Owner, open: State['open']): State => ({ name, title, owner, open });
const loading = (name: string, title: string, owner: Owner, open: State['open']): State => ({ name, title, owner, open, loading: true });

export const STATES: readonly State[] = [
  state('home', '首页', 'bettor', at('/')),
  state('home-visitor', '首页，未登录', 'visitor', at('/')),
  loading('home-loading', '首页，加载中', 'visitor', waiting(/\/api\//, '/')),
  state('home-outage', '首页，服务器不在', 'bettor', async (page, world) => {
    await at('/')(page, world);
    await page.route(/\/api\//, (route) => route.abort('connectionrefused'));
    await page.getByRole('navigation', { name: '主导航' }).getByRole('button', { name: '开奖' }).click();
    await page
      .getByRole('button', { name: /双色球/ })
      .first()
      .click();
    await page
      .getByText(/网络|连接/)
      .first()
      .waitFor();
  }),
  state('lobby', '购彩', 'bettor', tab('购彩')),
  state('results', '开奖', 'bettor', tab('开奖')),
  state('discover', '发现', 'bettor', tab('发现')),
  state('mine', '我的', 'bettor', tab('我的')),
  state('mine-visitor', '我的，未登录', 'visitor', tab('我的')),
  state('mine-newcomer', '我的，新账号', 'newcomer', tab('我的')),
  state('mine-long', '我的，长名字和大金额', 'bettor', longProfile(tab('我的'))),
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
  state('board-11x5', '11选5', 'bettor', at('/ssc/syxw')),
  state('board-lhc', '六合彩', 'bettor', at('/QWLHC/qwlhc')),
  state(
    'board-kl8-picked',
    '快乐8，已选',
    'bettor',
    then('/number/kl8', (page) => press(page, '机选')),
  ),
  state('board-pc28', 'PC蛋蛋', 'bettor', at('/number/pcdd')),
  state(
    'board-pc28-three',
    'PC蛋蛋，特码包三',
    'bettor',
    then('/number/pcdd', async (page) => {
      await page.getByRole('button', { name: /^玩法：/ }).click();
      await page.getByRole('searchbox').fill('包三');
      await page.getByRole('dialog').getByRole('button', { name: /包三/ }).first().click();
    }),
  ),
  state('board-lhc-weekly', '六合彩，奖池', 'bettor', at('/lhc')),
  state(
    'board-ssq-draws',
    '双色球，最近开奖与冷热',
    'bettor',
    then('/ssq', async (page) => {
      // Held sideways the head has no panel.
      const open = page.getByRole('button', { name: '最近开奖与遗漏冷热' });
      if (!(await open.isVisible())) return;
      await open.click();
      await press(page, '冷热');
    }),
  ),
  state(
    'play-drawer',
    '玩法选择',
    'bettor',
    then('/ssc/jlffc', async (page) => {
      await page.getByRole('button', { name: /^玩法：/ }).click();
      await page.getByRole('searchbox').waitFor();
    }),
  ),
  state(
    'play-info',
    '玩法说明',
    'bettor',
    then('/ssq', async (page) => {
      await press(page, '玩法');
      await dialog(page);
    }),
  ),
  state(
    'random-sheet',
    '机选多注',
    'bettor',
    then('/ssq', async (page) => {
      await press(page, '机选多注');
      await dialog(page);
    }),
  ),
  loading('board-loading', '选号，加载中', 'visitor', waiting(/descriptions\/game\//, '/ssq')),
  state('board-held', '双色球，按住确定', 'bettor', then('/ssq', held)),
  // What it waits for never comes.
  loading(
    'board-error',
    '选号，服务器不在',
    'bettor',
    without(/AppLotteryPageInfo/, async (page, world) => {
      await page.goto(`${world.url}/ssc/jlffc`);
      await page.getByRole('button', { name: '重试' }).waitFor();
    }),
  ),
  state('game-unknown', '游戏不存在', 'visitor', at('/ssc/nosuchgame')),
  state('slip', '投注单', 'bettor', slip('/ssq')),
  state(
    'slip-chase',
    '投注单，追号',
    'bettor',
    slip('/ssc/jlffc', (page) => page.getByRole('switch', { name: '追号' }).click()),
  ),
  state('slip-empty', '投注单，空', 'bettor', at('/NumConfirmation/ssq/DT')),
  state('slip-long', '投注单，91 行', 'bettor', longSlip(9)),
  state(
    'slip-poor',
    '投注单，余额不足',
    'bettor',
    changed(/QueryProfileList/, (models) => Object.assign(models, { balanceFen: 100 }), slip('/ssq')),
  ),
  state(
    'slip-clear',
    '投注单，清空',
    'bettor',
    slip('/ssq', async (page) => {
      await press(page, '清空');
      await dialog(page);
    }),
  ),
  // The app queries it until there is an answer: the page never comes to rest.
  loading('slip-doubt', '投注单，结果待确认', 'bettor', async (page, world) => {
    await slip('/ssq')(page, world);
    await page.route(/bet_szc|order\/outcome/, (route) => route.abort('connectionrefused'));
    await press(page, '确认投注');
    await dialog(page);
    await sprites(page);
  }),
  state('chase-page', '追号设置', 'bettor', async (page, world) => {
    await slip('/ssc/jlffc')(page, world);
    await at('/addNumber?gameCode=jlffc')(page, world);
  }),

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
  state(
    'order-cancelled',
    '订单，本期取消',
    'bettor',
    changed(
      /order\/detail/,
      (models) => Object.assign(models, { status: 'cancelled' }),
      at(({ orders }) => `/orderDetails?orderId=${orders.pending}`),
    ),
  ),
  loading('records-loading', '投注记录，加载中', 'bettor', waiting(/\/api\/order\/list/, '/betRecord')),
  state(
    'records-long',
    '投注记录，大金额',
    'bettor',
    changed(
      /api\/order\/list/,
      ({ items }) => {
        for (const item of items ?? [])
          Object.assign(item, { amountFen: LONG_FEN, prizeFen: item.prizeFen && LONG_FEN, bets: 100_000, multiplier: 9_999 });
      },
      at('/betRecord'),
    ),
  ),
  state('ledger-newcomer', '交易明细，新账号', 'newcomer', at('/transactionRecord')),
  state('records', '投注记录', 'bettor', at('/betRecord')),
  state('records-empty', '投注记录，还没有', 'newcomer', at('/betRecord')),
  state('records-error', '投注记录，服务器不在', 'bettor', without(/\/api\/order\/list/, at('/betRecord'))),
  state('ledger', '交易明细', 'bettor', at('/transactionRecord')),

  state('results-ssq', '双色球开奖', 'bettor', at('/resultDetailList/ssq')),
  state('results-pk10', 'PK10 开奖', 'bettor', at('/resultDetailList/bjpk10')),
  state('results-lhc', '六合彩开奖', 'bettor', at('/resultDetailList/qwlhc')),
  state('results-kl8', '快乐8开奖', 'bettor', at('/resultDetailList/bjkl8')),
  state('results-pc28', 'PC蛋蛋开奖', 'bettor', at('/resultDetailList/pcdd')),
  state('result-detail', '一期开奖', 'bettor', resultDetail),
  state('results-cancelled', '开奖，本期取消', 'bettor', cancelled(at('/resultDetailList/jlffc'))),
  state('result-cancelled', '一期开奖，本期取消', 'bettor', cancelled(resultDetail)),
  state('trend', '走势', 'bettor', at('/resultDetailList/jlffc?view=trend')),
  state('results-day', '高频开奖', 'bettor', at('/gpresultdetaillist')),

  ...SPORT_STATES,
  ...SOCIAL_STATES,
  ...AGENT_STATES,
  ...CONTENT_STATES,
  ...MONEY_STATES,
  ...GAME_STATES,
  ...QUIZ_STATES,
  ...STORE_STATES,

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
  state('profile', '个人资料', 'bettor', at('/personalInfo')),
  state('avatars', '设置头像', 'bettor', at('/SetAvatar')),
  state('profile-edit', '修改资料', 'bettor', at('/modifyInfo')),
  state('member', '会员中心', 'bettor', at('/memberCenter')),
  state('member-error', '会员中心，服务器不在', 'bettor', without(/\/api\/UserCenter\/Levels/, at('/memberCenter'))),
  state('levels', '等级权益', 'bettor', at('/levelPrivilege')),
  state('growth', '成长值', 'bettor', at('/grow')),
  state('gifts', '荣誉礼包', 'bettor', at('/honorGift')),
  state('check-in', '签到日历', 'bettor', at('/CheckInCalendar')),
  state('invite', '邀请好友', 'bettor', at('/inviteFriend')),
  state('protection', '玩家保护', 'bettor', at('/playerProtection')),
  state(
    'protection-limit',
    '设定一项限额',
    'bettor',
    then('/playerProtection', (page) => page.getByRole('button', { name: /^每天/ }).first().click()),
  ),
  state('spending', '投入与返回', 'bettor', at('/spending')),
  state('spending-newcomer', '投入与返回，新账号', 'newcomer', at('/spending')),
  state('notice', '公告', 'bettor', at('/noticeDetail/play-money')),
  state('game-center', '游戏中心', 'bettor', at('/gamecenter/demo')),
  state('game-center-unknown', '未知的游戏厂商', 'bettor', at('/gamecenter/nobody')),
  state('line-test', '线路检测', 'bettor', at('/testspeed')),
  state(
    'maintenance',
    '维护中',
    'visitor',
    changed(
      /CheckSystemStatus/,
      (models) => Object.assign(models, { maintenance: true, message: '系统升级中，预计 12:00 恢复。余额与订单不受影响。' }),
      then('/maintaining', (page) => page.getByText('系统维护中').waitFor()),
    ),
  ),
  state('activities', '活动', 'bettor', at('/ActivityList1')),
  state('kefu', '客服', 'bettor', at('/qq')),
  state('not-found', '没有此页', 'bettor', at('/no/such/page')),
];
