// @vitest-environment happy-dom
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { GENERIC_BLOCKS } from '../../../engine/screens/blocks/register.ts';
import type { RawBlock } from '../../../engine/screens/core/contract.ts';
import { registerBlocks } from '../../../engine/screens/core/registry.ts';
import { type CallAnswer, formHost, loadFields, createPhone } from './support/form-host.ts';
import { okAnswer } from './support/host.ts';
import { button, clear, setField, press, showScreen } from './support/show.tsx';

registerBlocks(GENERIC_BLOCKS);
beforeAll(loadFields);
let errors: unknown[][] = [];
beforeEach(() => {
  errors = [];
  vi.spyOn(console, 'error').mockImplementation((...what) => void errors.push(what));
});
afterEach(async () => {
  vi.useRealTimers();
  await clear();
  vi.restoreAllMocks();
  expect(errors).toEqual([]);
});

const form = (...fields: readonly Readonly<Record<string, unknown>>[]): RawBlock => ({
  block: 'form',
  fields: fields.map((field, at) => ({ name: `f${at}`, label: `字段${at}`, ...field })),
  submit: { label: '提交', action: { do: 'host', name: 'send', args: { f0: '{form.f0}' } } },
});
const field = <T extends HTMLElement = HTMLInputElement>(element: HTMLElement, name = 'f0'): T => {
  const found = element.querySelector<T>(`[name="${name}"]`);
  if (!found) throw new Error(`no field ${name} in ${element.innerHTML}`);
  return found;
};
const key = (target: Element, name: string): Promise<void> =>
  act(async () => void target.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })));
const submit = async (element: HTMLElement): Promise<void> => {
  await press(element.querySelector<HTMLButtonElement>('[type=submit]') as HTMLButtonElement);
  await act(async () => {});
};
const dialog = (element: HTMLElement): HTMLElement | null => element.querySelector('dialog');

describe('each kind of field is labelled, says that it is wrong, and sends its value', () => {
  it('text of several lines counts its characters', async () => {
    const host = formHost();
    const element = await showScreen(host, [form({ type: 'text', lines: 3, maxLength: 10 })]);
    expect(field(element).tagName).toBe('TEXTAREA');
    expect(element.querySelector(`label[for="${field(element).id}"]`)?.textContent).toBe('字段0');
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field(element), '一二😀');
      field(element).dispatchEvent(new Event('input', { bubbles: true }));
    });
    expect(element.querySelector('.field__count')?.textContent).toBe('3/10');
    await submit(element);
    expect(host.moves).toEqual(['send:{"f0":"一二😀"}']);
  });

  it('a password is hidden until it is asked for', async () => {
    const element = await showScreen(formHost(), [form({ type: 'password' })]);
    expect(field(element).type).toBe('password');
    await press(button(element, '显示字段0'));
    expect(field(element).type).toBe('text');
  });

  it('digits stand in groups and are sent without blanks; the cursor stays where it was', async () => {
    const host = formHost();
    const element = await showScreen(host, [form({ type: 'digits', group: 4 })]);
    const input = field(element);
    await setField(element, '[name=f0]', '６222-0212 3456x7');
    expect(input.value).toBe('6222 0212 3456 7');
    expect(input.inputMode).toBe('numeric');
    input.focus();
    // A digit typed in the middle: 62|22 → 629|22.
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '62922 0212 3456 7');
      input.setSelectionRange(3, 3);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    expect(input.value).toBe('6292 2021 2345 67');
    expect(input.selectionStart).toBe(3);
    // The blank after the first group is deleted: the digit before it goes.
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, '62922021 2345 67');
      input.setSelectionRange(4, 4);
      input.dispatchEvent(new Event('input', { bubbles: true }));
    });
    expect(input.value).toBe('6292 0212 3456 7');
    expect(input.selectionStart).toBe(3);
    await submit(element);
    expect(host.moves).toEqual(['send:{"f0":"6292021234567"}']);
  });

  it('a field of digits with a maximum lowers a larger value to it; one without a maximum keeps leading zeros', async () => {
    const element = await showScreen(formHost(), [form({ type: 'digits', max: 50 }, { type: 'digits' })]);
    await setField(element, '[name=f0]', '99');
    await setField(element, '[name=f1]', '007');
    expect([field(element).value, field(element, 'f1').value]).toEqual(['50', '007']);
  });

  it('an amount is typed on its own keypad, on the buttons or on a keyboard, and is sent in fen', async () => {
    const host = formHost();
    const element = await showScreen(host, [form({ type: 'amount', quick: [10_000, 50_000], all: '123456' })]);
    const input = field(element);
    expect([input.readOnly, input.inputMode]).toEqual([true, 'none']);
    await key(input, '1');
    expect(dialog(element)).not.toBeNull();
    for (const each of ['2', '3', '4', '小数点', '5']) await press(button(element, each));
    await key(element.querySelector('dialog [aria-label=关闭]') as Element, '6');
    await key(element.querySelector('dialog [aria-label=关闭]') as Element, '7');
    expect(element.querySelector('output')?.textContent).toBe('¥1,234.56');
    expect(input.value).toBe('1,234.56');
    await press(button(element, '500'));
    expect(input.value).toBe('500.00');
    await press(button(element, '全部'));
    await press(button(element, '完成'));
    expect(dialog(element)).toBeNull();
    await submit(element);
    expect(host.moves).toEqual(['send:{"f0":"123456"}']);
  });

  it('an amount in whole yuan has no decimal point on the keypad, and 全部 is rounded down', async () => {
    const element = await showScreen(formHost(), [form({ type: 'amount', whole: true, all: '123456' })]);
    await press(field(element));
    expect(element.querySelector('[aria-label=小数点]')).toBeNull();
    await press(button(element, '全部'));
    expect(field(element).value).toBe('1,234.00');
  });

  it('a choice is made on a sheet, with a search', async () => {
    const host = formHost();
    const items = [
      { value: 'ICBC', label: '工商银行', note: '推荐' },
      { value: 'CCB', label: '建设银行' },
      { value: 'ABC', label: '农业银行', disabled: 'true' },
    ];
    const element = await showScreen(host, [form({ type: 'select', search: true, options: { items }, required: true })]);
    const box = field<HTMLButtonElement>(element);
    expect([box.getAttribute('role'), box.getAttribute('aria-expanded'), box.textContent]).toEqual(['combobox', 'false', '请选择']);
    expect(element.querySelector(`[id="${box.getAttribute('aria-labelledby')}"]`)?.textContent).toBe('字段0');
    await submit(element);
    expect(box.getAttribute('aria-invalid')).toBe('true');
    await press(box);
    expect(button(element, '农业银行').disabled).toBe(true);
    await setField(element, 'dialog [type=search]', '建设');
    expect([...element.querySelectorAll('.choice-list button')].map((each) => each.textContent)).toEqual(['建设银行']);
    await setField(element, 'dialog [type=search]', '没有的');
    expect(dialog(element)?.textContent).toContain('没有找到');
    await setField(element, 'dialog [type=search]', '');
    await press(button(element, '建设银行'));
    expect([dialog(element), box.textContent]).toEqual([null, '建设银行']);
    await submit(element);
    expect(host.moves).toEqual(['send:{"f0":"CCB"}']);
  });

  it('an optional choice can be removed on the sheet, and the field is then empty', async () => {
    const items = [{ value: 'a', label: '甲' }];
    const regions = [{ value: '44', label: '广东省', items: [{ value: '4401', label: '广州市' }] }];
    const host = formHost({}, createPhone(), { loadDocument: <T,>() => Promise.resolve({ items: regions } as T) });
    const element = await showScreen(host, [
      form(
        { type: 'select', options: { items }, value: 'a', placeholder: '不指定' },
        { type: 'region', list: 'regions', value: '44/4401' },
      ),
    ]);
    await act(async () => {});
    await press(field(element));
    await press(button(element, '不选字段0'));
    await press(field(element, 'f1'));
    await press(button(element, '不选字段1'));
    expect([field(element).textContent, field(element, 'f1').textContent]).toEqual(['不指定', '请选择']);
    // An empty field does not offer the removal.
    await press(field(element));
    expect([...element.querySelectorAll('.choice-list button')].map((each) => each.textContent)).toEqual(['甲']);
    await press(button(element, '关闭'));
    await submit(element);
    expect(host.moves).toEqual(['send:{"f0":""}']);
  });

  it('options that come from a source can be loaded again after an error', async () => {
    const answers: CallAnswer[] = [
      () => ({ ok: false, status: 5, msg: '忙', inDoubt: false }),
      () => okAnswer({ list: [{ id: 7, name: '甲', off: 0 }] }),
    ];
    const host = formHost({ '/api/list': (params) => (answers.shift() as CallAnswer)(params) });
    const options = { each: 'sources.all.list', value: '{id}', label: '{name}', disabled: 'off == 1' };
    const element = await showScreen(host, [form({ type: 'select', options })], { sources: { all: { call: '/api/list' } } });
    await press(field(element));
    expect(dialog(element)?.textContent).toContain('选项加载失败');
    await press(button(element, '重试'));
    await act(async () => {});
    await press(button(element, '甲'));
    expect(field(element).textContent).toBe('甲');
  });

  it('options of a list description', async () => {
    const host = formHost({}, createPhone(), {
      loadDocument: <T,>() => Promise.resolve({ items: [{ value: 'x', label: '列表甲' }] } as T),
    });
    const element = await showScreen(host, [form({ type: 'select', options: { list: 'things' }, value: 'x' })]);
    await act(async () => {});
    expect(field(element).textContent).toBe('列表甲');
  });

  it('radio', async () => {
    const host = formHost();
    const items = [
      { value: 'a', label: '甲' },
      { value: 'b', label: '乙' },
    ];
    const element = await showScreen(host, [form({ type: 'radio', options: { items } })]);
    const group = element.querySelector('[role=radiogroup]');
    expect(element.querySelector(`[id="${group?.getAttribute('aria-labelledby')}"]`)?.textContent).toBe('字段0');
    await press(element.querySelector('input[value=b]') as HTMLElement);
    await submit(element);
    expect(host.moves).toEqual(['send:{"f0":"b"}']);
  });

  it('a switch is 1 or empty', async () => {
    const host = formHost();
    const element = await showScreen(host, [form({ type: 'switch', value: '1' })]);
    expect([field(element).getAttribute('role'), field(element).checked]).toEqual(['switch', true]);
    await press(field(element));
    await submit(element);
    // After a submission the form has its initial values again.
    await submit(element);
    expect(host.moves).toEqual(['send:{"f0":""}', 'send:{"f0":"1"}']);
  });

  it('an agreement must be ticked; its link does not tick it', async () => {
    const host = formHost();
    const link = { label: '《协议》', action: { do: 'navigate', to: '/terms' } };
    const element = await showScreen(host, [form({ type: 'agree', label: '同意', required: true, link })]);
    await press(button(element, '《协议》'));
    expect([host.moves, field(element).checked]).toEqual([['/terms'], false]);
    await submit(element);
    expect(element.querySelector('[role=alert]')?.textContent).toBe('请先阅读并同意《协议》');
    await press(field(element));
    expect(element.querySelector('[role=alert]')).toBeNull();
  });

  it('a date has its bounds', async () => {
    const element = await showScreen(formHost(), [form({ type: 'date', min: '2026-01-01', max: '2026-12-31' })]);
    expect([field(element).type, field(element).min, field(element).max]).toEqual(['date', '2026-01-01', '2026-12-31']);
    await setField(element, '[name=f0]', '2027-01-01');
    await submit(element);
    expect(element.querySelector('[role=alert]')?.textContent).toBe('字段0不能晚于 2026-12-31');
  });

  it('a fund password is shown as dots and its digits are never in the page; a tap on a complete one clears it', async () => {
    const host = formHost();
    const element = await showScreen(host, [form({ type: 'pin', required: true })]);
    const input = field(element);
    expect([input.readOnly, input.inputMode, input.autocomplete]).toEqual([true, 'none', 'off']);
    await key(input, '1');
    for (const digit of '3579') await press(button(element, digit));
    expect(element.querySelector('dialog .digit-boxes')?.textContent).toBe('•••••');
    expect(element.querySelector('dialog [role=status]')?.textContent).toBe('已输入 5 位，共 6 位');
    await press(button(element, '删除'));
    await key(element.querySelector('dialog [aria-label=关闭]') as Element, '8');
    await key(element.querySelector('dialog [aria-label=关闭]') as Element, '0');
    expect(dialog(element)).toBeNull();
    expect(input.value).toBe('••••••');
    expect(element.innerHTML).not.toContain('135780');
    await submit(element);
    expect(host.moves).toEqual(['send:{"f0":"135780"}']);
    await press(input);
    expect(input.value).toBe('');
  });

  it('a region is chosen in steps, and a step can be taken again', async () => {
    const items = [
      { value: '11', label: '北京市' },
      {
        value: '44',
        label: '广东省',
        items: [
          { value: '4401', label: '广州市' },
          { value: '4403', label: '深圳市', items: [{ value: '440305', label: '南山区' }] },
        ],
      },
    ];
    const host = formHost({}, createPhone(), { loadDocument: <T,>() => Promise.resolve({ items } as T) });
    const element = await showScreen(host, [form({ type: 'region', list: 'regions' })]);
    await press(field(element));
    await press(button(element, '广东省'));
    await press(button(element, '重选广东省'));
    await press(button(element, '广东省'));
    await press(button(element, '深圳市'));
    await press(button(element, '南山区'));
    expect(field(element).textContent).toBe('广东省 深圳市 南山区');
    await submit(element);
    expect(host.moves).toEqual(['send:{"f0":"44/4403/440305"}']);
  });

  it('regions can be loaded again after an error', async () => {
    let fail = true;
    const host = formHost({}, createPhone(), {
      loadDocument: <T,>() =>
        fail ? Promise.reject(new Error('no')) : Promise.resolve({ items: [{ value: '11', label: '北京市' }] } as T),
    });
    const element = await showScreen(host, [form({ type: 'region', list: 'regions' })]);
    await press(field(element));
    expect(dialog(element)?.textContent).toContain('地区加载失败');
    fail = false;
    await press(button(element, '重试'));
    await act(async () => {});
    await press(button(element, '北京市'));
    expect(field(element).textContent).toBe('北京市');
  });

  it('a file that is no picture is refused with a message', async () => {
    const element = await showScreen(formHost(), [form({ type: 'picture', required: true })]);
    const input = field(element);
    Object.defineProperty(input, 'files', { configurable: true, value: [new File(['no'], 'a.txt')] });
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('no picture')));
    await act(async () => void input.dispatchEvent(new Event('change', { bubbles: true })));
    expect(element.querySelector('[role=alert]')?.textContent).toBe('这个文件不是图片，请换一张');
    vi.unstubAllGlobals();
  });
});

describe('numbers that are pasted', () => {
  it.each([
    ['a phone number', { type: 'tel', minLength: 11, maxLength: 11 }, '+86 138-0013-8000', '13800138000'],
    ['a card number', { type: 'digits', minLength: 16, maxLength: 19 }, '６２２２ 0212-3456 7890', '6222021234567890'],
    ['an identity number', { type: 'text', characters: 'word' }, ' 110101 19900307 123Ｘ ', '11010119900307123X'],
    ['a name stays as it is', { type: 'text' }, '阿 明', '阿 明'],
  ])('%s', async (_, described, pasted, value) => {
    const element = await showScreen(formHost(), [form(described)]);
    await setField(element, '[name=f0]', pasted);
    expect(field(element)).toHaveProperty('value', value);
  });
});

describe('a verification code', () => {
  const SEND = '/api/sms/send';
  const blocks = [
    form(
      { type: 'tel', required: true },
      {
        type: 'code',
        required: true,
        seconds: 60,
        send: {
          label: '发送验证码',
          disabled: "{form.f0 == '' ? '先填写手机号' : ''}",
          action: { do: 'call', call: SEND, params: { phone: '{form.f0}' } },
        },
      },
    ),
  ];
  const sendButton = (element: HTMLElement): HTMLButtonElement => element.querySelector('.code-field__send') as HTMLButtonElement;

  it('is requested once, and again after the waiting time, which goes on while the player is on another page', async () => {
    vi.useFakeTimers();
    const on = createPhone();
    const host = formHost({ [SEND]: () => okAnswer({}) }, on);
    let element = await showScreen(host, blocks);
    expect([sendButton(element).disabled, sendButton(element).textContent]).toEqual([true, '发送验证码']);
    await setField(element, '[name=f0]', '13800138000');
    await act(async () => {
      for (let tap = 0; tap < 10; tap++) sendButton(element).click();
    });
    expect(host.calls).toEqual([{ path: SEND, params: { phone: '13800138000' } }]);
    expect([sendButton(element).disabled, sendButton(element).textContent]).toEqual([true, '60 秒后可重发']);

    on.clock.advance(20_000);
    await act(async () => void vi.advanceTimersByTime(1000));
    expect(sendButton(element).textContent).toBe('40 秒后可重发');
    await clear();
    on.clock.advance(30_000);
    element = await showScreen(formHost({}, on), blocks);
    expect(sendButton(element).textContent).toBe('10 秒后可重发');
    on.clock.advance(10_000);
    await act(async () => void vi.advanceTimersByTime(1000));
    expect([sendButton(element).disabled, sendButton(element).textContent]).toEqual([false, '发送验证码']);
  });

  it('takes the message that it came in, with blanks and full-width digits', async () => {
    const element = await showScreen(formHost(), blocks);
    const code = (): string | undefined => element.querySelector<HTMLInputElement>('[name=f1]')?.value;
    for (const pasted of ['【彩谱】验证码 483 920，10分钟内有效', '４８３９２０', '483-920']) {
      await setField(element, '[name=f1]', '');
      await setField(element, '[name=f1]', pasted);
      expect(code()).toBe('483920');
    }
    await setField(element, '[name=f1]', '4839201');
    expect(code()).toBe('483920');
  });

  it('shows under the field that it was not sent, and can then be requested again at once', async () => {
    const host = formHost({ [SEND]: () => ({ ok: false, status: 3, msg: '今天发送得太多了', inDoubt: false }) });
    const element = await showScreen(host, blocks);
    await setField(element, '[name=f0]', '13800138000');
    await press(sendButton(element));
    await act(async () => {});
    expect(element.querySelector('[data-field=f1] [role=alert]')?.textContent).toBe('今天发送得太多了');
    expect(sendButton(element).disabled).toBe(false);
  });

  it('may first need the digits of a picture, which go with the next request', async () => {
    const picture = 'data:image/svg+xml;base64,PHN2Zy8+';
    const host = formHost({
      [SEND]: ({ digits = '', which = '' }) =>
        digits === '2840'
          ? okAnswer({})
          : { ok: false, status: 14, msg: '请先看图', models: { puzzle: { id: `${which}+`, picture } }, inDoubt: false },
    });
    const [number, code] = (blocks[0] as unknown as { fields: readonly Readonly<Record<string, unknown>>[] }).fields;
    const element = await showScreen(host, [form(number as never, { ...code, puzzle: { id: 'which', answer: 'digits' } })]);
    const read = () => element.querySelector<HTMLInputElement>('.code-field__puzzle input');
    await setField(element, '[name=f0]', '13800138000');
    await press(sendButton(element));
    await act(async () => {});
    expect(element.querySelector<HTMLImageElement>('.code-field__puzzle img')?.src).toBe(picture);
    expect(element.querySelector('[data-field=f1] [role=alert]')?.textContent).toBe('请先看图');
    // No request is sent before all four digits are typed, except for another picture (换一张).
    expect(sendButton(element).disabled).toBe(true);
    await press(button(element, '换一张'));
    await act(async () => {});
    await setField(element, '.code-field__puzzle input', '28a40');
    expect(read()?.value).toBe('2840');
    await press(sendButton(element));
    await act(async () => {});
    expect(host.calls.map(({ params }) => params)).toEqual([
      { phone: '13800138000' },
      { phone: '13800138000' },
      { phone: '13800138000', which: '+', digits: '2840' },
    ]);
    expect(read()).toBeNull();
    expect(sendButton(element).textContent).toBe('60 秒后可重发');
    expect(host.stored()).not.toContain('2840');
  });

  it('accepts digits only, up to its length, and is never stored', async () => {
    const host = formHost();
    const element = await showScreen(host, blocks);
    await setField(element, '[name=f1]', '12a 34567');
    expect(field(element, 'f1').value).toBe('123456');
    expect(field(element, 'f1').autocomplete).toBe('one-time-code');
    expect(element.querySelector('.digit-boxes')?.textContent).toBe('123456');
    expect(host.stored()).not.toContain('123456');
  });
});
