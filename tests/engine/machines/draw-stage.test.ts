import { describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import { drawStageMachine, PATIENCE_MS, type StageEffect, type StageEvent } from '../../../engine/machines/draw-stage.ts';
import { effectsOf, walkPaths } from '../screens/lottery/support/walk.ts';

function run(...events: StageEvent[]) {
  let [current] = initialTransition(drawStageMachine);
  const effects: StageEffect[] = [];
  for (const event of events) {
    const [next, actions] = transition(drawStageMachine, current, event);
    current = next;
    effects.push(...(effectsOf(actions) as StageEffect[]));
  }
  return { snapshot: current, effects, last: effects.slice(-4) };
}

const result = (issue: string, now: number, instant = false): StageEvent => ({
  type: 'RESULT',
  issue,
  reveals: [100, 200, 300],
  instant,
  now,
});
const tick = (now: number): StageEvent => ({ type: 'TICK', now });

describe('drawStageMachine', () => {
  it('waits for the result, shows ball after ball, and gives the verdict only after the last one', () => {
    const due: StageEvent = { type: 'DUE', issue: '1', now: 900 };
    expect(run({ type: 'EXPECT', issue: '1' }, due).effects).toEqual([{ do: 'hold' }, { do: 'tickLater', ms: PATIENCE_MS }]);
    const rolling = run(due, result('1', 1_000), tick(1_100));
    expect(rolling.snapshot.value).toEqual({ playing: 'rolling' });
    expect(rolling.effects.slice(2)).toEqual([
      { do: 'tickLater', ms: 100 },
      { do: 'reveal', order: 0 },
      { do: 'tickLater', ms: 100 },
    ]);
    expect(rolling.effects.some((effect) => effect.do === 'verdict' || effect.do === 'release')).toBe(false);
    const over = run(due, result('1', 1_000), tick(1_100), tick(1_200), tick(1_300));
    expect(over.snapshot.value).toBe('verdict');
    expect(over.last).toEqual([{ do: 'stopTicks' }, { do: 'release' }, { do: 'reveal', order: 2 }, { do: 'verdict', issue: '1' }]);
  });

  it('a late tick shows all numbers that are due, each once', () => {
    const { snapshot, effects } = run(result('1', 1_000), tick(1_250), tick(9_000));
    expect(effects.filter((effect) => effect.do === 'reveal')).toEqual([
      { do: 'reveal', order: 0 },
      { do: 'reveal', order: 1 },
      { do: 'reveal', order: 2 },
    ]);
    expect(snapshot).toMatchObject({ value: 'verdict', context: { shown: 3 } });
  });

  it('a tap and reduced motion show all numbers at once, without a reveal effect for each', () => {
    for (const events of [[result('1', 1_000), { type: 'SKIP' }], [result('1', 1_000, true)]] as StageEvent[][]) {
      const { snapshot, effects } = run(...events);
      expect(snapshot).toMatchObject({ value: 'verdict', context: { shown: 3 } });
      expect(effects.filter((effect) => effect.do === 'reveal')).toEqual([]);
    }
  });

  it('the same result received again does not restart the stage, and the result of another issue does', () => {
    expect(run(result('1', 1_000), tick(1_100), result('1', 1_150)).snapshot.context).toMatchObject({ shown: 1, startedAt: 1_000 });
    expect(run(result('1', 1_000), tick(1_100), result('2', 1_150)).snapshot.context).toMatchObject({
      issue: '2',
      shown: 0,
      startedAt: 1_150,
    });
  });

  it('the stage stops waiting for a result that does not come', () => {
    const { snapshot, last } = run({ type: 'DUE', issue: '1', now: 900 }, tick(21_000));
    expect(snapshot.value).toBe('idle');
    expect(last.slice(-2)).toEqual([{ do: 'stopTicks' }, { do: 'release' }]);
  });

  it('a walk takes every transition, and every hold is released', () => {
    const { edges, states } = walkPaths(drawStageMachine, {
      events: [
        { type: 'EXPECT', issue: '1' },
        { type: 'DUE', issue: '1', now: 900 },
        result('1', 1_000),
        result('2', 1_000),
        result('2', 1_000, true),
        tick(1_100),
        tick(1_300),
        { type: 'SKIP' },
        { type: 'CLOSE' },
      ] as StageEvent[],
      key: ({ context }) => `${context.issue}/${context.startedAt}/${context.shown}`,
      holds: ({ value, context }) => {
        if (value === 'verdict') expect(context.shown).toBe(context.reveals.length);
      },
    });
    for (const state of ['idle', 'counting', 'verdict']) expect(states).toContain(state);
    expect(edges.size).toBeGreaterThan(15);
  });
});
