// @vitest-environment happy-dom
/** Nothing that is picked on a board is lost: by another play, a reload, a login, another version of the game. */
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Game, NumbersArea } from '../../../../engine/descriptions/types.ts';
import { clearDrafts } from '../../../../engine/screens/core/drafts.ts';
import BallBoard from '../../../../engine/screens/lottery/blocks/ball-board/ball-board.tsx';
import BetBar from '../../../../engine/screens/lottery/blocks/bet-bar/bet-bar.tsx';
import PlayTabs from '../../../../engine/screens/lottery/blocks/play-tabs/play-tabs.tsx';
import GameProvider from '../../../../engine/screens/lottery/game-provider.tsx';
import { boardsOf } from '../../../../engine/screens/lottery/boards.ts';
import { gameRuntime } from '../../../../engine/screens/lottery/runtimes.ts';
import { readGame } from './support/games.ts';
import { button, clear, press, render, type GameStage, createGameStage, until, withStoredDraft, storedDraftOf } from './support/stage.tsx';

afterEach(clear);

async function open(set: GameStage, code = 'ssq'): Promise<HTMLElement> {
  const { element } = await render(
    set.host,
    <GameProvider code={code}>
      <PlayTabs />
      <BallBoard />
      <BetBar />
    </GameProvider>,
  );
  await until(() => element.querySelector('.board') !== null);
  return element;
}

const picked = (element: HTMLElement): string[] =>
  [...element.querySelectorAll('.pick[aria-pressed=true]')].map((each) => (each.getAttribute('aria-label') ?? '').split('，遗漏')[0] ?? '');

async function pick(element: HTMLElement, ...names: string[]): Promise<void> {
  for (const name of names) await press(button(element, name));
}

/** A page that goes away writes what it has. */
const leave = (): void => void dispatchEvent(new Event('pagehide'));

const reds = ['01', '02', '03', '04', '05', '06', '07'].map((value) => `红球 ${value}`);
const linesOf = (set: GameStage): { line: { play: string } }[] =>
  (JSON.parse(storedDraftOf(set, 'slip', 'ssq') ?? '{"lines":[]}') as { lines: { line: { play: string } }[] }).lines;

describe('one board for 单式 and 复式', () => {
  it('6 + 1 is sold as 单式, more as 复式, and the bar says which', async () => {
    const set = createGameStage(await readGame('ssq'));
    const element = await open(set);
    expect(boardsOf(set.game.game).map(({ name }) => name)).toEqual(['普通', '胆拖']);
    await pick(element, ...reds.slice(0, 6), '蓝球 09');
    expect(element.querySelector('.bet-bar')?.textContent).toContain('单式');
    await press(button(element, '确定'));
    await pick(element, ...reds, '蓝球 09');
    expect(element.querySelector('.bet-bar')?.textContent).toContain('复式');
    await press(button(element, '确定'));
    expect(linesOf(set).map(({ line }) => line.play)).toEqual(['DS', 'FS']);
  });

  it('a 单式 that was sold before is still taken, shown and edited on the same board', async () => {
    const line = { play: 'DS', picks: { red: [1, 2, 3, 4, 5, 6], blue: [9] } };
    const slip = JSON.stringify({ format: 1, hash: 'h1', lines: [{ id: 1, line }], multiplier: 1, editing: null });
    const set = createGameStage(await readGame('ssq'), {}, withStoredDraft('slip', 'ssq', slip));
    const element = await open(set);
    const runtime = await gameRuntime(set.host, 'ssq');
    await act(async () => runtime.edit(1));
    expect(picked(element)).toEqual([...reds.slice(0, 6), '蓝球 09']);
    await pick(element, '红球 07');
    await press(button(element, '保存'));
    expect(linesOf(set).map(({ line: { play } }) => play)).toEqual(['FS']);
  });
});

it('the bar shows the price of the bets at the multiplier that the player chose', async () => {
  const element = await open(createGameStage(await readGame('ssq')));
  const figures = () => element.querySelector('.bet-bar__figures')?.textContent;
  await pick(element, ...reds, '蓝球 09');
  expect(figures()).toBe('7 注 · ¥14');
  await press(button(element, '加一倍'));
  expect(figures()).toBe('7 注 · ¥28');
  await press(button(element, '加一倍'));
  expect(figures()).toBe('7 注 · ¥42');
});

describe('picks', () => {
  it('are there after another play and back', async () => {
    const element = await open(createGameStage(await readGame('ssq')));
    await pick(element, '红球 05', '红球 08', '蓝球 03');
    await press(button(element, '胆拖'));
    expect(picked(element)).toEqual(['红球 05', '红球 08', '蓝球 03']);
    await press(button(element, '普通'));
    expect(picked(element)).toEqual(['红球 05', '红球 08', '蓝球 03']);
  });

  it('are there after a reload, on the board that was chosen, and not for another player', async () => {
    const set = createGameStage(await readGame('ssq'));
    const element = await open(set);
    await press(button(element, '胆拖'));
    await pick(element, '红球 05', '蓝球 03');
    leave();
    const again = await open(createGameStage(await readGame('ssq'), {}, set.stored));
    expect(picked(again)).toEqual(['红球 05，胆码', '蓝球 03']);
    const other = createGameStage(await readGame('ssq'), {}, set.stored);
    other.host.session.mid = '2';
    expect(picked(await open(other))).toEqual([]);
  });

  it('go onto the slip and leave the board empty, after a reload too', async () => {
    const set = createGameStage(await readGame('ssq'));
    const element = await open(set);
    await pick(element, ...reds, '蓝球 09');
    leave();
    await press(button(element, '确定'));
    leave();
    expect(picked(await open(createGameStage(await readGame('ssq'), {}, set.stored)))).toEqual([]);
  });

  it('survive the login that they are bet after, and a logout, after which a visitor does not see them', async () => {
    const set = createGameStage(await readGame('ssq'), { loggedIn: false });
    set.host.session.mid = '';
    const element = await open(set);
    await pick(element, '红球 05');
    leave();
    await act(async () => {
      Object.assign(set.host.session, { loggedIn: true, mid: '1' });
      clearDrafts(set.host.storage, '', '1');
    });
    expect(picked(element)).toEqual(['红球 05']);
    expect(picked(await open(createGameStage(await readGame('ssq'), {}, set.stored)))).toEqual(['红球 05']);
    // The last tap comes right before the end of the session.
    await pick(element, '红球 06');
    await act(async () => void Object.assign(set.host.session, { loggedIn: false, mid: '' }));
    await until(() => picked(element).length === 0);
    leave();
    expect(picked(await open(createGameStage(await readGame('ssq'), { loggedIn: false, mid: '' }, set.stored)))).toEqual([]);
    await act(async () => void Object.assign(set.host.session, { loggedIn: true, mid: '1' }));
    await until(() => picked(element).length > 0);
    expect(picked(element)).toEqual(['红球 05', '红球 06']);
  });

  it('a game that was not open while its visitor logged in has them too', async () => {
    const set = createGameStage(await readGame('ssq'), { loggedIn: false });
    await pick(await open(set), '红球 05');
    leave();
    clearDrafts(set.host.storage, '', '1');
    expect(picked(await open(createGameStage(await readGame('ssq'), {}, set.stored)))).toEqual(['红球 05']);
  });

  it('of a line that is edited give the board back when it is saved or given up, over a reload as well', async () => {
    const line = { play: 'FS', picks: { red: [11, 12, 13, 14, 15, 16], blue: [1] } };
    const slip = JSON.stringify({ format: 1, hash: 'h1', lines: [{ id: 1, line }], multiplier: 1, editing: null });
    const set = createGameStage(await readGame('ssq'), {}, withStoredDraft('slip', 'ssq', slip));
    const element = await open(set);
    await pick(element, '红球 05');
    await act(async () => (await gameRuntime(set.host, 'ssq')).edit(1));
    await pick(element, '红球 17');
    leave();
    const again = await open(createGameStage(await readGame('ssq'), {}, set.stored));
    expect(picked(again)).toHaveLength(8);
    await press(button(again, '取消修改'));
    expect(picked(again)).toEqual(['红球 05']);
    await press(button(element, '保存'));
    expect(picked(element)).toEqual(['红球 05']);
  });

  it('that a new version of the game has no place for are dropped with a word, the others stay', async () => {
    const set = createGameStage(await readGame('ssq'));
    const element = await open(set);
    await pick(element, '红球 05', '红球 33');
    await set.publish({ hash: 'h2', game: narrowed(set.game.game) });
    expect(picked(element)).toEqual(['红球 05']);
    expect(set.toasts).toEqual(['玩法规则已更新，1 个号码不再可选，已移除']);
  });

  it('the same when the version came while the page was away', async () => {
    const set = createGameStage(await readGame('ssq'));
    await pick(await open(set), '红球 05', '红球 33');
    leave();
    const later = createGameStage(narrowed(set.game.game), {}, set.stored);
    later.game = { hash: 'h2', game: narrowed(set.game.game) };
    expect(picked(await open(later))).toEqual(['红球 05']);
    expect(later.toasts).toEqual(['玩法规则已更新，1 个号码不再可选，已移除']);
  });
});

/** The game with 30 reds. */
function narrowed(full: Game): Game {
  const area = (each: NumbersArea): NumbersArea => (each.id === 'red' ? { ...each, to: 30 } : each);
  return {
    ...full,
    playGroups: full.playGroups.map((group) => ({
      ...group,
      plays: group.plays.map((play) => ({ ...play, areas: play.areas.map((each) => (each.kind === 'numbers' ? area(each) : each)) })),
    })),
  };
}

describe('a game that could not be loaded', () => {
  it('is there by itself once the server is back', async () => {
    const set = createGameStage(await readGame('ssq'));
    const { loadGame } = set.host;
    const back = new Set<() => void>();
    Object.assign(set.host, {
      loadGame: () => Promise.reject(new Error('away')),
      onRecovered: (listener: () => void) => {
        back.add(listener);
        return () => void back.delete(listener);
      },
    });
    const { element } = await render(
      set.host,
      <GameProvider code="ssq">
        <BallBoard />
      </GameProvider>,
    );
    await until(() => element.textContent?.includes('游戏加载失败') === true);
    Object.assign(set.host, { loadGame });
    await act(async () => {
      for (const listener of back) listener();
    });
    await until(() => element.querySelector('.pick') !== null);
  });
});

it('what stands for a game until it is there is drawn on the first visit, and on no later one', async () => {
  const set = createGameStage(await readGame('ssq'));
  let drawn = 0;
  function Waiting() {
    drawn += 1;
    return null;
  }
  const visit = () =>
    render(
      set.host,
      <GameProvider code="ssq" waiting={<Waiting />}>
        <BallBoard />
      </GameProvider>,
    );
  const { element, unmount } = await visit();
  await until(() => element.querySelector('.pick') !== null);
  expect(drawn).toBeGreaterThan(0);
  await unmount();
  drawn = 0;
  const { element: again } = await visit();
  expect(again.querySelector('.pick')).not.toBeNull();
  expect(drawn).toBe(0);
});
