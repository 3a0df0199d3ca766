/** Help and articles over HTTP (server/content): lists, pages, rules out of descriptions, votes, reads, large prizes. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AnswerOf } from '../../../protocol/calls/define.ts';
import type {
  getAricleDetail,
  getAricleList,
  helpCenter,
  helpDetail,
  helpType,
  search,
  searchIndex,
} from '../../../protocol/calls/content.ts';
import { find, findable } from '../../../engine/search/find.ts';
import type { HomeModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import { clearAnswerCache } from '../../../server/lottery/draws/answer-cache.ts';
import { startServer, type TestServer, waitFor } from '../support/server.ts';

type Articles = AnswerOf<typeof getAricleList>;
type Article = AnswerOf<typeof getAricleDetail>;
type Center = AnswerOf<typeof helpCenter>;
type Group = AnswerOf<typeof helpType>;
type Page = AnswerOf<typeof helpDetail>;

const ROOT = join(import.meta.dirname, '../../..');
let server: TestServer;
let appDir: string;
beforeAll(async () => {
  appDir = mkdtempSync(join(tmpdir(), 'caipu-content-'));
  cpSync(join(ROOT, 'app/descriptions'), appDir, { recursive: true });
  server = await startServer({ clockSpeed: 1, role: 'web', appDir, gamesDir: join(ROOT, 'games') });
});
afterAll(async () => {
  await server?.stop();
  rmSync(appDir, { recursive: true, force: true });
});

it('a banner and a bulletin from files are shown at once, from their first to their last day', async () => {
  const { context } = server;
  const wall = (ms: number) => new Date(context.clock.now() + ms + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
  const drop = async (folder: string, code: string, document: object) => {
    writeFileSync(
      join(appDir, folder, `${code}.json`),
      JSON.stringify({
        $schema: `../../../schemas/${folder.slice(0, -1)}.schema.json`,
        format: 1,
        kind: folder.slice(0, -1),
        code,
        ...document,
      }),
    );
    await context.publication.refresh();
    expect(context.publication.problems()).toEqual([]);
    clearAnswerCache(context.database);
  };
  const client = await server.client().register();
  const home = async () => (await client.get<HomeModels>('/api/SiteMsg/AppHomePageInfo')).models;
  const detail = (noticeId: string) => client.get('/api/SiteMsg/GetNoticeDetail', { noticeId });
  const slide = { title: '周末加奖', tone: 'green', target: 'game:ssq' };
  await drop('banners', 'weekend', { ...slide, order: 1, until: wall(3_600_000) });
  await drop('banners', 'later', { ...slide, at: wall(86_400_000) });
  expect((await home()).banners[0]).toEqual({ id: 'weekend', title: '周末加奖', subtitle: '', tone: 'green', target: 'game:ssq' });
  expect((await home()).banners.map(({ id }) => id)).not.toContain('later');

  await drop('bulletins', 'maintenance', {
    title: '周日凌晨维护',
    text: '02:00 至 04:00 不能投注。',
    order: 1,
    at: wall(-60_000),
    dialog: true,
  });
  await drop('bulletins', 'draft', { title: '还没有定', text: '草稿。', at: wall(86_400_000) });
  expect((await home()).notices[0]).toEqual({ id: 'maintenance', title: '周日凌晨维护' });
  expect((await home()).notices.map(({ id }) => id)).not.toContain('draft');
  const dialog = { id: 'maintenance', title: '周日凌晨维护', text: '02:00 至 04:00 不能投注。' };
  expect((await home()).dialogs).toEqual([dialog]);
  expect((await client.get('/api/SiteMsg/DialogList')).models).toEqual({ items: [dialog] });
  expect(await detail('maintenance')).toMatchObject({
    status: STATUS.ok,
    models: { text: '02:00 至 04:00 不能投注。', at: wall(-60_000).slice(0, 10) },
  });
  expect(await detail('draft')).toMatchObject({ status: STATUS.notFound });
  const helpVotes = async () =>
    (await client.get<{ items: readonly { title: string; to: string }[] }>('/api/SiteMsg/MsgList', { kind: 'system' })).models.items.find(
      ({ to }) => to === '/noticeDetail/maintenance',
    )?.title;
  expect(await helpVotes()).toBe('周日凌晨维护');
  // It is the player's own once it is made, while he is here.
  for (const write of context.hooks.upkeep) await write(client.userId);

  // Its message outlives it, and says so.
  rmSync(join(appDir, 'bulletins/maintenance.json'));
  await context.clock.advance(2 * 3_600_000);
  await waitFor('the file is known to be gone', async () => {
    await context.publication.refresh();
    clearAnswerCache(context.database);
    return (await home()).notices[0]?.id !== 'maintenance';
  });
  expect((await home()).banners.map(({ id }) => id)).not.toContain('weekend');
  expect((await home()).dialogs).toEqual([]);
  expect(await helpVotes()).toBe('公告（已下线）');
});

const article = (code: string, patch: object) =>
  writeFileSync(
    join(appDir, 'articles', `${code}.json`),
    JSON.stringify({
      ...{
        $schema: '../../../schemas/article.schema.json',
        format: 1,
        kind: 'article',
        code,
        type: 'guide',
        title: code,
        summary: '一句话',
      },
      ...{ author: '编辑', at: '2026-01-01 00:00', icon: { name: 'news' }, body: ['正文'] },
      ...patch,
    }),
  );

it('lists the groups of the help, and a group of games with a page of rules for every game', async () => {
  const visitor = server.client();
  const { groups, top } = (await visitor.get<Center>('/api/SiteMsg/HelpCenter')).models;
  expect(groups.map(({ type }) => type)).toEqual(['account', 'recharge', 'buy', 'payout', 'faq', 'games']);
  expect(groups.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThanOrEqual(110);
  expect(top.length).toBeGreaterThanOrEqual(6);
  const games = (await visitor.get<Group>('/api/SiteMsg/HelpType', { type: 'games' })).models;
  expect(games.sections.map(({ title }) => title)).toEqual(['基本玩法', '数字彩', '快开', '竞技彩', '刮刮乐', '小游戏']);
  const listed = games.sections.flatMap(({ items }) => items.map(({ name }) => name));
  for (const { code, disabled } of server.context.publication.index().games)
    expect(disabled !== undefined || listed.includes(code), code).toBe(true);
  expect(await visitor.get('/api/SiteMsg/HelpType', { type: 'none' })).toMatchObject({ status: STATUS.notFound });
});

it('writes the rules of a game out of its description: what is drawn, what it pays, how likely that is', async () => {
  const visitor = server.client();
  const page = async (name: string) => (await visitor.get<Page>('/api/SiteMsg/HelpDetail', { type: 'games', name })).models;
  const ssq = await page('SSQ');
  expect(ssq).toMatchObject({ type: 'games', name: 'ssq', title: '双色球规则', group: '彩种玩法' });
  const rulesText = JSON.stringify(ssq.body);
  for (const words of [
    '红球：从 01–33 中开出 6 个不重复的号码',
    '演示奖池每期至少 1 亿元，投注额的 26.7% 进入奖池，未中出的滚入下一期',
    '1/17,721,088',
    '约 ¥5,000,000',
    '去投注 · 双色球',
  ])
    expect(rulesText).toContain(words);
  // The figures are those of the call that the odds are asked by, and not typed again.
  const odds = (
    await visitor.get<{ plays: { kinds: { tiers: { fen: number }[] }[] }[] }>('/api/lottery/GetLotteryOdds', { gameCode: 'jsks' })
  ).models;
  const k3 = JSON.stringify((await page('jsks')).body);
  expect(odds.plays.flatMap(({ kinds }) => kinds.flatMap(({ tiers }) => tiers)).filter(({ fen }) => fen === 24_000).length).toBeGreaterThan(
    0,
  );
  expect(k3).toContain('"¥240"');
  for (const [name, words] of [
    ['jczq', '一注奖金 = 2 元 × 各场赔率相乘'],
    ['jczq', '平均返奖率约 90.1%，比分约 76.9%，总进球、半全场约 80%'],
    ['jczq', '"单关、2串1、'],
    ['ctzq', '14 场胜负二等奖：14 场猜中 13 场'],
    ['ctzq', '比赛取消时，该场任何选项均算猜中'],
    ['ozb', '猜夺冠球队'],
    ['deng2', '头奖'],
    ['slm', '中间隔 6 个点数'],
    ['slot', '×1,000'],
    ['lyb', '任意围骰'],
  ] as const)
    expect(JSON.stringify((await page(name)).body), name).toContain(words);
});

it('counts one vote about a help page for each player and installation, the last one', async () => {
  const [one, two] = [await server.client().register(), await server.client().register()];
  const vote = (who: typeof one, helpful: string) =>
    who.post<{ helpful: number; mine: string }>('/api/SiteMsg/HelpVote', { type: 'buy', name: 'chase', helpful });
  expect((await vote(one, '1')).models).toEqual({ helpful: 1, mine: 'yes' });
  expect((await vote(one, '1')).models.helpful).toBe(1);
  expect((await vote(two, '1')).models.helpful).toBe(2);
  expect((await vote(one, '0')).models).toEqual({ helpful: 1, mine: 'no' });
  const opinion = async (who: typeof one) =>
    (await who.get<{ helpful: number; mine: string }>('/api/SiteMsg/HelpOpinion', { type: 'buy', name: 'chase' })).models;
  expect(await opinion(one)).toEqual({ helpful: 1, mine: 'no' });
  expect(await opinion(two)).toEqual({ helpful: 1, mine: 'yes' });
  // The page itself has nothing about the player that asks, because phones keep it.
  expect(Object.keys((await one.get<Page>('/api/SiteMsg/HelpDetail', { type: 'buy', name: 'chase' })).models)).not.toContain('mine');
  expect(await one.post('/api/SiteMsg/HelpVote', { type: 'buy', name: 'none', helpful: '1' })).toMatchObject({ status: STATUS.notFound });
});

it('lists articles in their order, page by page, and drafts only from their day on', async () => {
  article('draft', { at: '2999-01-01 00:00' });
  article('ended', { until: '2026-01-02 00:00' });
  article('first', { pinned: true, at: '2026-01-01 00:01' });
  await server.context.publication.refresh();
  const visitor = server.client();
  const all: Articles['items'][number][] = [];
  let cursor = '';
  do {
    const page = (await visitor.get<Articles>('/api/SiteMsg/GetAricleList', { size: '5', ...(cursor ? { cursor } : {}) })).models;
    all.push(...page.items);
    cursor = page.next ?? '';
  } while (cursor !== '');
  const ids = all.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.slice(0, 2)).toEqual(['welcome', 'first']);
  expect(ids).not.toContain('draft');
  expect(ids).not.toContain('ended');
  expect(
    (await visitor.get<Articles>('/api/SiteMsg/GetAricleList', { type: 'sport' })).models.items.every(({ type }) => type === 'sport'),
  ).toBe(true);
  expect(await visitor.get('/api/SiteMsg/getaricledetail', { id: 'draft' })).toMatchObject({
    status: STATUS.notFound,
    msg: '文章不存在或已下线',
  });
});

it('opens an article with its neighbours and a button for each game, and counts who opened it', async () => {
  const visitor = server.client();
  const open = async (id: string) => (await visitor.get<Article>('/api/SiteMsg/getaricledetail', { id })).models;
  const dlt = await open('dlt-extra');
  expect(dlt.body.at(-1)).toEqual({ kind: 'button', text: '去投注 · 大乐透', target: 'game:dlt' });
  expect(dlt.reads).toBe(1);
  expect((await open('dlt-extra')).reads).toBe(2);
  expect((await open(dlt.prev?.id ?? '')).next?.id).toBe('dlt-extra');
  // The sums are written, and the next answer is the same.
  await expect
    .poll(async () => (await server.context.database.query('SELECT reads FROM article_reads WHERE article = $1', ['dlt-extra'])).rows, {
      timeout: 20_000,
    })
    .toEqual([{ reads: 2 }]);
  expect((await open('dlt-extra')).reads).toBe(3);
});

it('names the newest large prizes without their winners', async () => {
  await server.context.database.query(
    `INSERT INTO recent_wins (user_name, kind, game, prize_fen) VALUES ('demo', 'ticket', 'ssq', 199999), ('demo', 'ticket', 'ssq', 200000), ('somebody', 'ticket', 'dlt', 300000)`,
  );
  const list = async (params: Record<string, string>) =>
    (await server.client().get<{ items: unknown[] }>('/api/LotteryResult/NewBonusList', params)).models.items;
  expect(await list({ size: '7' })).toEqual([
    { who: 's***y', gameCode: 'dlt', game: '大乐透', prizeFen: 300_000 },
    { who: 'd***o', gameCode: 'ssq', game: '双色球', prizeFen: 200_000 },
  ]);
  expect(await list({ gameCode: 'SSQ' })).toHaveLength(1);
});

it('searches games and texts by Chinese, pinyin and initials, matches and players, in the time of a key press', async () => {
  const visitor = server.client();
  const found = async (q: string) => (await visitor.get<AnswerOf<typeof search>>('/api/SiteMsg/Search', { q })).models;
  const firsts = async (q: string) => Object.fromEntries((await found(q)).groups.map(({ kind, items }) => [kind, items[0]?.title]));
  for (const q of ['ssq', '双色球', 'shuangseqiu', 'SSQ', 'ＳＳＱ', '雙色球']) expect((await firsts(q)).game, q).toBe('双色球');
  expect((await firsts('chongqing')).game).toMatch(/^重庆/);
  expect((await firsts('快樂８')).game).toBe('快乐8');
  expect((await firsts('忘記密碼')).help).toBe('忘记密码怎么办');
  expect((await firsts('忘记密码')).help).toBe('忘记密码怎么办');
  expect((await firsts('zhuihao')).help).toBeDefined();
  expect((await firsts('倍投')).article).toBeDefined();
  const nothing = await found('没有的东西');
  expect(nothing.groups).toEqual([]);
  expect(nothing.hot.length).toBeGreaterThan(4);
  expect((await found('')).groups).toEqual([]);
  expect(await visitor.get('/api/SiteMsg/Search', { q: 'x'.repeat(10_000) })).toMatchObject({
    status: STATUS.invalid,
    msg: '搜索词太长，最多 50 个字',
  });
  // What phones search in without a network: games and help, in at most 60 KB, with the same answers.
  const { models } = await visitor.get<AnswerOf<typeof searchIndex>>('/api/SiteMsg/SearchIndex');
  expect(Buffer.byteLength(JSON.stringify(models))).toBeLessThanOrEqual(60_000);
  const phone = models.entries.map(findable);
  for (const q of ['ssq', 'zhuihao', '提现', 'zhongqing'])
    for (const kind of ['game', 'help'] as const)
      expect(
        find(phone, q)
          .filter((each) => each.kind === kind)
          .slice(0, 6)
          .map(({ title }) => title),
        q,
      ).toEqual((await found(q)).groups.find((group) => group.kind === kind)?.items.map(({ title }) => title) ?? []);
  expect((await visitor.get('/api/SiteMsg/Search', { q: '%_\\\'";--' })).status).toBe(STATUS.ok);
  const player = await server.client().register();
  await server.context.database.query(
    `INSERT INTO profiles (user_id, nickname) VALUES ($1, '寻宝小王') ON CONFLICT (user_id) DO UPDATE SET nickname = excluded.nickname`,
    [player.userId],
  );
  for (const q of ['寻宝', '尋寶'])
    expect((await found(q)).groups.at(-1)).toMatchObject({
      kind: 'user',
      items: [{ title: '寻宝小王', to: `/homePage?mid=${player.userId}` }],
    });
});
