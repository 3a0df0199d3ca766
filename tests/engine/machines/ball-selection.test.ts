import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import {
  BALL,
  ballSelectionMachine,
  heldPicksOfBoard,
  ballState,
  type SelectionEvent,
  type SelectionSnapshot,
} from '../../../engine/machines/ball-selection.ts';
import { quickValues, type SelectionArea, selectionAreas } from '../../../engine/machines/selection-areas.ts';
import { readBoard, saveBoard } from '../../../engine/machines/held-picks.ts';
import { readGame } from '../screens/lottery/support/games.ts';
import { effectsOf, walkPaths } from '../screens/lottery/support/walk.ts';

const plain: SelectionArea = { id: 'a', label: '选号', values: { from: 0, to: 9 }, min: 2, max: 4, bankers: null, need: 2 };
const dan: SelectionArea = { id: 'd', label: '红球', values: { from: 1, to: 33 }, min: 1, max: 20, bankers: { min: 1, max: 2 }, need: 6 };
const one: SelectionArea = { id: 'o', label: '蓝球', values: { from: 1, to: 16 }, min: 1, max: 1, bankers: null, need: 1 };
const options: SelectionArea = { id: 'x', label: '万位', values: ['big', 'small', 'odd', 'even'], min: 1, max: 4, bankers: null, need: 1 };

function start(...areas: SelectionArea[]): SelectionSnapshot {
  return initialTransition(ballSelectionMachine, { play: 'p', areas })[0];
}

function send(snapshot: SelectionSnapshot, ...events: SelectionEvent[]): { snapshot: SelectionSnapshot; effects: unknown[] } {
  let current = snapshot;
  const effects: unknown[] = [];
  for (const event of events) {
    const [next, actions] = transition(ballSelectionMachine, current, event);
    current = next;
    effects.push(...effectsOf(actions));
  }
  return { snapshot: current, effects };
}

const tap = (area: string, value: number | string): SelectionEvent => ({ type: 'TAP', area, value });
const banker = (area: string, on: boolean): SelectionEvent => ({ type: 'BANKER_MODE', area, on });

describe('ball selection', () => {
  it('a tap selects, a second tap clears', () => {
    const picked = send(start(plain), tap('a', 3));
    expect(ballState(picked.snapshot.context, 'a', 3)).toBe(BALL.selected);
    expect(picked.effects).toEqual([{ do: 'haptic' }]);
    const cleared = send(picked.snapshot, tap('a', 3));
    expect(ballState(cleared.snapshot.context, 'a', 3)).toBe(BALL.none);
    expect(cleared.snapshot.value).toBe('empty');
  });

  it('in banker mode a tap sets a banker, in the other mode the same tap makes it a selected one', () => {
    const set = send(start(dan), tap('d', 5));
    expect(ballState(set.snapshot.context, 'd', 5), 'bankers are asked for first').toBe(BALL.banker);
    const changed = send(set.snapshot, banker('d', false), tap('d', 5));
    expect(ballState(changed.snapshot.context, 'd', 5)).toBe(BALL.selected);
    const back = send(changed.snapshot, banker('d', true), tap('d', 5), tap('d', 5));
    expect(ballState(back.snapshot.context, 'd', 5)).toBe(BALL.none);
  });

  it('a tap past a bound is refused with its reason and changes nothing', () => {
    const full = send(start(plain), tap('a', 0), tap('a', 1), tap('a', 2), tap('a', 3));
    const more = send(full.snapshot, tap('a', 4));
    expect(more.effects).toEqual([{ do: 'refused', reason: 'max', area: 'a', limit: 4 }]);
    expect(more.snapshot.context).toEqual(full.snapshot.context);
    const bankers = send(start(dan), tap('d', 1), tap('d', 2), tap('d', 3));
    expect(bankers.effects.at(-1)).toEqual({ do: 'refused', reason: 'bankerMax', area: 'd', limit: 2 });
    expect(bankers.snapshot.context.bankers).toEqual({ d: [1, 2] });
  });

  it.each<[SelectionEvent, string]>([
    [tap('nowhere', 1), 'unknownArea'],
    [tap('a', 10), 'unknownValue'],
    [tap('a', 1.5), 'unknownValue'],
    [tap('a', '1'), 'unknownValue'],
    [banker('a', true), 'noBankers'],
    [{ type: 'QUICK', area: 'a', pick: 'all' }, 'quickTooMany'],
  ])('refuses %o as %s', (event, reason) => {
    const before = start(plain);
    const { snapshot, effects } = send(before, event);
    expect(effects).toMatchObject([{ do: 'refused', reason }]);
    expect(snapshot.context).toEqual(before.context);
  });

  it('an area for one value takes the new one in place of the old', () => {
    const { snapshot } = send(start(one), tap('o', 3), tap('o', 9));
    expect(snapshot.context.picks).toEqual({ o: [9] });
  });

  it('quick picks replace the area, leave bankers and other areas alone, and clear clears', () => {
    const wide = { ...plain, max: 10 };
    const { snapshot } = send(start(wide, dan), tap('d', 8), { type: 'QUICK', area: 'a', pick: 'odd' });
    expect(snapshot.context.picks.a).toEqual([1, 3, 5, 7, 9]);
    expect(snapshot.context.bankers.d).toEqual([8]);
    const clear = send(snapshot, { type: 'QUICK', area: 'd', pick: 'clear' });
    expect(clear.snapshot.context.bankers.d).toEqual([]);
    expect(clear.snapshot.context.picks.a).toEqual([1, 3, 5, 7, 9]);
  });

  it('big and small, odd and even part the range between them', () => {
    for (const area of [plain, dan, one, { ...plain, values: { from: 3, to: 18 } }]) {
      const all = quickValues(area, 'all');
      expect([...quickValues(area, 'small'), ...quickValues(area, 'big')]).toEqual(all);
      expect([...quickValues(area, 'odd'), ...quickValues(area, 'even')].sort((a, b) => Number(a) - Number(b))).toEqual(all);
    }
    expect(quickValues(plain, 'big')).toEqual([5, 6, 7, 8, 9]);
    expect(quickValues({ ...plain, values: { from: 3, to: 18 } }, 'big')[0]).toBe(11);
  });

  it('is partial until every area is within its bounds, and ready then', () => {
    let { snapshot } = send(start(dan, one), tap('d', 1));
    expect(snapshot.value).toBe('partial');
    ({ snapshot } = send(snapshot, banker('d', false), ...[2, 3, 4, 5].map((value) => tap('d', value)), tap('o', 7)));
    expect(snapshot.value, 'five reds of six').toBe('partial');
    ({ snapshot } = send(snapshot, tap('d', 6)));
    expect(snapshot.value).toBe('ready');
  });

  it('a random line replaces the former line, with foreign and surplus values left out', () => {
    const { snapshot } = send(start(plain, dan), tap('a', 9), {
      type: 'REPLACE',
      picks: { a: [7, 7, 99, 1, 2, 3, 4], d: [1, 2], ghost: [1] },
      bankers: { d: [1, 2, 3], a: [5] },
    });
    expect(snapshot.context.picks).toEqual({ a: [1, 2, 3, 7], d: [] });
    expect(snapshot.context.bankers).toEqual({ a: [], d: [1, 2] });
  });

  it('another play starts empty, or keeps what its areas can hold', () => {
    const { snapshot } = send(start({ ...plain, max: 10 }), { type: 'QUICK', area: 'a', pick: 'all' });
    expect(send(snapshot, { type: 'PLAY', play: 'q', areas: [plain] }).snapshot.value).toBe('empty');
    const keptPicks = send(snapshot, { type: 'PLAY', play: 'q', areas: [plain], keep: true }).snapshot;
    expect(keptPicks.context.picks.a).toEqual([0, 1, 2, 3]);
    expect(keptPicks.context.play).toBe('q');
  });

  describe('carrying picks from play to play', () => {
    const all: SelectionArea = { ...dan, id: 'r', min: 6, max: 20, bankers: null, need: 6 };
    const few: SelectionArea = { ...all, min: 1, max: 3, need: 1 };
    const withDan: SelectionArea = { ...dan, id: 'r' };
    const play = (name: string, ...areas: SelectionArea[]): SelectionEvent => ({ type: 'PLAY', play: name, areas, carry: true });
    const picked = (snapshot: SelectionSnapshot) => [snapshot.context.picks.r, snapshot.context.bankers.r];

    it('an area that both have keeps what is picked, there and back', () => {
      const { snapshot } = send(start(all), tap('r', 5), tap('r', 9), play('dan', withDan));
      expect(picked(snapshot)).toEqual([[5, 9], []]);
      expect(picked(send(snapshot, play('all', all)).snapshot)).toEqual([[5, 9], []]);
    });

    it('bankers are plain picks where there are none, and bankers again where there are', () => {
      const there = send(start(withDan), tap('r', 5), banker('r', false), tap('r', 9), play('all', all)).snapshot;
      expect(picked(there)).toEqual([[5, 9], []]);
      const back = send(there, tap('r', 7), play('dan', withDan)).snapshot;
      expect(picked(back)).toEqual([[7, 9], [5]]);
      expect(back.context.bankerMode.r, 'the bankers are there, others are asked for').toBe(false);
      expect(picked(send(there, tap('r', 5), play('dan', withDan)).snapshot), 'what was taken off is no banker').toEqual([[9], []]);
    });

    it('what a play cannot hold comes back with one that can, by way of any other', () => {
      const taps = [1, 2, 3, 4, 5, 6].map((value) => tap('r', value));
      const narrow = send(start(all), ...taps, play('few', few)).snapshot;
      expect(picked(narrow)).toEqual([[1, 2, 3], []]);
      const away = send(narrow, play('other', options), tap('x', 'odd'), play('few', few)).snapshot;
      expect(picked(away)).toEqual([[1, 2, 3], []]);
      expect(picked(send(away, play('all', all)).snapshot)).toEqual([[1, 2, 3, 4, 5, 6], []]);
      expect(send(away, play('other', options)).snapshot.context.picks.x).toEqual(['odd']);
    });

    it('a new version of the play leaves the switch between bankers and picks where the player has it', () => {
      const board: SelectionEvent = { type: 'BOARD', play: 'dan', areas: [withDan], held: {}, changed: true };
      const onPlay = send(start(all), play('dan', withDan)).snapshot;
      expect(onPlay.context.bankerMode.r).toBe(true);
      expect(send(onPlay, board).snapshot.context.bankerMode.r, 'bankers are still asked for').toBe(true);
      const dragging = send(onPlay, banker('r', false)).snapshot;
      expect(send(dragging, board).snapshot.context.bankerMode.r).toBe(false);
      // Another play begins with what it asks for first.
      expect(send(dragging, { ...board, play: 'dan2' }).snapshot.context.bankerMode.r).toBe(true);
    });

    it('clearing the board clears its own selection, and no other', () => {
      const narrow = send(start(all), ...[1, 2, 3, 4].map((value) => tap('r', value)), play('few', few)).snapshot;
      const cleared = send(narrow, { type: 'CLEAR' }, play('all', all)).snapshot;
      expect(cleared.value).toBe('empty');
      const other = send(narrow, play('other', options), tap('x', 'odd'), { type: 'CLEAR' }, play('all', all)).snapshot;
      expect(picked(other)).toEqual([[1, 2, 3, 4], []]);
    });

    it('the same id with other values is another area', () => {
      const digits: SelectionArea = { ...all, values: { from: 0, to: 9 } };
      const { snapshot } = send(start(all), tap('r', 5), play('digits', digits));
      expect(picked(snapshot)).toEqual([[], []]);
      expect(picked(send(snapshot, play('all', all)).snapshot)).toEqual([[5], []]);
    });

    it('a stored board comes back whole; of another version what no longer fits is dropped, and said', () => {
      const before = send(start(all), tap('r', 5), tap('r', 33)).snapshot;
      const held = heldPicksOfBoard(before.context);
      const again = send(start(few), { type: 'BOARD', play: 'all', areas: [all], held });
      expect([...picked(again.snapshot), again.effects]).toEqual([[5, 33], [], []]);
      const small: SelectionArea = { ...all, values: { from: 1, to: 30 } };
      const fitted = send(start(few), { type: 'BOARD', play: 'all', areas: [small], held, changed: true });
      expect([...picked(fitted.snapshot), fitted.effects]).toEqual([[5], [], [{ do: 'dropped', count: 1 }]]);
    });

    it('law: whatever plays one goes through, nothing is lost and nothing is added', () => {
      const plays = [play('all', all), play('few', few), play('dan', withDan), play('other', options)];
      const step = fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...plays) },
        fc.integer({ min: 1, max: 33 }).map((value) => tap('r', value)),
      );
      fc.assert(
        fc.property(fc.array(step, { maxLength: 20 }), fc.constantFrom(...plays), (steps, last) => {
          const { snapshot } = send(start(all), ...steps);
          const values = (context: SelectionSnapshot['context']) => [...(heldPicksOfBoard(context)['r:1-33']?.values ?? [])].sort();
          expect(values(send(snapshot, last, play('all', all)).snapshot.context)).toEqual(values(snapshot.context));
          const text = saveBoard({ play: snapshot.context.play, hash: 'h', held: heldPicksOfBoard(snapshot.context) });
          expect(readBoard(text)?.held ?? {}, 'as it is stored').toEqual(heldPicksOfBoard(snapshot.context));
        }),
        { numRuns: 300 },
      );
    });
  });

  it('an area that a tap did not touch keeps its array', () => {
    const before = send(start(plain, options), tap('x', 'odd')).snapshot;
    const after = send(before, tap('a', 1)).snapshot;
    expect(after.context.picks.x).toBe(before.context.picks.x);
    expect(after.context.bankers).toBe(before.context.bankers);
  });

  it('a set of numbers is picked together and let go together, never past the bound, and takes bankers along', () => {
    const wide: SelectionArea = { ...plain, values: { from: 1, to: 49 }, max: 6, bankers: { min: 0, max: 1 } };
    const set = (...values: number[]): SelectionEvent => ({ type: 'TOGGLE', area: 'a', values });
    const first = send(start(wide), tap('a', 13), set(25, 1, 13));
    expect(first.snapshot.context.picks.a).toEqual([1, 13, 25]);
    expect(send(first.snapshot, set(1, 13, 25)).snapshot.context.picks.a).toEqual([]);
    const full = send(first.snapshot, set(2, 3, 4, 5));
    expect(full.snapshot.context.picks.a).toEqual([1, 13, 25]);
    const banked = send(start(wide), banker('a', true), tap('a', 1), set(1, 2));
    expect([banked.snapshot.context.picks.a, banked.snapshot.context.bankers.a]).toEqual([[1, 2], []]);
    for (const wrong of [set(), set(1, 50)]) expect(send(first.snapshot, wrong).snapshot.context).toEqual(first.snapshot.context);
  });

  it('options stand in the order of the description', () => {
    expect(send(start(options), tap('x', 'even'), tap('x', 'big')).snapshot.context.picks.x).toEqual(['big', 'even']);
  });

  it('law: whatever is sent, bounds hold, no number is banker and pick, values are in order and of the area', () => {
    const areas = [plain, dan, one, options];
    const anyArea = fc.constantFrom('a', 'd', 'o', 'x', 'ghost');
    const anyValue = fc.oneof(fc.integer({ min: -1, max: 34 }), fc.constantFrom('big', 'small', 'odd', 'even', 'none'));
    const event: fc.Arbitrary<SelectionEvent> = fc.oneof(
      { weight: 8, arbitrary: fc.record({ type: fc.constant('TAP' as const), area: anyArea, value: anyValue }) },
      fc.record({ type: fc.constant('BANKER_MODE' as const), area: anyArea, on: fc.boolean() }),
      fc.record({ type: fc.constant('TOGGLE' as const), area: anyArea, values: fc.array(anyValue, { maxLength: 6 }) }),
      fc.record({
        type: fc.constant('QUICK' as const),
        area: anyArea,
        pick: fc.constantFrom('all' as const, 'big' as const, 'small' as const, 'odd' as const, 'even' as const, 'clear' as const),
      }),
      fc.record({
        type: fc.constant('REPLACE' as const),
        picks: fc.dictionary(anyArea, fc.array(anyValue, { maxLength: 30 })),
        bankers: fc.dictionary(anyArea, fc.array(anyValue, { maxLength: 5 })),
      }),
      fc.constant<SelectionEvent>({ type: 'CLEAR' }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 25 }), (events) => {
        const { snapshot } = send(start(...areas), ...events);
        for (const area of areas) {
          const picks = snapshot.context.picks[area.id] ?? [];
          const bankers = snapshot.context.bankers[area.id] ?? [];
          expect(picks.length).toBeLessThanOrEqual(area.max);
          expect(bankers.length).toBeLessThanOrEqual(area.bankers?.max ?? 0);
          expect(new Set([...picks, ...bankers]).size).toBe(picks.length + bankers.length);
          for (const values of [picks, bankers]) expect(values).toEqual(quickValues(area, 'all').filter((value) => values.includes(value)));
        }
        expect(JSON.parse(JSON.stringify(snapshot.context)), 'plain data').toEqual(snapshot.context);
      }),
      { numRuns: 500 },
    );
  });

  it('every transition of the model is walked, and every state reached', () => {
    const small: SelectionArea = { ...plain, values: { from: 0, to: 3 }, max: 3, bankers: { min: 0, max: 1 }, need: 2 };
    const { edges, states, paths } = walkPaths(ballSelectionMachine, {
      input: { play: 'p', areas: [small] },
      events: [
        tap('a', 0),
        tap('a', 1),
        tap('a', 2),
        tap('a', 3),
        tap('a', 9),
        banker('a', true),
        banker('a', false),
        { type: 'QUICK', area: 'a', pick: 'big' },
        { type: 'QUICK', area: 'a', pick: 'all' },
        { type: 'TOGGLE', area: 'a', values: [0, 1] },
        { type: 'TOGGLE', area: 'a', values: [0, 1, 2, 3] },
        { type: 'TOGGLE', area: 'a', values: [9] },
        { type: 'REPLACE', picks: { a: [1] }, bankers: { a: [2] } },
        { type: 'PLAY', play: 'p', areas: [small] },
        { type: 'CLEAR' },
      ] as SelectionEvent[],
      // How many, not which: all selections of one size are one state.
      key: ({ context }) => `${context.picks.a.length}/${context.bankers.a.length}/${context.bankerMode.a}`,
      holds: ({ value, context }) => {
        const total = context.picks.a.length + context.bankers.a.length;
        expect(value).toBe(total === 0 ? 'empty' : context.picks.a.length >= 2 ? 'ready' : 'partial');
      },
    });
    expect([...states].sort()).toEqual(['empty', 'partial', 'ready']);
    for (const [from, to] of [
      ['empty', 'partial'],
      ['empty', 'ready'],
      ['partial', 'ready'],
      ['partial', 'empty'],
      ['ready', 'partial'],
      ['ready', 'empty'],
    ])
      expect(
        [...edges].some((edge) => edge.startsWith(`${from} --`) && edge.endsWith(`--> ${to}`)),
        `${from} to ${to}`,
      ).toBe(true);
    for (const state of states)
      for (const type of ['TAP', 'BANKER_MODE', 'TOGGLE', 'QUICK', 'REPLACE', 'PLAY', 'CLEAR'])
        expect(
          [...edges].some((edge) => edge.startsWith(`${state} --${type}--`)),
          `${type} in ${state}`,
        ).toBe(true);
    expect(paths).toBeGreaterThan(50);
  });

  it('reads the areas of described plays: what a banker play needs is the rule’s choose', async () => {
    const areas = selectionAreas(
      (await readGame('ssq')).playGroups.flatMap(({ plays }) => plays).find(({ code }) => code === 'DT') as never,
    );
    expect(areas.map(({ id, need, bankers }) => ({ id, need, bankers }))).toEqual([
      { id: 'red', need: 6, bankers: { min: 1, max: 5 } },
      { id: 'blue', need: 1, bankers: null },
    ]);
  });
});
