// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RawBlock, Refusal, ScreenDocument } from '../../engine/screens/core/contract.ts';
import { forgetDrafts } from '../../engine/screens/core/drafts.ts';
import { registerBlocks } from '../../engine/screens/core/registry.ts';
import { screenFindings } from '../../engine/descriptions/screens/check.ts';
import { GENERIC_BLOCKS } from '../../engine/screens/blocks/register.ts';
import { type Answer, type FormHost, formHost, loadFields, phone } from './support/form-host.ts';
import { ok } from './support/host.ts';
import { button, clear, enter, press, show } from './support/show.tsx';

registerBlocks(GENERIC_BLOCKS);
beforeAll(loadFields);
let errors: unknown[][] = [];
beforeEach(() => {
  errors = [];
  vi.spyOn(console, 'error').mockImplementation((...what) => void errors.push(what));
});
afterEach(async () => {
  await clear();
  vi.restoreAllMocks();
  expect(errors).toEqual([]);
});

const BIND = '/api/BankCard/Bind';
const CALL = { do: 'call', call: BIND, key: true, params: { cardNo: '{form.cardNo}', branch: '{form.branch}', pin: '{form.pin}' } };
const CARD: RawBlock = {
  block: 'form',
  fields: [
    { type: 'digits', name: 'cardNo', label: '卡号', required: true, secret: true, group: 4, minLength: 16 },
    { type: 'text', name: 'branch', label: '支行', required: true },
    { type: 'pin', name: 'pin', label: '资金密码', required: true },
  ],
  submit: { label: '确认添加', busy: '正在添加', action: { ...CALL, done: '已添加', then: { do: 'navigate', to: '/cards' } } },
};
const CARD_NO = '6222021234567890';
const PIN = '135790';

const alerts = (element: HTMLElement): string[] => [...element.querySelectorAll('[role=alert]')].map((node) => node.textContent ?? '');
const input = (element: HTMLElement, name: string): HTMLInputElement => {
  const found = element.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (!found) throw new Error(`no field ${name} in ${element.innerHTML}`);
  return found;
};
const submitButton = (element: HTMLElement): HTMLButtonElement =>
  element.querySelector<HTMLButtonElement>('[type=submit]') as HTMLButtonElement;
const key = (target: Element, name: string): Promise<void> =>
  act(async () => void target.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })));
const settle = (): Promise<void> => act(async () => {});

async function typePin(element: HTMLElement, digits = PIN): Promise<void> {
  await press(input(element, 'pin'));
  for (const digit of digits) await press(button(element, digit));
}
async function fillCard(element: HTMLElement): Promise<void> {
  await enter(element, '[name=cardNo]', CARD_NO);
  await enter(element, '[name=branch]', '科技园支行');
  await typePin(element);
}
const lost: Answer = () => ({ ok: false, status: -1, msg: '', inDoubt: true });

describe('drafts', () => {
  it('outlive a reload, and what is secret is never stored', async () => {
    const on = phone();
    let host = formHost({ [BIND]: lost }, on);
    let element = await show(host, [CARD]);
    await fillCard(element);
    expect(host.stored()).toContain('科技园支行');
    for (const secret of [CARD_NO, PIN]) expect(host.stored()).not.toContain(secret);

    await clear();
    host = formHost({}, on);
    element = await show(host, [CARD]);
    expect(input(element, 'branch').value).toBe('科技园支行');
    expect([input(element, 'cardNo').value, input(element, 'pin').value]).toEqual(['', '']);
  });

  it('what is secret is not stored when it is sent either, nor while it is in doubt', async () => {
    const on = phone();
    on.reachable = false;
    const host = formHost({ [BIND]: lost }, on);
    const element = await show(host, [CARD]);
    await fillCard(element);
    await press(submitButton(element));
    expect(submitButton(element).textContent).toBe('结果确认中');
    expect(host.calls.at(-1)?.params).toEqual({ cardNo: CARD_NO, branch: '科技园支行', pin: PIN });
    expect(host.stored()).toContain(BIND);
    expect(host.recorded()).toContain(BIND);
    for (const secret of [CARD_NO, PIN]) {
      expect(host.stored()).not.toContain(secret);
      expect(host.recorded()).not.toContain(secret);
    }
  });

  it('belong to the player: the next one on the phone finds none, the first one finds them again', async () => {
    const on = phone();
    let element = await show(formHost({}, on, { mid: '1' }), [CARD]);
    await enter(element, '[name=branch]', '甲的支行');
    await clear();

    element = await show(formHost({}, on, { mid: '2' }), [CARD]);
    expect(input(element, 'branch').value).toBe('');
    await enter(element, '[name=branch]', '乙的支行');
    await clear();

    element = await show(formHost({}, on, { mid: '1' }), [CARD]);
    expect(input(element, 'branch').value).toBe('甲的支行');
  });

  it('change with the player while the form is open', async () => {
    const host = formHost();
    const element = await show(host, [CARD]);
    await enter(element, '[name=branch]', '甲的支行');
    await enter(element, '[name=cardNo]', CARD_NO);
    await act(async () => void (host.session.mid = '2'));
    expect([input(element, 'branch').value, input(element, 'cardNo').value]).toEqual(['', '']);
  });

  it('go with the logout', async () => {
    const on = phone();
    const host = formHost({}, on);
    const element = await show(host, [CARD]);
    await enter(element, '[name=branch]', '甲的支行');
    forgetDrafts(host.storage, '1');
    expect(host.stored()).not.toContain('支行');
  });

  it('are kept by address: another record has another draft', async () => {
    const on = phone();
    let element = await show(formHost({}, on), [CARD], {}, { id: 'a' });
    await enter(element, '[name=branch]', '甲');
    await clear();
    element = await show(formHost({}, on), [CARD], {}, { id: 'b' });
    expect(input(element, 'branch').value).toBe('');
  });

  it('are gone after success, and so is every secret from the page', async () => {
    const host = formHost({ [BIND]: () => ok({ id: '1' }) });
    const element = await show(host, [CARD]);
    await fillCard(element);
    await press(submitButton(element));
    await settle();
    expect(host.moves).toEqual(['toast:已添加', '/cards']);
    expect(host.stored()).not.toContain('支行');
    expect(input(element, 'branch').value).toBe('');
    for (const secret of [CARD_NO, '6222 0212 3456 7890', PIN]) {
      expect(element.innerHTML).not.toContain(secret);
      expect([...element.querySelectorAll('input')].map(({ value }) => value)).not.toContain(secret);
    }
  });

  it('that were written by another version do no harm', async () => {
    const on = phone();
    on.items.set('drafts.1', '{"test/blocks/0?":{"branch":7,"gone":"x"},"other":3');
    const element = await show(formHost({}, on), [CARD]);
    expect(input(element, 'branch').value).toBe('');
  });
});

describe('handing in', () => {
  it('a hundred taps send once', async () => {
    let answer: (value: ReturnType<typeof ok>) => void = () => {};
    const host = formHost({ [BIND]: () => new Promise((resolve) => (answer = resolve)) });
    const element = await show(host, [CARD]);
    await fillCard(element);
    await act(async () => {
      const form = element.querySelector('form') as HTMLFormElement;
      for (let tap = 0; tap < 100; tap++) form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    });
    expect(host.calls.filter(({ path }) => path === BIND)).toHaveLength(1);
    expect(submitButton(element).textContent).toBe('正在添加');
    expect(element.querySelector('fieldset')?.disabled).toBe(true);
    await act(async () => answer(ok({})));
    await settle();
    expect(host.moves).toEqual(['toast:已添加', '/cards']);
  });

  it('says under each field what is wrong, sends nothing, and goes to the first', async () => {
    const host = formHost();
    const element = await show(host, [CARD]);
    await enter(element, '[name=cardNo]', '62220212');
    await press(submitButton(element));
    expect(alerts(element)).toEqual(['卡号至少 16 个字，还差 8 个', '请填写支行', '请填写资金密码']);
    expect(document.activeElement).toBe(input(element, 'cardNo'));
    expect(element.querySelector(`[id="${input(element, 'cardNo').getAttribute('aria-describedby')}"]`)?.textContent).toBe(
      alerts(element)[0],
    );
    expect(host.calls).toEqual([]);
  });

  it('a refusal that names a field stands under it, and goes when the field is changed; what was typed stays', async () => {
    const host = formHost({ [BIND]: () => ({ ok: false, status: 40, msg: '卡号不正确', inDoubt: false, models: { field: 'cardNo' } }) });
    const element = await show(host, [CARD]);
    await fillCard(element);
    await press(submitButton(element));
    await settle();
    expect(alerts(element)).toEqual(['卡号不正确']);
    expect(element.querySelector('[data-field=cardNo] [role=alert]')?.textContent).toBe('卡号不正确');
    expect(document.activeElement).toBe(input(element, 'cardNo'));
    expect(input(element, 'branch').value).toBe('科技园支行');
    expect(host.moves).toEqual([]);
    // What the server said about the card is the player's own.
    expect(host.recorded()).not.toContain('卡号不正确');
    await enter(element, '[name=cardNo]', '6222021234567891');
    expect(alerts(element)).toEqual([]);
  });

  it('a refusal of a function of the app stands under the field that its parameter was made of, or above the button, and in no message', async () => {
    let refusal: Refusal = { status: 1, msg: '用户名已被使用，请换一个', models: { field: 'username' } };
    const host = formHost({}, phone(), { perform: async () => refusal });
    const element = await show(host, [
      {
        block: 'form',
        fields: [{ type: 'text', name: 'who', label: '用户名', required: true }],
        submit: { label: '注册', action: { do: 'host', name: 'register', args: { username: '{form.who}' } } },
      },
    ]);
    await enter(element, '[name=who]', '张三');
    await press(submitButton(element));
    await settle();
    expect(element.querySelector('[data-field=who] [role=alert]')?.textContent).toBe('用户名已被使用，请换一个');
    expect(document.activeElement).toBe(input(element, 'who'));
    // A look elsewhere does not take it away; another name does.
    await act(async () => input(element, 'who').blur());
    expect(alerts(element)).toEqual(['用户名已被使用，请换一个']);
    await enter(element, '[name=who]', '李四');
    expect(alerts(element)).toEqual([]);
    refusal = { status: -1, msg: '连线超时无回应' };
    await press(submitButton(element));
    await settle();
    expect(element.querySelector('.form__submit [role=alert]')?.textContent).toBe('连线超时无回应');
    expect(host.moves).toEqual([]);
  });

  it('any other refusal is an alert above the button', async () => {
    const host = formHost({ [BIND]: () => ({ ok: false, status: 41, msg: '今天添加得太多了', inDoubt: false }) });
    const element = await show(host, [CARD]);
    await fillCard(element);
    await press(submitButton(element));
    await settle();
    expect(element.querySelector('.form__submit [role=alert]')?.textContent).toBe('今天添加得太多了');
    expect(host.moves).toEqual([]);
    // It can be tried again as it is.
    expect(submitButton(element).disabled).toBe(false);
    expect(document.activeElement).toBe(submitButton(element));
  });

  it('in doubt the form is frozen, also after a reload, until the outcome is known: then it follows once', async () => {
    const on = phone();
    on.reachable = false;
    // The server did it, and its answer got lost.
    const answers = { [BIND]: lost };
    let host = formHost(answers, on);
    let element = await show(host, [CARD]);
    await fillCard(element);
    await press(submitButton(element));
    await settle();
    expect(submitButton(element).textContent).toBe('结果确认中');
    expect(element.querySelector('fieldset')?.disabled).toBe(true);

    await clear();
    host = formHost(answers, on);
    element = await show(host, [CARD]);
    expect(submitButton(element).textContent).toBe('结果确认中');
    expect(element.querySelector('fieldset')?.disabled).toBe(true);
    expect(input(element, 'branch').value).toBe('科技园支行');
    on.reachable = true;
    await act(async () => host.submissions.wake());
    await settle();
    expect(host.calls).toEqual([]);
    expect(host.moves).toEqual(['toast:已添加', '/cards']);
    expect(input(element, 'branch').value).toBe('');
    expect(host.stored()).not.toContain('支行');
  });

  it.each([
    ['who came back is told and led on once', true, ['toast:已添加', '/cards']],
    ['who is somewhere else is told, and stays there', false, ['toast:已添加']],
  ])('in doubt, a player %s', async (_, back, moves) => {
    const on = phone();
    on.reachable = false;
    const host = formHost({ [BIND]: lost }, on);
    let element = await show(host, [CARD]);
    await fillCard(element);
    await press(submitButton(element));
    await settle();
    await clear();
    if (back) {
      element = await show(host, [CARD]);
      expect(submitButton(element).textContent).toBe('结果确认中');
    }
    on.reachable = true;
    await act(async () => host.submissions.wake());
    await settle();
    expect(host.moves).toEqual(moves);
    expect(host.stored()).not.toContain('支行');
    if (back) expect(input(element, 'branch').value).toBe('');
  });

  it('what never reached the server is said in the form after a reload, and the draft is still there', async () => {
    const on = phone();
    on.reachable = false;
    on.does = false;
    let element = await show(formHost({ [BIND]: lost }, on), [CARD]);
    await fillCard(element);
    await press(submitButton(element));
    await clear();
    const host = formHost({}, on);
    element = await show(host, [CARD]);
    on.reachable = true;
    await act(async () => host.submissions.wake());
    await settle();
    expect(alerts(element)).toEqual(['没有提交成功，可以再试一次']);
    expect(input(element, 'branch').value).toBe('科技园支行');
    expect(host.moves).toEqual([]);
  });

  it('says why the button cannot be pressed', async () => {
    const form = { ...CARD, submit: { ...(CARD.submit as object), disabled: "{form.branch == '' ? '先填写支行' : ''}" } };
    const element = await show(formHost(), [form]);
    expect(submitButton(element).disabled).toBe(true);
    expect(element.querySelector(`[id="${submitButton(element).getAttribute('aria-describedby')}"]`)?.textContent).toBe('先填写支行');
    await enter(element, '[name=branch]', '科技园支行');
    expect(submitButton(element).disabled).toBe(false);
  });
});

describe('live values', () => {
  const sources = { me: { call: '/api/me' }, card: { call: '/api/card', when: "state.bin != ''", params: { bin: '{state.bin}' } } };
  const run = (fields: readonly object[], more: object = {}): RawBlock => ({
    block: 'form',
    fields,
    submit: { label: '提交', action: { do: 'host', name: 'send', args: { a: '{form.a}', b: '{form.b}' } } },
    ...more,
  });

  it('a field begins with what a source says when it arrives, unless the player was there before', async () => {
    let answer: (value: ReturnType<typeof ok>) => void = () => {};
    const host = formHost({ '/api/me': () => new Promise((resolve) => (answer = resolve)) });
    const fields = ['a', 'b'].map((name) => ({ type: 'text', name, label: name, value: '{sources.me.name}' }));
    const element = await show(host, [run(fields)], { sources: { me: sources.me } });
    await enter(element, '[name=a]', '自己填的');
    await act(async () => answer(ok({ name: '张三' })));
    await settle();
    expect([input(element, 'a').value, input(element, 'b').value]).toEqual(['自己填的', '张三']);
    await enter(element, '[name=b]', '');
    expect(input(element, 'b').value).toBe('');
  });

  it('a source that reads what is typed fills another field', async () => {
    const host = formHost({ '/api/card': ({ bin }) => ok({ bank: bin === '622202' ? 'ICBC' : 'CCB' }) });
    const fields = [
      { type: 'digits', name: 'a', label: '卡号', secret: true, group: 4 },
      { type: 'text', name: 'b', label: '银行', value: '{sources.card.bank}' },
    ];
    const state = [{ name: 'bin', value: "{form.a.length >= 6 ? first(form.a, 6) : ''}" }];
    const element = await show(host, [run(fields, { state })], { sources: { card: sources.card } });
    await enter(element, '[name=a]', '62220');
    expect(host.calls).toEqual([]);
    await enter(element, '[name=a]', '6222021');
    await settle();
    expect(host.calls).toEqual([{ path: '/api/card', params: { bin: '622202' } }]);
    expect(input(element, 'b').value).toBe('ICBC');
    expect(host.stored()).not.toContain('622202');
  });

  it('a field that is left out is not sent, and what it held comes back with it', async () => {
    const host = formHost();
    const fields = [
      { type: 'switch', name: 'on', label: '开' },
      { type: 'text', name: 'a', label: '甲', when: 'form.on', required: true },
      { type: 'text', name: 'b', label: '乙' },
    ];
    const element = await show(host, [run(fields)]);
    expect(element.querySelector('[name=a]')).toBeNull();
    await press(input(element, 'on'));
    await enter(element, '[name=a]', '一');
    await press(input(element, 'on'));
    await press(submitButton(element));
    expect(host.moves).toEqual(['send:{"a":"","b":""}']);
  });

  it('rules read the form and the sources; a complaint goes as soon as its cause does', async () => {
    const host = formHost({ '/api/me': () => ok({ balanceFen: 5000 }) });
    const fields = [
      {
        type: 'amount',
        name: 'a',
        label: '金额',
        required: true,
        min: '1000',
        max: 'sources.me.balanceFen',
        rules: [{ when: 'form.a % 1000 != 0', text: '{money(form.a)} 不是 10 元的倍数' }],
      },
    ];
    const element = await show(host, [run(fields)], { sources: { me: sources.me } });
    await settle();
    const amount = input(element, 'a');
    await key(amount, '7');
    await key(element.querySelector('dialog [aria-label=关闭]') as Element, '5');
    expect(element.querySelector('.amount-sheet__problem')?.textContent).toBe('金额最多 ¥50.00');
    expect(alerts(element)).toEqual([]);
    await press(button(element, '完成'));
    expect(alerts(element)).toEqual(['金额最多 ¥50.00']);
    await press(amount);
    await press(button(element, '删除'));
    expect(alerts(element)).toEqual(['金额最少 ¥10.00']);
    await press(button(element, '删除'));
    for (const digit of '25') await press(button(element, digit));
    await press(button(element, '完成'));
    expect(alerts(element)).toEqual(['25.00 不是 10 元的倍数']);
    await press(amount);
    await press(button(element, '删除'));
    await press(button(element, '0'));
    expect(alerts(element)).toEqual([]);
    await press(button(element, '完成'));
    await press(submitButton(element));
    expect(host.moves).toEqual(['send:{"a":"2000","b":""}']);
  });
});

describe('the examples', () => {
  const bank = {
    '/api/BankCard/Holder': () => ok({ name: '张三丰' }),
    '/api/BankCard/Banks': () =>
      ok({
        items: [
          { code: 'ICBC', name: '工商银行' },
          { code: 'CCB', name: '建设银行' },
        ],
      }),
  };
  const card = { '/api/BankCard/Recognize': () => ok({ bank: 'ICBC', credit: false }) };
  const regions = { items: [{ value: '44', label: '广东省', items: [{ value: '4403', label: '深圳市' }] }] };
  const change = { loadDocument: <T,>() => Promise.resolve(regions as T) };

  async function open(host: FormHost): Promise<HTMLElement> {
    const { default: screen } = (await import('./examples/add-card.json')) as unknown as { readonly default: ScreenDocument };
    const element = await show(host, screen.blocks, screen);
    await settle();
    return element;
  }
  async function fill(element: HTMLElement): Promise<void> {
    await enter(element, '[name=cardNo]', CARD_NO);
    await settle();
    await press(input(element, 'region'));
    await press(button(element, '广东省'));
    await press(button(element, '深圳市'));
    await enter(element, '[name=branch]', '科技园支行');
    await typePin(element);
    await press(input(element, 'agree'));
  }

  it.each([
    ['add-card', () => import('./examples/add-card.json')],
    ['the form', () => import('../../engine/screens/blocks/form/example.json')],
    ['the filter', () => import('../../engine/screens/blocks/filter/example.json')],
  ])('%s makes sense, as far as it can be known without the calls', async (_, load) => {
    const { default: example } = (await load()) as { readonly default: { readonly screen?: unknown } };
    expect(screenFindings(example.screen ?? example, {})).toEqual([]);
  });

  it('add-card is filled in and sent', async () => {
    const host = formHost({ ...bank, ...card, [BIND]: () => ok({ cardNo: CARD_NO }) }, phone(), change);
    const element = await open(host);
    expect(element.textContent).toContain('****丰');
    await fill(element);
    expect(input(element, 'cardNo').value).toBe('6222 0212 3456 7890');
    expect(input(element, 'bank').textContent).toBe('工商银行');
    expect(input(element, 'region').textContent).toBe('广东省 深圳市');
    await press(submitButton(element));
    await settle();
    expect(host.calls.at(-1)).toEqual({
      path: BIND,
      params: { cardNo: CARD_NO, bank: 'ICBC', region: '44/4403', branch: '科技园支行', isDefault: '1', fundPassword: PIN },
    });
    expect(host.moves).toEqual(['toast:已添加尾号 7890 的银行卡', '/bankCards']);
    for (const secret of [CARD_NO, PIN]) expect(host.stored()).not.toContain(secret);
  });

  it('add-card shows a refusal under the field', async () => {
    const refuse: Answer = () => ({ ok: false, status: 7, msg: '资金密码不正确，还可以试 2 次', inDoubt: false, models: { field: 'pin' } });
    const host = formHost({ ...bank, ...card, [BIND]: refuse }, phone(), change);
    const element = await open(host);
    await fill(element);
    await press(submitButton(element));
    await settle();
    expect(element.querySelector('[data-field=pin] [role=alert]')?.textContent).toBe('资金密码不正确，还可以试 2 次');
    expect(document.activeElement).toBe(input(element, 'pin'));
  });

  it('add-card does not take a credit card', async () => {
    const host = formHost({ ...bank, '/api/BankCard/Recognize': () => ok({ bank: 'CCB', credit: true }) }, phone(), change);
    const element = await open(host);
    await fill(element);
    await press(submitButton(element));
    expect(alerts(element)).toEqual(['不支持信用卡，请换一张储蓄卡']);
    expect(host.calls.map(({ path }) => path)).not.toContain(BIND);
  });
});
