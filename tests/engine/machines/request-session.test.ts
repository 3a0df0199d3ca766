import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, createActor } from 'xstate';
import { getAdjacencyMap } from 'xstate/graph';
import { type RequestEffect, type RequestEvent, requestMachine } from '../../../engine/machines/request.ts';
import { HEARTBEAT_MS, type SessionEffect, type SessionEvent, sessionMachine } from '../../../engine/machines/session.ts';

const answer = (status: number) => ({ status, models: { n: 1 }, msg: status === 0 ? '' : '不行' });

function request() {
  const effects: RequestEffect[] = [];
  const actor = createActor(requestMachine, { id: 'request', input: { timeoutMs: 20_000 } });
  actor.on('effect', ({ effect }) => effects.push(effect));
  actor.start();
  const send = (...events: RequestEvent[]) => {
    effects.length = 0;
    for (const event of events) actor.send(event);
    return effects.map((effect) => ('ms' in effect ? `${effect.do} ${effect.ms}` : effect.do));
  };
  return { send, value: () => actor.getSnapshot().value, context: () => actor.getSnapshot().context };
}

const requestEvents: RequestEvent[] = [
  { type: 'SEND' },
  { type: 'ANSWER', answer: answer(0) },
  { type: 'ANSWER', answer: answer(4) },
  { type: 'FAILED' },
  { type: 'DEADLINE' },
  { type: 'CANCEL' },
];

describe('request', () => {
  it('is sent under its deadline, and is done or refused with the answer', () => {
    const one = request();
    expect(one.send({ type: 'SEND' })).toEqual(['arm 20000', 'send']);
    expect(one.send({ type: 'ANSWER', answer: answer(0) })).toEqual(['disarm']);
    expect([one.value(), one.context().answer]).toEqual(['done', answer(0)]);
    const two = request();
    expect(two.send({ type: 'SEND' }, { type: 'ANSWER', answer: answer(4) })).toEqual(['arm 20000', 'send', 'disarm']);
    expect([two.value(), two.context().answer?.status]).toEqual(['refused', 4]);
  });
  it('a time-out, a failure and a cancellation end it without an answer', () => {
    const [late, broken, gone] = [request(), request(), request()];
    expect(late.send({ type: 'SEND' }, { type: 'DEADLINE' })).toEqual(['arm 20000', 'send', 'abort']);
    expect(broken.send({ type: 'SEND' }, { type: 'FAILED' })).toEqual(['arm 20000', 'send', 'disarm']);
    expect(gone.send({ type: 'SEND' }, { type: 'CANCEL' })).toEqual(['arm 20000', 'send', 'disarm', 'abort']);
    expect([late.value(), broken.value(), gone.value()]).toEqual(['timedOut', 'failed', 'cancelled']);
    for (const one of [late, broken, gone]) expect(one.context().answer).toBeUndefined();
  });
  it('an ended request ignores every event', () => {
    for (const end of requestEvents.slice(1))
      for (const event of requestEvents) {
        const one = request();
        one.send({ type: 'SEND' }, end);
        const value = one.value();
        expect(one.send(event), `${end.type} ${event.type}`).toEqual([]);
        expect(one.value(), `${end.type} ${event.type}`).toBe(value);
      }
  });
  it('every state of the model can be reached', () => {
    const map = getAdjacencyMap(requestMachine as AnyStateMachine, {
      input: { timeoutMs: 1 },
      events: requestEvents,
      serializeState: (state) => JSON.stringify(state.value),
    });
    expect(Object.keys(map).sort()).toEqual(['"cancelled"', '"done"', '"failed"', '"idle"', '"refused"', '"sending"', '"timedOut"']);
  });
});

const user = { Mid: '1', UserName: 'demo' };
const restored = (more: Partial<Extract<SessionEvent, { type: 'RESTORED' }>> = {}): SessionEvent => ({
  type: 'RESTORED',
  now: 0,
  autoLogin: false,
  heartbeatCount: 0,
  heartbeatTime: 0,
  offlineMinutes: 0,
  ...more,
});
const login: Extract<SessionEvent, { type: 'LOGGED_IN' }> = { type: 'LOGGED_IN', token: 't', user, autoLogin: true, now: 1_000 };

function session(root = '/') {
  const effects: SessionEffect[] = [];
  const actor = createActor(sessionMachine, { id: 'session', input: { root } });
  actor.on('effect', ({ effect }) => effects.push(effect));
  actor.start();
  const send = (...events: SessionEvent[]) => {
    effects.length = 0;
    for (const event of events) actor.send(event);
    return [...effects];
  };
  return { send, value: () => actor.getSnapshot().value, context: () => actor.getSnapshot().context };
}

describe('session', () => {
  it('starts as a visitor, as a player, or by asking the server for the profile of the token', () => {
    const [visitor, player, auto, closed] = [session(), session(), session(), session()];
    expect(visitor.send(restored())).toEqual([]);
    player.send(restored({ token: 't', user }));
    expect(auto.send(restored({ token: 't', autoLogin: true }))).toEqual([{ do: 'fetchProfile', token: 't' }]);
    const forgotten = closed.send(restored({ token: 't' }));
    expect([visitor.value(), player.value(), auto.value(), closed.value()]).toEqual([
      'visitor',
      { player: 'resting' },
      'restoring',
      'visitor',
    ]);
    expect(forgotten).toContainEqual({ do: 'forget', area: 'local', key: 'token' });
    expect(closed.context().token).toBeUndefined();
  });
  it('user info without a token is a visitor', () => {
    const one = session();
    one.send(restored({ user }));
    expect(one.value()).toBe('visitor');
  });
  it('auto-login succeeds, and leads to the page at which the guard stopped the player', () => {
    const one = session();
    one.send(restored({ token: 't', autoLogin: true }), { type: 'LOGIN_WANTED', loginAfter: '/betRecord' });
    const effects = one.send({ type: 'PROFILE', user });
    expect(effects).toContainEqual({ do: 'store', area: 'session', key: 'userInfo', value: JSON.stringify(user) });
    expect(effects).toContainEqual({ do: 'navigate', to: '/betRecord', replace: true });
    expect(one.value()).toEqual({ player: 'resting' });
  });
  it('a server that cannot be reached at the start logs nobody out: the token stays, and a later profile makes the visitor a player', () => {
    const one = session();
    expect(one.send(restored({ token: 't', autoLogin: true }), { type: 'PROFILE_FAILED' })).toEqual([{ do: 'fetchProfile', token: 't' }]);
    expect(one.value()).toBe('visitor');
    one.send({ type: 'PROFILE', user });
    expect(one.value()).toEqual({ player: 'resting' });
  });
  it('login stores token (local), user info (session) and auto-login (local), clears the banned flag, and goes to where the player was going', () => {
    const one = session();
    one.send(restored(), { type: 'LOGIN_WANTED', loginAfter: '/betRecord' });
    expect(one.send(login)).toEqual([
      { do: 'store', area: 'local', key: 'token', value: 't' },
      { do: 'store', area: 'session', key: 'userInfo', value: JSON.stringify(user) },
      { do: 'store', area: 'local', key: 'autoLogin', value: '1' },
      { do: 'forget', area: 'local', key: 'banned' },
      { do: 'forget', area: 'session', key: 'loginAfter' },
      { do: 'navigate', to: '/betRecord', replace: true },
      { do: 'beatLater', ms: HEARTBEAT_MS },
    ]);
    expect(one.context().loginAfter).toBeUndefined();
  });
  it('a new player goes to the page for new players, unless on the way to another', () => {
    const welcome: SessionEvent = { ...login, home: '/completeInfo' };
    const [one, other] = [session(), session()];
    expect(one.send(restored(), welcome)).toContainEqual({ do: 'navigate', to: '/completeInfo', replace: true });
    other.send(restored(), { type: 'LOGIN_WANTED', loginAfter: '/betRecord' });
    expect(other.send(welcome)).toContainEqual({ do: 'navigate', to: '/betRecord', replace: true });
  });
  it.each(['/', 'https://m.example/'])(
    'forced logout clears token, user info and auto-login, sets the banned flag, tab 0, and goes to %s',
    (root) => {
      const one = session(root);
      one.send(restored(), login, { type: 'LOGIN_WANTED', loginAfter: '/x' });
      expect(one.send({ type: 'FORCED_OUT', message: '请重新登录' })).toEqual([
        { do: 'stopBeats' },
        { do: 'forget', area: 'local', key: 'token' },
        { do: 'forget', area: 'session', key: 'userInfo' },
        { do: 'forget', area: 'local', key: 'autoLogin' },
        { do: 'forget', area: 'session', key: 'loginAfter' },
        { do: 'store', area: 'local', key: 'banned', value: '1' },
        { do: 'tab', tabIndex: 0 },
        { do: 'say', text: '请重新登录' },
        { do: 'navigate', to: root, replace: true },
      ]);
      expect(one.value()).toBe('visitor');
      expect([one.context().token, one.context().user, one.context().loginAfter]).toEqual([undefined, undefined, undefined]);
    },
  );
  it('logout tells the server, sets no ban and goes home', () => {
    const one = session('https://m.example/');
    one.send(restored(), login);
    const effects = one.send({ type: 'LOGOUT' });
    expect(effects).toContainEqual({ do: 'endOnServer', token: 't' });
    expect(effects).not.toContainEqual(expect.objectContaining({ key: 'banned' }));
    expect(effects.at(-1)).toEqual({ do: 'navigate', to: '/', replace: true });
    expect(one.send({ type: 'LOGOUT' })).toEqual([]);
  });
  it('heartbeats count, and report whole minutes away once', () => {
    const one = session();
    one.send(restored(), login);
    const beats = (effects: SessionEffect[]) => effects.filter((effect) => effect.do === 'beat');
    expect(beats(one.send({ type: 'BEAT_DUE', now: 61_000 }))).toEqual([{ do: 'beat', count: 1, offlineMinutes: 0 }]);
    one.send({ type: 'BEAT_DONE', now: 61_100 });
    // The phone slept for half an hour.
    expect(beats(one.send({ type: 'BEAT_DUE', now: 61_100 + 31 * 60_000 + 59_999 }))).toEqual([
      { do: 'beat', count: 2, offlineMinutes: 30 },
    ]);
    one.send({ type: 'BEAT_FAILED' });
    expect(one.value()).toEqual({ player: 'resting' });
    expect(beats(one.send({ type: 'BEAT_DUE', now: 61_100 + 33 * 60_000 }))).toEqual([{ do: 'beat', count: 3, offlineMinutes: 30 }]);
    expect(one.send({ type: 'BEAT_DONE', now: 61_100 + 33 * 60_000 })).toContainEqual({
      do: 'store',
      area: 'local',
      key: 'offlineMinutes',
      value: '0',
    });
    expect(beats(one.send({ type: 'BEAT_DUE', now: 0 }))).toEqual([{ do: 'beat', count: 4, offlineMinutes: 0 }]);
  });
  it('continues the heartbeat count of the previous page', () => {
    const one = session();
    one.send(restored({ token: 't', user, heartbeatCount: 7, heartbeatTime: 1, offlineMinutes: 2 }));
    expect(one.send({ type: 'BEAT_DUE', now: 5 * 60_000 + 1 })).toContainEqual({ do: 'beat', count: 8, offlineMinutes: 6 });
  });
  it('a visitor has no heartbeat', () => {
    const one = session();
    one.send(restored(), login, { type: 'LOGOUT' });
    expect(one.send({ type: 'BEAT_DUE', now: 1 })).toEqual([]);
  });
});
