/**
 * What others have done, for the pictures of group buying, follow-betting and people: answers in the shapes of the calls, so that a lobby is
 * full, a rank has ties and a group order ten thousand joiners without a server on which all that happened.
 */
import type {
  CommentListModels,
  GroupDetailModels,
  GroupJoinsModels,
  GroupListModels,
  GroupRuleRunsModels,
} from '../../../protocol/calls.ts';
import { queryReleaseDetailInfo, queryReleaseFollowList } from '../../../protocol/calls/follow.ts';
import { queryFollowOrderRank } from '../../../protocol/calls/follow-ranks.ts';
import { queryFollowRuleRuns, queryReleaseOrderFollowRuleList } from '../../../protocol/calls/follow-rules.ts';
import { groupDetail, groupJoins, groupList } from '../../../protocol/calls/hm.ts';
import { groupRanking, groupRecord } from '../../../protocol/calls/hm-records.ts';
import { groupRules } from '../../../protocol/calls/hm-rules.ts';
import {
  commentList,
  homePageGroups,
  homePageOrders,
  homePageReleases,
  queryMyAttentionUser,
  queryUserHomePage,
  replyList,
} from '../../../protocol/calls/people.ts';
import { answered, at, LONG_FEN, type State, uuid } from './ways.ts';

const HOUR = 3_600_000;
const NOW = Date.now();
const LONG = '天地玄黄宇宙洪荒日月盈昃辰宿列张';
const NAMES = ['蓝天', '老胡说球', '锦鲤', '数据控阿辉', '周三必看', '一注千金', LONG, '北纬三十度', '小满', '无名氏'];
const RATS = ['rat', 'ox', 'tiger', 'rabbit', 'dragon', 'snake', 'horse', 'goat', 'monkey', 'rooster'];
export const who = (n: number) => ({
  mid: String(200 + n),
  name: NAMES[n % NAMES.length] as string,
  avatar: `/avatars/${RATS[n % RATS.length]}.svg`,
  level: n % 10,
});
const many = <T>(count: number, each: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => each(n));

type Group = GroupListModels['items'][number];
const group = (n: number, more: Partial<Group> = {}): Group => {
  const shares = 100;
  const sold = [97, 60, 35, 5, 88, 12, 50, 73][n % 8] as number;
  return {
    ...groupList.example.models.items[0],
    hmId: uuid(n),
    to: `/togetherOrder?id=${uuid(n)}`,
    gameName: ['双色球', '大乐透', '竞彩足球', '福彩3D'][n % 4] as string,
    subtitle: ['第 2026136 期', '第 26136 期', '曼彻斯特城 vs 阿森纳 等 4 场', '第 2026319 期'][n % 4] as string,
    who: who(n),
    icons:
      n % 3 === 0
        ? [
            { icon: 'crown', count: 2 },
            { icon: 'star', count: 9 },
          ]
        : n % 3 === 1
          ? [{ icon: 'moon', count: 3 }]
          : [],
    hot: n === 1,
    pinned: n === 0,
    totalFen: [200_000, 10_000, 1_000_000, LONG_FEN][n % 4] as number,
    shares,
    shareFen: [2_000, 100, 10_000, Math.floor(LONG_FEN / 100)][n % 4] as number,
    soldShares: sold,
    leftShares: shares - sold,
    progress: sold,
    guaranteeShares: n % 2 === 0 ? Math.min(20, shares - sold) : 0,
    guaranteeProgress: n % 2 === 0 ? Math.min(20, shares - sold) : 0,
    people: 3 + 40 * n,
    commission: [5, 0, 10, 8][n % 4] as number,
    startedAt: NOW - 3 * HOUR,
    stopsAt: NOW + (n + 1) * 50 * 60_000,
    ...more,
  };
};
export const LOBBY = { '/api/hm/list': { items: many(12, (n) => group(n)), next: null } satisfies GroupListModels };

const JOINERS = 10_000;
const detail = (more: Partial<GroupDetailModels> = {}): GroupDetailModels => ({
  ...groupDetail.example.models,
  ...group(1, {
    totalFen: 2_000_000,
    shares: 20_000,
    shareFen: 100,
    soldShares: 12_345,
    leftShares: 7_655,
    progress: 61,
    guaranteeShares: 4_000,
    guaranteeProgress: 20,
    people: JOINERS,
  }),
  joinFen: 765_500,
  guaranteeFen: 400_000,
  drawsAt: NOW + 8 * HOUR,
  ...more,
});
/** A page of them, as far as the scroll has come. */
const joins = (from: number): GroupJoinsModels => ({
  items: many(50, (at) => {
    const n = from + at;
    const shares = 1 + ((n * 37) % 90);
    return {
      ...groupJoins.example.models.items[0],
      joinId: uuid(n),
      who: who(n),
      mine: n === 2,
      type: n === 0 ? 'own' : n % 5 === 4 ? 'follow' : 'join',
      typeName: n === 0 ? '发起' : n % 5 === 4 ? '定制' : '认购',
      shares,
      amountFen: 100 * shares,
      at: NOW - 3 * HOUR + n * 1_000,
    };
  }),
  next: from + 50 < JOINERS ? String(from + 50) : null,
});
const TALK: CommentListModels = {
  items: many(6, (n) => ({
    ...commentList.example.models.items[0],
    id: uuid(n),
    who: who(n + 3),
    text: ['这期大号出了好几次，支持。', '跟了 10 份，坐等开奖。', `${LONG.repeat(9)}`, '保底有诚意。', '', '佣金能不能再低一点？'][
      n
    ] as string,
    emote: n === 1 ? { name: '点赞', picture: '/emotes/thumb.svg' } : n === 4 ? { name: '加油', picture: '/emotes/cheer.svg' } : null,
    at: NOW - n * 7 * 60_000,
    mine: n === 1,
    replyCount: n === 0 ? 8 : n === 3 ? 1 : 0,
    replies: many(n === 0 ? 3 : n === 3 ? 1 : 0, (m) => ({
      id: uuid(100 + m),
      who: who(m),
      text: ['同感', '我也跟了', '谢谢支持，没有满员会全额退款。'][m] as string,
      emote: m === 1 ? { name: '微笑', picture: '/emotes/smile.svg' } : null,
      at: NOW - m * 60_000,
      mine: m === 1,
    })),
  })),
  next: null,
  total: 15,
  open: true,
  closesAt: null,
};
const REPLIES = {
  ...replyList.example.models,
  items: many(8, (n) => ({
    id: uuid(100 + n),
    who: who(n),
    text: `第 ${n + 1} 条回复：${n === 4 ? LONG : '同感'}`,
    at: NOW - n * 60_000,
    mine: n === 1,
  })),
  next: null,
};
const ORDER = {
  '/api/hm/detail': detail(),
  '/api/hm/joinlist': joins,
  '/api/hm/QueryTotherRank': { ...groupRecord.example.models, who: who(1) },
  '/api/order/CommentList': TALK,
  '/api/order/ReplyList': REPLIES,
};
export const order = (more: Partial<GroupDetailModels>, open: State['open'] = at('/togetherOrder?id=' + uuid(1))) =>
  answered({ ...ORDER, '/api/hm/detail': detail(more) }, open);
export const ended = {
  mayJoin: false,
  full: true,
  soldShares: 20_000,
  leftShares: 0,
  progress: 100,
  guaranteeShares: 0,
  guaranteeProgress: 0,
} as const;

const release = queryReleaseDetailInfo.example.models;
const RELEASE = {
  ...release,
  who: who(1),
  text: `${LONG}，看好两个主队`,
  stakeFen: 20_000,
  followers: 1_234,
  followedFen: LONG_FEN,
  releasedAt: NOW - HOUR,
  stopsAt: NOW + 2 * HOUR,
  startsAt: NOW + 2 * HOUR + 300_000,
  offer: { ...release.offer, quick: ['10', '50', '100', '500'].map((yuan) => ({ yuan, times: Number(yuan) / 2 })) },
};
const FOLLOWERS = {
  items: many(20, (n) => ({
    ...queryReleaseFollowList.example.models.items[0],
    who: who(n),
    fen: 1_000 * (n + 1),
    at: NOW - n * 60_000,
    mine: n === 3,
  })),
  next: null,
};
const { plan: _plan, offer: _offer, reason: _reason, followed: _followed, profitFen: _profit, ...ROW } = RELEASE;
const ROWS = {
  items: many(8, (n) => ({
    ...ROW,
    releaseId: uuid(n),
    who: who(n),
    okami: n % 3 === 0,
    streak: n,
    text: n === 2 ? LONG.repeat(3) : '稳扎稳打',
    followers: n * 12,
  })),
  next: null,
};
export const FOLLOW = {
  '/api/order/queryFDRecommend': ROWS,
  '/api/order/queryFDList': ROWS,
  '/api/order/queryReleaseDetailInfo': RELEASE,
  '/api/order/QueryReleaseFollowList': FOLLOWERS,
  '/api/order/CommentList': TALK,
  '/api/order/ReplyList': REPLIES,
};

const rank = queryFollowOrderRank.example.models;
export const RANK = {
  ...rank,
  rows: many(30, (n) => ({
    ...rank.rows[0],
    rank: n === 2 ? 2 : n + 1,
    last: n % 4 === 0 ? null : n + 2,
    who: who(n),
    okami: n < 3,
    valueBp: n === 2 ? 8_000 : 9_000 - (n === 1 ? 1_000 : n * 250),
    orders: 20 - (n % 12),
    dots: '○●●●○●●●○●',
    mine: false,
  })),
  me: { ...rank.rows[0], rank: 57, last: 61, who: who(6), okami: false, valueBp: 4_200, dots: '○●○○●', mine: true },
};
export const GROUP_RANK = {
  items: many(20, (n) => ({
    ...groupRanking.example.models.items[0],
    rank: n === 2 ? 2 : n + 1,
    who: who(n),
    prizeFen: 9_000_000 - (n === 2 ? 1 : n) * 300_000,
    mine: false,
  })),
  me: { ...groupRecord.example.models, rank: 57, who: who(6) },
};

export const home = queryUserHomePage.example.models;
const rowsOf = (models: { readonly items: readonly object[] }) => ({
  ...models,
  items: many(9, (n) => ({
    ...models.items[0],
    id: uuid(n),
    at: NOW - n * 7 * HOUR,
    status: ['pending', 'won', 'lost'][n % 3],
    prizeFen: n % 3 === 1 ? 128_000 : 0,
  })),
});
export const HOME = {
  '/api/hm/QueryTotherRank': {
    ...groupRecord.example.models,
    who: who(1),
    icons: [
      { icon: 'crown', count: 2 },
      { icon: 'star', count: 9 },
    ],
  },
  '/api/order/queryUserHomePage': { ...home, who: who(1), signature: '好运常在，理性购彩，量力而行', region: '浙江 杭州' },
  '/api/order/QueryUserHomePageOrderList_ZH': rowsOf(homePageOrders.example.models),
  '/api/order/QueryUserHomePageOrderList_FD': rowsOf(homePageReleases.example.models),
  '/api/order/QueryUserHomePageOrderList_HM': rowsOf(homePageGroups.example.models),
};
export const PEOPLE = {
  ...queryMyAttentionUser.example.models,
  total: 12,
  items: many(12, (n) => ({
    ...queryMyAttentionUser.example.models.items[0],
    who: who(n),
    relation: n % 3 === 0 ? 'mutual' : 'fan',
    signature: n === 2 ? LONG.repeat(2) : '好运常在',
    at: NOW - n * 24 * HOUR,
  })),
};

const rule = queryReleaseOrderFollowRuleList.example.models.items[0];
const run = queryFollowRuleRuns.example.models.items[0];
const groupRule = groupRules.example.models.items[0];
export const RULES = {
  '/api/order/queryReleaseOrderFollowRuleList': {
    items: [
      { ...rule, who: who(1), done: 4, spentFen: 4_000, wonFen: 6_840 },
      { ...rule, ruleId: uuid(2), who: who(6), on: false, ended: '已跟满 10 单' },
    ],
  },
  '/api/order/QueryFollowRuleRuns': {
    items: many(6, (n) => ({
      ...run,
      releaseId: uuid(n),
      who: who(n),
      at: NOW - n * HOUR,
      ...(n % 2 === 0 ? { result: 'done', text: '已跟 5 倍', fen: 1_000 } : { result: 'funds', text: '余额不足', fen: 0 }),
    })),
    next: null,
  },
  '/api/hm/RuleList': {
    items: [
      { ...groupRule, creator: who(3), done: 2, spentFen: 2_000, wonFen: 0 },
      {
        ...groupRule,
        ruleId: uuid(3),
        creator: who(6),
        mode: 'percent',
        fen: 0,
        percent: 5,
        maxFen: 50_000,
        gameCode: 'ssq',
        gameName: '双色球',
        on: false,
        state: 'ended',
        why: '已完成 10 次',
        done: 10,
      },
    ],
    next: null,
  },
  '/api/hm/RuleRuns': {
    items: many(6, (n) => ({
      runId: String(n),
      ruleId: uuid(n),
      hmId: uuid(n),
      to: `/togetherOrder?id=${uuid(n)}`,
      creator: who(n),
      gameName: '双色球',
      issue: '2026136',
      done: n % 2 === 0,
      shares: n % 2 === 0 ? 10 : 0,
      amountFen: n % 2 === 0 ? 1_000 : 0,
      prizeFen: n === 2 ? 4_200 : 0,
      reason: n % 2 === 0 ? '' : '余额不足，需支付 10.00 元',
      at: NOW - n * HOUR,
    })),
    next: null,
  } satisfies GroupRuleRunsModels,
};
