import { describe, expect, it, vi } from 'vitest';
import type { DescriptionIndex } from '../../../engine/descriptions/types.ts';
import { index, player, type Reply, settle, world } from './world.ts';

describe('events', () => {
  it('reach those who listen, and a balance reaches the session', async () => {
    const { platform, streams } = await player();
    const heard = vi.fn();
    const stop = platform.on('draw', heard as never);
    streams.at(-1)?.open();
    await settle();
    heard.mockClear();
    streams.at(-1)?.say({ type: 'draw', gameCode: 'g', issue: '1' });
    streams.at(-1)?.say({ type: 'balance', balanceFen: 77 });
    streams.at(-1)?.onmessage?.({ data: '{"type":"unknown"}' });
    expect(heard.mock.calls).toEqual([[{ type: 'draw', gameCode: 'g', issue: '1' }]]);
    expect(platform.session.balanceFen).toBe(77);
    stop();
    streams.at(-1)?.say({ type: 'draw', gameCode: 'g', issue: '2' });
    expect(heard).toHaveBeenCalledTimes(1);
  });
  it('after an interruption everything that could have been missed is read again', async () => {
    const { platform, streams, clock, seen } = await player();
    streams.at(-1)?.open();
    await settle();
    const heard: string[] = [];
    for (const type of ['draw', 'order'] as const) platform.on(type, (() => heard.push(type)) as never);
    seen.length = 0;
    streams.at(-1)?.fail();
    clock.advance(500);
    streams.at(-1)?.open();
    await settle();
    expect(heard).toEqual(['draw', 'order']);
    expect(seen.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['/descriptions/index.json', '/api/UserCenter/QueryProfileList', '/api/SystemConfig/GetServerTime']),
    );
  });
  it('orders that were loaded before the first stream stood are loaded again, for a player and not for a visitor', async () => {
    const heardOf = async ({ platform, streams }: Pick<Awaited<ReturnType<typeof player>>, 'platform' | 'streams'>): Promise<string[]> => {
      const heard: string[] = [];
      for (const type of ['draw', 'order'] as const) platform.on(type, (() => heard.push(type)) as never);
      streams.at(-1)?.open();
      await settle();
      return heard;
    };
    expect(await heardOf(await player())).toEqual(['order']);
    expect(await heardOf(world({ boot: { index } }))).toEqual([]);
  });
  it('asks for a topic while it has a follower, and opens the stream once for topics that are requested together', async () => {
    const { platform, streams, clock } = world({ boot: { index } });
    streams.at(-1)?.open();
    await settle();
    const before = streams.length;
    const leave = platform.follow?.('live');
    const leaveOther = platform.follow?.('offers:a');
    platform.follow?.('live')();
    clock.advance(50);
    await settle();
    expect(streams.length).toBe(before + 1);
    expect(streams.at(-1)?.url).toMatch(/\/events\?topics=live%2Coffers%3Aa$/);
    const heard: unknown[] = [];
    platform.on('live', ((event: unknown) => heard.push(event)) as never);
    streams.at(-1)?.open();
    await settle();
    streams.at(-1)?.say({ type: 'live', from: 1, version: 2, matches: [] });
    // The new stream may have missed what came between the two.
    expect(heard).toEqual([
      { type: 'live', missed: true },
      { type: 'live', from: 1, version: 2, matches: [] },
    ]);
    // Leaving a page costs no new stream: a player who comes back finds it as it was.
    leave?.();
    leave?.();
    leaveOther?.();
    clock.advance(59_000);
    await settle();
    expect(streams.length).toBe(before + 1);
    clock.advance(1_000);
    await settle();
    expect(streams.at(-1)?.url).toMatch(/\/events$/);
  });
  it('while the stream is down the index is polled', async () => {
    const { clock, seen, streams } = world({ boot: { index } });
    streams.at(-1)?.fail();
    await settle();
    const before = seen.length;
    clock.advance(30_000);
    await settle();
    expect(seen.slice(before).map(({ path }) => path)).toContain('/descriptions/index.json');
  });
});

describe('descriptions', () => {
  const listed = (version: string, hash: string): DescriptionIndex => ({
    format: 1,
    version,
    games: [
      {
        code: 'g',
        name: '游戏',
        hash,
        route: '/ssc/g',
        schedule: {
          kind: 'weekly',
          utcOffset: '+08:00',
          days: [1],
          at: '21:00',
          closeBeforeSeconds: 60,
          issue: '{yyyy}{seq:3}',
        },
        menu: { section: 'quick', order: 1 },
        oneDayPriceNum: 1,
        maxQishu: 1,
        maxBeishu: 1,
      },
    ],
    documents: { menu: { home: 'm1' }, screen: { home: 's1' } },
  });
  const raw = (value: unknown): Reply => ({ raw: JSON.stringify(value), http: 200 });
  const gone: Reply = { raw: '{}', http: 404 };
  it('come with the page or are fetched once by hash, frozen', async () => {
    const { platform, seen } = world({
      boot: { index: listed('v1', 'h1'), documents: { menu: { home: { code: 'home' } }, screen: { stray: {} } } },
      server: {
        '/descriptions/game/g.h1.json': () => raw({ code: 'g', caps: { multiplier: 9 } }),
        '/descriptions/screen/home.s1.json': () => raw({ code: 'home' }),
      },
    });
    const [one, two] = await Promise.all([platform.loadGame('g'), platform.loadGame('g')]);
    expect(one).toEqual({ hash: 'h1', game: { code: 'g', caps: { multiplier: 9 } } });
    expect(one.game).toBe(two.game);
    expect(Object.isFrozen(one.game.caps)).toBe(true);
    expect(await platform.loadDocument('menu', 'home')).toEqual({ code: 'home' });
    expect(await platform.loadDocument('screen', 'home')).toEqual({ code: 'home' });
    expect(seen.filter(({ path }) => path.startsWith('/descriptions')).map(({ path }) => path)).toEqual([
      '/descriptions/game/g.h1.json',
      '/descriptions/screen/home.s1.json',
    ]);
  });
  it('the index of a page, which lists its own screen only, is fetched whole: when another screen is wanted, and soon by itself', async () => {
    const whole = listed('v1', 'h1');
    const abridged = { ...whole, documents: { ...whole.documents, screen: {} }, abridged: true } as const;
    const server = { '/descriptions/index.json': () => raw(whole), '/descriptions/screen/home.s1.json': () => raw({ code: 'home' }) };
    const requestingWorld = world({ boot: { index: abridged }, server });
    expect(await requestingWorld.platform.loadDocument('screen', 'home')).toEqual({ code: 'home' });
    expect(requestingWorld.platform.index.current.abridged).toBeUndefined();

    const away = world({ boot: { index: abridged }, server: { '/descriptions/index.json': () => 'drop' } });
    await expect(away.platform.loadDocument('screen', 'home')).rejects.toMatchObject({ code: 'NOT_FETCHED' });

    const rested = world({ boot: { index: abridged }, server });
    rested.clock.advance(10_000);
    await settle();
    expect(rested.platform.index.current.documents).toEqual(whole.documents);
  });
  it('a new index is announced after it is loaded; open games stay', async () => {
    const { platform, server, streams } = world({
      boot: { index: listed('v1', 'h1') },
      server: { '/descriptions/game/g.h1.json': () => raw({ code: 'g' }) },
    });
    const { game } = await platform.loadGame('g');
    server['/descriptions/index.json'] = () => raw(listed('v2', 'h2'));
    server['/descriptions/game/g.h2.json'] = () => raw({ code: 'g', name: 'new' });
    const heard: string[] = [];
    platform.on('index', (() => heard.push(platform.index.current.games[0]?.hash ?? '')) as never);
    streams[0]?.say({ type: 'index', version: 'v1' });
    streams[0]?.say({ type: 'index', version: 'v2' });
    await settle();
    expect(heard).toEqual(['h2']);
    expect(await platform.loadGame('g')).toEqual({ hash: 'h2', game: { code: 'g', name: 'new' } });
    expect(game).toEqual({ code: 'g' });
  });
  it('a version that the server no longer has makes the phone read the index again', async () => {
    const { platform } = world({
      boot: { index: listed('v1', 'h1') },
      server: {
        '/descriptions/game/g.h1.json': () => gone,
        '/descriptions/index.json': () => raw(listed('v2', 'h2')),
        '/descriptions/game/g.h2.json': () => raw({ code: 'g' }),
      },
    });
    expect((await platform.loadGame('g')).hash).toBe('h2');
  });
  it('a version asked for by its hash comes, listed or not; the present one where the server has it no more', async () => {
    const { platform } = world({
      boot: { index: listed('v1', 'h2') },
      server: {
        '/descriptions/game/g.h0.json': () => gone,
        '/descriptions/game/g.h1.json': () => raw({ code: 'g', name: 'old' }),
        '/descriptions/game/g.h2.json': () => raw({ code: 'g', name: 'new' }),
      },
    });
    expect(await platform.loadGame('g', 'h1')).toEqual({ hash: 'h1', game: { code: 'g', name: 'old' } });
    expect(await platform.loadGame('g', 'h2')).toEqual({ hash: 'h2', game: { code: 'g', name: 'new' } });
    expect(await platform.loadGame('g', 'h0')).toEqual({ hash: 'h2', game: { code: 'g', name: 'new' } });
    expect((await platform.loadGame('g')).hash).toBe('h2');
  });
  it('what is not listed, or not to be had, is an error with its place; a later try may succeed', async () => {
    const { platform, server } = world({
      boot: { index: listed('v1', 'h1') },
      server: { '/descriptions/index.json': () => raw(listed('v1', 'h1')), '/descriptions/game/g.h1.json': () => 'drop' },
    });
    await expect(platform.loadGame('nothing')).rejects.toMatchObject({ code: 'NOT_LISTED', place: 'game/nothing' });
    await expect(platform.loadDocument('constructor', 'name')).rejects.toMatchObject({ code: 'NOT_LISTED' });
    await expect(platform.loadGame('g')).rejects.toMatchObject({ code: 'NOT_FETCHED', place: 'game/g' });
    server['/descriptions/game/g.h1.json'] = () => gone;
    await expect(platform.loadGame('g')).rejects.toMatchObject({ code: 'NOT_FETCHED' });
    server['/descriptions/game/g.h1.json'] = () => raw({ code: 'g' });
    expect((await platform.loadGame('g')).game).toEqual({ code: 'g' });
  });
  it('a server that cannot be reached leaves the index as it is', async () => {
    const { platform, server, streams } = world({ boot: { index: listed('v1', 'h1') } });
    for (const reply of ['drop', raw({ format: 2 }), { raw: 'x', http: 500 }] as Reply[]) {
      server['/descriptions/index.json'] = () => reply;
      streams[0]?.say({ type: 'index', version: 'v2' });
      await settle();
      expect(platform.index.current.version).toBe('v1');
    }
  });
});

describe('the id of the installation', () => {
  /** What the first login says of it. */
  async function sentBy(local: Record<string, string>): Promise<string | null | undefined> {
    const { platform, seen } = world({ boot: { index }, local });
    await platform.call('/api/account/weblogin', { username: 'a', password: 'b' }, { method: 'POST' });
    return seen.find(({ path }) => path === '/api/account/weblogin')?.query.get('RDUID');
  }
  it('that an earlier visit made goes with the very first login, which is not taken for one on a new device', async () => {
    expect(await sentBy({ 'caipu.RDUID': 'a'.repeat(32) })).toBe('a'.repeat(32));
    expect(await sentBy({ 'caipu.RDUID': 'nonsense' })).toBeNull();
    expect(await sentBy({})).toBeNull();
  });
});
