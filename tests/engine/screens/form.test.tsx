// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { RawBlock, Refusal } from '../../../engine/screens/core/contract.ts';
import { clearDrafts } from '../../../engine/screens/core/drafts.ts';
import { alertTexts, BIND_CALL, CARD_NO, fillCard, setUpFormTests, input, PIN, settle, submitButton } from './support/card-form.tsx';
import { type CallAnswer, formHost, createPhone } from './support/form-host.ts';
import { okAnswer } from './support/host.ts';
import { clear, setField, press, showScreen } from './support/show.tsx';

setUpFormTests();

const CALL = { do: 'call', call: BIND_CALL, key: true, params: { cardNo: '{form.cardNo}', branch: '{form.branch}', pin: '{form.pin}' } };
const CARD: RawBlock = {
  block: 'form',
  fields: [
    { type: 'digits', name: 'cardNo', label: '卡号', required: true, secret: true, group: 4, minLength: 16 },
    { type: 'text', name: 'branch', label: '支行', required: true },
    { type: 'pin', name: 'pin', label: '资金密码', required: true },
  ],
  submit: { label: '确认添加', busy: '正在添加', action: { ...CALL, done: '已添加', then: { do: 'navigate', to: '/cards' } } },
};
const lost: CallAnswer = () => ({ ok: false, status: -1, msg: '', inDoubt: true });

describe('drafts', () => {
  it('outlive a reload, and what is secret is never stored', async () => {
    const on = createPhone();
    let host = formHost({ [BIND_CALL]: lost }, on);
    let element = await showScreen(host, [CARD]);
    await fillCard(element);
    expect(host.stored()).toContain('科技园支行');
    for (const secret of [CARD_NO, PIN]) expect(host.stored()).not.toContain(secret);

    await clear();
    host = formHost({}, on);
    element = await showScreen(host, [CARD]);
    expect(input(element, 'branch').value).toBe('科技园支行');
    expect([input(element, 'cardNo').value, input(element, 'pin').value]).toEqual(['', '']);
  });

  it('what is secret is not stored when it is sent either, nor while it is in doubt', async () => {
    const on = createPhone();
    on.reachable = false;
    const host = formHost({ [BIND_CALL]: lost }, on);
    const element = await showScreen(host, [CARD]);
    await fillCard(element);
    await press(submitButton(element));
    expect(submitButton(element).textContent).toBe('结果确认中');
    expect(host.calls.at(-1)?.params).toEqual({ cardNo: CARD_NO, branch: '科技园支行', pin: PIN });
    expect(host.stored()).toContain(BIND_CALL);
    expect(host.recorded()).toContain(BIND_CALL);
    for (const secret of [CARD_NO, PIN]) {
      expect(host.stored()).not.toContain(secret);
      expect(host.recorded()).not.toContain(secret);
    }
  });

  it('belong to the player: the next one on the phone finds none, the first one finds them again', async () => {
    const on = createPhone();
    let element = await showScreen(formHost({}, on, { mid: '1' }), [CARD]);
    await setField(element, '[name=branch]', '甲的支行');
    await clear();

    element = await showScreen(formHost({}, on, { mid: '2' }), [CARD]);
    expect(input(element, 'branch').value).toBe('');
    await setField(element, '[name=branch]', '乙的支行');
    await clear();

    element = await showScreen(formHost({}, on, { mid: '1' }), [CARD]);
    expect(input(element, 'branch').value).toBe('甲的支行');
  });

  it('change with the player while the form is open', async () => {
    const host = formHost();
    const element = await showScreen(host, [CARD]);
    await setField(element, '[name=branch]', '甲的支行');
    await setField(element, '[name=cardNo]', CARD_NO);
    await act(async () => void (host.session.mid = '2'));
    expect([input(element, 'branch').value, input(element, 'cardNo').value]).toEqual(['', '']);
  });

  it('go with the logout', async () => {
    const on = createPhone();
    const host = formHost({}, on);
    const element = await showScreen(host, [CARD]);
    await setField(element, '[name=branch]', '甲的支行');
    clearDrafts(host.storage, '1', '1');
    expect(host.stored()).not.toContain('支行');
  });

  it('are kept by address: another record has another draft', async () => {
    const on = createPhone();
    let element = await showScreen(formHost({}, on), [CARD], {}, { id: 'a' });
    await setField(element, '[name=branch]', '甲');
    await clear();
    element = await showScreen(formHost({}, on), [CARD], {}, { id: 'b' });
    expect(input(element, 'branch').value).toBe('');
  });

  it('are gone after success, and so is every secret from the page', async () => {
    const host = formHost({ [BIND_CALL]: () => okAnswer({ id: '1' }) });
    const element = await showScreen(host, [CARD]);
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
    const on = createPhone();
    on.items.set('drafts.1', '{"test/blocks/0?":{"branch":7,"gone":"x"},"other":3');
    const element = await showScreen(formHost({}, on), [CARD]);
    expect(input(element, 'branch').value).toBe('');
  });
});

describe('handing in', () => {
  it('a hundred taps send once', async () => {
    let answer: (value: ReturnType<typeof okAnswer>) => void = () => {};
    const host = formHost({ [BIND_CALL]: () => new Promise((resolve) => (answer = resolve)) });
    const element = await showScreen(host, [CARD]);
    await fillCard(element);
    await act(async () => {
      const form = element.querySelector('form') as HTMLFormElement;
      for (let tap = 0; tap < 100; tap++) form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    });
    expect(host.calls.filter(({ path }) => path === BIND_CALL)).toHaveLength(1);
    expect(submitButton(element).textContent).toBe('正在添加');
    expect(element.querySelector('fieldset')?.disabled).toBe(true);
    await act(async () => answer(okAnswer({})));
    await settle();
    expect(host.moves).toEqual(['toast:已添加', '/cards']);
  });

  it('says under each field what is wrong, sends nothing, and goes to the first', async () => {
    const host = formHost();
    const element = await showScreen(host, [CARD]);
    await setField(element, '[name=cardNo]', '62220212');
    await press(submitButton(element));
    expect(alertTexts(element)).toEqual(['卡号至少 16 位', '请输入支行', '请输入资金密码']);
    expect(document.activeElement).toBe(input(element, 'cardNo'));
    expect(element.querySelector(`[id="${input(element, 'cardNo').getAttribute('aria-describedby')}"]`)?.textContent).toBe(
      alertTexts(element)[0],
    );
    expect(host.calls).toEqual([]);
  });

  it('a refusal that names a field stands under it, and goes when the field is changed; what was typed stays', async () => {
    const host = formHost({
      [BIND_CALL]: () => ({ ok: false, status: 40, msg: '卡号不正确', inDoubt: false, models: { field: 'cardNo' } }),
    });
    const element = await showScreen(host, [CARD]);
    await fillCard(element);
    await press(submitButton(element));
    await settle();
    expect(alertTexts(element)).toEqual(['卡号不正确']);
    expect(element.querySelector('[data-field=cardNo] [role=alert]')?.textContent).toBe('卡号不正确');
    expect(document.activeElement).toBe(input(element, 'cardNo'));
    expect(input(element, 'branch').value).toBe('科技园支行');
    expect(host.moves).toEqual([]);
    // What the server said about the card is the player's own.
    expect(host.recorded()).not.toContain('卡号不正确');
    await setField(element, '[name=cardNo]', '6222021234567891');
    expect(alertTexts(element)).toEqual([]);
  });

  it('a refusal of a function of the app stands under the field that its parameter was made of, or above the button, and in no message', async () => {
    let refusal: Refusal = { status: 1, msg: '用户名已被使用，请换一个', models: { field: 'username' } };
    const host = formHost({}, createPhone(), { perform: async () => refusal });
    const element = await showScreen(host, [
      {
        block: 'form',
        fields: [{ type: 'text', name: 'who', label: '用户名', required: true }],
        submit: { label: '注册', action: { do: 'host', name: 'register', args: { username: '{form.who}' } } },
      },
    ]);
    await setField(element, '[name=who]', '张三');
    await press(submitButton(element));
    await settle();
    expect(element.querySelector('[data-field=who] [role=alert]')?.textContent).toBe('用户名已被使用，请换一个');
    expect(document.activeElement).toBe(input(element, 'who'));
    // A look elsewhere does not take it away; another name does.
    await act(async () => input(element, 'who').blur());
    expect(alertTexts(element)).toEqual(['用户名已被使用，请换一个']);
    await setField(element, '[name=who]', '李四');
    expect(alertTexts(element)).toEqual([]);
    refusal = { status: -1, msg: '连线超时无回应' };
    await press(submitButton(element));
    await settle();
    expect(element.querySelector('.form__submit [role=alert]')?.textContent).toBe('连线超时无回应');
    expect(host.moves).toEqual([]);
  });

  it('what is wrong with a field that is left is said after the click of the tap that left it', async () => {
    const element = await showScreen(formHost(), [CARD]);
    await setField(element, '[name=cardNo]', '1');
    vi.useFakeTimers();
    await act(async () => {
      input(element, 'cardNo').focus();
      input(element, 'cardNo').blur();
    });
    expect(alertTexts(element)).toEqual([]);
    await act(async () => vi.runAllTimers());
    vi.useRealTimers();
    expect(alertTexts(element)).toHaveLength(1);
  });

  it('any other refusal is an alert above the button', async () => {
    const host = formHost({ [BIND_CALL]: () => ({ ok: false, status: 41, msg: '今天添加得太多了', inDoubt: false }) });
    const element = await showScreen(host, [CARD]);
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
    const on = createPhone();
    on.reachable = false;
    // The server did it, and its answer got lost.
    const answers = { [BIND_CALL]: lost };
    let host = formHost(answers, on);
    let element = await showScreen(host, [CARD]);
    await fillCard(element);
    await press(submitButton(element));
    await settle();
    expect(submitButton(element).textContent).toBe('结果确认中');
    expect(element.querySelector('fieldset')?.disabled).toBe(true);

    await clear();
    host = formHost(answers, on);
    element = await showScreen(host, [CARD]);
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
    const on = createPhone();
    on.reachable = false;
    const host = formHost({ [BIND_CALL]: lost }, on);
    let element = await showScreen(host, [CARD]);
    await fillCard(element);
    await press(submitButton(element));
    await settle();
    await clear();
    if (back) {
      element = await showScreen(host, [CARD]);
      expect(submitButton(element).textContent).toBe('结果确认中');
    }
    on.reachable = true;
    await act(async () => host.submissions.wake());
    await settle();
    expect(host.moves).toEqual(moves);
    expect(host.stored()).not.toContain('支行');
    if (back) expect(input(element, 'branch').value).toBe('');
  });

  it.each([
    ['refused', { ok: false, status: 41, msg: '今天添加得太多了', inDoubt: false }, '确认添加：今天添加得太多了'],
    ['lost', { ok: false, status: -1, msg: '', inDoubt: false }, '确认添加：提交失败，请重试'],
  ] as const)('[S94] a form that was left while it was sent says over the page what was %s', async (_, result, text) => {
    let answer = (): void => {};
    const host = formHost({ [BIND_CALL]: () => new Promise((resolve) => (answer = () => resolve(result))) });
    const element = await showScreen(host, [CARD]);
    await fillCard(element);
    await press(submitButton(element));
    await clear();
    answer();
    await settle();
    expect(host.moves).toEqual([`toast:${text}`]);
  });

  it('[S94] a refusal that comes while the page of the form moves out is said over the page too', async () => {
    const host = formHost({ [BIND_CALL]: () => ({ ok: false, status: 41, msg: '今天添加得太多了', inDoubt: false }) });
    const element = await showScreen(host, [CARD]);
    await fillCard(element);
    await press(submitButton(element));
    await settle();
    expect([host.moves, alertTexts(element)]).toEqual([[], ['今天添加得太多了']]);
    await clear();
    expect(host.moves).toEqual(['toast:确认添加：今天添加得太多了']);
  });

  it('what never reached the server is said in the form after a reload, and the draft is still there', async () => {
    const on = createPhone();
    on.reachable = false;
    on.does = false;
    let element = await showScreen(formHost({ [BIND_CALL]: lost }, on), [CARD]);
    await fillCard(element);
    await press(submitButton(element));
    await clear();
    const host = formHost({}, on);
    element = await showScreen(host, [CARD]);
    on.reachable = true;
    await act(async () => host.submissions.wake());
    await settle();
    expect(alertTexts(element)).toEqual(['提交失败，请重试']);
    expect(input(element, 'branch').value).toBe('科技园支行');
    expect(host.moves).toEqual([]);
  });

  it('says why the button cannot be pressed', async () => {
    const form = { ...CARD, submit: { ...(CARD.submit as object), disabled: "{form.branch == '' ? '先填写支行' : ''}" } };
    const element = await showScreen(formHost(), [form]);
    expect(submitButton(element).disabled).toBe(true);
    expect(element.querySelector(`[id="${submitButton(element).getAttribute('aria-describedby')}"]`)?.textContent).toBe('先填写支行');
    await setField(element, '[name=branch]', '科技园支行');
    expect(submitButton(element).disabled).toBe(false);
  });
});
