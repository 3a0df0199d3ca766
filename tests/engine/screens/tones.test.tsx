// @vitest-environment happy-dom
/** Numbers with a tone of their own (波色): on the board and in results, never told by colour alone. */
import { afterEach, describe, expect, it } from 'vitest';
import { toneOf } from '../../../engine/descriptions/tones.ts';
import BallBoard from '../../../engine/screens/lottery/blocks/ball-board/ball-board.tsx';
import GameProvider from '../../../engine/screens/lottery/game-provider.tsx';
import { Balls, ballsText } from '../../../engine/screens/kit/balls.tsx';
import { readGame } from './lottery/support/games.ts';
import { render, createGameStage, until } from './lottery/support/stage.tsx';

afterEach(() => document.body.replaceChildren());

const WAVES = { 红: 'red', 蓝: 'blue', 绿: 'green' } as const;

describe('the tones of a description', () => {
  for (const code of ['qwlhc', 'xamlhc', 'lhc'])
    it(`${code}: each number has exactly one, with its name`, async () => {
      const { draw, sets } = await readGame(code);
      for (const zone of draw.zones) {
        const numbers = (zone.tones ?? []).flatMap((one) => one.numbers);
        expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 49 }, (_, at) => at + 1));
        for (const { tone, label, numbers: own } of zone.tones ?? []) {
          expect(WAVES[label as keyof typeof WAVES]).toBe(tone);
          // What is painted is what 色波 pays on.
          const set = sets?.find(({ id }) => id === tone);
          if (set) expect(set.tables).toEqual([{ numbers: own }]);
        }
      }
    });

  it("is the zone's own tone where a number has none", () => {
    expect(toneOf({ tone: 'gold', tones: [{ tone: 'blue', numbers: [1] }] }, 2)).toEqual({ tone: 'gold' });
    expect(toneOf({}, 2)).toEqual({ tone: 'red' });
  });
});

describe('on screen', () => {
  it('a result has each ball in its tone, its name under it and in the spoken text', async () => {
    const { draw } = await readGame('lhc');
    const numbers = { main: [1, 3, 5, 7, 9, 11], extra: [49] };
    const { element } = await render(createGameStage(await readGame('lhc')).host, <Balls zones={draw.zones} numbers={numbers} />);
    const balls = [...element.querySelectorAll('.captioned')].map(
      (each) => `${/tone-(\w+)/.exec(each.querySelector('.ball')?.className ?? '')?.[1]} ${each.textContent}`,
    );
    expect(balls).toEqual(['red 01红', 'blue 03蓝', 'green 05绿', 'red 07红', 'blue 09蓝', 'green 11绿', 'green 49绿']);
    expect(ballsText(draw.zones, numbers)).toBe('搅出号码 01红 03蓝 05绿 07红 09蓝 11绿，特别号码 49绿');
  });

  it('a board has them before a number is chosen', async () => {
    const described = await readGame('qwlhc');
    const set = createGameStage(described);
    // A day that has a table of animals.
    const at = Date.parse('2026-06-01T04:00:00Z');
    set.now = at;
    set.page = {
      ...set.page,
      current: { issue: '101', opensAt: at - 30_000, closesAt: at + 60_000, drawsAt: at + 65_000, commit: 'c0ffee' },
    };
    const { element } = await render(
      set.host,
      <GameProvider code="qwlhc">
        <BallBoard />
      </GameProvider>,
    );
    await until(() => element.querySelectorAll('.pick').length === 49);
    const three = [...element.querySelectorAll('.pick')][2];
    expect(three?.querySelector('.pick__ball')?.className).toContain('tone-blue');
    expect(three?.querySelector('.pick__mark')?.textContent).toMatch(/^[^蓝]$/);
    expect(three?.getAttribute('aria-label')).toMatch(/ 03，蓝./);
  });
});
