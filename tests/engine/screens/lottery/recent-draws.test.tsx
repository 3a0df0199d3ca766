// @vitest-environment happy-dom
/** The draws before the last: there where the board leaves room for them, and not even built where it does not. */
import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import RecentDraws from '../../../../engine/screens/lottery/blocks/bet-bar/recent-draws.tsx';
import GameProvider from '../../../../engine/screens/lottery/game-provider.tsx';
import { gameRuntime } from '../../../../engine/screens/lottery/runtimes.ts';
import { readGame } from './support/games.ts';
import { clear, pageOf, render, createGameStage, until } from './support/stage.tsx';

afterEach(async () => {
  await clear();
  vi.unstubAllGlobals();
});

const numbers = { red: [1, 2, 3, 4, 5, 6], blue: [7] };
const drawn = (issue: number) => ({
  gameCode: 'ssq',
  issue: String(issue),
  numbers,
  drawsAt: issue,
  hash: 'h',
  proof: { commit: 'c', seed: 's' },
});

/** The list below a game's board, of the draws of these issues. */
async function draws(...issues: readonly number[]) {
  let tell = (_height: number): void => {};
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(listener: (entries: readonly { readonly contentRect: { readonly height: number } }[]) => void) {
        tell = (height) => listener([{ contentRect: { height } }]);
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  const set = createGameStage(await readGame('ssq'));
  set.page = pageOf(set.game.game, issues.map(drawn));
  const { element } = await render(
    set.host,
    <GameProvider code="ssq">
      <RecentDraws />
    </GameProvider>,
  );
  await until(() => element.querySelector('.recent-draws') !== null);
  const rows = () => [...element.querySelectorAll('.recent-draws li')];
  return { set, rows, room: (height: number) => act(async () => tell(height)) };
}

it('the list is built when there is room for a heading and a draw, and goes when there is none', async () => {
  const { rows, room } = await draws(3, 2, 1);
  await room(60);
  expect(rows()).toHaveLength(0);
  await room(240);
  expect(rows()).toHaveLength(2);
  await room(60);
  expect(rows()).toHaveLength(0);
});

it('a draw goes into the rows that are there: none of them moves', async () => {
  const { set, rows, room } = await draws(3, 2, 1);
  await room(240);
  const before = rows();
  const runtime = await gameRuntime(set.host, 'ssq');
  await act(async () => runtime.page.set(pageOf(set.game.game, [4, 3, 2].map(drawn))));
  expect(rows().map(({ textContent }) => /\d+ 期/.exec(textContent ?? '')?.[0])).toEqual(['3 期', '2 期']);
  rows().forEach((row, at) => void expect(row).toBe(before[at]));
});
