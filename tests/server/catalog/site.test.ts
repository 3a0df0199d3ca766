/** The built app over HTTP, the stream of events, limits on guessing, and publishing while everything runs. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DescriptionIndex } from '../../../engine/descriptions/types.ts';
import type { AllResultModels, LotteryPageModels, StreamEvent } from '../../../protocol/calls.ts';
import { ticketHashSql } from '../../../server/lottery/draws/sold-tickets.ts';
import { STATUS } from '../../../protocol/status.ts';
import { clockTo } from '../support/game-clock.ts';
import { openStream } from '../support/stream.ts';
import { startServer, temporaryFolder, type TestServer, waitFor } from '../support/server.ts';
import { ALL_DIGITS, gameVersion, pricedTicket, singleBet } from '../support/tickets.ts';

const BODY = '<body>$& app<!--caipu-splash-->…<!--/caipu-splash--></body>';

let web: string;
let server: TestServer;
beforeAll(async () => {
  web = temporaryFolder();
  mkdirSync(join(web, 'assets'));
  const files = {
    '@game': ['assets/game.js', 'assets/rules.js'],
    'bet-bar': ['assets/game.js', 'assets/game.css'],
    banner: ['assets/first.js'],
  };
  writeFileSync(join(web, 'preload.json'), JSON.stringify(files));
  writeFileSync(
    join(web, 'index.html'),
    `<!doctype html><html lang="zh-CN"><head><link rel="icon" href="/i.svg"><title>t</title><!--caipu-boot--></head>${BODY}</html>`,
  );
  writeFileSync(join(web, 'assets', 'App-x1.js'), `// ${'x'.repeat(5_000)}`);
  writeFileSync(join(web, 'assets', 'packed.js'), '// as it is');
  writeFileSync(join(web, 'assets', 'packed.js.br'), brotliCompressSync('// as the build packed it'));
  server = await startServer({ webDir: web, watch: true, clockSpeed: 1 });
});
afterAll(async () => {
  await server?.stop();
  rmSync(web, { recursive: true, force: true });
});

describe('the app', () => {
  it('every route of the app gets index.html with the descriptions of its screen in it', async () => {
    for (const [path, screen] of [
      ['/', 'home'],
      ['/ssq', 'game'],
      ['/SSC/jlffc', 'game'],
      ['/orderDetails?orderId=1', 'orderDetails'],
      ['/helpCenter', 'helpCenter'],
    ] as const) {
      const response = await fetch(server.base + path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toContain('text/html');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      const html = await response.text();
      expect(html).toContain('$& app');
      const block = /<script type="application\/json" id="caipu-boot">(.*?)<\/script>/s.exec(html);
      const boot = JSON.parse(block?.[1] ?? '') as {
        index: DescriptionIndex;
        documents: Record<string, Record<string, { kind: string; code: string }>>;
      };
      expect(boot.index.version).toBe(server.context.publication.index().version);
      const { small: _, ...documents } = server.context.publication.index().documents;
      expect(boot.index.abridged).toBe(true);
      expect(boot.index.documents).toEqual({
        ...documents,
        screen: screen === undefined ? {} : { [screen]: documents.screen?.[screen] },
        menu: Object.fromEntries(Object.keys(boot.documents.menu ?? {}).map((code) => [code, documents.menu?.[code]])),
      });
      expect(boot.documents.routes?.app?.kind).toBe('routes');
      expect(boot.documents.brand?.caipu?.code).toBe('caipu');
      expect(Object.keys(boot.documents.screen ?? {})).toEqual(screen === undefined ? [] : [screen]);
      expect(block?.[1]).not.toContain('<');
    }
  });

  it('a page of operators that is switched off is no page, in words; a call of theirs is no call', async () => {
    for (const path of ['/workshop', '/workbench', '/operator', '/operator/desk']) {
      const answer = await fetch(`${server.base}${path}`);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 404, 'text/html; charset=utf-8']);
    }
    const call = await fetch(`${server.base}/operator/api/desk/orders`);
    expect([call.status, await call.json()]).toMatchObject([404, { status: STATUS.notFound }]);
  });

  it('a page names the files that its screen is drawn with, and the game that it is of: nothing is found out one after the other', async () => {
    const links = async (path: string): Promise<string[]> =>
      [...(await (await fetch(server.base + path)).text()).matchAll(/<link rel="(\w+)"[^>]*? crossorigin href="([^"]+)"/g)].map(
        ([, rel, href]) => `${rel} ${href}`,
      );
    const hash = server.context.publication.index().games.find(({ code }) => code === 'jlffc')?.hash;
    const game = ['modulepreload /assets/game.js', 'modulepreload /assets/rules.js', 'preload /assets/game.css'];
    expect(await links('/ssc/JLFFC')).toEqual([...game, `preload /descriptions/game/jlffc.${hash}.json`]);
    // Nobody can make the server prepare a page for a game that does not exist.
    expect(await links('/ssc/no-such-game')).toEqual(game);
    expect(await links('/')).toEqual(['modulepreload /assets/first.js']);
  });

  it('a page is downloaded again only after a change', async () => {
    const etag = (await fetch(`${server.base}/`)).headers.get('etag') ?? '';
    expect((await fetch(`${server.base}/`, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  it('comes in the brand of the server, in the light or dark that the player chose, before any script', async () => {
    const html = async (cookie?: string) => (await fetch(`${server.base}/`, { headers: cookie ? { cookie } : {} })).text();
    const page = await html();
    expect(page).toContain('<title>彩谱</title>');
    expect(page).toMatch(/<p class="splash"><svg [^>]*>.*<\/svg><span class="splash__name">彩谱<\/span>/);
    expect(page).not.toContain('data-look');
    const [, sheet = ''] = /<link rel="stylesheet" data-brand href="([^"]+)">/.exec(page) ?? [];
    const css = await fetch(server.base + sheet);
    expect(css.headers.get('content-type')).toContain('text/css');
    expect(css.headers.get('cache-control')).toContain('immutable');
    expect(await css.text()).toContain('--brand:#C8102E');
    const [, icon = ''] = /<link rel="icon" type="image\/svg\+xml" href="([^"]+)">/.exec(page) ?? [];
    expect((await fetch(server.base + icon)).headers.get('content-type')).toContain('image/svg+xml');
    for (const look of ['light', 'dark']) {
      const chosen = await html(`a=1; look=${look}`);
      expect(chosen).toContain(`<html data-look="${look}" lang="zh-CN">`);
      const bars = [...chosen.matchAll(/<meta name="theme-color" media="[^"]+" content="([^"]+)">/g)].map(([, colour]) => colour);
      expect(new Set(bars).size).toBe(1);
    }
    expect(await html('look="><script>')).not.toContain('data-look');
    expect((await fetch(`${server.base}/descriptions/game/ssq.${'0'.repeat(32)}.css`)).status).toBe(404);
  });

  it('another answer for each choice is never taken for the same page', async () => {
    const tag = async (cookie: string) => (await fetch(`${server.base}/`, { headers: { cookie } })).headers.get('etag');
    expect(new Set([await tag(''), await tag('look=light'), await tag('look=dark')]).size).toBe(3);
    expect((await fetch(`${server.base}/`)).headers.get('vary')).toContain('cookie');
  });

  it('assets never change, are compressed, and a missing file is not the app', async () => {
    const asset = await fetch(`${server.base}/assets/App-x1.js`, { headers: { 'accept-encoding': 'gzip' } });
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(asset.headers.get('content-encoding')).toBe('gzip');
    expect((await fetch(`${server.base}/assets/gone.js`)).status).toBe(404);
    expect((await fetch(`${server.base}/../package.json`)).status).toBe(404);
    expect((await fetch(`${server.base}/no/such/route`)).status).toBe(404);
  });

  it('a file that the build packed is sent so to those who can unpack it', async () => {
    const get = (encodings: string) => fetch(`${server.base}/assets/packed.js`, { headers: { 'accept-encoding': encodings } });
    const packed = await get('gzip, deflate, br, zstd');
    expect(Object.fromEntries(packed.headers)).toMatchObject({
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
      vary: expect.stringContaining('accept-encoding'),
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(await packed.text()).toBe('// as the build packed it');
    const plain = await get('identity');
    expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([null, 'accept-encoding']);
    expect(await plain.text()).toBe('// as it is');
  });

  it('runs under a strict content security policy', async () => {
    const policy = (await fetch(`${server.base}/`)).headers.get('content-security-policy') ?? '';
    for (const rule of ["default-src 'self'", "script-src 'self'", "object-src 'none'", "base-uri 'self'", 'frame-src *'])
      expect(policy).toContain(rule);
    expect(policy).not.toContain('unsafe-eval');
    expect(policy).not.toContain('upgrade-insecure-requests');
  });
});

describe('events', () => {
  it('a player hears of draws, of the own orders and balance, and of nobody else', async () => {
    const player = await server.client().register();
    const other = await server.client().register();
    const mine = await openStream(`${server.base}/events?tk=${player.token}`);
    const theirs = await openStream(`${server.base}/events?tk=${other.token}`);
    const visitor = await openStream(`${server.base}/events`);
    const version = gameVersion(server, 'jlffc');
    const all = pricedTicket(version, [{ play: 'Q3_ZX', picks: { wan: ALL_DIGITS, qian: ALL_DIGITS, bai: ALL_DIGITS } }]);
    const placed = await waitFor('a bet in time', async () => {
      const answer = await player.bet(all);
      return answer.status === STATUS.ok ? answer.models : undefined;
    });
    const wallet = (fen: number) => ({ type: 'balance', purse: 'wallet', unit: 'fen', balance: fen, balanceFen: fen });
    expect(await mine.next((event) => event.type === 'balance')).toEqual(wallet(placed.balanceFen));

    await clockTo(server.context, placed.drawsAt + 1);
    server.scheduler?.wake();
    const isDraw = (event: StreamEvent) => event.type === 'draw' && event.issue === placed.issue;
    const heard = await Promise.all([mine, theirs, visitor].map((stream) => stream.next(isDraw)));
    // What was drawn comes with the event, so that nobody need ask: it is what the list of results says of it.
    const { items } = (await player.get<AllResultModels>('/api/lotteryresult/allresult')).models;
    const result = items.find(({ gameCode }) => gameCode === 'jlffc');
    expect(result?.issue).toBe(placed.issue);
    for (const event of heard) expect(event).toEqual({ type: 'draw', gameCode: 'jlffc', issue: placed.issue, result });
    const order = await mine.next((event) => event.type === 'order');
    expect(order).toMatchObject({ type: 'order', orderId: placed.orderId, kind: 'ticket', gameCode: 'jlffc', status: 'won' });
    const prizeFen = (order as { prizeFen: number }).prizeFen;
    expect(await mine.next((event) => event.type === 'balance')).toEqual(wallet(placed.balanceFen + prizeFen));
    for (const stream of [theirs, visitor])
      expect(stream.seen().filter((event) => event.type === 'order' || event.type === 'balance')).toEqual([]);
    for (const stream of [mine, theirs, visitor]) stream.close();
    await waitFor('no connection left', async () => server.context.events.connections() === 0);
  });
});

describe('publishing while it runs', () => {
  it('a changed game: phones hear of it, the shown version stays valid for a minute, tickets keep their version', async () => {
    const player = await server.client().register();
    const stream = await openStream(`${server.base}/events`);
    const before = gameVersion(server, 'jsks');
    const file = join(server.gamesDir, 'jsks.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace('"tagline": "每 20 分钟一期"', '"tagline": "改过的一句"'));
    const event = await stream.next((heard) => heard.type === 'index');
    const index = (await (await fetch(`${server.base}/descriptions/index.json`)).json()) as DescriptionIndex;
    expect(event).toEqual({ type: 'index', version: index.version });
    const after = gameVersion(server, 'jsks');
    expect(after.hash).not.toBe(before.hash);
    expect((await player.bet(singleBet(before))).status).toBe(STATUS.ok);
    expect((await player.bet(singleBet(after))).status).toBe(STATUS.ok);
    const { rows } = await server.context.database.query<{ hash: string }>(
      `SELECT ${ticketHashSql('t')} AS hash FROM tickets t WHERE user_id = $1 ORDER BY id`,
      [player.userId],
    );
    expect(rows.map((row) => row.hash)).toEqual([before.hash, after.hash]);
    stream.close();
  });

  it('a new game file is on sale with a past of its own, without a restart', async () => {
    const stream = await openStream(`${server.base}/events`);
    const text = readFileSync(join(server.gamesDir, 'jlffc.json'), 'utf8');
    writeFileSync(join(server.gamesDir, 'newffc.json'), text.replace('"jlffc"', '"newffc"').replace('吉林分分彩', '新分分彩'));
    await stream.next((heard) => heard.type === 'index');
    const page = await waitFor('newffc on sale', async () => {
      const { models } = await server.client().get<LotteryPageModels | null>('/api/SiteMsg/AppLotteryPageInfo', { gameCode: 'newffc' });
      return models?.current ? models : undefined;
    });
    expect(page.latest).toHaveLength(10);
    expect(page.latest.every((result) => result.backfilled === true)).toBe(true);
    const player = await server.client().register();
    await waitFor('a bet in time', async () => (await player.bet(singleBet(gameVersion(server, 'newffc')))).status === STATUS.ok);
    stream.close();
  });
});

describe('the brand', () => {
  it('is the one that the setting names, in the page and in the index', async () => {
    const other = await startServer({ webDir: web, brand: 'qinghe' });
    try {
      const page = await (await fetch(`${other.base}/`)).text();
      expect(page).toContain('<title>青禾彩</title>');
      expect(page).toContain('"brand":{"qinghe":');
      expect(page).not.toContain('彩谱</title>');
      const index = (await (await fetch(`${other.base}/descriptions/index.json`)).json()) as DescriptionIndex;
      expect(index.brand).toBe('qinghe');
    } finally {
      await other.stop();
    }
  });

  it('that there is none of stops the server with the names that there are', async () => {
    await expect(startServer({ webDir: web, brand: 'caipo' })).rejects.toThrow(
      'CAIPU_BRAND=caipo is not one of caipu, qinghe, yuedong. Correct it or leave it out.',
    );
  });
});
