// @vitest-environment happy-dom
/** Groups as a player meets them: one condition, one scope, one frame. */
import { act } from 'react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { GENERIC_BLOCKS } from '../../../engine/screens/blocks/register.ts';
import { registerBlock, registerBlocks } from '../../../engine/screens/core/registry.ts';
import { refusedAnswer, okAnswer, testHost } from './support/host.ts';
import { button, clear, press, showScreen } from './support/show.tsx';

const rendered: string[] = [];

beforeAll(async () => {
  registerBlocks(GENERIC_BLOCKS);
  // A block of lotteries that no screen here shows otherwise, in the place of one that counts how often it is rendered.
  registerBlock({
    name: 'countdown',
    load: async () => ({
      default: ({ block }: { block: { id?: string } }) => {
        rendered.push(block.id ?? '');
        return null;
      },
    }),
  });
  await Promise.all([...GENERIC_BLOCKS.map(({ load }) => load()), import('../../../engine/screens/blocks/group/group-frames.tsx')]);
});
afterEach(async () => {
  await clear();
  rendered.length = 0;
});

const text = (source: string, more: object = {}) => ({ block: 'text', text: source, ...more });
const group = (more: object, ...blocks: { block: string }[]) => ({ block: 'group', blocks, ...more });
const order = { orderId: 'a', name: '双色球', result: { issue: '139' }, lines: [{ text: '01' }, { text: '02' }] };
const SOURCES = { order: { call: '/order' } };
const ready = () => testHost({ '/order': () => okAnswer(order) });

describe('scope', () => {
  it("[S63] a source's members are names inside and not outside, also for groups inside", async () => {
    const inside = group({ source: 'order' }, text('{name}'), group({}, text('深 {name}')));
    const element = await showScreen(ready(), [inside, text('外 {name}。')], { sources: SOURCES });
    expect(element.textContent).toBe('双色球深 双色球外 。');
  });

  it('[S63] a record takes the place of the names around it; without one nothing is shown, or what the description says', async () => {
    const blocks = [
      group(
        { source: 'order' },
        group({ scope: 'result' }, text('{issue} {name}')),
        group({ scope: 'nothing', empty: '未开奖' }, text('x')),
      ),
      group({ scope: 'sources.order.nothing' }, text('y')),
    ];
    expect((await showScreen(ready(), blocks, { sources: SOURCES })).textContent).toBe('139 双色球未开奖');
  });

  it('[S64] a list is shown item by item, with the item, its members and its place; its key and limit are its own', async () => {
    const blocks = [
      group({ source: 'order' }, group({ each: 'lines', key: '{text}' }, text('{index}:{text}/{name}/{item.text};'))),
      group({ each: 'sources.order.lines', limit: 1 }, text('只 {text}')),
      group({ each: 'sources.order.none', empty: '没有' }, text('x')),
      group({ each: 'sources.order.none' }, text('y')),
    ];
    expect((await showScreen(ready(), blocks, { sources: SOURCES })).textContent).toBe('0:01/双色球/01;1:02/双色球/02;只 01没有');
  });

  it('[S65] while its source loads a skeleton stands there; when it failed, the message and 重试', async () => {
    let answer: (value: ReturnType<typeof okAnswer>) => void = () => {};
    const host = testHost({ '/order': () => new Promise((resolve) => (answer = resolve)) });
    const element = await showScreen(host, [group({ source: 'order' }, text('{name}'))], { sources: SOURCES });
    expect(element.querySelector('.skeleton')).not.toBeNull();
    await act(async () => answer(refusedAnswer('连线超时')));
    expect(element.querySelector('[role=alert]')?.textContent).toContain('连线超时');
    await press(button(element, '重试'));
    await act(async () => answer(okAnswer(order)));
    expect(element.textContent).toBe('双色球');
  });
});

describe('condition', () => {
  it('[S66] leaves the whole group out, and what is inside is not rendered', async () => {
    const host = ready();
    host.session.loggedIn = false;
    await showScreen(host, [group({ when: 'session.loggedIn' }, { block: 'countdown', id: 'in' } as never)]);
    expect(rendered).toEqual([]);
    await act(async () => {
      host.session.loggedIn = true;
    });
    expect(rendered).toEqual(['in']);
  });

  it('[S67] a block renders only when what it reads changes', async () => {
    const counted = (id: string, more: object = {}) => ({ block: 'countdown', id, ...more });
    let n = 0;
    const host = testHost({ '/order': () => okAnswer({ ...order, n: (n += 1) }), '/other': () => okAnswer({}) });
    const chips = [
      { value: '', label: '全部' },
      { value: 'won', label: '已中奖' },
    ];
    const element = await showScreen(
      host,
      [
        { block: 'choices', name: 'status', label: '状态', chips },
        counted('plain'),
        counted('state', { when: "state.status != 'x'" }),
        counted('source', { when: 'sources.order.n > 0' }),
        group({}, counted('inside', { when: "state.status == '' || state.status == 'won'" })),
      ],
      { sources: { order: { call: '/order', refresh: [{ on: 'order' }] }, other: { call: '/other', refresh: [{ on: 'balance' }] } } },
    );
    const after = async (change: () => Promise<void> | void): Promise<string[]> => {
      rendered.length = 0;
      await act(async () => change());
      return [...new Set(rendered)].sort();
    };
    expect(await after(() => press(button(element, '已中奖')))).toEqual(['inside', 'state']);
    expect(await after(() => host.emit('order', {}))).toEqual(['source']);
    expect(await after(() => host.emit('balance', {}))).toEqual([]);
    expect(await after(() => void (host.session.userName = '乙'))).toEqual([]);
  });
});

describe('frames', () => {
  it('[S68] a title is a heading, of a card too', async () => {
    const element = await showScreen(ready(), [group({ title: '标题' }, text('a')), group({ title: '卡片', show: 'card' }, text('b'))]);
    expect([...element.querySelectorAll('section > h2')].map((h2) => h2.textContent)).toEqual(['标题', '卡片']);
    expect(element.querySelector('.group__card')?.textContent).toBe('b');
  });

  const tabs = group(
    { show: 'tabs', name: 'view', title: '看' },
    group({ title: '一', value: 'one' }, text('甲')),
    group({ title: '二', when: "state.view != 'gone'" }, text('乙')),
    group({ title: '三', value: 'three', when: 'session.loggedIn' }, text('丙')),
  );
  const selected = (element: HTMLElement): (string | null)[] =>
    [...element.querySelectorAll('[role=tab][aria-selected=true]')].map((tab) => tab.textContent);

  it('[S69] one of several tabs is shown, and its name stands in the state and the address', async () => {
    const changes: unknown[] = [];
    const host = testHost({}, { setQuery: (change) => void changes.push(change) });
    const element = await showScreen(host, [tabs, text('{state.view}。')]);
    await act(async () => {});
    expect(element.querySelector('[role=tablist]')?.getAttribute('aria-label')).toBe('看');
    expect([selected(element), element.querySelector('[role=tabpanel]')?.textContent]).toEqual([['一'], '甲']);
    await press(button(element, '三'));
    expect([selected(element), element.querySelector('[role=tabpanel]')?.textContent]).toEqual([['三'], '丙']);
    expect(changes).toEqual([{ view: 'three' }]);
    expect(element.textContent).toContain('three。');
    await act(async () => {
      host.session.loggedIn = false;
    });
  });

  it('[S69] the address chooses the tab, arrow keys move, and what is not shown has no tab', async () => {
    const host = testHost();
    const element = await showScreen(host, [tabs], {}, { view: 'three' });
    await act(async () => {});
    expect(selected(element)).toEqual(['三']);
    const key = (name: string) =>
      act(async () => {
        element.querySelector('[role=tablist]')?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
      });
    await key('ArrowRight');
    expect([selected(element), document.activeElement?.textContent]).toEqual([['一'], '一']);
    await key('ArrowLeft');
    expect(selected(element)).toEqual(['三']);
    await clear();
    host.session.loggedIn = false;
    const visitor = await showScreen(host, [tabs], {}, { view: 'three' });
    await act(async () => {});
    expect([...visitor.querySelectorAll('[role=tab]')].map((tab) => tab.textContent)).toEqual(['一', '二']);
    expect(selected(visitor)).toEqual(['一']);
  });

  it('[S70] a fold opens and closes, and what is folded is not rendered', async () => {
    const element = await showScreen(ready(), [
      group({ show: 'fold', title: '说明' }, text('折')),
      group({ show: 'fold', title: '开着', open: true }, text('开')),
    ]);
    await act(async () => {});
    expect(element.textContent).toBe('说明开着开');
    const fold = button(element, '说明');
    expect(fold.getAttribute('aria-expanded')).toBe('false');
    await press(fold);
    expect(element.textContent).toContain('折');
    await press(fold);
    expect(element.textContent).toBe('说明开着开');
  });

  it('[S70] a sheet opens with the scope of its opener, and closes', async () => {
    const opener = { block: 'buttons', actions: [{ label: '看 {text}', action: { do: 'open', sheet: 'line' } }] };
    const element = await showScreen(
      ready(),
      [
        group({ each: 'sources.order.lines', key: '{text}' }, opener),
        group({ show: 'sheet', name: 'line', title: '第 {text} 行' }, text('内容 {text} {sources.order.name}'), {
          block: 'buttons',
          actions: [{ label: '好', action: { do: 'close' } }],
        } as never),
      ],
      { sources: SOURCES },
    );
    expect(document.querySelector('[role=dialog], dialog')).toBeNull();
    await press(button(element, '看 02'));
    await act(async () => {});
    const dialog = document.querySelector<HTMLElement>('[role=dialog], dialog');
    expect(dialog?.textContent).toContain('第 02 行');
    expect(dialog?.textContent).toContain('内容 02 双色球');
    await press(button(dialog as HTMLElement, '好'));
    expect(document.querySelector('[role=dialog], dialog')).toBeNull();
  });

  it('[S47] a sheet that stands open shows what is loaded meanwhile', async () => {
    let loaded = 0;
    const host = testHost({ '/n': () => okAnswer({ n: (loaded += 1) }) });
    const element = await showScreen(
      host,
      [
        group(
          { source: 'n' },
          { block: 'buttons', actions: [{ label: '看', action: { do: 'open', sheet: 'now' } }] } as never,
          group({ show: 'sheet', name: 'now', title: '第 {n} 次' }, text('内容 {n}'), {
            block: 'buttons',
            actions: [{ label: '再读', action: { do: 'reload' } }],
          } as never),
        ),
      ],
      { sources: { n: { call: '/n' } } },
    );
    await act(async () => {});
    await press(button(element, '看'));
    await act(async () => {});
    const dialog = document.querySelector<HTMLElement>('[role=dialog], dialog') as HTMLElement;
    expect(dialog.textContent).toContain('内容 1');
    await press(button(dialog, '再读'));
    await act(async () => {});
    expect(dialog.textContent).toContain('内容 2');
    expect(dialog.textContent).toContain('第 2 次');
  });
});
