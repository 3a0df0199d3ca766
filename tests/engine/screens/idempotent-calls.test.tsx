// @vitest-environment happy-dom
/** Calls with `key`, on the real submissions over one storage, against a server that is scripted. */
import { act } from 'react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { GENERIC_BLOCKS } from '../../../engine/screens/blocks/register.ts';
import { ITEM_KEY, submissionPlace } from '../../../engine/screens/core/idempotent-calls.ts';
import { compileScreen } from '../../../engine/screens/core/plan.ts';
import { registerBlocks } from '../../../engine/screens/core/registry.ts';
import { okAnswer, testHost } from './support/host.ts';
import { openPhonePage, ScriptedServer } from './support/phones.ts';
import { screenWith } from './support/screens.ts';
import { button, clear, setField, press, showScreen } from './support/show.tsx';

beforeAll(async () => {
  registerBlocks(GENERIC_BLOCKS);
  await Promise.all(GENERIC_BLOCKS.map(({ load }) => load()));
});
afterEach(clear);

const PAY = {
  block: 'buttons',
  actions: [
    {
      label: '提现',
      busy: '正在提现',
      action: {
        do: 'call',
        call: '/api/pay',
        key: true,
        params: { amountFen: '100', note: '{query.note}' },
        done: '第 {models.n} 次',
        then: { do: 'navigate', to: '/done?n={models.n}' },
        refused: { do: 'toast', text: '{status} {msg}' },
      },
    },
  ],
};
const DONE = ['toast:第 1 次', '/done?n=1'];
const label = (element: HTMLElement): string => element.querySelector('button')?.textContent ?? '';
/** The text about the order that the address names. */
const COMMENTS = {
  block: {
    block: 'comments',
    source: 'comments',
    key: '{id}',
    write: { label: '说点什么', submit: '发表', action: { do: 'call', call: '/api/say', key: true, params: { text: '{form.text}' } } },
    comment: { author: '{name}', text: '{text}' },
    empty: { title: '还没有评论' },
  },
  screen: { sources: { comments: { call: '/api/comments', params: { id: '{query.id}' } } } },
};
const written = (element: HTMLElement): string | undefined => element.querySelector('textarea')?.value;
const setUp = () => ({ server: new ScriptedServer(), items: new Map<string, string>() });
const pass = (clock: { advance(ms: number): void }, ms: number): Promise<void> => act(async () => clock.advance(ms));

describe('one effect', () => {
  it('[S55] a hundred taps send one call', async () => {
    const { server, items } = setUp();
    server.mode = 'hang';
    const { host } = openPhonePage(server, items);
    const element = await showScreen(host, [PAY]);
    const pay = button(element, '提现');
    await act(async () => {
      for (let i = 0; i < 50; i++) pay.click();
    });
    for (let i = 0; i < 50; i++) await press(pay);
    expect(server.sent).toHaveLength(1);
    expect(label(element)).toBe('正在提现');
  });

  it('[S55] the key lies in storage before anything is sent, and the call goes out under it', async () => {
    const { server, items } = setUp();
    const stored: string[] = [];
    const send = server.send.bind(server);
    server.send = (submission) => {
      stored.push(...[...items.values()].filter((text) => text.includes(submission.key) && text.includes('"sent"')));
      return send(submission);
    };
    const { host } = openPhonePage(server, items);
    await press(button(await showScreen(host, [PAY]), '提现'));
    expect(stored).toHaveLength(1);
    expect(server.sent[0]).toMatchObject({ call: '/api/pay', method: 'POST', params: { amountFen: '100', note: '' } });
    expect(host.moves).toEqual(DONE);
  });

  it('[S55] what comes after an outcome is another submission under another key', async () => {
    const { server, items } = setUp();
    const { host } = openPhonePage(server, items);
    const element = await showScreen(host, [PAY]);
    await press(button(element, '提现'));
    await press(button(element, '提现'));
    expect(new Set(server.sent.map(({ key }) => key)).size).toBe(2);
    expect(host.moves).toEqual([...DONE, 'toast:第 2 次', '/done?n=2']);
  });

  it('[S56] a refusal is followed by `refused`, and the next try has a key of its own', async () => {
    const { server, items } = setUp();
    server.mode = 'refuse';
    const { host } = openPhonePage(server, items);
    const element = await showScreen(host, [PAY]);
    await press(button(element, '提现'));
    server.mode = 'answer';
    await press(button(element, '提现'));
    expect(host.moves).toEqual(['toast:12 余额不足', ...DONE]);
    expect(new Set(server.sent.map(({ key }) => key)).size).toBe(2);
  });
});

describe('a lost answer', () => {
  it('[S57] the button says 结果确认中 until the server was asked, and then what follows is done once', async () => {
    const { server, items } = setUp();
    server.mode = 'lose';
    server.reachable = false;
    const { host, clock } = openPhonePage(server, items);
    const element = await showScreen(host, [PAY]);
    await press(button(element, '提现'));
    expect(label(element)).toBe('结果确认中');
    await press(element.querySelector('button') as HTMLElement);
    await pass(clock, 1_000);
    expect(label(element)).toBe('结果确认中');
    server.reachable = true;
    await pass(clock, 2_000);
    expect(label(element)).toBe('提现');
    await pass(clock, 60_000);
    expect(host.moves).toEqual(DONE);
    expect([server.sent.length, server.effects.size]).toEqual([1, 1]);
  });

  it('[S57] a key that the server never saw is a refusal in words', async () => {
    const { server, items } = setUp();
    server.send = async () => ({ ok: false, status: -1, msg: '', inDoubt: true });
    const { host } = openPhonePage(server, items);
    await press(button(await showScreen(host, [PAY]), '提现'));
    expect(host.moves).toEqual(['toast:-1 ']);
    expect(server.effects.size).toBe(0);
  });

  it('[S58] after a reload in flight the new page asks, and performs what follows once', async () => {
    const { server, items } = setUp();
    server.mode = 'hang';
    const first = openPhonePage(server, items);
    await press(button(await showScreen(first.host, [PAY]), '提现'));
    await clear();
    server.reachable = false;
    const second = openPhonePage(server, items);
    const element = await showScreen(second.host, [PAY]);
    expect(label(element)).toBe('结果确认中');
    server.reachable = true;
    await pass(second.clock, 60_000);
    expect(second.host.moves).toEqual(DONE);
    expect(first.host.moves).toEqual([]);
    expect(label(element)).toBe('提现');
    await clear();
    // The outcome is known: a third page has nothing to follow.
    const third = openPhonePage(server, items);
    expect(label(await showScreen(third.host, [PAY]))).toBe('提现');
    await pass(third.clock, 60_000);
    expect(third.host.moves).toEqual([]);
    expect([server.sent.length, server.effects.size]).toEqual([1, 1]);
  });

  it('[S58] what is answered while the new page is still drawn is followed too, once', async () => {
    const { server, items } = setUp();
    server.mode = 'hang';
    const first = openPhonePage(server, items);
    await press(button(await showScreen(first.host, [PAY]), '提现'));
    await clear();
    const second = openPhonePage(server, items);
    const [scope = ''] = [...items.keys()].flatMap((name) => /screen\/.*/.exec(name) ?? []);
    const actor = second.submissions.of(scope);
    await pass(second.clock, 60_000);
    expect(actor.getSnapshot().value).toBe('accepted');
    expect(label(await showScreen(second.host, [PAY]))).toBe('提现');
    expect(second.host.moves).toEqual(DONE);
    await clear();
    expect(label(await showScreen(second.host, [PAY]))).toBe('提现');
    expect(second.host.moves).toEqual(DONE);
  });

  it('[S58] a form that an earlier page handed in is empty once the outcome is there', async () => {
    const { server, items } = setUp();
    server.mode = 'hang';
    const form = {
      block: 'form',
      fields: [{ name: 'note', label: '备注', type: 'text', required: true }],
      submit: { label: '提现', action: { do: 'call', call: '/api/pay', key: true, params: { note: '{form.note}' } } },
    };
    const first = openPhonePage(server, items);
    const before = await showScreen(first.host, [form]);
    await setField(before, '[name=note]', '房租');
    await press(button(before, '提现'));
    await clear();
    server.reachable = false;
    const second = openPhonePage(server, items);
    const element = await showScreen(second.host, [form]);
    const note = (): string => element.querySelector<HTMLInputElement>('[name=note]')?.value ?? '';
    expect(note()).toBe('房租');
    server.reachable = true;
    await pass(second.clock, 60_000);
    expect(note()).toBe('');
    expect(server.effects.size).toBe(1);
  });

  it('[S58] a comment that an earlier page sent leaves its field, and the list is loaded again, once the outcome is there', async () => {
    const { server, items } = setUp();
    server.mode = 'hang';
    const first = openPhonePage(server, items);
    const before = await showScreen(first.host, [COMMENTS.block], COMMENTS.screen, { id: 'a' });
    await setField(before, 'textarea', '好单');
    await press(button(before, '发表'));
    await clear();
    server.reachable = false;
    const second = openPhonePage(server, items);
    const element = await showScreen(second.host, [COMMENTS.block], COMMENTS.screen, { id: 'a' });
    expect(written(element)).toBe('好单');
    const callCount = second.host.calls.length;
    server.reachable = true;
    await pass(second.clock, 60_000);
    expect(written(element)).toBe('');
    expect(second.host.calls.length).toBe(callCount + 1);
    expect(server.effects.size).toBe(1);
  });
});

describe('pages and players', () => {
  it('[S59] two pages that send the same have one effect, and both learn its answer', async () => {
    const { server, items } = setUp();
    const [a, b] = [openPhonePage(server, items), openPhonePage(server, items)];
    const [inA, inB] = [await showScreen(a.host, [PAY]), await showScreen(b.host, [PAY])];
    await act(async () => {
      button(inA, '提现').click();
      button(inB, '提现').click();
    });
    expect(server.sent.map(({ key }) => key)).toEqual([server.sent[0]?.key, server.sent[0]?.key]);
    expect(server.effects.size).toBe(1);
    expect([a.host.moves, b.host.moves]).toEqual([DONE, DONE]);
  });

  it('[S60] what one player left in doubt is not there for the next, and is there again for the first', async () => {
    const { server, items } = setUp();
    server.mode = 'lose';
    server.reachable = false;
    const { host, submissions, clock } = openPhonePage(server, items);
    const element = await showScreen(host, [PAY]);
    await press(button(element, '提现'));
    expect(label(element)).toBe('结果确认中');
    const become = (mid: string): Promise<void> =>
      act(async () => {
        Object.assign(host.session, { mid, loggedIn: mid !== '' });
        submissions.playerChanged();
      });
    await become('');
    await become('2');
    await pass(clock, 0);
    const sent = [...items].filter(([, text]) => text.includes('"sent"')).map(([name]) => name);
    expect(sent).toEqual([expect.stringMatching(/^submission\.1\./)]);
    await clear();
    const other = await showScreen(host, [PAY]);
    expect(label(other)).toBe('提现');
    await clear();
    await become('1');
    const again = await showScreen(host, [PAY]);
    expect(label(again)).toBe('结果确认中');
    server.reachable = true;
    await pass(clock, 60_000);
    expect([...server.effects.keys()]).toHaveLength(1);
    expect(label(again)).toBe('提现');
  });

  it('[S61] secrets are sent and never stored', async () => {
    const { server, items } = setUp();
    server.mode = 'lose';
    server.reachable = false;
    const { host } = openPhonePage(server, items);
    const form = {
      block: 'form',
      fields: [
        { name: 'note', label: '备注', type: 'text' },
        { name: 'secret', label: '资金密码', type: 'password' },
        { name: 'card', label: '卡号', type: 'text', secret: true },
      ],
      submit: {
        label: '提现',
        action: {
          do: 'call',
          call: '/api/pay',
          key: true,
          params: { note: '{form.note}', password: '{form.secret}', card: '尾号 {last(form.card, 4)}' },
        },
      },
    };
    const element = await showScreen(host, [form]);
    await setField(element, '[name=note]', '房租');
    await setField(element, '[name=secret]', 'hunter22');
    await setField(element, '[name=card]', '6222020200001234');
    await press(button(element, '提现'));
    expect(server.sent[0]?.params).toEqual({ note: '房租', password: 'hunter22', card: '尾号 1234' });
    const storageText = [...items.values()].join('\n');
    expect(storageText).toContain('房租');
    expect(storageText).not.toMatch(/hunter22|6222|1234/);
  });
});

describe('where the outcome is said', () => {
  const CONDITIONAL = {
    block: 'buttons',
    actions: [{ ...PAY.actions[0], when: 'sources.order.open', action: { ...PAY.actions[0]?.action, then: { do: 'toast', text: '完' } } }],
  };
  const withOrder = (host: ReturnType<typeof openPhonePage>['host'], open: boolean) => ({
    ...host,
    call: testHost({ '/order': () => okAnswer({ open }) }).call,
  });
  const options = { sources: { order: { call: '/order' } } };

  it('[S58] a button whose condition is false by then stays until the outcome is known', async () => {
    const { server, items } = setUp();
    server.mode = 'hang';
    const first = openPhonePage(server, items);
    await press(button(await showScreen(withOrder(first.host, true), [CONDITIONAL], options), '提现'));
    await clear();
    server.reachable = false;
    const second = openPhonePage(server, items);
    const element = await showScreen(withOrder(second.host, false), [CONDITIONAL], options);
    expect(label(element)).toBe('结果确认中');
    server.reachable = true;
    await pass(second.clock, 60_000);
    expect(second.host.moves).toEqual(['toast:第 1 次', 'toast:完']);
    expect(element.querySelector('button')).toBeNull();
  });

  it('[S57] the question before the action says 结果确认中 too', async () => {
    const { server, items } = setUp();
    server.mode = 'lose';
    server.reachable = false;
    const { host, clock } = openPhonePage(server, items);
    const confirm = { title: '提现？', text: '不能撤回', yes: '确定提现' };
    const [pay] = PAY.actions;
    const element = await showScreen(host, [{ block: 'buttons', actions: [{ ...pay, action: { ...pay?.action, confirm } }] }]);
    await press(button(element, '提现'));
    const yes = (): HTMLButtonElement | undefined => [...document.querySelectorAll<HTMLButtonElement>('dialog button')].at(-1);
    // The question is a chunk of its own.
    await vi.waitFor(() => expect(yes()?.textContent).toBe('确定提现'));
    // Taps before anything can be drawn: the question stays with the first.
    await act(async () => {
      for (let taps = 0; taps < 10; taps += 1) yes()?.click();
    });
    expect(yes()?.textContent).toBe('结果确认中');
    expect(server.sent).toHaveLength(1);
    server.reachable = true;
    await pass(clock, 60_000);
    expect(yes()).toBeUndefined();
    expect(host.moves).toEqual(DONE);
  });
});

describe('which submission it is', () => {
  it('[S62] the button of each item is one of its own', async () => {
    const { server, items } = setUp();
    server.mode = 'hang';
    const page = openPhonePage(server, items);
    const host = { ...page.host, call: testHost({ '/list': () => okAnswer({ items: [{ id: 'a' }, { id: 'b' }] }) }).call };
    const element = await showScreen(
      host,
      [
        {
          block: 'group',
          each: 'sources.list.items',
          key: '{id}',
          blocks: [
            {
              block: 'buttons',
              actions: [{ label: '撤 {id}', action: { do: 'call', call: '/api/undo', key: true, params: { id: '{id}' } } }],
            },
          ],
        },
      ],
      { sources: { list: { call: '/list' } } },
    );
    await press(button(element, '撤 a'));
    await press(button(element, '撤 b'));
    expect(server.sent.map(({ params }) => params.id)).toEqual(['a', 'b']);
    expect(new Set(server.sent.map(({ key }) => key)).size).toBe(2);
  });

  it('[S62] a comment that was begun stands in the field of its address alone', async () => {
    const { server, items } = setUp();
    const open = (id: string) => showScreen(openPhonePage(server, items).host, [COMMENTS.block], COMMENTS.screen, { id });
    await setField(await open('a'), 'textarea', '好单');
    await clear();
    expect(written(await open('b'))).toBe('');
    await clear();
    expect(written(await open('a'))).toBe('好单');
  });

  it('[S62] the address is part of its name, the state that is kept there is not', () => {
    const plan = compileScreen(screenWith({ state: { tab: { value: '', address: true } } }));
    const name = (query: Record<string, string>, scope = {}) => submissionPlace({ plan, params: { id: '7' }, query }, '/blocks/0', scope);
    expect(name({ tab: 'x', b: '2', a: '1' })).toBe(name({ a: '1', b: '2', tab: 'y' }));
    expect(name({ a: '1' })).not.toBe(name({ a: '2' }));
    expect(name({}, { [ITEM_KEY]: '/a' })).not.toBe(name({}, { [ITEM_KEY]: '/b' }));
  });
});
