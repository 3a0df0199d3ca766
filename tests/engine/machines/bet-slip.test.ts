import { describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import type { Line } from '../../../engine/descriptions/types.ts';
import {
  betSlipMachine,
  isMoved,
  isRepriced,
  readSlip,
  type SlipEvent,
  type SlipInput,
  type SlipSnapshot,
  saveSlip,
} from '../../../engine/machines/bet-slip.ts';
import { effectsOf, walkPaths } from '../screens/lottery/support/walk.ts';

const line = (n: number): Line => ({ play: 'P', picks: { a: [n] } });
const input: SlipInput = { game: 'g', hash: 'h1', caps: { lines: 3, multiplier: 10 } };
const start = (over: Partial<SlipInput> = {}): SlipSnapshot => initialTransition(betSlipMachine, { ...input, ...over })[0];

function send(snapshot: SlipSnapshot, ...events: SlipEvent[]): { snapshot: SlipSnapshot; effects: unknown[] } {
  let current = snapshot;
  const effects: unknown[] = [];
  for (const event of events) {
    const [next, actions] = transition(betSlipMachine, current, event);
    current = next;
    effects.push(...effectsOf(actions));
  }
  return { snapshot: current, effects };
}

describe('bet slip', () => {
  it('adds, removes and clears lines; ids are never used twice', () => {
    const { snapshot } = send(
      start(),
      { type: 'ADD', lines: [line(1), line(2)] },
      { type: 'REMOVE', id: 2 },
      { type: 'ADD', lines: [line(3)] },
    );
    expect(snapshot.context.lines).toEqual([
      { id: 1, line: line(1) },
      { id: 3, line: line(3) },
    ]);
    expect(send(snapshot, { type: 'CLEAR' }).snapshot.value).toBe('empty');
  });

  it('refuses more lines than the cap, whole: nothing of the batch is added', () => {
    const full = send(start(), { type: 'ADD', lines: [line(1), line(2)] }).snapshot;
    const { snapshot, effects } = send(full, { type: 'ADD', lines: [line(3), line(4)] });
    expect(effects).toEqual([{ do: 'refused', reason: 'linesCap', limit: 3 }]);
    expect(snapshot.context.lines).toBe(full.context.lines);
    expect(send(full, { type: 'ADD', lines: [line(3)] }).effects, 'exactly the cap').toEqual([]);
  });

  it.each([
    [9, 9, false],
    [10, 10, false],
    [11, 10, true],
    [0, 1, false],
    [-5, 1, false],
    [2.9, 2, false],
    [Number.NaN, 1, false],
  ])('multiplier %d becomes %d', (requestedMultiplier, actualMultiplier, notice) => {
    const { snapshot, effects } = send(start(), { type: 'MULTIPLIER', value: requestedMultiplier });
    expect(snapshot.context.multiplier).toBe(actualMultiplier);
    expect(effects).toEqual(notice ? [{ do: 'refused', reason: 'multiplierCap', limit: 10 }] : []);
  });

  it('the multiplier goes with the last line, however it goes', () => {
    const filled = send(start(), { type: 'MULTIPLIER', value: 5 }, { type: 'ADD', lines: [line(1), line(2)] }, { type: 'REMOVE', id: 1 });
    expect(filled.snapshot.context.multiplier).toBe(5);
    expect(send(filled.snapshot, { type: 'REMOVE', id: 2 }).snapshot.context.multiplier).toBe(1);
    const gone: SlipEvent = { type: 'DESCRIPTION', hash: 'h2', caps: input.caps, invalid: [2] };
    expect(send(filled.snapshot, gone).snapshot.context.multiplier).toBe(1);
  });

  it('editing replaces exactly that line, in its place; deleting it ends the editing', () => {
    const filled = send(start(), { type: 'ADD', lines: [line(1), line(2)] }, { type: 'EDIT', id: 1 }).snapshot;
    expect(filled.value).toBe('editing');
    const updated = send(filled, { type: 'UPDATE', line: line(9) }).snapshot;
    expect(updated.value).toBe('filled');
    expect(updated.context.lines.map((each) => each.line.picks.a)).toEqual([[9], [2]]);
    const removed = send(filled, { type: 'REMOVE', id: 1 }).snapshot;
    expect(removed.value).toBe('filled');
    expect(send(filled, { type: 'EDIT', id: 77 }).effects).toMatchObject([{ reason: 'noLine' }]);
  });

  it('keeps the seen terms of a line beside its present ones, until the player accepts these or they are as before', () => {
    const [seen, now] = [
      { prize: '¥10', digest: 'a' },
      { prize: '¥8', digest: 'b' },
    ];
    const under = (hash: string, terms: typeof seen) =>
      ({ type: 'DESCRIPTION', hash, caps: { lines: 3, multiplier: 9 }, invalid: [], terms: { 1: terms, 2: seen } }) as const;
    const filled = send(start(), { type: 'ADD', lines: [line(1), line(2)], terms: [seen, seen] }).snapshot;
    const { snapshot, effects } = send(filled, under('h2', now));
    expect([isRepriced(filled), isRepriced(snapshot)]).toEqual([false, true]);
    expect(effects).toEqual([{ do: 'repriced', removed: 0, asked: 1 }]);
    expect(snapshot.context.lines.map(({ terms, now: after }) => [terms?.prize, after?.prize])).toEqual([
      ['¥10', '¥8'],
      ['¥10', undefined],
    ]);
    expect(readSlip(saveSlip(snapshot.context))?.lines[0], 'the next page finds out what it is by then').toEqual({
      id: 1,
      line: line(1),
      terms: seen,
    });
    const accepted = send(snapshot, { type: 'ACCEPT' }).snapshot;
    expect(accepted.context.lines[0]).toEqual({ id: 1, line: line(1), terms: now });
    expect(isRepriced(send(snapshot, under('h3', seen)).snapshot), 'as before').toBe(false);
    expect(isRepriced(send(accepted, under('h3', seen)).snapshot), 'not what was accepted').toBe(true);
  });

  it('a new description takes out what it no longer accepts, lowers the multiplier and says so', () => {
    const before = send(start(), { type: 'ADD', lines: [line(1), line(2)] }, { type: 'MULTIPLIER', value: 8 }).snapshot;
    const { snapshot, effects } = send(before, { type: 'DESCRIPTION', hash: 'h2', caps: { lines: 3, multiplier: 5 }, invalid: [2] });
    expect(effects).toEqual([{ do: 'repriced', removed: 1, asked: 0 }]);
    expect(snapshot.context).toMatchObject({ hash: 'h2', multiplier: 5, lines: [{ id: 1 }] });
    expect(
      send(snapshot, { type: 'DESCRIPTION', hash: 'h2', caps: { lines: 3, multiplier: 5 }, invalid: [] }).effects,
      'the same one',
    ).toEqual([]);
  });

  it('an issue that closes while the slip is looked at is acknowledged once; going away and coming back does not do', () => {
    const shown = send(start(), { type: 'ADD', lines: [line(1)] }, { type: 'SHOWN', issue: '1' }).snapshot;
    expect(isMoved(shown)).toBe(false);
    expect(isMoved(send(shown, { type: 'ISSUE', issue: '1' }).snapshot)).toBe(false);
    const moved = send(shown, { type: 'ISSUE', issue: '2' }, { type: 'ISSUE', issue: '3' }).snapshot;
    expect(moved.context).toMatchObject({ passed: '1', meant: '3' });
    const back = send(moved, { type: 'SHOWN', issue: '3' }).snapshot;
    expect(isMoved(back)).toBe(true);
    const known = send(back, { type: 'ACKNOWLEDGE' }).snapshot;
    expect(isMoved(known)).toBe(false);
    expect(isMoved(send(known, { type: 'ISSUE', issue: '4' }).snapshot)).toBe(true);
  });

  it('an issue that closes while nobody looks, or with nothing on the slip, asks nothing', () => {
    expect(isMoved(send(start(), { type: 'SHOWN', issue: '1' }, { type: 'ISSUE', issue: '2' }).snapshot)).toBe(false);
    const filled = send(start(), { type: 'ADD', lines: [line(1)] }, { type: 'SHOWN', issue: '1' }).snapshot;
    expect(isMoved(send(filled, { type: 'SHOWN', issue: '2' }, { type: 'ISSUE', issue: '2' }).snapshot)).toBe(false);
    const moved = send(filled, { type: 'ISSUE', issue: '2' }).snapshot;
    for (const event of [{ type: 'CLEAR' }, { type: 'PLACED' }, { type: 'REMOVE', id: 1 }] as SlipEvent[])
      expect(isMoved(send(moved, event).snapshot), event.type).toBe(false);
  });

  it('survives a reload, editing included', () => {
    const before = send(
      start(),
      { type: 'ADD', lines: [line(1), line(2)] },
      { type: 'MULTIPLIER', value: 3 },
      { type: 'EDIT', id: 2 },
    ).snapshot;
    const saved = readSlip(saveSlip(before.context));
    const after = start({ saved });
    expect(after.value).toBe('editing');
    expect(after.context).toEqual(before.context);
  });

  it.each([
    null,
    '',
    '{',
    'null',
    '[]',
    '{"format":2,"hash":"h","lines":[],"multiplier":1}',
    '{"format":1,"lines":[],"multiplier":1}',
    '{"format":1,"hash":"h","lines":[{"id":1}],"multiplier":1}',
    '{"format":1,"hash":"h","lines":[{"id":1,"line":{"play":"P","picks":{"a":"x"}}}],"multiplier":1}',
    '{"format":1,"hash":"h","lines":[{"id":1,"line":{"play":"P","picks":{"a":[1.5]}}}],"multiplier":1}',
    '{"format":1,"hash":"h","lines":[],"multiplier":0}',
    '{"format":1,"hash":"h","lines":[{"id":1,"line":{"play":"P","picks":{}}},{"id":1,"line":{"play":"P","picks":{}}}],"multiplier":1}',
  ])('storage that holds %s is no slip', (text) => {
    expect(readSlip(text)).toBeUndefined();
  });

  it('every transition of the model is walked', () => {
    const { edges, states } = walkPaths(betSlipMachine, {
      input: { ...input, caps: { lines: 2, multiplier: 2 } },
      events: [
        { type: 'ADD', lines: [line(1)] },
        { type: 'REMOVE', id: 1 },
        { type: 'EDIT', id: 1 },
        { type: 'UPDATE', line: line(5) },
        { type: 'CANCEL_EDIT' },
        { type: 'CLEAR' },
        { type: 'PLACED' },
        { type: 'MULTIPLIER', value: 9 },
        { type: 'DESCRIPTION', hash: 'h2', caps: { lines: 2, multiplier: 2 }, invalid: [1] },
      ] as SlipEvent[],
      key: ({ context }) =>
        `${context.lines.length}${context.lines.some((each: { id: number }) => each.id === 1)}${context.editing !== null}`,
      holds: ({ value, context }) => {
        expect(context.lines.length).toBeLessThanOrEqual(2);
        expect(value).toBe(context.lines.length === 0 ? 'empty' : context.editing === null ? 'filled' : 'editing');
        expect(context.editing === null || context.lines.some((each: { id: number }) => each.id === context.editing)).toBe(true);
      },
    });
    expect([...states].sort()).toEqual(['editing', 'empty', 'filled']);
    for (const edge of [
      'empty --ADD--> filled',
      'filled --EDIT--> editing',
      'editing --UPDATE--> filled',
      'editing --CANCEL_EDIT--> filled',
      'editing --REMOVE--> empty',
      'editing --CLEAR--> empty',
      'editing --DESCRIPTION--> empty',
      'filled --REMOVE--> empty',
      'filled --PLACED--> empty',
    ])
      expect(edges, edge).toContain(edge);
  });
});
