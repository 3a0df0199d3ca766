/** Articles and help over HTTP: GetAricleList, getaricledetail, HelpCenter, HelpType, HelpDetail, HelpOpinion, HelpVote. */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import * as calls from '../../protocol/calls/content.ts';
import { STATUS } from '../../protocol/status.ts';
import { addressKey, handle, type HandledCall, ok, type Player, refuse, refuseField, TooManyRequests } from '../platform/index.ts';
import { deviceId } from '../accounts/index.ts';
import { MOST_QUERY } from '../../engine/search/find.ts';
import type { ContentServices } from './services.ts';
import SETTINGS from './content.json' with { type: 'json' };
import { articleBody, helpGroups, helpOfType, helpPage, listItems, type ShownArticle, shownArticles, topHelp } from './pages.ts';
import { createArticleReads, type ArticleReads } from './article-reads.ts';
import { popularHits, searchAll, searchIndexOf } from './search.ts';

const GONE = '文章不存在或已下线';
const NO_HELP = '帮助不存在或已下线';

export function contentCalls(context: ContentServices, reads: ArticleReads = createArticleReads(context)): HandledCall[] {
  const { database } = context;

  const rowOf = ({ article, at }: ShownArticle, read: number) => {
    const { code, title, summary, type, icon, pinned = false } = article;
    const typeName = listItems(context, 'article-types').find(({ value }) => value === type)?.label ?? type;
    return { id: code, title, summary, type, typeName, icon: icon.name, tone: icon.tone ?? 'ink', at, reads: read, pinned };
  };
  const link = (shown: ShownArticle | undefined) => (shown === undefined ? null : { id: shown.article.code, title: shown.article.title });

  /** The voter on a help page: a player, or a visitor by the hash of the installation or of the address. */
  const whoOf = (player: Player | undefined, request: FastifyRequest): string => {
    if (player !== undefined) return `u${player.id}`;
    return `d${createHash('sha256')
      .update(deviceId(request) || addressKey(request.ip))
      .digest('hex')
      .slice(0, 32)}`;
  };
  async function votesOf(page: string, who: string): Promise<{ helpful: number; mine: boolean | null }> {
    const { rows } = await database.query<{ helpful: number; mine: boolean | null }>(
      `SELECT count(*) FILTER (WHERE helpful)::int AS helpful, bool_or(helpful) FILTER (WHERE who = $2) AS mine FROM help_votes WHERE page = $1`,
      [page, who],
      'help-votes',
    );
    return rows[0] ?? { helpful: 0, mine: null };
  }

  return [
    handle(calls.getAricleList, async ({ fields: { type, cursor, size } }) => {
      const all = shownArticles(context, type);
      const from = cursor === undefined ? 0 : all.findIndex(({ article }) => article.code === cursor) + 1;
      const shown = all.slice(from, from + size);
      const counts = await reads.of(shown.map(({ article }) => article.code));
      return ok({
        items: shown.map((each) => rowOf(each, counts.get(each.article.code) ?? 0)),
        next: from + size < all.length ? (shown.at(-1)?.article.code ?? null) : null,
      });
    }),
    handle(calls.getAricleDetail, async ({ fields: { id } }) => {
      const all = shownArticles(context);
      const current = all.find(({ article }) => article.code === id);
      if (current === undefined) return refuse(STATUS.notFound, GONE);
      const byTime = [...all].sort((a, b) => a.at - b.at || (a.article.code < b.article.code ? -1 : 1));
      const at = byTime.indexOf(current);
      const related = all.filter((each) => each !== current && each.article.type === current.article.type).slice(0, SETTINGS.related);
      return ok({
        ...rowOf(current, await reads.count(id)),
        author: current.article.author,
        body: articleBody(context, current.article),
        prev: link(byTime[at - 1]),
        next: link(byTime[at + 1]),
        related: related.map(({ article: { code, title } }) => ({ id: code, title })),
      });
    }),
    handle(calls.search, async ({ fields: { q = '' }, request }) => {
      if ([...q].length > MOST_QUERY) return refuseField('q', `搜索词太长，最多 ${MOST_QUERY} 个字`);
      const wait = context.rateLimiter.search(`${addressKey(request.ip)} ${deviceId(request)}`);
      if (wait > 0) throw new TooManyRequests(wait, '搜索过于频繁');
      return ok({ groups: await searchAll(context, q), hot: popularHits(context) });
    }),
    handle(calls.searchIndex, async () => ok(searchIndexOf(context))),
    handle(calls.helpCenter, async () => ok({ groups: helpGroups(context), top: topHelp(context) })),
    handle(calls.helpType, async ({ fields: { type } }) => {
      const helpType = helpOfType(context, type);
      return helpType === undefined ? refuse(STATUS.notFound, '帮助分类不存在') : ok(helpType);
    }),
    handle(calls.helpDetail, async ({ fields: { type, name } }) => {
      const page = await helpPage(context, type, name);
      if (page === undefined) return refuse(STATUS.notFound, NO_HELP);
      const { title, group, body, related } = page;
      return ok({ type: page.type, name: page.name, title, group, body, related });
    }),
    handle(calls.helpOpinion, async ({ fields: { type, name }, player, request }) => {
      const page = await helpPage(context, type, name);
      if (page === undefined) return refuse(STATUS.notFound, NO_HELP);
      const { helpful, mine } = await votesOf(`${page.type}/${page.name}`, whoOf(player, request));
      return ok({ helpful, mine: mine === null ? '' : mine ? 'yes' : 'no' });
    }),
    handle(calls.helpVote, async ({ fields: { type, name, helpful }, player, request }) => {
      const page = await helpPage(context, type, name);
      if (page === undefined) return refuse(STATUS.notFound, NO_HELP);
      const wait = player === undefined ? await context.rateLimiter.vote(addressKey(request.ip)) : 0;
      if (wait > 0) throw new TooManyRequests(wait, '当前网络评价过于频繁');
      const who = whoOf(player, request);
      const key = `${page.type}/${page.name}`;
      await database.query(
        `INSERT INTO help_votes (page, who, helpful, at) VALUES ($1, $2, $3, caipu_now_ms())
           ON CONFLICT (page, who) DO UPDATE SET helpful = excluded.helpful, at = excluded.at`,
        [key, who, helpful],
        'help-vote',
      );
      return ok({ helpful: (await votesOf(key, who)).helpful, mine: helpful ? 'yes' : 'no' }, '感谢您的反馈');
    }),
  ];
}
