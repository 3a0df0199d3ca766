/** The highest prize is looked for in a worker: taps do not wait for it. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Game } from '../../../../engine/descriptions/types.ts';
import { compileGame, playReturns } from '../../../../engine/rules/index.ts';
import { bestPrize, type PrizeAnswer, type PrizeQuestion, calculateAnswer } from '../../../../engine/screens/lottery/prize-worker.ts';
import { gameNamed } from '../../rules/support/games.ts';

/** What a page sees of a worker: questions are kept, and answered when the test says so. */
class TestWorker {
  static made: TestWorker[] = [];
  readonly questions: PrizeQuestion[] = [];
  ended = false;
  onmessage: ((event: { data: PrizeAnswer }) => void) | null = null;
  onerror: (() => void) | null = null;
  constructor() {
    TestWorker.made.push(this);
  }
  postMessage(question: PrizeQuestion): void {
    this.questions.push(question);
  }
  terminate(): void {
    this.ended = true;
  }
  answer(nth: number, maxFen: bigint): void {
    this.onmessage?.({ data: { id: this.questions[nth]?.id as number, best: { maxFen, exact: true } } });
  }
}

const ssq: Game = gameNamed('ssq');
const single = { play: 'FS', picks: { red: [1, 2, 3, 4, 5, 6], blue: [7] } };
const other = { play: 'FS', picks: { red: [2, 3, 4, 5, 6, 7], blue: [8] } };

let prizes: typeof import('../../../../engine/screens/lottery/best-prize.ts');
beforeEach(async () => {
  TestWorker.made = [];
  vi.resetModules();
  prizes = await import('../../../../engine/screens/lottery/best-prize.ts');
});
afterEach(() => vi.unstubAllGlobals());

const made = (nth: number) => TestWorker.made[nth] as TestWorker;

describe('the highest prize', () => {
  it('is reckoned here where there are no workers', async () => {
    vi.stubGlobal('Worker', undefined);
    expect(await prizes.bestPrizeOf(ssq, single)).toEqual(bestPrize(ssq, single, 20_000));
    expect(bestPrize(ssq, single, 20_000)).toEqual({ maxFen: 500_000_000n, exact: true });
  });

  it('comes from one worker, which gets each game once and may answer in any order', async () => {
    vi.stubGlobal('Worker', TestWorker);
    const [first, second] = [prizes.bestPrizeOf(ssq, single), prizes.bestPrizeOf(ssq, other)];
    expect(TestWorker.made).toHaveLength(1);
    expect(made(0).questions.map(({ game }) => game?.code)).toEqual(['ssq', undefined]);
    expect(new Set(made(0).questions.map(({ key }) => key)).size).toBe(1);
    made(0).answer(1, 2n);
    made(0).answer(0, 1n);
    expect([await first, await second].map((best) => best?.maxFen)).toEqual([1n, 2n]);
    // Another version is another game.
    void prizes.bestPrizeOf({ ...ssq }, single);
    expect(made(0).questions.at(-1)?.game?.code).toBe('ssq');
  });

  it('is not told when the code of the worker did not arrive, and the next question starts another one', async () => {
    vi.stubGlobal('Worker', TestWorker);
    const lost = prizes.bestPrizeOf(ssq, single);
    made(0).onerror?.();
    expect([await lost, made(0).ended]).toEqual([undefined, true]);
    const found = prizes.bestPrizeOf(ssq, single);
    expect(made(1).questions.map(({ game }) => game?.code)).toEqual(['ssq']);
    made(1).answer(0, 3n);
    expect((await found)?.maxFen).toBe(3n);
  });

  it('and the figures of a play come from the same worker, which has each game once for both', async () => {
    vi.stubGlobal('Worker', TestWorker);
    const [best, figures, lost] = [prizes.bestPrizeOf(ssq, single), prizes.loadPlayFigures(ssq, 'FS'), prizes.loadPlayFigures(ssq, 'DT')];
    expect(TestWorker.made).toHaveLength(1);
    expect(made(0).questions.map((question) => [question.game?.code, 'play' in question ? question.play : ''])).toEqual([
      ['ssq', ''],
      [undefined, 'FS'],
      [undefined, 'DT'],
    ]);
    const found = calculateAnswer(ssq, { play: 'FS' }).figures;
    made(0).onmessage?.({ data: { id: made(0).questions[1]?.id as number, figures: found } });
    expect(await figures).toBe(found);
    made(0).answer(0, 5n);
    expect((await best)?.maxFen).toBe(5n);
    made(0).onerror?.();
    expect(await lost).toBeUndefined();
  });

  it('figures are reckoned here where there are no workers, and are those of the rules', async () => {
    vi.stubGlobal('Worker', undefined);
    const figures = await prizes.loadPlayFigures(ssq, 'FS');
    expect(figures?.returns).toEqual(playReturns(compileGame(ssq), 'FS'));
    expect(figures?.chances.get('1')).toEqual({ numerator: 1n, denominator: 17_721_088n });
    expect(await prizes.loadPlayFigures(ssq, 'none')).toBeUndefined();
    // What a worker answers is copied on its way.
    expect(structuredClone(figures)).toEqual(figures);
  });
});
