/** /api/SiteMsg: what the home page and the pages of games show. */
import { call } from './define.ts';
import { issueOnSale, resultItem } from './draws.ts';
import { count, fen, flag, gameCode, instant, list, object, optional, orNull, Type, text, oneOf } from './schema.ts';

export const bannerItem = object({
  id: text(),
  title: text(),
  subtitle: text(),
  tone: text('Colour: red, gold, ink …'),
  picture: optional(text('Name of a drawing at the right; text alone when left out.')),
  target: text('A route, a game ("game:ssq") or a menu code ("menu:Kefu").'),
  audience: optional(oneOf(['visitor', 'player'], 'The audience; all when left out.')),
});
export const noticeItem = object({ id: text(), title: text() });
export const noticeDetail = object({
  id: text(),
  title: text(),
  text: text(),
  at: Type.String({ format: 'date', description: 'Day, yyyy-MM-dd.' }),
});
export const dialogItem = object({ id: text(), title: text(), text: text() });
/** Names of the specification's game info entry. */
export const gameInfoEntry = object({
  name: text(),
  code: text('Game code.'),
  oneDayPriceNum: count('Draws in a day.'),
  maxQishu: optional(count('Most issues of a chase (追号).')),
  maxBeishu: count('Largest multiplier (倍).'),
  hash: text('Version of the description.'),
});

const banner = { id: 'ssq', title: '双色球', subtitle: '2 元可中 500 万演示奖金', tone: 'ink', target: 'game:ssq' };
const notice = { id: 'fairness', title: '每一期开奖都可以自己验证' };
const dialog = { id: 'maintenance', title: '今晚维护', text: '02:00 至 02:30 维护，期间不能投注。' };

const home = {
  method: 'GET',
  summary: '首页',
  session: 'none',
  kept: true,
  fields: {},
  answer: object({
    banners: list(bannerItem),
    notices: list(noticeItem),
    dialogs: list(dialogItem, 'Bulletins that the home page shows in a dialog, once on each phone.'),
    winners: list(object({ who: text('Masked name.'), game: text('Name of the game.'), prizeFen: fen() }), 'The newest wins.'),
    pools: list(
      object({
        gameCode: text(),
        gameName: text(),
        poolFen: fen(
          'The pool (演示奖池) of the next issue: the amount carried over from earlier issues, or at least the guaranteed amount.',
        ),
      }),
      'Games with a prize pool, the largest first.',
    ),
  }),
  example: {
    fields: {},
    models: {
      banners: [banner],
      notices: [notice],
      dialogs: [dialog],
      winners: [{ who: '彩***三', game: '吉林分分彩', prizeFen: 200_000 }],
      pools: [{ gameCode: 'ssq', gameName: '双色球', poolFen: 100_000_000_000 }],
    },
  },
} as const;

export const appHomePageInfo = call({ ...home, path: '/api/SiteMsg/AppHomePageInfo' });
export const getHomePageInfo = call({ ...home, path: '/api/SiteMsg/GetHomePageInfo' });

export const getBannerList = call({
  method: 'GET',
  path: '/api/SiteMsg/GetBannerList',
  summary: '轮播',
  session: 'none',
  kept: true,
  fields: {},
  answer: object({ items: list(bannerItem) }),
  example: { fields: {}, models: { items: [banner] } },
});

export const getIndexNotic = call({
  method: 'GET',
  path: '/api/SiteMsg/GetIndexNotic',
  summary: '公告',
  session: 'none',
  kept: true,
  fields: {},
  answer: object({ items: list(noticeItem) }),
  example: { fields: {}, models: { items: [notice] } },
});

export const getNoticeDetail = call({
  method: 'GET',
  path: '/api/SiteMsg/GetNoticeDetail',
  summary: '公告详情',
  session: 'none',
  kept: true,
  fields: { noticeId: Type.String({ minLength: 1, maxLength: 64, description: 'Id of a notice, as GetIndexNotic lists it.' }) },
  answer: noticeDetail,
  refuses: ['notFound'],
  example: {
    fields: { noticeId: 'fairness' },
    models: { ...notice, text: '开售前公布种子的 SHA-256，开奖后公布种子本身。', at: '2026-11-01' },
  },
});

export const dialogList = call({
  method: 'GET',
  path: '/api/SiteMsg/DialogList',
  summary: '弹出一次的公告',
  session: 'none',
  fields: {},
  answer: object({ items: list(dialogItem) }),
  example: {
    fields: {},
    models: { items: [dialog] },
  },
});

export const getGameList2 = call({
  method: 'GET',
  path: '/api/SiteMsg/GetGameList2',
  summary: '游戏列表',
  session: 'none',
  kept: true,
  fields: {},
  answer: object({ items: list(gameInfoEntry) }),
  example: {
    fields: {},
    models: { items: [{ name: '双色球', code: 'ssq', oneDayPriceNum: 1, maxQishu: 10, maxBeishu: 99, hash: '3f1c9a0e' }] },
  },
});

export const appLotteryPageInfo = call({
  method: 'GET',
  path: '/api/SiteMsg/AppLotteryPageInfo',
  summary: '彩种页：在售期、近期开奖、遗漏',
  session: 'none',
  fields: { gameCode },
  answer: object({
    gameCode: text(),
    hash: text('Version of the description that is on sale.'),
    current: orNull(issueOnSale, 'null when nothing is on sale at this moment (between a day’s last draw and the next first).'),
    latest: list(resultItem, 'The last 10 draws, newest first.'),
    omission: Type.Record(Type.String(), Type.Record(Type.String(), Type.Integer({ minimum: 0 })), {
      description: 'Draws since a number was last seen (遗漏), by slice of the draw and number.',
    }),
  }),
  refuses: ['notFound'],
  example: {
    fields: { gameCode: 'ssq' },
    models: {
      gameCode: 'ssq',
      hash: '3f1c9a0e',
      current: {
        issue: '2026130',
        opensAt: 1_795_200_000_000,
        closesAt: 1_795_300_000_000,
        drawsAt: 1_795_300_300_000,
        commit: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      },
      latest: [],
      omission: { red: { '1': 4, '2': 0 }, blue: { '16': 31 } },
    },
  },
});

/** Games of another company. */
const outsideGames = {
  method: 'GET',
  session: 'optional',
  fields: {
    company: optional(Type.String({ minLength: 1, maxLength: 64, description: 'Company; left out: the company of this list.' })),
    word: optional(Type.String({ maxLength: 32, description: 'Text in the name, code or note.' })),
    show: optional(
      oneOf(['starred', 'recent'], 'Games that the player starred, or opened, the latest first. Left out: all games, starred ones first.'),
    ),
  },
  answer: object({
    company: text(),
    name: text('Name of the company; empty if none.'),
    items: list(
      object({
        company: text(),
        code: text(),
        name: text(),
        note: text(),
        page: text('"2": opens on the frame page that adapts to the orientation of the phone.'),
        starred: flag('The player starred it.'),
        playedAt: orNull(instant(), 'When the player last opened it; null: never, or nobody is logged in.'),
      }),
    ),
    next: Type.Null({ description: 'All of them are on this page.' }),
  }),
  refuses: ['notFound'],
  example: {
    fields: { company: 'demo' },
    models: {
      company: 'demo',
      name: '演示游戏',
      items: [
        {
          company: 'demo',
          code: 'wheel',
          name: '幸运转盘',
          note: '每转一次 10 积分，最高得 50 积分',
          page: '1',
          starred: true,
          playedAt: null,
        },
      ],
      next: null,
    },
  },
} as const;

export const getSlotsGameList = call({ ...outsideGames, path: '/api/SiteMsg/GetSlotsGameList', summary: '游戏列表' });
export const getLcPokerGameList = call({ ...outsideGames, path: '/api/SiteMsg/GetLCPokerGameList', summary: '棋牌列表' });
export const getFhllGameList = call({ ...outsideGames, path: '/api/SiteMsg/GetFHLLGameList', summary: '凤凰游戏列表' });

export const starGame = call({
  method: 'POST',
  path: '/api/SiteMsg/StarGame',
  summary: '收藏第三方游戏，或取消收藏',
  session: 'player',
  changes: 'state',
  fields: {
    company: Type.String({ minLength: 1, maxLength: 64, description: 'Company.' }),
    gamecode: Type.String({ minLength: 1, maxLength: 64, description: 'Code of the game at that company.' }),
    on: Type.Boolean({ description: 'Whether it is starred from now on.' }),
  },
  answer: object({ starred: flag() }),
  refuses: ['notFound'],
  example: { fields: { company: 'demo', gamecode: 'wheel', on: true }, models: { starred: true } },
});
