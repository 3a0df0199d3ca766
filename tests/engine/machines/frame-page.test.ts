import { describe, expect, it } from 'vitest';
import {
  type FrameEffect,
  type FrameEvent,
  type FrameRequest,
  framePageMachine,
  hasTools,
  titleOf,
} from '../../../engine/machines/frame-page.ts';
import { walkPaths } from '../screens/lottery/support/walk.ts';
import { HOSTILE_MESSAGES, HOSTILE_ORIGINS, HOSTILE_URLS } from './hostile.ts';
import { run } from './run.ts';

const rules = {
  kinds: {
    game: { header: false, ball: true, tutorialSeconds: 10 },
    kefu: { header: false },
    recharge: { title: '充值', header: true, tools: true },
    acti: { title: '活动', header: true, backMarker: true },
  },
  messages: { login: '/a', yuEBao: '/b', goHome: '/' },
  reloadOnLandscape: ['AB_CQ'],
};
const input = { rules, appOrigin: 'https://app.test', landscape: false };
const ORIGIN = 'https://games.test';
const request = (more: Partial<FrameRequest> = {}): FrameRequest => ({ title: 'game', url: `${ORIGIN}/wheel?x=1`, ...more });
const open = (more: Partial<FrameRequest> = {}, marker = -1): FrameEvent => ({ type: 'OPEN', request: request(more), marker });
const loaded = { type: 'LOADED' } as const;
const back = { type: 'BACK' } as const;
const message = (data: unknown, origin = ORIGIN, own = true): FrameEvent => ({ type: 'MESSAGE', origin, own, data });
const play = (...events: FrameEvent[]) => run<FrameEffect, typeof framePageMachine>(framePageMachine, input, events);

describe('what stands around the frame', () => {
  it.each([
    ['game', 'game', false, false],
    ['kefu', 'kefu', false, false],
    ['recharge', '充值', true, true],
    ['acti', '活动', true, false],
    ['英超', '英超', true, false],
    ['走势图', '走势图', true, false],
    ['constructor', 'constructor', true, false],
  ])('%s', (title, shown, header, tools) => {
    const { context } = play(open({ title })).snapshot;
    expect([titleOf(context), context.kind.header, hasTools(context)]).toEqual([shown, header, tools]);
  });
  it('a form post has neither reload nor a way outside', () => {
    const { snapshot } = play(open({ title: 'recharge', method: 'POST', fields: { amount: '1' } }), loaded);
    expect(hasTools(snapshot.context)).toBe(false);
    for (const type of ['RELOAD', 'OPEN_OUTSIDE'] as const)
      expect(play(open({ title: 'recharge', method: 'POST' }), loaded, { type }).last, type).toEqual([]);
  });
  it('reload loads again; outside opens the very address', () => {
    const twice = play(open({ title: 'recharge' }), loaded, { type: 'RELOAD' });
    expect(twice).toMatchObject({ snapshot: { value: 'loading', context: { loads: 2 } }, last: [{ do: 'load' }] });
    expect(play(open({ title: 'recharge' }), loaded, { type: 'OPEN_OUTSIDE' }).last).toEqual([
      { do: 'openOutside', url: `${ORIGIN}/wheel?x=1` },
    ]);
    expect(play(open({ title: 'acti' }), loaded, { type: 'OPEN_OUTSIDE' }).last).toEqual([]);
  });
});

describe('messages of the page', () => {
  it.each([
    ['login', '/a'],
    ['yuEBao', '/b'],
    ['goHome', '/'],
  ])('%s', (type, to) => {
    expect(play(open(), loaded, message({ frame: 1, type })).last).toEqual([{ do: 'navigate', to }]);
    expect(play(open(), message({ frame: 1, type })).last, 'before it has loaded').toEqual([{ do: 'navigate', to }]);
  });
  it('count only from the frame’s own window and origin', () => {
    const login = { frame: 1, type: 'login' };
    expect(play(open(), loaded, message(login, ORIGIN, false)).last).toEqual([]);
    expect(HOSTILE_ORIGINS.length).toBeGreaterThanOrEqual(20);
    for (const origin of HOSTILE_ORIGINS) expect(play(open(), loaded, message(login, origin)).last, origin).toEqual([]);
  });
  it('nothing hostile is acted on, even from the right origin', () => {
    expect(HOSTILE_MESSAGES.length + HOSTILE_ORIGINS.length).toBeGreaterThanOrEqual(50);
    for (const data of HOSTILE_MESSAGES)
      expect(play(open(), loaded, message(data)).effects, JSON.stringify(data)).toEqual([{ do: 'load', request: request() }]);
  });
  it('count for nothing before something is open, and after it was refused', () => {
    const login = { frame: 1, type: 'login' };
    expect(play(message(login, '')).effects).toEqual([]);
    expect(play(open({ url: 'https://app.test/x' }), message(login, '')).effects).toEqual([]);
  });
});

describe('addresses', () => {
  it.each(HOSTILE_URLS)('%s is refused', (url) => {
    expect(play(open({ url }))).toMatchObject({ snapshot: { value: 'refused' }, effects: [] });
  });
  it('without a request the page is empty', () => {
    expect(play({ type: 'OPEN', request: null, marker: 0 })).toMatchObject({ snapshot: { value: 'empty' }, effects: [] });
    expect(play(open(), { type: 'OPEN', request: null, marker: 0 }).snapshot).toMatchObject({ value: 'empty', context: { request: null } });
  });
});

describe('back', () => {
  it('from an activity whose marker is 0: selects tab 0, forgets the page to open after a login, and goes one page back', () => {
    expect(play(open({ title: 'acti' }, 0), loaded, back)).toMatchObject({
      snapshot: { context: { marker: -1 } },
      last: [{ do: 'tab', tabIndex: 0 }, { do: 'clearLoginAfter' }, { do: 'setMarker', marker: -1 }, { do: 'back' }],
    });
  });
  it('from an activity whose marker is greater: the marker is reset', () => {
    expect(play(open({ title: 'acti' }, 3), loaded, back).last).toEqual([{ do: 'setMarker', marker: -1 }, { do: 'back' }]);
  });
  it('else just back, whatever the marker of another page says', () => {
    expect(play(open({ title: 'acti' }, -1), back).last).toEqual([{ do: 'back' }]);
    expect(play(open({ title: 'recharge' }, 0), back).last).toEqual([{ do: 'back' }]);
    expect(play(back).last).toEqual([{ do: 'back' }]);
  });
});

describe('turning the phone', () => {
  const turned = (landscape: boolean): FrameEvent => ({ type: 'TURNED', landscape });
  it('loads a listed company’s game again when it comes to landscape', () => {
    const { snapshot, last } = play(open({ company: 'ab_cq' }), loaded, turned(true));
    expect(snapshot).toMatchObject({ value: 'loading', context: { loads: 2, landscape: true } });
    expect(last).toEqual([{ do: 'load', request: request({ company: 'ab_cq' }) }]);
    expect(play(open({ gamecode: 'AB_CQ' }), turned(true)).snapshot.context.loads).toBe(2);
  });
  it('does not for others, for portrait, or twice for the same turn', () => {
    expect(play(open({ company: 'OTHER' }), loaded, turned(true)).snapshot.context.loads).toBe(1);
    expect(play(open({ company: 'AB_CQ' }), loaded, turned(true), loaded, turned(true)).snapshot.context.loads).toBe(2);
    expect(play(open({ company: 'AB_CQ' }), loaded, turned(true), loaded, turned(false)).snapshot.context.loads).toBe(2);
    expect(play(open({ company: 'AB_CQ' }), turned(true), turned(false), turned(true)).snapshot.context.loads).toBe(3);
    expect(play(turned(true)).snapshot.context.landscape).toBe(true);
  });
});

it('every transition of the model is walked', () => {
  const { edges } = walkPaths(framePageMachine, {
    input,
    events: [
      open({ title: 'recharge', company: 'AB_CQ' }),
      open({ title: 'acti' }, 0),
      open({ url: 'javascript:1' }),
      { type: 'OPEN', request: null, marker: -1 },
      loaded,
      back,
      { type: 'RELOAD' },
      { type: 'OPEN_OUTSIDE' },
      message({ frame: 1, type: 'login' }),
      { type: 'TURNED', landscape: true },
      { type: 'TURNED', landscape: false },
    ] as FrameEvent[],
    // The number of loads does not distinguish states.
    key: ({ context }) => `${context.request?.title}${context.marker}${context.landscape}`,
    holds: ({ value, context }) => expect(context.request === null).toBe(value === 'empty'),
  });
  for (const edge of [
    'empty --OPEN--> loading',
    'empty --OPEN--> refused',
    'empty --OPEN--> empty',
    'refused --OPEN--> loading',
    'refused --BACK--> refused',
    'loading --LOADED--> shown',
    'loading --RELOAD--> loading',
    'loading --TURNED--> loading',
    'loading --OPEN--> empty',
    'shown --RELOAD--> loading',
    'shown --TURNED--> loading',
    'shown --TURNED--> shown',
    'shown --MESSAGE--> shown',
    'shown --OPEN_OUTSIDE--> shown',
    'shown --BACK--> shown',
    'shown --OPEN--> refused',
  ])
    expect(edges, edge).toContain(edge);
});
