// @vitest-environment happy-dom
/** 加奖: board and slip show what the issue on sale pays at its draw, name the period, and ask when the next issue pays otherwise. */
import { act } from 'react';
import { afterEach, expect, it } from 'vitest';
import { wallClock } from '../../../../engine/descriptions/periods.ts';
import type { Game } from '../../../../engine/descriptions/types.ts';
import GameHead from '../../../../engine/screens/lottery/blocks/game-head/game-head.tsx';
import PlayFacts from '../../../../engine/screens/lottery/blocks/play-info/play-facts.tsx';
import Slip from '../../../../engine/screens/lottery/blocks/slip/slip.tsx';
import GameProvider from '../../../../engine/screens/lottery/game-provider.tsx';
import { playOf } from '../../../../engine/screens/lottery/runtime.ts';
import { gameRuntime } from '../../../../engine/screens/lottery/runtimes.ts';
import { compiledProps } from '../support/screens.ts';
import { readGame } from './support/games.ts';
import { button, clear, press, render, createGameStage, T0, until } from './support/stage.tsx';

const BET = '/api/lottery/bet_szc';
const SLIP = compiledProps({ block: 'slip', login: { do: 'navigate', to: '/in' } });
const HEAD = compiledProps({ block: 'game-head' });
const NINE = { play: 'HZ', picks: { sum: [9] } };
const wall = (ms: number) => wallClock(ms, { utcOffset: '+08:00' });

afterEach(clear);

/** The issue on sale is drawn at T0 + 65 s; now is T0. */
async function raised(fromMs: number, untilMs: number): Promise<Game> {
  const bonus = { name: '冬季加奖', from: wall(fromMs), until: wall(untilMs), prizes: [{ plays: ['HZ'], tier: 's9-12', fen: 250 }] };
  return { ...(await readGame('jsks')), bonusPeriods: [bonus] };
}

async function open(described: Game) {
  const set = createGameStage(described);
  const runtime = await gameRuntime(set.host, 'jsks');
  const { element } = await render(
    set.host,
    <GameProvider code="jsks">
      <GameHead {...HEAD} />
      <Slip {...SLIP} />
    </GameProvider>,
  );
  await until(() => runtime.clock.getSnapshot().context.issue !== null);
  await act(async () => runtime.slip.send({ type: 'ADD', lines: [NINE], terms: runtime.terms([NINE]) }));
  const next = async (issue: string, drawsAt: number) => {
    set.page = { ...set.page, current: { issue, opensAt: T0, closesAt: drawsAt - 5_000, drawsAt, commit: 'c' } };
    await act(async () => set.tell('draw', { gameCode: 'jsks' }));
    await until(() => runtime.clock.getSnapshot().context.issue?.issue === issue);
  };
  return { set, runtime, element, next };
}
const note = (element: HTMLElement) => element.querySelector('.slip-line__note')?.textContent;
const bonuses = (element: HTMLElement) => [...element.querySelectorAll('.bonus-note')].map(({ textContent }) => textContent);

it('begins with the issue that is drawn in it, while it has not begun by the clock: board, slip and table say it', async () => {
  const described = await raised(T0 + 65_000, T0 + 3_600_000);
  const { element, runtime, set } = await open(described);
  expect(note(element)).toBe('和值 · 1 注 · ¥2 · 奖金 ¥12.50');
  const bonusText = `加奖中冬季加奖 · 至 ${wall(T0 + 3_600_000)
    .replace('T', ' ')
    .replace(/:00$/, '')}每注 和值 9 / 12 +¥2.50`;
  expect(bonuses(element)).toEqual([bonusText, bonusText]);
  const { element: table } = await render(
    set.host,
    <GameProvider code="jsks">
      <PlayFacts play={playOf(runtime.version.get().game, 'HZ') as never} />
    </GameProvider>,
  );
  await until(() => table.querySelector('table') !== null);
  const row = [...table.querySelectorAll('tr')].find(({ textContent }) => textContent?.startsWith('和值 9 / 12'));
  expect(row?.textContent).toContain('¥12.50含加奖 ¥2.50');
  expect(table.textContent).toContain('开奖的期，奖金已计入上表');
});

it('a period that is over by the draw is not shown, although it runs by the clock', async () => {
  const { element } = await open(await raised(T0 - 3_600_000, T0 + 65_000));
  expect(note(element)).toBe('和值 · 1 注 · ¥2 · 奖金 ¥10');
  expect(bonuses(element)).toEqual([]);
});

it('when the next issue is outside of it, the slip shows both and sells at nothing that was not accepted', async () => {
  const { element, set, next } = await open(await raised(T0, T0 + 66_000));
  expect(note(element)).toContain('奖金 ¥12.50');
  await next('102', T0 + 125_000);
  expect(bonuses(element)).toEqual([]);
  expect(note(element)).toBe('和值 · 1 注 · ¥2 · 奖金 ¥12.50变为 ¥10');
  await press(button(element, '确认投注'));
  expect(set.to(BET)).toEqual([]);
});
