/** Group buying, follow-betting and people on the picture page. */
import type { Page } from '@playwright/test';
import { ended, FOLLOW, GROUP_RANK, HOME, home, LOBBY, order, PEOPLE, RANK, RULES, who } from './social-answers.ts';
import { answered, at, dialog, type Owner, press, type State, then, uuid, waiting, without } from './ways.ts';

const EMPTY = { items: [], next: null };
const state = (name: string, title: string, open: State['open'], owner: Owner = 'bettor'): State => ({ name, title, owner, open });
const tabOf = (name: string | RegExp) => async (page: Page) => page.getByRole('tab', { name }).click();
const RELEASE_AT = `/followOrder1?id=${uuid(1)}`;
const HOME_AT = '/homePage?mid=201';

export const SOCIAL_STATES: readonly State[] = [
  state('together-lobby', '合买大厅', answered(LOBBY, at('/buyTogether'))),
  state('together-lobby-visitor', '合买大厅，未登录', answered(LOBBY, at('/buyTogether')), 'visitor'),
  state('together-lobby-empty', '合买大厅，还没有', answered({ '/api/hm/list': EMPTY }, at('/buyTogether'))),
  { ...state('together-lobby-loading', '合买大厅，加载中', waiting(/\/api\/hm\//, '/buyTogether')), loading: true },
  state('together-lobby-error', '合买大厅，服务器不在', without(/\/api\/hm\//, at('/buyTogether'))),
  state(
    'together-join',
    '认购',
    answered(
      LOBBY,
      then('/buyTogether', async (page) => {
        await press(page, '认购');
        await dialog(page);
      }),
    ),
  ),
  state('together-rank', '合买排行', answered({ ...LOBBY, '/api/hm/ranking': GROUP_RANK }, then('/buyTogether', tabOf('排行')))),
  state('together-order', '合买详情，一万人', order({})),
  state(
    'together-order-joiners',
    '合买详情，参与人',
    order(
      {},
      then(`/togetherOrder?id=${uuid(1)}`, (page) => page.getByRole('tab', { name: /^参与人/ }).evaluate((tab) => tab.scrollIntoView())),
    ),
  ),
  state(
    'together-order-comments',
    '合买详情，评论',
    order(
      {},
      then(`/togetherOrder?id=${uuid(1)}`, async (page) => {
        await tabOf(/^评论/)(page);
        await page.getByRole('tab', { name: /^评论/ }).evaluate((tab) => tab.scrollIntoView());
      }),
    ),
  ),
  state(
    'together-order-emotes',
    '合买详情，评论里的表情',
    order(
      {},
      then(`/togetherOrder?id=${uuid(1)}&below=comments`, async (page) => {
        await press(page, '表情');
        await press(page, '点赞');
        await page.getByRole('tab', { name: /^评论/ }).evaluate((tab) => tab.scrollIntoView());
      }),
    ),
  ),
  state(
    'together-order-replies',
    '合买详情，全部回复',
    order(
      {},
      then(`/togetherOrder?id=${uuid(1)}&below=comments`, async (page) => {
        await press(page, /^查看全部/);
        await dialog(page);
      }),
    ),
  ),
  state(
    'together-order-won',
    '合买详情，中奖',
    order({
      ...ended,
      commission: 5,
      state: 'won',
      stateName: '中奖',
      prizeFen: 8_000_000,
      split: {
        prizeFen: 8_000_000,
        profitFen: 6_000_000,
        commissionFen: 300_000,
        sharedFen: 7_700_000,
        perShareFen: 385,
        remainderFen: 12,
      },
      mine: { shares: 10, amountFen: 1_000, percent: 0, prizeFen: 3_850, commissionFen: 0, refundFen: 0, netFen: 2_850, joins: [] },
    }),
  ),
  state(
    'together-order-failed',
    '合买详情，流单',
    order({
      mayJoin: false,
      state: 'failed',
      stateName: '已流单',
      mine: { shares: 10, amountFen: 1_000, percent: 0, prizeFen: 0, commissionFen: 0, refundFen: 1_000, netFen: 0, joins: [] },
    }),
  ),
  state('together-order-gone', '合买详情，没有这个方案', at('/togetherOrder?id=019a2b3c-0000-7000-8000-0000000000ff')),

  state('follow-lobby', '跟单大厅', answered(FOLLOW, at('/followOrder1'))),
  state('follow-lobby-empty', '跟单大厅，还没有', answered({ '/api/order/queryFDRecommend': EMPTY }, at('/followOrder1'))),
  state('follow-release', '宝单详情', answered(FOLLOW, at(RELEASE_AT))),
  state(
    'follow-sheet',
    '跟单',
    answered(
      FOLLOW,
      then(RELEASE_AT, async (page) => {
        await press(page, '跟单');
        await dialog(page);
      }),
    ),
  ),
  state('follow-rank', '跟单排行', answered({ '/api/order/QueryFollowOrderRank': RANK }, at('/followOrderRank/week'))),
  state(
    'follow-rank-empty',
    '跟单排行，样本不足',
    answered({ '/api/order/QueryFollowOrderRank': { ...RANK, rows: [], me: null } }, at('/followOrderRank/week')),
  ),
  state('follow-rules', '定制跟单', answered(RULES, at('/customMade'))),
  state('follow-rules-empty', '定制跟单，还没有', at('/customMade')),
  state('follow-rules-runs', '定制跟单，执行记录', answered(RULES, then('/customMade', tabOf('执行记录')))),
  state('follow-rules-new', '定制跟单，新建', answered({ ...RULES, ...HOME }, at('/customMade?who=201'))),
  state('follow-rules-new-group', '定制合买，新建', answered({ ...RULES, ...HOME }, at('/customMade?who=201&kind=hm'))),

  state('people-home', '他人的主页', answered(HOME, at(HOME_AT))),
  state('people-home-own', '自己的主页', at('/homePage')),
  state(
    'people-home-hidden',
    '他人的主页，不公开',
    answered({ ...HOME, '/api/order/queryUserHomePage': { ...home, who: who(6), hidden: true, record: null } }, at(HOME_AT)),
  ),
  state('people-home-newcomer', '自己的主页，新账号', at('/homePage'), 'newcomer'),
  state(
    'people-attention',
    '关注与粉丝',
    answered({ '/api/attention/queryMyAttentionUser': PEOPLE, '/api/attention/QueryMyFansUser': PEOPLE }, at('/myAttention?list=1')),
  ),
  state('people-attention-empty', '关注与粉丝，还没有', at('/myAttention'), 'newcomer'),
];
