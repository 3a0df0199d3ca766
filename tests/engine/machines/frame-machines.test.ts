import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHUNK_TIMEOUT_MS, type ChunkEffect, type ChunkEvent, chunkLoadMachine } from '../../../engine/machines/chunk-load.ts';
import {
  type BallEffect,
  type BallEvent,
  cornerOf,
  FADE_AFTER_MS,
  FIRST_PLACE,
  floatingBallMachine,
  placeOf,
  readPlace,
  TAP_PAUSE_MS,
  writePlace,
} from '../../../engine/machines/floating-ball.ts';
import { pageTransitionMachine, type TransitionEffect, type TransitionEvent } from '../../../engine/machines/page-transition.ts';
import { type SpeedTestEffect, type SpeedTestEvent, speedTestMachine } from '../../../engine/machines/speed-test.ts';
import { FINGERPRINT_AFTER_MS, type StartUpEffect, type StartUpEvent, startUpMachine } from '../../../engine/machines/start-up.ts';
import { type TutorialEffect, type TutorialEvent, tutorialMachine } from '../../../engine/machines/tutorial.ts';
import { walkPaths } from '../screens/lottery/support/walk.ts';
import { run } from './run.ts';

const NOW = 1_795_000_000_000;

describe('tutorial overlay', () => {
  const play = (...events: TutorialEvent[]) => run<TutorialEffect, typeof tutorialMachine>(tutorialMachine, { seconds: 10 }, events);
  const show = { type: 'SHOW', now: NOW } as const;
  const tick = (seconds: number): TutorialEvent => ({ type: 'TICK', now: NOW + seconds * 1_000 });

  it('counts 10 s down, second by second, and hides', () => {
    expect(play().snapshot).toMatchObject({ value: 'waiting', context: { secondsLeft: 10 } });
    const events: TutorialEvent[] = [show];
    for (let second = 1; second < 10; second++) {
      events.push(tick(second));
      const { snapshot, last } = play(...events);
      expect(snapshot).toMatchObject({ value: 'shown', context: { secondsLeft: 10 - second } });
      expect(last).toEqual([{ do: 'tickLater', ms: 1_000 }]);
    }
    const { snapshot, last } = play(...events, tick(10));
    expect(snapshot).toMatchObject({ value: 'hidden', context: { secondsLeft: 0 } });
    expect(last).toEqual([{ do: 'stopTicks' }]);
  });
  it('asks for the next full second, however late a tick came', () => {
    expect(play(show, tick(2.3))).toMatchObject({ snapshot: { context: { secondsLeft: 8 } }, last: [{ do: 'tickLater', ms: 700 }] });
    expect(play(show, tick(60)).snapshot.value, 'a phone that slept').toBe('hidden');
    expect(play(show, tick(-3_600)), 'a clock that was set back').toMatchObject({
      snapshot: { value: 'shown', context: { secondsLeft: 10 } },
      last: [{ do: 'tickLater', ms: 1_000 }],
    });
  });
  it('is dismissed by entering, or by going back', () => {
    expect(play(show, { type: 'ENTER' })).toMatchObject({ snapshot: { value: 'hidden' }, last: [{ do: 'stopTicks' }] });
    expect(play(show, { type: 'LEAVE' })).toMatchObject({ snapshot: { value: 'hidden' }, last: [{ do: 'stopTicks' }, { do: 'back' }] });
  });
  it('every transition of the model is walked', () => {
    const { edges } = walkPaths(tutorialMachine, {
      input: { seconds: 2 },
      events: [show, tick(1), tick(2), { type: 'ENTER' }, { type: 'LEAVE' }],
      key: ({ context }) => String(context.secondsLeft),
      holds: ({ context }) => expect(context.secondsLeft).toBeGreaterThanOrEqual(0),
    });
    expect([...edges].filter((edge) => !edge.startsWith('waiting --T') && !edge.startsWith('hidden'))).toEqual(
      expect.arrayContaining([
        'waiting --SHOW--> shown',
        'shown --TICK--> shown',
        'shown --TICK--> hidden',
        'shown --ENTER--> hidden',
        'shown --LEAVE--> hidden',
      ]),
    );
    for (const edge of edges) if (edge.startsWith('hidden')) expect(edge.endsWith('hidden')).toBe(true);
  });
});

describe('floating ball', () => {
  const box = { width: 390, height: 844, size: 56, margin: 8 };
  const play = (...events: BallEvent[]) => run<BallEffect, typeof floatingBallMachine>(floatingBallMachine, box, events);
  const press = { type: 'PRESS', x: 350, y: 500 } as const;
  const move = (dx: number, dy: number): BallEvent => ({ type: 'MOVE', x: press.x + dx, y: press.y + dy });
  const release = { type: 'RELEASE' } as const;
  const due = { type: 'TAP_DUE' } as const;
  const done = (effects: readonly BallEffect[]) => effects.filter((effect) => effect.do === 'reload' || effect.do === 'back');

  it('one tap reloads, 250 ms after it', () => {
    expect(TAP_PAUSE_MS).toBe(250);
    const tapped = play(press, release);
    expect([tapped.snapshot.value, done(tapped.effects)]).toEqual(['tapped', []]);
    expect(tapped.last).toEqual([{ do: 'armTap', ms: 250 }]);
    const after = play(press, release, due);
    expect([after.snapshot.value, done(after.effects)]).toEqual(['idle', [{ do: 'reload' }]]);
  });
  it('two taps go back, and do not reload', () => {
    const { snapshot, effects } = play(press, release, press, release);
    expect([snapshot.value, done(effects)]).toEqual(['idle', [{ do: 'back' }]]);
    expect(effects, 'the pause of the first tap is over').toContainEqual({ do: 'disarmTap' });
    expect(done(play(press, release, press, release, due).effects)).toEqual([{ do: 'back' }]);
  });
  it('keyboard and assistive technology tap too', () => {
    expect(done(play({ type: 'ACTIVATE' }, due).effects)).toEqual([{ do: 'reload' }]);
    expect(done(play({ type: 'ACTIVATE' }, { type: 'ACTIVATE' }).effects)).toEqual([{ do: 'back' }]);
  });
  it('a finger that trembles taps; one that moves drags, and a drag neither reloads nor goes back', () => {
    expect(play(press, move(5, 5)).snapshot.value).toBe('pressed');
    const { snapshot, effects } = play(press, move(-200, 30), move(-250, 40), release);
    expect([snapshot.value, done(effects)]).toEqual(['idle', []]);
    expect(done(play(press, release, press, move(-90, 0), release).effects), 'a tap and then a drag').toEqual([]);
  });
  it('follows the finger inside the box, snaps to the nearer side and stores where', () => {
    const start = cornerOf(box, FIRST_PLACE);
    expect(play(press, move(-100, 50)).snapshot).toMatchObject({ value: 'dragging', context: { x: start.x - 100, y: start.y + 50 } });
    expect(play(press, move(-5_000, -5_000)).snapshot.context).toMatchObject({ x: 0, y: 0 });
    const left = play(press, move(-220, 0), release);
    expect(left.snapshot.context).toMatchObject({ x: 8, y: start.y, place: { side: 'left' }, press: null });
    expect(left.effects).toContainEqual({ do: 'store', place: left.snapshot.context.place });
    expect(play(press, move(-120, 0), release).snapshot.context).toMatchObject({ x: 390 - 56 - 8, place: { side: 'right' } });
  });
  it('a touch that the system takes away is no tap; a drag ends where it is', () => {
    expect(play(press, { type: 'CANCEL' })).toMatchObject({ snapshot: { value: 'idle' } });
    expect(done(play(press, { type: 'CANCEL' }, due).effects)).toEqual([]);
    expect(done(play(press, release, press, { type: 'CANCEL' }, due).effects)).toEqual([]);
    expect(play(press, move(-220, 0), { type: 'CANCEL' }).snapshot.context.place.side).toBe('left');
  });
  it('fades after 2 s without a touch, and lights up again', () => {
    expect(FADE_AFTER_MS).toBe(2_000);
    expect(play().effects).toEqual([{ do: 'armFade', ms: 2_000 }]);
    expect(play({ type: 'FADE_DUE' }).snapshot.value).toBe('faded');
    expect(play({ type: 'FADE_DUE' }, press).snapshot.value).toBe('pressed');
    expect(play(press).effects).toContainEqual({ do: 'disarmFade' });
    expect(play(press, release, due).last).toContainEqual({ do: 'armFade', ms: 2_000 });
  });
  it('arrow keys move it from side to side and up and down', () => {
    const left = play({ type: 'KEY', to: 'left' });
    expect(left.snapshot.context).toMatchObject({ x: 8, place: { side: 'left' } });
    expect(play({ type: 'FADE_DUE' }, { type: 'KEY', to: 'up' })).toMatchObject({
      snapshot: { value: 'idle', context: { place: { side: 'right' } } },
    });
    expect(play({ type: 'KEY', to: 'down' }).snapshot.context.y - play().snapshot.context.y).toBe(48);
  });
  it('keeps its side and its share of the way in another box', () => {
    const turned = play({ type: 'KEY', to: 'left' }, { type: 'RESIZE', width: 844, height: 390 });
    expect(turned.snapshot.context).toMatchObject({ x: 8, width: 844, height: 390 });
    const back = run<BallEffect, typeof floatingBallMachine>(floatingBallMachine, box, [
      { type: 'RESIZE', width: 844, height: 390 },
      { type: 'RESIZE', width: 390, height: 844 },
    ]);
    expect(back.snapshot.context).toMatchObject(cornerOf(box, FIRST_PLACE));
    expect(play({ type: 'FADE_DUE' }, { type: 'RESIZE', width: 300, height: 300 }).snapshot.value).toBe('faded');
  });
  it('a stored place is read back; anything else is not', () => {
    fc.assert(
      fc.property(fc.constantFrom('left' as const, 'right' as const), fc.integer({ min: 0, max: 1000 }), (side, down) => {
        expect(readPlace(writePlace({ side, down }))).toEqual({ side, down });
        expect(placeOf(box, cornerOf(box, { side, down }).x, cornerOf(box, { side, down }).y).side).toBe(side);
      }),
    );
    for (const text of [null, '', 'middle:3', 'left:1001', 'left:-1', 'left', '{"side":"left"}']) expect(readPlace(text)).toBeUndefined();
  });
  it('is inside its box whatever is done to it', () => {
    const number = fc.integer({ min: -2_000, max: 2_000 });
    const event = fc.oneof(
      fc.record({ type: fc.constant('PRESS' as const), x: number, y: number }),
      fc.record({ type: fc.constant('MOVE' as const), x: number, y: number }),
      fc.record({
        type: fc.constant('RESIZE' as const),
        width: fc.integer({ min: 80, max: 2_000 }),
        height: fc.integer({ min: 80, max: 2_000 }),
      }),
      fc.record({
        type: fc.constant('KEY' as const),
        to: fc.constantFrom('left' as const, 'right' as const, 'up' as const, 'down' as const),
      }),
      fc.constantFrom<BallEvent>(release, due, { type: 'CANCEL' }, { type: 'FADE_DUE' }, { type: 'ACTIVATE' }),
    );
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), (events) => {
        const { context, value } = play(...(events as BallEvent[])).snapshot;
        expect(context.x).toBeGreaterThanOrEqual(0);
        expect(context.y).toBeGreaterThanOrEqual(0);
        expect(context.x + context.size).toBeLessThanOrEqual(context.width);
        expect(context.y + context.size).toBeLessThanOrEqual(context.height);
        if (value === 'idle' || value === 'faded' || value === 'tapped') expect(context).toMatchObject(cornerOf(context, context.place));
      }),
    );
  });
  it('every transition of the model is walked', () => {
    const { edges, states } = walkPaths(floatingBallMachine, {
      input: box,
      events: [
        press,
        move(-220, 0),
        release,
        due,
        { type: 'CANCEL' },
        { type: 'FADE_DUE' },
        { type: 'ACTIVATE' },
        { type: 'KEY', to: 'left' },
        { type: 'RESIZE', width: 844, height: 390 },
      ] as BallEvent[],
      key: ({ context }) => `${context.place.side}${context.width}${context.press !== null}`,
      holds: ({ value, context }) => expect(context.press !== null).toBe(['pressed', 'dragging', 'pressedAgain'].includes(String(value))),
    });
    expect([...states].sort()).toEqual(['dragging', 'faded', 'idle', 'pressed', 'pressedAgain', 'tapped']);
    for (const edge of [
      'idle --PRESS--> pressed',
      'idle --ACTIVATE--> tapped',
      'idle --KEY--> idle',
      'idle --FADE_DUE--> faded',
      'faded --PRESS--> pressed',
      'faded --ACTIVATE--> tapped',
      'faded --KEY--> idle',
      'faded --RESIZE--> faded',
      'pressed --MOVE--> dragging',
      'pressed --RELEASE--> tapped',
      'pressed --CANCEL--> idle',
      'pressed --RESIZE--> idle',
      'tapped --TAP_DUE--> idle',
      'tapped --PRESS--> pressedAgain',
      'tapped --ACTIVATE--> idle',
      'tapped --RESIZE--> idle',
      'pressedAgain --MOVE--> dragging',
      'pressedAgain --RELEASE--> idle',
      'pressedAgain --CANCEL--> idle',
      'dragging --MOVE--> dragging',
      'dragging --RELEASE--> idle',
      'dragging --CANCEL--> idle',
      'dragging --RESIZE--> idle',
    ])
      expect(edges, edge).toContain(edge);
  });
});

describe('chunk load', () => {
  const play = (...events: ChunkEvent[]) => run<ChunkEffect, typeof chunkLoadMachine>(chunkLoadMachine, { request: 'cells' }, events);
  const load = { type: 'LOAD' } as const;

  it('waits 120 s at most', () => {
    expect(CHUNK_TIMEOUT_MS).toBe(120_000);
    expect(play(load)).toMatchObject({ snapshot: { value: 'loading' }, last: [{ do: 'arm', ms: 120_000 }, { do: 'load' }] });
    expect(play(load, { type: 'DEADLINE' }).snapshot).toMatchObject({
      value: 'failed',
      context: { failure: { type: 'timeout', request: 'cells' } },
    });
  });
  it('a failure knows its type and its address', () => {
    expect(play(load, { type: 'FAILED' })).toMatchObject({
      snapshot: { value: 'failed', context: { failure: { type: 'missing', request: 'cells' } } },
      last: [{ do: 'disarm' }],
    });
    expect(play(load, { type: 'FAILED', eventType: 'error', request: 'https://a/b.js' }).snapshot.context.failure).toEqual({
      type: 'error',
      request: 'https://a/b.js',
    });
  });
  it('what comes after the deadline is not taken; a retry starts over', () => {
    expect(play(load, { type: 'DEADLINE' }, { type: 'LOADED' }).snapshot.value).toBe('failed');
    expect(play(load, { type: 'LOADED' })).toMatchObject({ snapshot: { value: 'loaded' }, last: [{ do: 'disarm' }] });
    expect(play(load, { type: 'FAILED' }, load)).toMatchObject({
      snapshot: { value: 'loading', context: { failure: null } },
      last: [{ do: 'arm', ms: 120_000 }, { do: 'load' }],
    });
  });
  it('every transition of the model is walked', () => {
    const { edges } = walkPaths(chunkLoadMachine, {
      input: { request: 'cells' },
      events: [load, { type: 'LOADED' }, { type: 'FAILED' }, { type: 'DEADLINE' }],
      key: ({ context }) => context.failure?.type ?? '',
      holds: ({ value, context }) => expect(context.failure !== null).toBe(value === 'failed'),
    });
    for (const edge of [
      'idle --LOAD--> loading',
      'loading --LOADED--> loaded',
      'loading --FAILED--> failed',
      'loading --DEADLINE--> failed',
      'failed --LOAD--> loading',
    ])
      expect(edges, edge).toContain(edge);
  });
});

describe('start-up', () => {
  const confirmed = { version: 202007000, confirmedFrom: 202007000, native: false };
  const play = (input: typeof confirmed, ...events: StartUpEvent[]) =>
    run<StartUpEffect, typeof startUpMachine>(startUpMachine, input, events);
  const start = { type: 'START' } as const;
  const due = { type: 'DUE' } as const;

  it('names the device 2 s after start, and stores the address that the server saw', () => {
    expect(FINGERPRINT_AFTER_MS).toBe(2_000);
    expect(play(confirmed, start).effects).toEqual([{ do: 'later', ms: 2_000 }]);
    expect(play(confirmed, start, due).last).toEqual([{ do: 'nameDevice' }, { do: 'askAddress' }, { do: 'askSystem' }]);
    expect(play(confirmed, start, due, { type: 'ADDRESS', ip: '203.0.113.7' })).toMatchObject({
      snapshot: { value: { device: 'known' } },
      last: [{ do: 'storeAddress', ip: '203.0.113.7' }],
    });
    expect(play(confirmed, start, due, { type: 'ADDRESS_FAILED' })).toMatchObject({ snapshot: { value: { device: 'known' } }, last: [] });
  });
  it('in a native wrapper asks for the agent id too', () => {
    const native = { ...confirmed, native: true };
    const waitingState = play(native, start, due, { type: 'ADDRESS_FAILED' });
    expect(waitingState).toMatchObject({ snapshot: { value: { device: 'askingAgent' } }, last: [{ do: 'askAgent' }] });
    expect(play(native, start, due, { type: 'ADDRESS_FAILED' }, { type: 'AGENT', agent: '{"id":1}' })).toMatchObject({
      snapshot: { value: { device: 'known' } },
      last: [{ do: 'storeAgent', agent: '{"id":1}' }],
    });
    expect(play(native, start, due, { type: 'ADDRESS_FAILED' }, { type: 'AGENT_FAILED' }).snapshot.value.device).toBe('known');
  });
  it('a version of at least 202007000 is confirmed, an older one is reported', () => {
    expect(play(confirmed, start).snapshot.value.version).toBe('confirmed');
    const old = play({ ...confirmed, version: 202006999 }, start);
    expect([old.snapshot.value.version, old.last]).toEqual(['outdated', [{ do: 'later', ms: 2_000 }, { do: 'outdated' }]]);
  });
  it('a server under maintenance is shown; one that works, or says nothing, is not', () => {
    const answer = (maintenance: boolean): StartUpEvent => ({ type: 'SYSTEM', maintenance, message: '升级中' });
    expect(play(confirmed, start, due, answer(true))).toMatchObject({
      snapshot: { value: { system: 'maintenance' }, context: { message: '升级中' } },
      last: [{ do: 'showMaintenance', message: '升级中' }],
    });
    expect(play(confirmed, start, due, answer(false))).toMatchObject({ snapshot: { value: { system: 'working' } }, last: [] });
    expect(play(confirmed, start, due, { type: 'SYSTEM_FAILED' })).toMatchObject({ snapshot: { value: { system: 'unknown' } }, last: [] });
  });
  it('starts once', () => {
    expect(play(confirmed, start, start).last).toEqual([]);
    expect(play(confirmed, due).last).toEqual([]);
  });
});

describe('page transition', () => {
  const play = (...events: TransitionEvent[]) =>
    run<TransitionEffect, typeof pageTransitionMachine>(pageTransitionMachine, undefined as never, events);
  const arrive = (address: string, direction: 'forward' | 'backward' | 'none', still = false): TransitionEvent => ({
    type: 'ARRIVE',
    address,
    direction,
    still,
  });

  it('the first page stands still, the next moves for 300 ms', () => {
    expect(play(arrive('/', 'forward')).snapshot).toMatchObject({ value: 'still', context: { current: { address: '/' }, leaving: null } });
    const moving = play(arrive('/', 'none'), arrive('/a', 'forward'));
    expect(moving).toMatchObject({
      snapshot: { value: 'moving', context: { current: { address: '/a', back: false }, leaving: { address: '/' }, direction: 'forward' } },
      last: [{ do: 'arm', ms: 320 }],
    });
    expect(play(arrive('/', 'none'), arrive('/a', 'forward'), { type: 'MOVED' })).toMatchObject({
      snapshot: { value: 'still', context: { leaving: null, direction: 'none' } },
      last: [{ do: 'disarm' }],
    });
  });
  it('going back is known to the page', () => {
    expect(play(arrive('/', 'none'), arrive('/a', 'backward')).snapshot.context.current?.back).toBe(true);
  });
  it('nothing moves where no motion is wanted, and the same address is no arrival', () => {
    expect(play(arrive('/', 'none'), arrive('/a', 'forward', true)).snapshot).toMatchObject({ value: 'still', context: { leaving: null } });
    const twice = play(arrive('/', 'none'), arrive('/a', 'forward'), arrive('/a', 'none'));
    expect([twice.snapshot.context.keys, twice.last]).toEqual([2, []]);
  });
  it('an arrival in the middle of a motion takes over, with a time of its own', () => {
    const { snapshot, last } = play(arrive('/', 'none'), arrive('/a', 'forward'), arrive('/b', 'forward'));
    expect(snapshot.context).toMatchObject({ current: { key: 3 }, leaving: { key: 2 } });
    expect(last).toEqual([{ do: 'disarm' }, { do: 'arm', ms: 320 }]);
  });
  it('every transition of the model is walked', () => {
    const { edges } = walkPaths(pageTransitionMachine, {
      events: [arrive('/a', 'forward'), arrive('/b', 'backward'), arrive('/c', 'none'), { type: 'MOVED' } as TransitionEvent],
      key: ({ context }) => `${context.current?.address}${context.leaving?.address}`,
      holds: ({ value, context }) => expect(context.leaving !== null).toBe(value === 'moving'),
    });
    for (const edge of [
      'empty --ARRIVE--> still',
      'still --ARRIVE--> moving',
      'still --ARRIVE--> still',
      'moving --ARRIVE--> moving',
      'moving --ARRIVE--> still',
      'moving --MOVED--> still',
    ])
      expect(edges, edge).toContain(edge);
  });
});

describe('line test', () => {
  const play = (...events: SpeedTestEvent[]) => run<SpeedTestEffect, typeof speedTestMachine>(speedTestMachine, { lines: 2 }, events);
  const start = { type: 'START' } as const;
  const measured = (line: number, ms: number, of = 1): SpeedTestEvent => ({ type: 'MEASURED', run: of, line, ms });

  it('measures one line after another, each for 10 s at most', () => {
    expect(play(start).last).toEqual([{ do: 'abort' }, { do: 'measure', run: 1, line: 0, ms: 10_000 }]);
    expect(play(start, measured(0, 30)).last).toEqual([{ do: 'measure', run: 1, line: 1, ms: 10_000 }]);
    expect(play(start, measured(0, 30), { type: 'FAILED', run: 1, line: 1 }).snapshot).toMatchObject({
      value: 'done',
      context: { outcomes: [30, 'failed'] },
    });
  });
  it('gives a line up, and takes nothing that comes late', () => {
    const given = play(start, { type: 'DEADLINE', run: 1, line: 0 });
    expect([given.snapshot.context.outcomes, given.last]).toEqual([
      ['failed', null],
      [{ do: 'abort' }, { do: 'measure', run: 1, line: 1, ms: 10_000 }],
    ]);
    expect(play(start, { type: 'DEADLINE', run: 1, line: 0 }, measured(0, 9)).snapshot.context.outcomes).toEqual(['failed', null]);
    expect(play(start, start, measured(0, 9)).snapshot.context.outcomes, 'an answer of the measurement before').toEqual([null, null]);
    expect(play(start, measured(0, 1), measured(1, 2), start).snapshot).toMatchObject({ value: 'measuring', context: { run: 2 } });
  });
});
