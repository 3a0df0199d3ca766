/** /api/SiteMsg: what the home and lottery pages show. Texts come from server/content, games from their descriptions. */
import type {
  BannerItem,
  DialogItem,
  GameInfoEntry,
  HomeModels,
  LotteryPageModels,
  NoticeDetail,
  NoticeItem,
} from '../../protocol/calls.ts';
import { STATUS } from '../../protocol/status.ts';
import banners from './banners.json' with { type: 'json' };
import dialogs from './dialogs.json' with { type: 'json' };
import notices from './notices.json' with { type: 'json' };
import type { Context } from '../context.ts';
import { createResults } from '../draws/results.ts';
import { type Call, ok, refuse } from '../web/call.ts';

/** "demo" → "d***o": enough to know oneself, not enough to know another. */
export function masked(name: string): string {
  const letters = [...name];
  return `${letters[0] ?? ''}***${letters.at(-1) ?? ''}`;
}

export function siteCalls(context: Context): Call<string>[] {
  const results = createResults(context);
  const bannerItems: readonly BannerItem[] = banners;
  const noticeItems: readonly NoticeItem[] = notices.map(({ id, title }) => ({ id, title }));
  const dialogItems: readonly DialogItem[] = dialogs;

  async function home(): Promise<HomeModels> {
    const wins = await context.database.kysely
      .selectFrom('recent_wins')
      .select(['user_name', 'game', 'prize_fen'])
      .orderBy('seq', 'desc')
      .limit(10)
      .execute();
    return {
      banners: bannerItems,
      notices: noticeItems,
      winners: wins.map((win) => ({
        who: masked(win.user_name),
        game: context.games.published(win.game)?.game.name ?? win.game,
        prizeFen: win.prize_fen,
      })),
    };
  }

  const homePage = (path: string): Call<string> => ({ method: 'GET', path, summary: '首页', handle: async () => ok(await home()) });

  return [
    homePage('/api/SiteMsg/AppHomePageInfo'),
    homePage('/api/SiteMsg/GetHomePageInfo'),
    { method: 'GET', path: '/api/SiteMsg/GetBannerList', summary: '轮播', handle: async () => ok({ items: bannerItems }) },
    { method: 'GET', path: '/api/SiteMsg/GetIndexNotic', summary: '公告', handle: async () => ok({ items: noticeItems }) },
    {
      method: 'GET',
      path: '/api/SiteMsg/GetNoticeDetail',
      summary: '公告详情',
      fields: { noticeId: { type: 'string', minLength: 1, maxLength: 64 } },
      required: ['noticeId'],
      async handle({ fields }) {
        const notice = notices.find(({ id }) => id === fields.noticeId);
        return notice === undefined ? refuse(STATUS.notFound, '公告不存在或已下线') : ok<NoticeDetail>(notice);
      },
    },
    { method: 'GET', path: '/api/SiteMsg/DialogList', summary: '弹窗', handle: async () => ok({ items: dialogItems }) },
    {
      method: 'GET',
      path: '/api/SiteMsg/GetGameList2',
      summary: '游戏列表',
      handle: async () =>
        ok({
          items: context.publication.index().games.map(
            (game): GameInfoEntry => ({
              name: game.name,
              code: game.code,
              oneDayPriceNum: game.oneDayPriceNum,
              maxQishu: game.maxQishu,
              maxBeishu: game.maxBeishu,
              hash: game.hash,
            }),
          ),
        }),
    },
    {
      method: 'GET',
      path: '/api/SiteMsg/AppLotteryPageInfo',
      summary: '彩种页：在售期、近期开奖、遗漏',
      fields: { gameCode: { type: 'string', minLength: 1, maxLength: 32 } },
      required: ['gameCode'],
      async handle({ fields }) {
        const version = context.games.published((fields.gameCode ?? '').toLowerCase());
        if (version === undefined) return refuse(STATUS.notFound, '没有这个彩种');
        const { code } = version.game;
        const [current, latest, omission] = await Promise.all([results.onSale(code), results.latest(code, 10), results.omission(version)]);
        return ok<LotteryPageModels>({ gameCode: code, hash: version.hash, current: current ?? null, latest, omission });
      },
    },
  ];
}
