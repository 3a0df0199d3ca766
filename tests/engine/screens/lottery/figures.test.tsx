// @vitest-environment happy-dom
/** The notes under the numbers of a board: 冷热 over the chosen number of draws, and the signs (生肖) of the day. Also the slip beside the board. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import BallBoard from '../../../../engine/screens/lottery/blocks/ball-board/ball-board.tsx';
import BetBar from '../../../../engine/screens/lottery/blocks/bet-bar/bet-bar.tsx';
import GameHead from '../../../../engine/screens/lottery/blocks/game-head/game-head.tsx';
import type { Result } from '../../../../engine/screens/lottery/calls.ts';
import GameProvider from '../../../../engine/screens/lottery/game-provider.tsx';
import { compiledProps } from '../support/screens.ts';
import { readGame } from './support/games.ts';
import { button, clear, pageOf, press, render, type GameStage, createGameStage, until } from './support/stage.tsx';

afterEach(async () => {
  await clear();
  vi.unstubAllGlobals();
});

const DRAWS = '/draws';
const drawn = (issue: number, red: readonly number[]): Result => ({
  gameCode: 'ssq',
  issue: String(issue),
  numbers: { red: [...red], blue: [1] },
  drawsAt: issue,
  hash: 'h1',
  proof: { commit: 'c', seed: 's' },
});
/** 120 draws, the newest first: 01 comes in all of them, 02 in every fourth. */
const PAST = Array.from({ length: 120 }, (_, at) => drawn(1_000 - at, [1, at % 4 === 0 ? 2 : 3, 10, 11, 12, 13]));

async function page(code = 'ssq', latest: readonly Result[] = PAST.slice(0, 10)): Promise<GameStage> {
  const made = createGameStage(await readGame(code));
  made.page = pageOf(made.game.game, latest);
  Object.assign(made.host.gameCalls, { draws: DRAWS });
  return made;
}

const head = <GameHead {...compiledProps({ block: 'game-head' })} />;
const under = (element: HTMLElement, name: string) =>
  button(element, new RegExp(`^红球 ${name}`)).querySelector('.pick__note')?.textContent;

describe('冷热', () => {
  it('counts the last 30, 50 or 100 draws, names their number, loads them once, and counts later draws from their events', async () => {
    const at = await page();
    const { element } = await render(
      at.host,
      <GameProvider code="ssq">
        {head}
        <BallBoard />
      </GameProvider>,
    );
    await until(() => element.querySelector('.pick') !== null);
    if (button(element, '最近开奖与遗漏冷热').getAttribute('aria-expanded') !== 'true') await press(button(element, '最近开奖与遗漏冷热'));
    await until(() => element.querySelector('.game-head__figures') !== null);
    expect(at.to(DRAWS)).toEqual([]);
    await press(button(element, '冷热'));
    expect(at.to(DRAWS).map(({ params }) => params)).toEqual([{ gameCode: 'ssq', size: '100', only: 'numbers' }]);
    await at.to(DRAWS)[0]?.answer({ ok: true, models: { items: PAST.slice(0, 100), next: null } });
    expect(element.querySelector('.board')?.textContent).toContain('冷热 · 近 50 期');
    expect([under(element, '01'), under(element, '02')]).toEqual(['50', '13']);
    await press(button(element, '近 100 期'));
    expect([under(element, '01'), under(element, '02')]).toEqual(['100', '25']);
    await press(button(element, '近 30 期'));
    expect([under(element, '01'), under(element, '02')]).toEqual(['30', '8']);
    expect(element.querySelector('.board')?.textContent).toContain('冷热 · 近 30 期');
    expect(at.stored.get('figures.span')).toBe('30');

    const fresh = drawn(1_001, [2, 4, 5, 6, 7, 8]);
    await render(at.host, null);
    at.tell('draw', { gameCode: 'ssq', result: fresh });
    await until(() => under(element, '02') === '9');
    expect(under(element, '01')).toBe('29');
    expect(at.to(DRAWS)).toHaveLength(1);
  });
});

describe('signs', () => {
  it('are shown with the numbers of 六合彩 for the day of the draw, on the board and under the draw', async () => {
    for (const [now, sign] of [
      [Date.parse('2026-11-22T12:00:00Z'), '马'],
      [Date.parse('2027-03-01T12:00:00Z'), '羊'],
    ] as const) {
      const latest = [{ ...drawn(7, []), gameCode: 'lhc', numbers: { main: [1, 2, 3, 4, 5, 6], extra: [13] }, drawsAt: now }];
      const at = await page('lhc', latest);
      at.now = now;
      // The board has the signs of the day of the next draw.
      const current = { issue: '101', opensAt: now - 30_000, closesAt: now + 60_000, drawsAt: now + 65_000, commit: 'c0ffee' };
      at.page = { ...pageOf(at.game.game, latest), current };
      const { element, unmount } = await render(
        at.host,
        <GameProvider code="lhc">
          {head}
          <BallBoard />
        </GameProvider>,
      );
      await until(() => element.querySelector('.pick') !== null);
      // 01 and 13 have the same sign in every year.
      expect(element.querySelector('.pick__mark')?.textContent).toBe(sign);
      expect(element.querySelector('.pick')?.getAttribute('aria-label')).toContain(`红${sign}`);
      expect(element.querySelector('.game-head .balls')?.getAttribute('aria-label')).toContain(`13红${sign}`);
      await unmount();
    }
  });

  it('of earlier draws are those of the day of each draw; a draw before the first described table has none', async () => {
    const drawnOn = (issue: number, day: string) => ({
      ...drawn(issue, []),
      gameCode: 'lhc',
      numbers: { main: [1, 2, 3, 4, 5, 6], extra: [13] },
      drawsAt: Date.parse(`${day}T21:30:00+08:00`),
    });
    const latest = [
      drawnOn(5, '2027-02-06'),
      drawnOn(4, '2027-02-05'),
      drawnOn(3, '2026-02-17'),
      drawnOn(2, '2026-02-16'),
      drawnOn(1, '1992-06-01'),
    ];
    const at = await page('lhc', latest);
    const now = Date.parse('2027-02-07T12:00:00+08:00');
    at.now = now;
    const current = { issue: '6', opensAt: now - 30_000, closesAt: now + 60_000, drawsAt: now + 65_000, commit: 'c0ffee' };
    at.page = { ...pageOf(at.game.game, latest), current };
    const { element } = await render(at.host, <GameProvider code="lhc">{head}</GameProvider>);
    await until(() => element.querySelector('.game-head .balls') !== null);
    await press(button(element, '最近开奖与遗漏冷热'));
    await until(() => element.querySelectorAll('.past-draw').length === latest.length);
    const signOf = (balls: Element | null) => /13红(.?)$/.exec(balls?.getAttribute('aria-label') ?? '')?.[1];
    expect(signOf(element.querySelector('.latest-draw .balls'))).toBe('羊');
    expect([...element.querySelectorAll('.past-draw .balls')].map(signOf)).toEqual(['羊', '马', '马', '蛇', '']);
  });

  it('are the same in lhc and qwlhc', async () => {
    const [one, other] = await Promise.all([readGame('lhc'), readGame('qwlhc')]);
    const signs = other.draw.zones[0]?.signs;
    expect(signs).toHaveLength(12);
    expect(one.draw.zones.map((zone) => zone.signs)).toEqual([signs, signs]);
    expect(one.sets).toEqual(other.sets?.filter(({ id }) => signs?.some(({ numbers }) => numbers === id)));
  });
});

describe('the slip beside the board', () => {
  it('is shown on a wide screen, with its lines, their price and 去投注', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: query.includes('min-width'), media: query }));
    const at = await page();
    const { element } = await render(
      at.host,
      <GameProvider code="ssq">
        <BetBar />
      </GameProvider>,
    );
    await until(() => element.querySelector('.slip-aside') !== null);
    const aside = element.querySelector('.slip-aside') as HTMLElement;
    expect(aside.textContent).toContain('选好号码按“确定”');
    for (const _ of [1, 2]) {
      await press(button(element, '机选'));
      await press(button(element, '确定'));
    }
    // Adding lines opens no other page.
    expect(at.went).toEqual([]);
    expect(aside.querySelectorAll('.slip-line')).toHaveLength(2);
    expect(aside.textContent).toContain('共 2 注 · ¥4.00');
    await press(aside.querySelector('[aria-label^="删除"]'));
    expect(aside.textContent).toContain('共 1 注 · ¥2.00');
    await press(button(aside, '去投注'));
    expect(at.went).toHaveLength(1);
  });

  it('is not shown on a phone', async () => {
    vi.stubGlobal('matchMedia', (query: string) => ({ matches: false, media: query }));
    const at = await page();
    const { element } = await render(
      at.host,
      <GameProvider code="ssq">
        <BetBar />
      </GameProvider>,
    );
    await until(() => element.querySelector('.bet-bar') !== null);
    expect(element.querySelector('.slip-aside')).toBeNull();
  });
});
