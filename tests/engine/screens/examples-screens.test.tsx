// @vitest-environment happy-dom
/** Whole screens as described: short to read, and played as a player would. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getByRole, queryByRole, within } from '@testing-library/dom';
import { act } from 'react';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { clear, draw, loadBlocks, press } from './examples/draw.tsx';
import { type Example, type ExampleHost, inState } from './examples/example.ts';
import { screenExamples } from './examples/found.ts';

/** What a person still takes in as one thing; a longer screen says that the language lacks a word. */
const LINES = 120;
const SCREENS = screenExamples();
const BIOME = join(import.meta.dirname, '../../../node_modules/.bin/biome');

beforeAll(loadBlocks);
afterEach(clear);

function exampleOf(name: string): Example {
  const found = SCREENS.find((screen) => screen.name === name);
  if (!found) throw new Error(`no example screen ${name}`);
  return found.example;
}

const button = (page: HTMLElement, name: string | RegExp): HTMLElement => getByRole(page, 'button', { name });
const dialog = (): HTMLElement => getByRole(document.body, 'dialog');
const sent = (host: ExampleHost, path: string): readonly Readonly<Record<string, string>>[] =>
  host.calls.flatMap((call) => (call.path === path ? [call.params] : []));

describe('the screens of the examples', () => {
  it('are the four that the language is measured by', () => {
    expect(SCREENS.map(({ name }) => name)).toEqual(['add-card', 'agent-report', 'group-order-detail', 'wallet-list']);
  });

  it.each(SCREENS)(`$name takes fewer than ${LINES} lines, formatted`, ({ file }) => {
    // Fails with the difference when the file is not as the formatter writes it.
    execFileSync(BIOME, ['format', file], { stdio: 'pipe' });
    expect(readFileSync(file, 'utf8').trimEnd().split('\n').length).toBeLessThan(LINES);
  });
});

describe('wallet list', () => {
  it('makes a card the usual one, and loads the cards again', async () => {
    const { page, host } = await draw(exampleOf('wallet-list'));
    await press(button(page, '招商银行 8801：更多操作'));
    await press(button(page, '设为默认'));
    expect(sent(host, '/api/BankCard/SetWallet')).toEqual([{ id: 'c2', isDefault: '1' }]);
    expect(host.moves).toEqual(['toast:已设为默认']);
    expect(sent(host, '/api/BankCard/WalletList')).toHaveLength(2);
  });

  it('hides what stands behind a row until it is asked for, and Escape hides it again', async () => {
    const { page } = await draw(exampleOf('wallet-list'));
    const menu = button(page, '招商银行 8801：更多操作');
    const behind = document.getElementById(menu.getAttribute('aria-controls') ?? '');
    expect(behind?.hasAttribute('inert')).toBe(true);
    await press(menu);
    expect(behind?.hasAttribute('inert')).toBe(false);
    expect(behind?.contains(document.activeElement), 'the first action has the focus').toBe(true);
    await act(async () => {
      behind?.querySelector('button')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    });
    expect(behind?.hasAttribute('inert')).toBe(true);
    expect(document.activeElement).toBe(menu);
  });

  it('asks for the fund password before a card goes, and names the card', async () => {
    const { page } = await draw(exampleOf('wallet-list'));
    await press(button(page, '中国工商银行 6222：更多操作'));
    await press(button(page, '删除'));
    expect(within(dialog()).getByRole('heading', { name: '删除 中国工商银行 6222' })).toBeDefined();
    expect(within(dialog()).getByRole('button', { name: '删除' })).toBeDefined();
  });

  it('says why not all of the balance can be withdrawn', async () => {
    const { page } = await draw(exampleOf('wallet-list'));
    await press(button(page, /^可提现/));
    expect(within(dialog()).getByRole('progressbar', { name: '充值流水' }).getAttribute('aria-valuenow')).toBe('62');
    expect(dialog().textContent).toContain('¥3,125.00 / ¥5,000.00');
  });
});

describe('agent report', () => {
  it('loads another period when it is chosen', async () => {
    const { page, host } = await draw(exampleOf('agent-report'));
    await press(button(page, '近 7 天'));
    expect(sent(host, '/api/Score/Report')).toEqual([{}, { period: 'week' }]);
  });

  it('orders the days by a column, from the largest down, then up, then as they came', async () => {
    const { page } = await draw(exampleOf('agent-report'));
    const days = (): (string | null)[] =>
      [...getByRole(page, 'table', { name: '每天' }).querySelectorAll('tbody th')].map((cell) => cell.textContent);
    const came = ['11-16', '11-17', '11-18', '11-19', '11-20'];
    expect(days()).toEqual(came);
    await press(button(page, '投注'));
    expect(days()).toEqual(['11-20', '11-17', '11-16', '11-18', '11-19']);
    expect(getByRole(page, 'columnheader', { name: '投注' }).getAttribute('aria-sort')).toBe('descending');
    await press(button(page, '投注'));
    expect(days()).toEqual(['11-19', '11-18', '11-16', '11-17', '11-20']);
    await press(button(page, '投注'));
    expect(days()).toEqual(came);
  });

  it('adds up the days', async () => {
    const { page } = await draw(exampleOf('agent-report'));
    const totals = [...getByRole(page, 'table', { name: '每天' }).querySelectorAll('tfoot > tr > *')].map((cell) => cell.textContent);
    expect(totals).toEqual(['合计', '¥17,000.00', '¥4,500.00', '¥17,700.00', '¥10,400.00', '¥354.00', '+¥6,946.00']);
  });

  it('lets the server order the games', async () => {
    const { page, host } = await draw(exampleOf('agent-report'));
    expect(sent(host, '/api/Score/GameReport'), 'nothing of a tab that is not shown').toEqual([]);
    await press(getByRole(page, 'tab', { name: '各彩种' }));
    await press(button(page, '投注'));
    expect(sent(host, '/api/Score/GameReport')).toEqual([{}, { sort: '-stake' }]);
    await press(button(page, '吉林分分彩'));
    expect(host.moves).toEqual(['/ScoreBetReport?game=jlffc']);
  });

  it('gives the figures of the chart as a table', async () => {
    const { page } = await draw(exampleOf('agent-report'));
    await press(button(page, '数据表'));
    expect(queryByRole(page, 'img')).toBeNull();
    expect(getByRole(page, 'table', { name: '投注与返点数据' }).querySelectorAll('tbody tr')).toHaveLength(5);
  });
});

describe('group-order detail', () => {
  it('says how far it has come, in words', async () => {
    const { page } = await draw(exampleOf('group-order-detail'));
    expect(getByRole(page, 'progressbar', { name: '合买进度' }).getAttribute('aria-valuetext')).toBe('60% + 保 20%');
    expect(page.textContent).toContain('剩余 40 份，1:35:00 后截止');
  });

  it('joins once for two taps, under a key, after a question', async () => {
    const { page, host } = await draw(exampleOf('group-order-detail'));
    await press(button(page, '10 份'));
    await press(button(page, '认购，付 ¥100.00'));
    expect(sent(host, '/api/lottery/bet_join')).toEqual([]);
    const yes = within(dialog()).getByRole('button', { name: '认购' });
    await act(async () => {
      yes.click();
      yes.click();
    });
    expect(sent(host, '/api/lottery/bet_join')).toEqual([{ hmId: '0197f3c28f4e', shares: '10' }]);
    expect(host.moves).toEqual(['toast:已认购 1 份']);
    expect(sent(host, '/api/hm/detail'), 'the page is loaded again').toHaveLength(2);
  });

  it('says why the initiator cannot cancel any more', async () => {
    const { page } = await draw(inState(exampleOf('group-order-detail'), 'mine'));
    expect(page.textContent).toContain('进度加保底达到 50%，不能撤单');
    expect((button(page, '撤单') as HTMLButtonElement).disabled).toBe(true);
  });

  it('shows how a prize is split, to the fen', async () => {
    const { page } = await draw(inState(exampleOf('group-order-detail'), 'won'));
    expect(page.textContent).toContain('我的 20 份¥152,010.00');
    expect(page.textContent).toContain('除不尽的零头归发起人¥0.03');
  });
});
