/** /api/SiteMsg: data of the home and lottery pages. Texts and games come from their descriptions, the rest from server/content. */
import type { BannerItem, DialogItem, HomeModels, LotteryPageModels, NoticeItem } from '../../protocol/calls.ts';
import * as calls from '../../protocol/calls/site-msg.ts';
import { STATUS } from '../../protocol/status.ts';
import { newBonusList } from '../../protocol/calls/lottery-result.ts';
import SETTINGS from './content.json' with { type: 'json' };
import { shownBanners, shownBulletins } from './display-state.ts';
import type { ContentServices } from './services.ts';
import { gameCodeOf } from '../catalog/index.ts';
import { createDrawResults, type AnswerCache, answerCacheOf, currentPools } from '../lottery/index.ts';
import { handle, type HandledCall, ok, refuse, markShared } from '../platform/index.ts';
import { maskLoginName } from '../accounts/index.ts';

/** Real ms that an answer of the home page serves: winners of the last second may come a second later. */
const HOME_SERVES_MS = 1_000;

/** `cache`: the answers that are the same for everyone. */
export function siteCalls(context: ContentServices, cache: Pick<AnswerCache, 'get'> = answerCacheOf(context)): HandledCall[] {
  const results = createDrawResults(context);
  const bannerItems = (): readonly BannerItem[] =>
    shownBanners(context).map(({ code, title, subtitle = '', tone, picture, target, audience }) => ({
      ...{ id: code, title, subtitle, tone, target },
      ...(picture === undefined ? {} : { picture }),
      ...(audience === undefined ? {} : { audience }),
    }));
  const noticeItems = (): readonly NoticeItem[] => shownBulletins(context).map(({ code, title }) => ({ id: code, title }));
  const dialogItems = (): readonly DialogItem[] =>
    shownBulletins(context).flatMap(({ code, title, text, dialog }) => (dialog ? [{ id: code, title, text }] : []));

  const home = (): Promise<HomeModels> =>
    cache.get('home', async () => ({ value: markShared(await readHome()) }), { mostMs: HOME_SERVES_MS });

  async function readHome(): Promise<HomeModels> {
    const wins = await context.database.kysely
      .selectFrom('recent_wins')
      .select(['user_name', 'kind', 'game', 'prize_fen'])
      .orderBy('seq', 'desc')
      .limit(10)
      .execute();
    const free = new Map((await currentPools(context.database)).map((pool) => [pool.game, pool.free]));
    return {
      banners: bannerItems(),
      notices: noticeItems(),
      dialogs: dialogItems(),
      winners: wins.map((win) => ({
        who: maskLoginName(win.user_name),
        game: context.orderKinds.get(win.kind)?.subject({ game: win.game, issue: null }) ?? win.game,
        prizeFen: win.prize_fen,
      })),
      pools: context.games
        .all()
        .flatMap(({ game: { code, name, poolFen, poolSeedFen } }) => {
          if (poolFen === 0) return [];
          // Before its first issue is settled it is what it will begin with; and no issue has less than is guaranteed.
          const now = Math.max(poolFen, free.get(code) ?? poolSeedFen ?? poolFen);
          return { gameCode: code, gameName: name, poolFen: now };
        })
        .sort((a, b) => b.poolFen - a.poolFen || (a.gameCode < b.gameCode ? -1 : 1)),
    };
  }

  return [
    handle(newBonusList, async ({ fields: { gameCode, size } }) => {
      const code = gameCode && gameCodeOf(context, gameCode);
      const read = async () => {
        let query = context.database.kysely
          .selectFrom('recent_wins')
          .select(['user_name', 'kind', 'game', 'prize_fen'])
          .where('prize_fen', '>=', SETTINGS.newBonusLeastFen);
        if (code !== undefined) query = query.where('game', '=', code);
        const wins = await query.orderBy('seq', 'desc').limit(size).execute();
        const items = wins.map(({ user_name, kind, game, prize_fen }) => ({
          who: maskLoginName(user_name),
          gameCode: game,
          game: context.orderKinds.get(kind)?.subject({ game, issue: null }) ?? game,
          prizeFen: prize_fen,
        }));
        return { value: markShared({ items }) };
      };
      return ok(await cache.get(`bonus ${code ?? ''} ${size}`, read, { mostMs: HOME_SERVES_MS }));
    }),
    handle(calls.appHomePageInfo, async () => ok(await home())),
    handle(calls.getHomePageInfo, async () => ok(await home())),
    handle(calls.getBannerList, async () => ok({ items: bannerItems() })),
    handle(calls.getIndexNotic, async () => ok({ items: noticeItems() })),
    handle(calls.getNoticeDetail, async ({ fields }) => {
      const notice = shownBulletins(context).find(({ code }) => code === fields.noticeId);
      if (notice === undefined) return refuse(STATUS.notFound, '公告不存在或已下线');
      return ok({ id: notice.code, title: notice.title, text: notice.text, at: notice.at.slice(0, 10) });
    }),
    handle(calls.dialogList, async () => ok({ items: dialogItems() })),
    handle(calls.getGameList2, async () =>
      ok({
        items: context.publication.index().games.map(({ name, code, oneDayPriceNum, maxQishu, maxBeishu, hash }) => ({
          name,
          code,
          oneDayPriceNum,
          maxQishu,
          maxBeishu,
          hash,
        })),
      }),
    ),
    handle(calls.appLotteryPageInfo, async ({ fields }) => {
      const version = context.games.published(gameCodeOf(context, fields.gameCode));
      if (version === undefined) return refuse(STATUS.notFound, '彩种不存在');
      const { code } = version.game;
      const read = async () => {
        const next = await results.nextDraw(code);
        const [current, latest, omission] = await Promise.all([results.onSale(code), results.latest(code, 10), results.omission(version)]);
        const value: LotteryPageModels = { gameCode: code, hash: version.hash, current: current ?? null, latest, omission };
        // Between two sales the next one may open at any moment.
        return { value: markShared(value), until: Math.min(current?.closesAt ?? 0, next ?? 0) };
      };
      return ok(await cache.get(`page ${code} ${version.hash}`, read, { game: code }));
    }),
  ];
}
