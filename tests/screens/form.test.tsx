// @vitest-environment happy-dom
import { act } from 'react';
import { describe, expect, it } from 'vitest';
import type { RawBlock, Refusal } from '../../engine/screens/core/contract.ts';
import { forgetDrafts } from '../../engine/screens/core/drafts.ts';
import { alerts, BIND, CARD_NO, fillCard, formTests, input, PIN, settle, submitButton } from './support/card-form.tsx';
import { type Answer, formHost, phone } from './support/form-host.ts';
import { ok } from './support/host.ts';
import { clear, enter, press, show } from './support/show.tsx';

formTests();

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
    forgetDrafts(host.storage, '1', '1');
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
