/**
 * Records of submissions that outlive a page: for the player that sent them, also while another one is logged in, and in a storage with any values.
 */
import { describe, expect, it } from 'vitest';
import { namespacedStore } from '../../../engine/drivers/storage.ts';
import { createSubmissions, type SendResult } from '../../../engine/drivers/submissions.ts';
import { virtualClock } from '../../../engine/drivers/timers.ts';
import { outcomeOf, request, SCOPE, submissionWorld } from '../../app/platform/submission-world.ts';
import { memoryStorage, settle } from '../../app/platform/world.ts';

const { w, arrive, outcome, stored, effects, valueOf, page } = submissionWorld();

describe('logout and another player', () => {
  it('another player neither sees nor asks about it; the first one does when back', async () => {
    const here = page();
    w.network = 'down';
    const submitted = outcomeOf(here.submit(SCOPE, request()));
    await settle();
    w.player = '';
    here.playerChanged();
    expect(valueOf(here)).toEqual({ doubt: 'waiting' });
    const before = w.lookups.length;
    w.clock.advance(60_000);
    await settle();
    expect(w.lookups.length, 'nobody is there who could ask').toBe(before);

    w.player = '8';
    here.playerChanged();
    w.network = 'up';
    expect([valueOf(here), here.of(SCOPE).getSnapshot().context.submission]).toEqual(['idle', null]);
    expect(await here.submit(SCOPE, request('800'))).toMatchObject({ state: 'accepted' });
    expect(w.sent.map(({ by, key }) => [by, key === w.sent[0]?.key])).toEqual([
      ['7', true],
      ['8', false],
    ]);
    expect([w.lookups.length, submitted.value, stored('7').sent.params]).toEqual([before, undefined, { amount: '100' }]);

    w.player = '7';
    here.playerChanged();
    await settle();
    expect(w.lookups.at(-1)).toEqual({ key: w.sent[0]?.key, by: '7' });
    expect([valueOf(here), submitted.value, stored('7').sent]).toEqual(['refused', { state: 'refused', status: -1, msg: '' }, undefined]);
    expect(w.lookups.every(({ by }) => by === '7')).toBe(true);
  });

  it('an answer that comes after another player’s login is kept for the one who sent it', async () => {
    let answer: (result: SendResult) => void = () => {};
    const here = createSubmissions({
      store: namespacedStore('app', () => w.storage),
      clock: w.clock,
      player: () => w.player,
      newKey: () => `k${(w.keys += 1)}`,
      send: (submission) => {
        void arrive(submission);
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
      ask: outcome,
    });
    const submitted = outcomeOf(here.submit(SCOPE, request()));
    w.player = '8';
    here.playerChanged();
    const first = answer;
    void here.submit(SCOPE, request('800'));
    first({ ok: true, models: { n: 1 } });
    await settle();
    expect([here.of(SCOPE).getSnapshot().value, submitted.value], 'it is not taken for the answer to the other’s').toEqual([
      'sending',
      undefined,
    ]);
    w.player = '7';
    here.playerChanged();
    await settle();
    expect([here.of(SCOPE).getSnapshot().value, submitted.value]).toEqual(['accepted', { state: 'accepted', models: { n: 1 }, msg: '' }]);
    expect([w.sent.map(({ by }) => by), effects()]).toEqual([['7', '8'], 2]);
  });

  it('the result of the last player is not shown to a visitor', async () => {
    const here = page();
    await here.submit(SCOPE, request());
    expect(valueOf(here)).toBe('accepted');
    w.player = '';
    here.playerChanged();
    expect(here.of(SCOPE).getSnapshot()).toMatchObject({ value: 'idle', context: { answer: null } });
  });

  it('an answer that comes while nobody is logged in waits for the login: what it empties is put away until then', async () => {
    let answer: (result: SendResult) => void = () => {};
    w.network = 'hangs';
    const here = createSubmissions({
      store: namespacedStore('app', () => w.storage),
      clock: w.clock,
      player: () => w.player,
      newKey: () => `k${(w.keys += 1)}`,
      send: () => new Promise((resolve) => void (answer = resolve)),
      ask: async () => ({ state: 'done', answer: { status: 0, models: { n: 1 }, msg: '' } }),
    });
    const submitted = outcomeOf(here.submit(SCOPE, request()));
    w.player = '';
    here.playerChanged();
    answer({ ok: true, models: { n: 1 } });
    await settle();
    expect([valueOf(here), submitted.value]).toEqual([{ doubt: 'waiting' }, undefined]);
    w.player = '7';
    here.playerChanged();
    await settle();
    expect([valueOf(here), submitted.value]).toEqual(['accepted', { state: 'accepted', models: { n: 1 }, msg: '' }]);
  });

  it('a player that logs in again sees no request to log in; another refusal stays to be read', async () => {
    for (const [status, value] of [[2, 'idle'] as const, [5, 'refused'] as const]) {
      const here = createSubmissions({
        store: namespacedStore('app', memoryStorage),
        clock: w.clock,
        player: () => w.player,
        newKey: () => `k${(w.keys += 1)}`,
        send: async () => ({ ok: false, status, msg: '', inDoubt: false }),
        ask: outcome,
      });
      await here.submit(SCOPE, request());
      w.player = '';
      here.playerChanged();
      expect(valueOf(here)).toBe('refused');
      w.player = '7';
      here.playerChanged();
      expect(valueOf(here)).toBe(value);
    }
  });

  it('a player that is known only after the page opened finds the record', async () => {
    w.network = 'down';
    void page().submit(SCOPE, request());
    await settle();
    w.network = 'up';
    w.player = '';
    const next = page();
    expect(valueOf(next)).toBe('idle');
    w.player = '7';
    next.playerChanged();
    await settle();
    expect(valueOf(next)).toBe('refused');
  });
});

describe('storage', () => {
  it.each([
    '',
    '{',
    'null',
    '7',
    '"key"',
    '[]',
    '{}',
    '{"key":"","at":1}',
    '{"key":"k"}',
    '{"key":"k","at":1,"sent":{"call":"/x","method":"PUT","params":{}}}',
    '{"key":"k","at":1,"sent":null}',
    '{"key":"k","at":1,"sent":"call"}',
    '{"key":"k","at":1,"sent":{"call":"/x","method":"POST","params":null}}',
    '{"key":"k","at":1,"sent":{"call":"/x","method":"POST","params":7}}',
    '{"key":"k","at":1,"sent":{"call":"/x","method":"POST","params":"ab"}}',
    '{"key":"k","at":1,"sent":{"call":"/x","method":"POST","params":{"a":1}}}',
  ])('that holds %s holds nothing', (text) => {
    w.storage.setItem(`app.submission.7.${SCOPE}`, text);
    expect([valueOf(page()), w.lookups]).toEqual(['idle', []]);
  });

  it('that is denied: as long as the page lives, all the same', async () => {
    const here = createSubmissions({
      store: namespacedStore('app', () => undefined),
      clock: w.clock,
      player: () => '7',
      newKey: () => `k${(w.keys += 1)}`,
      send: arrive,
      ask: outcome,
    });
    w.network = 'answerLost';
    expect(await here.submit(SCOPE, request())).toMatchObject({ state: 'accepted' });
    expect(effects()).toBe(1);
  });

  it('a phone whose clock jumps by a week still looks the outcome up: no submission is dropped before the server has reported it', async () => {
    w.network = 'hangs';
    void page().submit(SCOPE, request());
    w.network = 'up';
    w.clock = virtualClock(w.clock.now() + 7 * 24 * 3_600_000);
    const there = page();
    expect([valueOf(there), w.lookups.length], 'by a page that was loaded since').toEqual([{ doubt: 'asking' }, 1]);
    await settle();
    expect([valueOf(there), stored().sent]).toEqual(['refused', undefined]);
  });

  it('a key that lay ready for a week is forgotten, of any player; sent submissions and other values stay', () => {
    const old = { key: 'old', at: 1_000 };
    const sent = JSON.stringify({ ...old, sent: { call: '/x', method: 'POST', params: {} } });
    w.storage.setItem('app.submission.9.a', JSON.stringify(old));
    w.storage.setItem('app.submission.9.b', sent);
    w.storage.setItem('app.token', 't');
    w.clock = virtualClock(1_000 + 7 * 24 * 3_600_000);
    page().of(SCOPE);
    expect(['submission.9.a', 'submission.9.b', 'token'].map((name) => w.storage.getItem(`app.${name}`))).toEqual([null, sent, 't']);
    expect(stored('7', '')).toMatchObject({ key: 'key-1' });
  });
});
