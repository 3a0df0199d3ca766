import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import {
  type ChaseContext,
  type ChaseEvent,
  type ChaseInput,
  type ChaseIssue,
  type ChaseSnapshot,
  chaseMachine,
  planOf,
  playedIssues,
  readChase,
  saveChase,
  timesOf,
} from '../../../engine/machines/chase.ts';
import { effectsOf, walkPaths } from '../screens/lottery/support/walk.ts';

const issue = (n: number): ChaseIssue => ({ issue: String(n), closesAt: n * 1000, drawsAt: n * 1000 + 500 });
const issues = (from: number, count: number) => Array.from({ length: count }, (_, at) => issue(from + at));
const input: ChaseInput = { caps: { issues: 10, multiplier: 50 } };
const start = (over: Partial<ChaseInput> = {}): ChaseSnapshot => initialTransition(chaseMachine, { ...input, ...over })[0];

function send(snapshot: ChaseSnapshot, ...events: ChaseEvent[]): { snapshot: ChaseSnapshot; effects: unknown[] } {
  let current = snapshot;
  const effects: unknown[] = [];
  for (const event of events) {
    const [next, actions] = transition(chaseMachine, current, event);
    current = next;
    effects.push(...effectsOf(actions));
  }
  return { snapshot: current, effects };
}

const LOAD = { do: 'load' };
const ready = (over: Partial<ChaseInput> = {}) => send(start(over), { type: 'ON' }, { type: 'ISSUES', issues: issues(1, 10) }).snapshot;
const multipliers = (context: ChaseContext) => planOf(context).map((part) => part.multiplier);

describe('chase', () => {
  it('is off until it is asked for, and then asks which issues there are', () => {
    expect(start().value).toBe('off');
    const { snapshot, effects } = send(start(), { type: 'ON' });
    expect([snapshot.value, effects]).toEqual(['loading', [LOAD]]);
    const { snapshot: loaded } = send(snapshot, { type: 'ISSUES', issues: issues(1, 10) });
    expect(loaded.value).toBe('ready');
    expect(planOf(loaded.context).map((part) => part.issue)).toEqual(['1', '2', '3', '4', '5']);
    expect(loaded.context.stopOnWin).toBe(true);
  });

  it('a game of one issue has none', () => {
    const one = start({ caps: { issues: 1, multiplier: 50 } });
    expect(send(one, { type: 'ON' })).toMatchObject({ snapshot: { value: 'off' }, effects: [] });
    expect(send(ready(), { type: 'CAPS', caps: { issues: 1, multiplier: 50 } }).snapshot.value).toBe('off');
  });

  it('that could not be loaded is tried again', () => {
    const { snapshot } = send(start(), { type: 'ON' }, { type: 'FAILED' });
    expect(snapshot.value).toBe('failed');
    expect(send(snapshot, { type: 'RETRY' })).toMatchObject({ snapshot: { value: 'loading' }, effects: [LOAD] });
  });

  it('the same at every issue, or doubled after every n, up to the cap', () => {
    const ten = send(ready({ base: 3 }), { type: 'COUNT', value: 10 }).snapshot;
    expect(multipliers(ten.context)).toEqual([3, 3, 3, 3, 3, 3, 3, 3, 3, 3]);
    expect(multipliers(send(ten, { type: 'EVERY', value: 1 }).snapshot.context)).toEqual([3, 6, 12, 24, 48, 50, 50, 50, 50, 50]);
    expect(multipliers(send(ten, { type: 'EVERY', value: 3 }).snapshot.context)).toEqual([3, 3, 3, 6, 6, 6, 12, 12, 12, 24]);
  });

  it('an issue set by hand stays as it is set, 0 leaves it out; a new plan starts over', () => {
    const edited = send(ready(), { type: 'EDIT', issue: '2', multiplier: 0 }, { type: 'EDIT', issue: '4', multiplier: 7 }).snapshot;
    const plan = planOf(edited.context);
    expect(multipliers(edited.context)).toEqual([1, 0, 1, 7, 1]);
    expect([playedIssues(plan), timesOf(plan)]).toEqual([4, 10n]);
    expect(multipliers(send(edited, { type: 'EVERY', value: 1 }).snapshot.context)).toEqual([1, 2, 4, 8, 16]);
    expect(multipliers(send(edited, { type: 'BASE', value: 2 }).snapshot.context)).toEqual([2, 2, 2, 2, 2]);
    expect(send(edited, { type: 'EDIT', issue: '99', multiplier: 3 }).snapshot.context).toBe(edited.context);
  });

  it.each([
    [9, 9, false],
    [10, 10, false],
    [11, 10, true],
    [0, 1, false],
    [Number.NaN, 1, false],
  ])('%d issues become %d', (requestedCount, actualCount, notice) => {
    const { snapshot, effects } = send(ready(), { type: 'COUNT', value: requestedCount });
    expect(snapshot.context.count).toBe(actualCount);
    expect(effects).toEqual(notice ? [{ do: 'refused', reason: 'issuesCap', limit: 10 }] : []);
  });

  it.each([
    [49, 49, false],
    [50, 50, false],
    [51, 50, true],
    [-1, 0, false],
    [1.5, 1, false],
  ])('a multiplier of %d becomes %d', (requestedCount, actualCount, notice) => {
    const { snapshot, effects } = send(ready(), { type: 'EDIT', issue: '1', multiplier: requestedCount });
    expect(multipliers(snapshot.context)[0]).toBe(actualCount);
    expect(effects).toEqual(notice ? [{ do: 'refused', reason: 'multiplierCap', limit: 50 }] : []);
  });

  it('moves on when an issue closes: as many issues, what was set by hand stays with its issue, and more are asked for', () => {
    const edited = send(ready(), { type: 'EDIT', issue: '1', multiplier: 9 }, { type: 'EDIT', issue: '3', multiplier: 5 }).snapshot;
    expect(send(edited, { type: 'SALE', issue: '1' })).toMatchObject({ snapshot: { context: edited.context }, effects: [] });
    const { snapshot, effects } = send(edited, { type: 'SALE', issue: '2' });
    expect(effects).toEqual([LOAD]);
    expect(planOf(snapshot.context).map((part) => [part.issue, part.multiplier])).toEqual([
      ['2', 1],
      ['3', 5],
      ['4', 1],
      ['5', 1],
      ['6', 1],
    ]);
    expect(snapshot.context.edits).toEqual({ '3': 5 });
    const after = send(snapshot, { type: 'ISSUES', issues: issues(2, 10) }).snapshot;
    expect(after.context.issues.at(-1)?.issue).toBe('11');
    // The phone slept so long that nothing it knows is left.
    const far = send(after, { type: 'SALE', issue: '40' });
    expect(far).toMatchObject({ snapshot: { context: { issues: after.context.issues } }, effects: [LOAD] });
  });

  it('lower caps cut the plan', () => {
    const wide = send(ready({ base: 40 }), { type: 'COUNT', value: 10 }, { type: 'EDIT', issue: '2', multiplier: 45 }).snapshot;
    const { context } = send(wide, { type: 'CAPS', caps: { issues: 3, multiplier: 20 } }).snapshot;
    expect(multipliers(context)).toEqual([20, 20, 20]);
  });

  it('placed or put off, it is forgotten', () => {
    const busy = send(ready(), { type: 'COUNT', value: 8 }, { type: 'STOP_ON_WIN', value: false }, { type: 'EVERY', value: 2 }).snapshot;
    for (const type of ['PLACED', 'OFF'] as const) {
      const { snapshot } = send(busy, { type });
      expect(snapshot).toMatchObject({ value: 'off', context: { count: 5, every: 0, edits: {}, issues: [], stopOnWin: true } });
    }
  });

  it('every transition holds the caps; all states and edges are walked', () => {
    const walked = walkPaths(chaseMachine, {
      input: { caps: { issues: 4, multiplier: 8 } },
      events: [
        { type: 'ON' },
        { type: 'OFF' },
        { type: 'ISSUES', issues: issues(1, 6) },
        { type: 'FAILED' },
        { type: 'RETRY' },
        { type: 'SALE', issue: '2' },
        { type: 'COUNT', value: 9 },
        { type: 'BASE', value: 99 },
        { type: 'EVERY', value: 1 },
        { type: 'EDIT', issue: '1', multiplier: 99 },
        { type: 'STOP_ON_WIN', value: false },
        { type: 'CAPS', caps: { issues: 2, multiplier: 3 } },
        { type: 'CAPS', caps: { issues: 1, multiplier: 3 } },
        { type: 'PLACED' },
      ] as ChaseEvent[],
      key: ({ context }: { context: ChaseContext }) =>
        [
          context.caps.issues,
          context.count,
          context.base,
          context.every,
          context.issues.length,
          Object.keys(context.edits).length,
          context.stopOnWin,
        ].join(),
      holds: ({ context, value }: { context: ChaseContext; value: unknown }) => {
        const plan = planOf(context);
        expect(plan.length).toBeLessThanOrEqual(context.caps.issues);
        for (const part of plan) expect(part.multiplier).toBeLessThanOrEqual(context.caps.multiplier);
        if (context.caps.issues <= 1) expect(value).toBe('off');
      },
    });
    expect([...walked.states].sort()).toEqual(['failed', 'loading', 'off', 'ready']);
    for (const edge of [
      'off --ON--> loading',
      'loading --ISSUES--> ready',
      'loading --FAILED--> failed',
      'failed --RETRY--> loading',
      'failed --ON--> loading',
      'ready --SALE--> ready',
      'ready --PLACED--> off',
      'ready --OFF--> off',
      'ready --CAPS--> off',
    ])
      expect(walked.edges).toContain(edge);
  });

  it('what a plan costs is the sum of its issues, whatever is done to it', () => {
    const events: fc.Arbitrary<ChaseEvent> = fc.oneof(
      fc.record({ type: fc.constant('COUNT' as const), value: fc.integer({ min: -5, max: 40 }) }),
      fc.record({ type: fc.constant('BASE' as const), value: fc.integer({ min: -5, max: 90 }) }),
      fc.record({ type: fc.constant('EVERY' as const), value: fc.integer({ min: -2, max: 12 }) }),
      fc.record({
        type: fc.constant('EDIT' as const),
        issue: fc.integer({ min: 1, max: 12 }).map(String),
        multiplier: fc.integer({ min: -5, max: 90 }),
      }),
      fc.record({ type: fc.constant('SALE' as const), issue: fc.integer({ min: 1, max: 12 }).map(String) }),
    );
    fc.assert(
      fc.property(fc.array(events, { maxLength: 20 }), (list) => {
        const { context } = send(ready(), ...list).snapshot;
        const plan = planOf(context);
        expect(plan.map((part) => part.issue)).toEqual(context.issues.slice(0, context.count).map((each) => each.issue));
        expect(timesOf(plan)).toBe(plan.map((part) => BigInt(part.multiplier)).reduce((a, b) => a + b, 0n));
        for (const part of plan) expect(Number.isInteger(part.multiplier) && part.multiplier >= 0 && part.multiplier <= 50).toBe(true);
      }),
    );
  });
});

describe('what is stored', () => {
  it('is the plan, whole, and nothing while there is none', () => {
    const { snapshot } = send(
      start(),
      { type: 'ON' },
      { type: 'ISSUES', issues: issues(1, 9) },
      { type: 'COUNT', value: 7 },
      { type: 'EVERY', value: 3 },
      { type: 'EDIT', issue: '2', multiplier: 0 },
      { type: 'STOP_ON_WIN', value: false },
    );
    const saved = readChase(saveChase(snapshot));
    expect(saved).toEqual({ count: 7, base: 1, every: 3, edits: { 2: 0 }, stopOnWin: false });
    expect(saveChase(start())).toBeNull();
    const again = send(start(saved ? { saved } : {}), { type: 'ON' }, { type: 'ISSUES', issues: issues(1, 9) }).snapshot;
    expect(planOf(again.context)).toEqual(planOf(snapshot.context));
  });

  it('is trusted in nothing', () => {
    const good = { format: 1, count: 5, every: 0, edits: {}, stopOnWin: true };
    expect(readChase(JSON.stringify(good))).toBeDefined();
    for (const wrong of [
      { format: 2 },
      { count: 0 },
      { count: 1.5 },
      { every: -1 },
      { edits: { 1: '2' } },
      { edits: [] },
      { stopOnWin: 1 },
    ])
      expect(readChase(JSON.stringify({ ...good, ...wrong })), JSON.stringify(wrong)).toBeUndefined();
    // Plans of earlier versions have no multiplier of their own, and a wrong one counts as none.
    for (const base of [0, 1.5, '2', undefined]) expect(readChase(JSON.stringify({ ...good, base }))).not.toHaveProperty('base');
    expect(start({ base: 3, saved: { count: 2, every: 0, edits: {}, stopOnWin: true } }).context.base).toBe(3);
    expect(start({ base: 3, saved: { count: 2, base: 7, every: 0, edits: {}, stopOnWin: true } }).context.base).toBe(7);
    for (const text of [null, '', 'null', '[]', '{', '3']) expect(readChase(text)).toBeUndefined();
    const over = start({ saved: { count: 99, every: 99, edits: { 1: 999 }, stopOnWin: true } }).context;
    expect([over.count, over.every, over.edits]).toEqual([10, 10, { 1: 50 }]);
  });
});
