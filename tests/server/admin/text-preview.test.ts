/** Drafts of texts on the pages of players: POST /operator/api/desk/file/preview. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fillAddress } from '../../../app/workshop/draft-phone.tsx';
import { matchRoute, type RoutesDescription } from '../../../engine/descriptions/routes.ts';
import { STATUS } from '../../../protocol/status.ts';
import ROUTES from '../../../app/descriptions/routes.json' with { type: 'json' };
import PREVIEW from '../../../server/admin/text-preview.json' with { type: 'json' };
import { copyGames, root, startServer, type TestServer, temporaryFolder } from '../support/server.ts';
import { callOperator, logInOperator, type OperatorSession } from '../support/operator.ts';

const PASSWORD = 'a long password';
const folder = temporaryFolder();
let server: TestServer;
let operator: OperatorSession;

beforeAll(async () => {
  server = await startServer({
    operatorPassword: PASSWORD,
    gamesDir: copyGames(folder),
    appDir: join(root, 'app/descriptions'),
    officeDir: folder,
    role: 'web',
  });
  operator = await logInOperator(server.base, PASSWORD);
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true, force: true });
});

type Answer = { readonly status: number; readonly models: Readonly<Record<string, unknown>>; readonly msg: string };
async function look(
  document: { readonly kind: string; readonly code: string },
  path: string,
  params: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const { kind, code } = document;
  const previewAnswer = await operator.call<{ answer: Answer }>('POST', 'file/preview', {
    kind,
    code,
    text: JSON.stringify(document),
    path,
    params: JSON.stringify(params),
  });
  expect(previewAnswer, JSON.stringify(previewAnswer.models)).toMatchObject({ status: 0 });
  return previewAnswer.models.answer;
}
const titles = (items: unknown): unknown[] => (items as { title: string }[]).map(({ title }) => title);

const article = {
  $schema: '../../../schemas/article.schema.json',
  format: 1,
  kind: 'article',
  code: 'spring',
  type: 'news',
  title: '春节开奖安排',
  summary: '除夕照常开奖。',
  author: '编辑部',
  at: '2999-01-01 00:00',
  icon: { name: 'news', tone: 'red' },
  games: ['ssq'],
  body: ['除夕照常开奖。', '## 初一'],
};
const bulletin = {
  $schema: '../../../schemas/bulletin.schema.json',
  format: 1,
  kind: 'bulletin',
  code: 'closed',
  title: '周日凌晨维护',
  text: '02:00 至 04:00 不能投注。',
  order: 1,
  dialog: true,
  at: '2000-01-01 00:00',
  until: '2000-01-02 00:00',
};

it('an article whose day lies ahead is shown with what surrounds it, and nobody else sees it or is counted', async () => {
  const { models } = await look(article, '/api/SiteMsg/getaricledetail', { id: 'spring' });
  expect(models).toMatchObject({ title: '春节开奖安排', reads: 0, author: '编辑部', prev: { id: expect.any(String) }, next: null });
  expect(models.body).toEqual([
    { kind: 'text', text: '除夕照常开奖。' },
    { kind: 'heading', text: '初一' },
    { kind: 'button', text: expect.stringContaining('双色球'), target: 'game:ssq' },
  ]);
  const list = await look(article, '/api/SiteMsg/GetAricleList');
  expect(titles(list.models.items)).toContain('春节开奖安排');

  const visitor = server.client();
  expect(titles((await visitor.get<{ items: unknown }>('/api/SiteMsg/GetAricleList')).models?.items)).not.toContain('春节开奖安排');
  expect((await visitor.get('/api/SiteMsg/getaricledetail', { id: 'spring' })).status).not.toBe(0);
  const published = { ...article, code: 'welcome', at: '2026-01-01 00:00' };
  await look(published, '/api/SiteMsg/getaricledetail', { id: 'welcome' });
  const read = await visitor.get<{ reads: number }>('/api/SiteMsg/getaricledetail', { id: 'welcome' });
  expect(read.models?.reads).toBe(1);
});

it('a bulletin whose days are over is on its page, in the bar of home and in its dialog, and not on the home of players', async () => {
  expect((await look(bulletin, '/api/SiteMsg/GetNoticeDetail', { noticeId: 'closed' })).models).toMatchObject({
    title: '周日凌晨维护',
    text: '02:00 至 04:00 不能投注。',
  });
  const visitor = server.client();
  const before = await visitor.get<{ notices: unknown; dialogs: unknown }>('/api/SiteMsg/AppHomePageInfo');
  const home = await look(bulletin, '/api/SiteMsg/AppHomePageInfo');
  expect(titles(home.models.notices)).toContain('周日凌晨维护');
  expect(titles(home.models.dialogs)).toEqual(['周日凌晨维护']);
  const after = await visitor.get<{ notices: unknown; dialogs: unknown }>('/api/SiteMsg/AppHomePageInfo');
  expect(titles(after.models?.notices)).toEqual(titles(before.models?.notices));
  expect(titles(after.models?.dialogs)).toEqual([]);
});

it('a help page stands in its group and beside its neighbours; an activity and a product stand in their lists', async () => {
  const help = {
    $schema: '../../../schemas/help.schema.json',
    format: 1,
    kind: 'help',
    code: 'parking',
    group: 'account',
    title: '停车',
    top: true,
    order: 1,
    body: ['可以。'],
  };
  expect((await look(help, '/api/SiteMsg/HelpDetail', { type: 'account', name: 'parking' })).models).toMatchObject({ title: '停车' });
  expect(JSON.stringify((await look(help, '/api/SiteMsg/HelpType', { type: 'account' })).models)).toContain('停车');
  expect(titles((await look(help, '/api/SiteMsg/HelpCenter')).models.top)).toContain('停车');
  expect((await look(help, '/api/SiteMsg/HelpOpinion', { type: 'account', name: 'parking' })).models).toEqual({ helpful: 0, mine: '' });

  const activity = {
    $schema: '../../schemas/activity.schema.json',
    format: 1,
    kind: 'activity',
    code: 'march',
    id: '0123456789abcdef0123456789abcdef',
    title: '三月签到',
    note: '签到有礼',
    from: '2026-01-01',
    to: '2999-01-01',
    blocks: [{ title: '怎么参加', text: '每天来一次。' }],
    rule: { fact: 'checkins', of: 3, to: '/CheckInCalendar' },
    gives: { points: 10 },
  };
  expect((await look(activity, '/api/Activity/Detail', { hash: activity.id })).models).toMatchObject({
    title: '三月签到',
    rule: '签到满 3 天',
    blocks: [{ title: '怎么参加', text: '每天来一次。' }],
  });
  expect(titles((await look(activity, '/api/Activity/List')).models.items)).toContain('三月签到');

  const product = {
    $schema: '../../schemas/product.schema.json',
    format: 1,
    kind: 'product',
    code: 'gift',
    name: '小礼物',
    note: '送人的',
    shelf: 'items',
    picture: '/goods/item.svg',
    price: { points: 100 },
    gives: { item: 'makeUp' },
  };
  const shelf = (await look(product, '/api/Store/GetProductList', { kind: 'items' })).models.items as { name: string }[];
  expect(shelf.map(({ name }) => name)).toContain('小礼物');
});

it('other reads are answered by their examples, and what changes anything is not answered', async () => {
  expect((await look(bulletin, '/api/order/open')).models).toHaveProperty('stakeFen');
  const text = JSON.stringify(bulletin);
  for (const path of ['/api/SiteMsg/HelpVote', '/api/Activity/Claim', '/api/nowhere'])
    expect(await operator.call('POST', 'file/preview', { kind: 'bulletin', code: 'closed', text, path, params: '{}' })).toMatchObject({
      status: STATUS.notFound,
      models: null,
    });
  expect(await look(bulletin, '/api/SiteMsg/GetNoticeDetail')).toMatchObject({ msg: expect.stringContaining('noticeId') });
});

it('a wrong draft has a problem with its place; a client without a login, or without the right to the workshop, is refused', async () => {
  const request = { kind: 'bulletin', code: 'closed', text: '{ "kind": "bulletin" }', path: '/api/SiteMsg/AppHomePageInfo', params: '{}' };
  const wrong = await operator.call<{ problems: { code: string }[] }>('POST', 'file/preview', request);
  expect(wrong.models.problems.map(({ code }) => code)).toContain('SHAPE_MISSING');
  expect((await operator.call('POST', 'file/preview', { ...request, kind: 'screen' })).status).not.toBe(0);
  expect((await callOperator(server.base, '', 'POST', 'file/preview', request)).status).toBe(STATUS.notLoggedIn);
});

it('every page of a preview is a page of players', () => {
  const document = { code: 'a', group: 'b', id: 'c', shelf: 'd' };
  for (const { to } of Object.values(PREVIEW.pages).flat())
    expect(matchRoute(ROUTES as RoutesDescription, fillAddress(to, document))?.route.screen, to).toBeDefined();
});
