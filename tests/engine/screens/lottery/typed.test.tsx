// @vitest-environment happy-dom
/** Typed and pasted bets (单式). */
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Game, Play } from '../../../../engine/descriptions/types.ts';
import BallBoard from '../../../../engine/screens/lottery/blocks/ball-board/ball-board.tsx';
import type { GameCalls } from '../../../../engine/screens/lottery/calls.ts';
import BetBar from '../../../../engine/screens/lottery/blocks/bet-bar/bet-bar.tsx';
import Slip from '../../../../engine/screens/lottery/blocks/slip/slip.tsx';
import GameProvider from '../../../../engine/screens/lottery/game-provider.tsx';
import {
  excerptOfEnds,
  FIELD_LIMIT,
  foldLongText,
  textAfterSelectionChange,
  lineCount,
  fullText,
  withoutPieces,
} from '../../../../engine/screens/lottery/typed-text.ts';
import { compiledProps } from '../support/screens.ts';
import { readGame } from './support/games.ts';
import { button, clear, press, render, type GameStage, createGameStage, until, storedDraftOf } from './support/stage.tsx';

afterEach(clear);

describe('text', () => {
  it('loses the rejected pieces, and the lines and separators that they leave empty', () => {
    const pieces = [
      { text: 'x', offset: 4 },
      { text: '12a', offset: 6 },
    ];
    expect(withoutPieces('123 x\n12a\n456', pieces)).toBe('123\n456');
    expect(withoutPieces('123,xx,456', [{ text: 'xx', offset: 4 }])).toBe('123,456');
    expect(withoutPieces('bad', [{ text: 'bad', offset: 0 }])).toBe('');
  });

  it('follows the selection: new bets are appended, another selection replaces it, an empty one clears it', () => {
    expect(textAfterSelectionChange('123  bad\n', ['123'], ['123', '456'])).toBe('123  bad\n456');
    expect(textAfterSelectionChange('123', ['123'], ['789'])).toBe('789');
    expect(textAfterSelectionChange('123', ['123'], [])).toBe('');
    expect(textAfterSelectionChange('', [], ['789', '012'])).toBe('789\n012');
  });
});

describe('a text too long for its field', () => {
  const long = Array.from({ length: FIELD_LIMIT / 4 + 1 }, (_, i) => String(i % 1000).padStart(3, '0')).join('\n');

  it('is moved out of the field as a whole, and no character is lost', () => {
    expect(foldLongText('123')).toEqual({ head: '', field: '123' });
    expect(foldLongText(`${long}\n`)).toEqual({ head: long, field: '' });
    expect(fullText({ head: long, field: '7' })).toBe(`${long}\n7`);
    expect(lineCount(long)).toBe(FIELD_LIMIT / 4 + 1);
    expect(excerptOfEnds(long)).toMatch(/^000 001 .* … .* \d{3}$/);
  });

  it('is a summary on the page, and its wrong parts can be listed and removed', async () => {
    const { element } = await open();
    const entries = Array.from({ length: 100_000 }, (_, i) => String(i).padStart(5, '0'));
    await type(element, entries.join('\n'));
    // A bet has three digits here, so each entry of five digits is wrong.
    await until(() => element.textContent?.includes('100,000 处有误') === true);
    expect(element.textContent).toContain('100,000 行号码已收起');
    expect(field(element)).toBe('');
    const rows = () => element.querySelectorAll('.typed__line').length;
    expect(rows()).toBe(30);
    await press(button(element, /^还有 99,970 处/));
    expect(rows()).toBe(60);
    await press(button(element, '去掉错的'));
    await until(() => element.querySelector('.typed__folded') === null);
    expect(sum(element)).toBe('0 注 · ¥0');
  });

  it('leaves the field free for more text', async () => {
    const { element } = await open();
    await type(element, long);
    await until(() => sum(element) === '5 注 · ¥10');
    await type(element, '12x');
    await until(() => element.textContent?.includes('处有误') === true);
    await press(button(element, '删去这些'));
    expect(field(element)).toBe('12x');
    expect(element.querySelector('.typed__line')?.textContent).toBe('第 1 行');
  });
});

/** The game with one play alone: three typed digits. */
async function typedGame(): Promise<Game> {
  const known = await readGame('jlffc');
  const play: Play = {
    code: 'TYPED',
    name: '单式',
    hint: '输入号码',
    areas: [{ kind: 'lines', id: 'lines', label: '号码', min: 1, max: 5 }],
    rule: {
      kind: 'tuples',
      of: { zone: 'digits', places: ['wan', 'qian', 'bai'] },
      area: 'lines',
      by: 'entry',
      order: 'direct',
      tiers: [{ tier: 'win' }],
    },
    prizes: [{ kind: 'fixed', tier: 'win', name: '一等奖', fen: 190_000 }],
  };
  return { ...known, playGroups: [{ code: 'T', name: '单式', plays: [play] }] };
}

async function open(
  stored = new Map<string, string>(),
  ticketText?: GameCalls['ticketText'],
): Promise<{ set: GameStage; element: HTMLElement; unmount: () => Promise<void> }> {
  const set = createGameStage(await typedGame(), {}, stored);
  if (ticketText) Object.assign(set.host.gameCalls, { ticketText });
  const { element, unmount } = await render(
    set.host,
    <GameProvider code="jlffc">
      <BallBoard />
      <BetBar />
      {ticketText ? <Slip {...compiledProps({ block: 'slip' })} /> : null}
    </GameProvider>,
  );
  await until(() => element.querySelector('textarea') !== null);
  return { set, element, unmount };
}

const type = (element: HTMLElement, text: string): Promise<void> =>
  act(async () => {
    const field = element.querySelector('textarea') as HTMLTextAreaElement;
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
const field = (element: HTMLElement) => element.querySelector('textarea')?.value;
const sum = (element: HTMLElement) => element.querySelector('.bet-bar__figures')?.textContent;

describe('the field', () => {
  it('counts what it accepts, and the bar prices it', async () => {
    const { element } = await open();
    await type(element, '123 456\n789');
    expect(element.querySelector('.typed__count')?.textContent).toBe('已读入 3 组号码');
    expect(sum(element)).toBe('3 注 · ¥6');
  });

  it('explains each rejected piece by its line, and a button removes them', async () => {
    const { element } = await open();
    await type(element, '123\n12\n123\n4x6 789');
    const rejected = [...element.querySelectorAll('.typed__rejected li')].map((item) => item.textContent ?? '');
    expect(rejected.map((text) => /^第 (\d) 行/.exec(text)?.[1])).toEqual(['2', '3', '4']);
    for (const [at, piece] of ['12', '123', '4x6'].entries()) expect(rejected[at]).toContain(piece);
    expect(sum(element)).toBe('2 注 · ¥4');
    await press(button(element, '去掉错的'));
    expect(field(element)).toBe('123\n789');
    expect(element.querySelector('.typed__rejected')).toBeNull();
  });

  it('selects a rejected piece in the text', async () => {
    const { element } = await open();
    await type(element, '123\n4x6');
    await press(element.querySelector('.typed__rejected button'));
    const area = element.querySelector('textarea') as HTMLTextAreaElement;
    expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe('4x6');
  });

  it('says how many entries are too many, and prices the others', async () => {
    const { element } = await open();
    await type(element, '111 222 333 444 555 666 777');
    expect(element.querySelector('[role=alert]')?.textContent).toContain('一次最多 5 组，后面的 2 组没有读入');
    expect(sum(element)).toBe('5 注 · ¥10');
  });

  it('is empty once its line is on the slip, and its draft is deleted', async () => {
    const { set, element } = await open();
    await type(element, '123 456');
    await press(button(element, '确定'));
    expect(field(element)).toBe('');
    expect(sum(element)).toBe('0 注 · ¥0');
    expect(storedDraftOf(set, 'slip', 'jlffc')).toContain('"456"');
    expect(Object.keys(JSON.parse(set.stored.get('drafts.1') ?? '{}')), 'what was typed is no draft any more').toEqual([
      'board/jlffc/slip',
    ]);
  });

  it('restores the typed text when the page is opened again, with its wrong parts', async () => {
    const first = await open();
    await type(first.element, '123\nwrong');
    await first.unmount();
    const again = await open(first.set.stored);
    await until(() => field(again.element) === '123\nwrong');
    await until(() => sum(again.element) === '1 注 · ¥2');
  });

  it('takes a random bet in addition to what is typed', async () => {
    const { element } = await open();
    await type(element, '123 x');
    await press(button(element, '机选'));
    expect(field(element)).toMatch(/^123 x\n\d{3}$/);
    expect(sum(element)).toMatch(/^[12] 注/);
  });

  it('says how to paste where the clipboard may not be read', async () => {
    const { set, element } = await open();
    await press(button(element, '粘贴'));
    await until(() => set.toasts.length > 0);
    expect(set.toasts[0]).toMatch(/粘贴|剪贴板/);
  });

  it('says before sending that a ticket is longer than a request carries', async () => {
    const { set, element } = await open(undefined, { single: 110, chase: 110 });
    await type(element, '123 456');
    await press(button(element, '确定'));
    const problem = () => element.querySelector('.slip-bar__problem')?.textContent ?? '';
    expect(problem()).toBe('');
    await type(element, '111 222 333 444 555');
    await press(button(element, '确定'));
    expect(problem()).toMatch(/^号码文字共 \d+ 字，一张投注单最多 110 字，请删去一些，分几次投注$/);
    await press(button(element, '确认投注'));
    expect(set.to('/api/lottery/bet_szc')).toEqual([]);
    expect(set.toasts.at(-1)).toBe(problem());
  });
});
