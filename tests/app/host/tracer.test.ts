// @vitest-environment happy-dom
/** What a page recorded outlives it in the tab's storage, and a tab without room for it loses nothing else. */
import { describe, expect, it, vi } from 'vitest';
import { createActor } from 'xstate';
import { createTracer } from '../../../app/host/tracer.ts';
import { namespacedStore } from '../../../engine/drivers/storage.ts';
import { tutorialMachine } from '../../../engine/machines/tutorial.ts';
import { MACHINES, readStoredTrace, replay } from '../../../engine/replay/index.ts';
import { memoryStorage } from '../platform/world.ts';

const index = { format: 1 as const, version: 'v', games: [], documents: {} };

/** A page that tells its one machine something and goes away; the events that a file of it would hold. */
async function page(store: ReturnType<typeof namespacedStore>, version = '1'): Promise<number> {
  const tracer = createTracer('caipu', version);
  tracer.keepIn(store);
  const actor = createActor(tutorialMachine, { id: 'tutorial', input: { seconds: 10 } });
  tracer.attach(actor);
  actor.start();
  actor.send({ type: 'SHOW', now: 1 });
  actor.send({ type: 'ENTER' });
  const count = (await tracer.take(index)).events.length;
  dispatchEvent(new Event('pagehide'));
  return count;
}

describe('the recording of a tab', () => {
  it('goes on over reloads, and starts again with another version of the app', async () => {
    const web = memoryStorage();
    // Each page has its own view of the storage, as browsers give it.
    const open = () => namespacedStore('caipu', () => web);
    expect([await page(open()), await page(open()), await page(open())]).toEqual([2, 4, 6]);
    const storedTrace = readStoredTrace(open().get('trace'));
    expect(storedTrace?.reloads?.map(({ from }) => from)).toEqual([2, 4]);
    expect(storedTrace && replay(storedTrace, MACHINES).divergence()).toBeUndefined();
    expect(await page(open(), '2')).toBe(2);
  });

  it('without room for it, or with something else in its place, goes on without what was before', async () => {
    const full = memoryStorage();
    const setItem = full.setItem.bind(full);
    full.setItem = (key, value) => {
      if (value.length > 100) throw new DOMException('full', 'QuotaExceededError');
      setItem(key, value);
    };
    const open = () => namespacedStore('caipu', () => full);
    expect([await page(open()), await page(open())]).toEqual([2, 2]);
    expect(full.getItem('caipu.trace')).toBeNull();
    const changed = memoryStorage({ 'caipu.trace': '{"format":3,"kind":"trace","machines":7}' });
    expect(await page(namespacedStore('caipu', () => changed))).toBe(2);
  });

  it('goes on from a visitor to the player who logs in and over a logout, and starts again with another player', async () => {
    const web = memoryStorage();
    const open = (mid: string) => {
      const store = namespacedStore('caipu', () => web);
      const tracer = createTracer('caipu', '1');
      tracer.keepIn(store);
      tracer.playedBy(mid);
      const actor = createActor(tutorialMachine, { id: 'tutorial', input: { seconds: 10 } });
      tracer.attach(actor);
      actor.start();
      const show = (now: number) => actor.send({ type: 'TICK', now });
      actor.send({ type: 'SHOW', now: 1 });
      return { store, tracer, show };
    };
    const taken = async ({ tracer }: ReturnType<typeof open>) => {
      const trace = await tracer.take(index);
      expect(replay(trace, MACHINES).divergence()).toBeUndefined();
      return trace.events.map(({ event }) => (event as { readonly now?: number }).now);
    };
    const first = open('');
    first.tracer.playedBy('100001');
    first.show(2_001);
    first.tracer.playedBy('');
    expect(await taken(first)).toEqual([1, 2_001]);
    dispatchEvent(new Event('pagehide'));
    // After a reload, and before the code of the recorder is there.
    const next = open('100001');
    expect(await taken(next)).toEqual([1, 2_001, 1]);
    dispatchEvent(new Event('pagehide'));
    const third = open('');
    third.tracer.playedBy('100002');
    expect(third.store.get('trace')).toBeNull();
    third.show(3_001);
    third.show(4_001);
    expect(await taken(third)).toEqual([4_001]);
    dispatchEvent(new Event('pagehide'));
    const traceText = third.store.get('trace') ?? '';
    expect(readStoredTrace(traceText)?.events).toHaveLength(1);
    // What an earlier page left was read already.
    const fourth = open('100002');
    expect(await taken(fourth)).toEqual([4_001, 1]);
    fourth.tracer.playedBy('100001');
    expect(await taken(fourth)).toEqual([]);
  });

  it('has what happened while its code could not be had, once that comes', async () => {
    const code = '../../../app/host/trace-file.ts';
    vi.doMock(code, () => {
      throw new Error('no network');
    });
    const tracer = createTracer('caipu', '1');
    const actor = createActor(tutorialMachine, { id: 'tutorial', input: { seconds: 10 } });
    tracer.attach(actor);
    actor.start();
    actor.send({ type: 'SHOW', now: 1 });
    await expect(tracer.take(index)).rejects.toThrow();
    actor.send({ type: 'ENTER' });
    vi.doUnmock(code);
    const trace = await tracer.take(index);
    expect(trace.events.map(({ event }) => event.type)).toEqual(['SHOW', 'ENTER']);
    expect(replay(trace, MACHINES).divergence()).toBeUndefined();
  });
});
