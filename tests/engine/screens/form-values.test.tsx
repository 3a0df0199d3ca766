// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { RawBlock, ScreenDocument } from '../../../engine/screens/core/contract.ts';
import { screenFindings } from '../../../engine/descriptions/screens/check.ts';
import {
  alertTexts,
  BIND_CALL,
  CARD_NO,
  setUpFormTests,
  input,
  pressKey,
  PIN,
  settle,
  submitButton,
  typePin,
} from './support/card-form.tsx';
import { type CallAnswer, type FormHost, formHost, createPhone } from './support/form-host.ts';
import { okAnswer } from './support/host.ts';
import { button, setField, press, showScreen } from './support/show.tsx';

setUpFormTests();

describe('live values', () => {
  const sources = { me: { call: '/api/me' }, card: { call: '/api/card', when: "state.bin != ''", params: { bin: '{state.bin}' } } };
  const run = (fields: readonly object[], more: object = {}): RawBlock => ({
    block: 'form',
    fields,
    submit: { label: '提交', action: { do: 'host', name: 'send', args: { a: '{form.a}', b: '{form.b}' } } },
    ...more,
  });

  it('a field begins with what a source says when it arrives, unless the player was there before', async () => {
    let answer: (value: ReturnType<typeof okAnswer>) => void = () => {};
    const host = formHost({ '/api/me': () => new Promise((resolve) => (answer = resolve)) });
    const fields = ['a', 'b'].map((name) => ({ type: 'text', name, label: name, value: '{sources.me.name}' }));
    const element = await showScreen(host, [run(fields)], { sources: { me: sources.me } });
    await setField(element, '[name=a]', '自己填的');
    await act(async () => answer(okAnswer({ name: '张三' })));
    await settle();
    expect([input(element, 'a').value, input(element, 'b').value]).toEqual(['自己填的', '张三']);
    await setField(element, '[name=b]', '');
    expect(input(element, 'b').value).toBe('');
  });

  it('an example that is fetched again stands in its fields, over what was typed, and not before it is there', async () => {
    let people = 0;
    const names = ['张三', '', '李四'];
    const host = formHost({
      '/api/me': () => {
        const name = names[people++];
        return name ? okAnswer({ name }) : { ok: false, status: 5, msg: '忙', inDoubt: false };
      },
    });
    const fields = [
      { type: 'text', name: 'a', label: '甲', value: '{sources.me.name}' },
      { type: 'text', name: 'b', label: '乙' },
    ];
    const links = [
      {
        label: "{sources.me.name ? '换一个' : '用示例'}",
        action: {
          do: 'all',
          actions: [
            { do: 'set', name: 'demo', value: '1' },
            { do: 'reload', source: 'me' },
          ],
        },
      },
    ];
    const element = await showScreen(host, [run(fields, { links, renewedBy: '{sources.me.name}' })], {
      state: { demo: { value: '' } },
      sources: { me: { ...sources.me, when: "state.demo != ''" } },
    });
    names.unshift('王五');
    await setField(element, '[name=a]', '自己');
    await setField(element, '[name=b]', '填的');
    await press(button(element, '用示例'));
    await settle();
    // The tap fetched twice, and the second answer is the one that counts.
    expect([input(element, 'a').value, input(element, 'b').value]).toEqual(['张三', '填的']);
    await setField(element, '[name=a]', '又是自己');
    await press(button(element, '换一个'));
    await settle();
    expect(input(element, 'a').value).toBe('又是自己');
    await press(button(element, '换一个'));
    await settle();
    expect([input(element, 'a').value, input(element, 'b').value]).toEqual(['李四', '填的']);
  });

  it('a source that reads what is typed fills another field', async () => {
    const host = formHost({ '/api/card': ({ bin }) => okAnswer({ bank: bin === '622202' ? 'ICBC' : 'CCB' }) });
    const fields = [
      { type: 'digits', name: 'a', label: '卡号', secret: true, group: 4 },
      { type: 'text', name: 'b', label: '银行', value: '{sources.card.bank}' },
    ];
    const state = [{ name: 'bin', value: "{form.a.length >= 6 ? first(form.a, 6) : ''}" }];
    const element = await showScreen(host, [run(fields, { state })], { sources: { card: sources.card } });
    await setField(element, '[name=a]', '62220');
    expect(host.calls).toEqual([]);
    await setField(element, '[name=a]', '6222021');
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
    const element = await showScreen(host, [run(fields)]);
    expect(element.querySelector('[name=a]')).toBeNull();
    await press(input(element, 'on'));
    await setField(element, '[name=a]', '一');
    await press(input(element, 'on'));
    await press(submitButton(element));
    expect(host.moves).toEqual(['send:{"a":"","b":""}']);
  });

  it('rules read the form and the sources; a complaint goes as soon as its cause does', async () => {
    const host = formHost({ '/api/me': () => okAnswer({ balanceFen: 5000 }) });
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
    const element = await showScreen(host, [run(fields)], { sources: { me: sources.me } });
    await settle();
    const amount = input(element, 'a');
    await pressKey(amount, '7');
    await pressKey(element.querySelector('dialog [aria-label=关闭]') as Element, '5');
    expect(element.querySelector('.amount-sheet__problem')?.textContent).toBe('金额不能超过 ¥50.00');
    expect(alertTexts(element)).toEqual([]);
    vi.useFakeTimers();
    await press(button(element, '完成'));
    // The sentence comes after the tap that leaves the field.
    await act(async () => vi.runAllTimers());
    vi.useRealTimers();
    expect(alertTexts(element)).toEqual(['金额不能超过 ¥50.00']);
    await press(amount);
    await press(button(element, '删除'));
    expect(alertTexts(element)).toEqual(['金额不能低于 ¥10.00']);
    await press(button(element, '删除'));
    for (const digit of '25') await press(button(element, digit));
    await press(button(element, '完成'));
    expect(alertTexts(element)).toEqual(['25.00 不是 10 元的倍数']);
    await press(amount);
    await press(button(element, '删除'));
    await press(button(element, '0'));
    expect(alertTexts(element)).toEqual([]);
    await press(button(element, '完成'));
    await press(submitButton(element));
    expect(host.moves).toEqual(['send:{"a":"2000","b":""}']);
  });
});

describe('the examples', () => {
  const bank = {
    '/api/BankCard/Holder': () => okAnswer({ name: '张三丰' }),
    '/api/BankCard/Banks': () =>
      okAnswer({
        items: [
          { code: 'ICBC', name: '工商银行' },
          { code: 'CCB', name: '建设银行' },
        ],
      }),
  };
  const card = { '/api/BankCard/Recognize': () => okAnswer({ bank: 'ICBC', credit: false }) };
  const regions = { items: [{ value: '44', label: '广东省', items: [{ value: '4403', label: '深圳市' }] }] };
  const change = { loadDocument: <T,>() => Promise.resolve(regions as T) };

  async function open(host: FormHost): Promise<HTMLElement> {
    const { default: screen } = (await import('./examples/add-card.json')) as unknown as { readonly default: ScreenDocument };
    const element = await showScreen(host, screen.blocks, screen);
    await settle();
    return element;
  }
  async function fill(element: HTMLElement): Promise<void> {
    await setField(element, '[name=cardNo]', CARD_NO);
    await settle();
    await press(input(element, 'region'));
    await press(button(element, '广东省'));
    await press(button(element, '深圳市'));
    await setField(element, '[name=branch]', '科技园支行');
    await typePin(element);
    await press(input(element, 'agree'));
  }

  it.each([
    ['add-card', () => import('./examples/add-card.json')],
    ['the form', () => import('../../../engine/screens/blocks/form/example.json')],
    ['the filter', () => import('../../../engine/screens/blocks/filter/example.json')],
  ])('%s makes sense, as far as it can be known without the calls', async (_, load) => {
    const { default: example } = (await load()) as { readonly default: { readonly screen?: unknown } };
    expect(screenFindings(example.screen ?? example, {})).toEqual([]);
  });

  it('add-card is filled in and sent', async () => {
    const host = formHost({ ...bank, ...card, [BIND_CALL]: () => okAnswer({ cardNo: CARD_NO }) }, createPhone(), change);
    const element = await open(host);
    expect(element.textContent).toContain('****丰');
    await fill(element);
    expect(input(element, 'cardNo').value).toBe('6222 0212 3456 7890');
    expect(input(element, 'bank').textContent).toBe('工商银行');
    expect(input(element, 'region').textContent).toBe('广东省 深圳市');
    await press(submitButton(element));
    await settle();
    expect(host.calls.at(-1)).toEqual({
      path: BIND_CALL,
      params: { cardNo: CARD_NO, bank: 'ICBC', region: '44/4403', branch: '科技园支行', isDefault: '1', fundPassword: PIN },
    });
    expect(host.moves).toEqual(['toast:已添加尾号 7890 的银行卡', '/bankCards']);
    for (const secret of [CARD_NO, PIN]) expect(host.stored()).not.toContain(secret);
  });

  it('add-card shows a refusal under the field', async () => {
    const refuse: CallAnswer = () => ({
      ok: false,
      status: 7,
      msg: '资金密码不正确，还可输入 2 次',
      inDoubt: false,
      models: { field: 'pin' },
    });
    const host = formHost({ ...bank, ...card, [BIND_CALL]: refuse }, createPhone(), change);
    const element = await open(host);
    await fill(element);
    await press(submitButton(element));
    await settle();
    expect(element.querySelector('[data-field=pin] [role=alert]')?.textContent).toBe('资金密码不正确，还可输入 2 次');
    expect(document.activeElement).toBe(input(element, 'pin'));
  });

  it('add-card does not take a credit card', async () => {
    const host = formHost({ ...bank, '/api/BankCard/Recognize': () => okAnswer({ bank: 'CCB', credit: true }) }, createPhone(), change);
    const element = await open(host);
    await fill(element);
    await press(submitButton(element));
    expect(alertTexts(element)).toEqual(['不支持信用卡，请换一张储蓄卡']);
    expect(host.calls.map(({ path }) => path)).not.toContain(BIND_CALL);
  });
});
