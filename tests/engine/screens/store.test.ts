/** An opened screen: its state, the address, what its texts read, and whom a change concerns. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { proxy } from 'valtio';
import { describe, expect, it } from 'vitest';
import { compileTemplate } from '../../../engine/descriptions/screens/expression.ts';
import { viewsOf, type ViewsOfScreen } from '../../../engine/descriptions/screens/views.ts';
import { okAnswer, settle, testHost } from './support/host.ts';
import { openScreen } from './support/open.ts';
import { manualPace } from './support/pace.ts';
import { screenWith } from './support/screens.ts';

describe('state', () => {
  const description = screenWith({
    state: { kind: { value: 'all', address: true }, open: { value: false }, size: { value: 20 } },
    blocks: [{ block: 'choices', name: 'status', label: '状态', chips: [{ value: 'x', label: '甲' }] }],
  });
  const addressed = () => {
    const changes: unknown[] = [];
    return { changes, host: testHost({}, { setQuery: (change) => void changes.push(change) }) };
  };

  it('[S40] begins as described, or as the address says for values that it holds', () => {
    const { host } = addressed();
    expect(openScreen(description, host).state).toEqual({ kind: 'all', open: false, size: 20, status: '' });
    const linked = openScreen(description, host, { query: { kind: 'won', status: 'x', open: 'true', size: '9', other: 'y' } });
    expect(linked.state).toEqual({ kind: 'won', open: false, size: 20, status: 'x' });
  });

  it('[S40] is not what the address says where that is no chip, no tab and no option', () => {
    const chips = (name: string, ...values: string[]) =>
      ({ block: 'choices', name, label: '状态', chips: values.map((value) => ({ value, label: value })) }) as const;
    const choosing = screenWith({
      state: { shelf: { value: 'items', address: true } },
      blocks: [
        chips('shelf', 'items', 'looks'),
        { block: 'group', show: 'tabs', name: 'view', blocks: [{ block: 'group', title: '甲', blocks: [chips('sort', '', 'old')] }] },
        { block: 'group', show: 'tabs', name: 'tab', blocks: [1, 2].map(() => ({ block: 'group', title: '乙', blocks: [] })) },
        { block: 'group', when: 'state.tab', title: '丙', blocks: [chips('sort', '', 'new')] },
        {
          block: 'filter',
          chips: [
            { name: 'written', label: '写明', options: { items: [{ value: 'a', label: '甲' }] } },
            { name: 'listed', label: '来自数据', options: { each: 'sources.list.items', value: '{code}', label: '{name}' } },
          ],
          search: { name: 'q', label: '搜索' },
        },
      ],
    });
    const opened = (query: Record<string, string>) => openScreen(choosing, testHost(), { query }).state;
    const nothing = { shelf: 'items', view: '', tab: '', sort: '', written: '', listed: '', q: '' };
    expect(opened({ shelf: 'x', view: 'x', tab: '2', sort: 'x', written: 'x' })).toEqual(nothing);
    const known = { shelf: 'looks', tab: '1', sort: 'new', written: 'a', listed: 'x', q: 'x' };
    expect(opened(known)).toEqual({ ...nothing, ...known });
    expect(opened({ sort: 'old' })).toEqual({ ...nothing, sort: 'old' });
  });

  it('[S40] is not what the address says where its values are listed, and every screen of views lists them', () => {
    const views = screenWith({ state: { view: { value: 'list', address: true, values: ['list', 'slip'] } } });
    expect(openScreen(views, testHost(), { query: { view: 'x' } }).state.view).toBe('list');
    expect(openScreen(views, testHost(), { query: { view: 'slip' } }).state.view).toBe('slip');
    const screens = fileURLToPath(new URL('../../../app/descriptions/screens/', import.meta.url));
    const unlisted = readdirSync(screens).flatMap((file) => {
      const described = JSON.parse(readFileSync(join(screens, file), 'utf8')) as ReturnType<typeof screenWith>;
      return [...viewsOf(described as ViewsOfScreen).values()].flatMap((view) =>
        Object.entries(view).flatMap(([name, value]) => {
          const at = (given: string) => openScreen(described, testHost(), { query: { [name]: given } }).state[name];
          return at(value) === value && at('no such view') !== 'no such view' ? [] : [`${described.code}: ${name}`];
        }),
      );
    });
    expect(unlisted).toEqual([]);
  });

  it('[S40] goes into the address where it is kept there, in one change, and nowhere when nothing changed', () => {
    const { host, changes } = addressed();
    const store = openScreen(description, host);
    store.setStates({ kind: 'won', status: 'x', open: true });
    store.setState('size', 30);
    store.setState('kind', 'won');
    expect(changes).toEqual([{ kind: 'won', status: 'x' }]);
    expect(store.state).toEqual({ kind: 'won', open: true, size: 30, status: 'x' });
  });

  it('[S41] several values that change together load a source once', async () => {
    const host = testHost({ '/list': () => okAnswer({ items: [] }) });
    const store = openScreen(
      screenWith({ sources: { list: { call: '/list', params: { from: '{state.from}', to: '{state.to}' } } } }),
      host,
    );
    await settle();
    store.setStates({ from: '1', to: '2' });
    await settle();
    expect(host.calls.map(({ params }) => params)).toEqual([{}, { from: '1', to: '2' }]);
  });

  it('[S42] concerns those alone who watch the value', () => {
    const store = openScreen(description, testHost());
    const heard: string[] = [];
    const stop = store.watchState('kind', () => heard.push('kind'));
    store.watchState('size', () => heard.push('size'));
    store.setState('kind', 'won');
    stop();
    store.setState('kind', 'lost');
    expect(heard).toEqual(['kind']);
  });
});

describe('what a change concerns', () => {
  const nothing = { sources: [], state: [], session: false, clock: false };
  const described = screenWith({ sources: { a: { call: '/a' }, b: { call: '/b' } }, state: { x: { value: '' }, y: { value: '' } } });

  it('[S42] a listener of a source, a state or the session hears of that one alone', async () => {
    const host = testHost({ '/a': () => okAnswer({ n: 1 }), '/b': () => okAnswer({ n: 2 }) });
    const store = openScreen(described, host);
    await settle();
    const heard: string[] = [];
    const watch = (name: string, dependencies: object) => store.watch({ ...nothing, ...dependencies }, () => heard.push(name));
    watch('a', { sources: ['a'] });
    watch('x', { state: ['x'] });
    watch('session', { session: true });
    const stopAll = watch('all', { sources: ['a', 'b'], state: ['x', 'y'], session: true });
    const hear = async (change: () => void): Promise<string[]> => {
      heard.length = 0;
      change();
      await settle();
      return [...new Set(heard)].sort();
    };
    expect(await hear(() => store.reload('a'))).toEqual(['a', 'all']);
    expect(await hear(() => store.reload('b'))).toEqual(['all']);
    expect(await hear(() => store.setState('x', '1'))).toEqual(['all', 'x']);
    expect(await hear(() => store.setState('y', '1'))).toEqual(['all']);
    expect(await hear(() => void (host.session.userName = '乙'))).toEqual(['all', 'session']);
    stopAll();
    expect(await hear(() => store.setState('x', '2'))).toEqual(['x']);
  });

  it('[S43] what reads the clock hears it each second, only while the page is seen', () => {
    const pace = manualPace();
    const store = openScreen(described, testHost(), { pace });
    let ticks = 0;
    const stop = store.watch({ ...nothing, clock: true }, () => (ticks += 1));
    pace.advance(3_000);
    expect(ticks).toBe(3);
    pace.look(false);
    pace.advance(10_000);
    expect(ticks).toBe(3);
    pace.look(true);
    pace.advance(1_000);
    expect(ticks).toBe(4);
    stop();
    expect(pace.pending).toBe(0);
  });
});

describe('names', () => {
  const text = (source: string) => compileTemplate(source);

  it('[S44] are those of the scope, then those of the screen', async () => {
    const host = testHost({ '/a': () => okAnswer({ n: 1 }) });
    const store = openScreen(screenWith({ sources: { a: { call: '/a' } }, state: { x: { value: '态' } } }), host, {
      params: { id: '7' },
      query: { q: '问' },
    });
    await settle();
    const all = text('{params.id}{query.q}{state.x}{session.userName}{session.balanceFen}{sources.a.n}{title}{state}');
    expect(store.text(all)).toBe('7问态甲100001');
    expect(store.text(all, { title: '题', state: { x: '域' } })).toBe('7问域甲100001题');
    expect(store.text(text('{sources.gone.n}{nothing.at.all}'))).toBe('');
  });

  it('[S44] nothing of the session is to be read but what blocks may see', () => {
    const session = proxy({ loggedIn: true, userName: '甲', mid: '1', balanceFen: 1, token: 'secret' });
    const store = openScreen(screenWith({}), testHost({}, { session }));
    expect(store.text(text('{session.token}'))).toBe('');
  });

  it('[S45] `brand` is the name and slogan of whose app it is, and nothing else of it', () => {
    const host = testHost({}, { brand: { name: '示例彩', slogan: '演示', logo: 'logo-leaf' } });
    const store = openScreen(screenWith(), host);
    expect(store.text(text('{brand.name} {brand.slogan}{brand.logo}'))).toBe('示例彩 演示');
  });

  it('[S45] `game` is the game of the screen as the index lists it, without regard to case', () => {
    const host = testHost();
    const games = [{ code: 'SSQ', name: '双色球' }];
    host.index.current = { format: 1, version: 'v', games, documents: {} } as never;
    const described = screenWith({ game: 'params.gameCode' });
    expect(openScreen(described, host, { params: { gameCode: 'ssq' } }).text(text('{game.name}'))).toBe('双色球');
    expect(openScreen(described, host, { params: { gameCode: 'x' } }).text(text('{game.name}'))).toBe('');
    expect(openScreen(screenWith({}), host).text(text('{game.name}'))).toBe('');
    expect(openScreen(screenWith({ game: 'game' }), host).text(text('{game.name}'))).toBe('');
  });
});
