import { describe, expect, it } from 'vitest';
import { virtualClock } from '../../../engine/drivers/timers.ts';
import {
  RESULTS_RETRY_MS,
  createResultWatcher,
  GATHER_MS,
  HOLD_MS,
  RESULT_MAX_AGE_MS,
  type ResultsDependencies,
} from '../../../app/host/result-watcher.ts';
import { createHeldVerdicts } from '../../../app/platform/held-verdicts.ts';

function phone(stored = new Map<string, string>(), change: Partial<ResultsDependencies> = {}) {
  const clock = virtualClock(1_000_000);
  const shown: string[][] = [];
  const state = { player: '7', visible: true, busy: false, fails: 0, page: '' };
  const results = createResultWatcher({
    storage: {
      get: (key) => stored.get(key) ?? null,
      set: (key, value) => void stored.set(key, value),
      remove: (key) => void stored.delete(key),
    },
    clock,
    player: () => state.player,
    visible: () => state.visible,
    busy: () => state.busy,
    onPage: (id) => state.page === id,
    show: async (ids) => {
      if (state.fails > 0) {
        state.fails -= 1;
        return false;
      }
      shown.push([...ids]);
      return true;
    },
    ...change,
  });
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    for (let i = 0; i < 10; i++) await Promise.resolve();
  };
  return { results, shown, state, stored, pass, take: (orderId: string, status = 'won') => results.take({ orderId, status }) };
}

describe('results of own orders', () => {
  it('those of one moment are one sheet, and each is shown once', async () => {
    const { take, pass, shown } = phone();
    take('a');
    take('b', 'lost');
    take('a');
    await pass(GATHER_MS);
    take('b', 'lost');
    await pass(60_000);
    expect(shown).toEqual([['a', 'b']]);
  });

  it('wait while a draw is played, something is typed or the page is not seen', async () => {
    const { take, pass, shown, state } = phone();
    state.busy = true;
    take('a');
    await pass(GATHER_MS + RESULTS_RETRY_MS * 3);
    expect(shown).toEqual([]);
    state.busy = false;
    state.visible = false;
    await pass(RESULTS_RETRY_MS * 3);
    expect(shown).toEqual([]);
    state.visible = true;
    await pass(RESULTS_RETRY_MS);
    expect(shown).toEqual([['a']]);
  });

  it('that waited when the page was reloaded are shown by the next one; old ones are no news', async () => {
    const stored = new Map<string, string>();
    const before = phone(stored);
    before.state.busy = true;
    before.take('a');
    const after = phone(stored);
    after.results.look();
    await after.pass(0);
    expect(after.shown).toEqual([['a']]);

    before.take('b');
    const late = phone(stored);
    await late.pass(RESULT_MAX_AGE_MS);
    late.results.look();
    await late.pass(0);
    expect(late.shown).toEqual([]);
  });

  it('are shown before the balance grows, which waits for them, and no longer than some seconds', async () => {
    const verdicts = createHeldVerdicts();
    const { results, pass, shown, state } = phone(new Map(), { busy: (own) => state.busy || verdicts.held > own });
    const balance: string[] = [];
    const settle = (orderId: string, status = 'won'): void => {
      results.take({ orderId, status }, verdicts.hold());
      verdicts.tell('balance', () => balance.push(orderId));
    };
    settle('a');
    await pass(GATHER_MS - 1);
    expect([shown, balance]).toEqual([[], []]);
    await pass(1);
    expect([shown, balance, verdicts.held]).toEqual([[['a']], ['a'], 0]);
    // The page of an order plays its draw itself; an order that is shown already and one that is not settled hold nothing.
    state.page = 'b';
    settle('b');
    settle('a');
    settle('c', 'pending');
    expect([balance, verdicts.held]).toEqual([['a', 'b', 'a', 'c'], 0]);
    state.page = '';
    state.busy = true;
    settle('d');
    await pass(HOLD_MS);
    expect([balance.at(-1), verdicts.held]).toEqual(['d', 0]);
    state.busy = false;
    await pass(RESULTS_RETRY_MS);
    expect(shown.at(-1)).toContain('d');
  });

  it('are shown by one of two tabs', async () => {
    const stored = new Map<string, string>();
    const [one, other] = [phone(stored), phone(stored)];
    for (const tab of [one, other]) tab.take('a');
    await one.pass(GATHER_MS);
    await other.pass(GATHER_MS);
    expect([...one.shown, ...other.shown]).toEqual([['a']]);
  });

  it('are not shown over the page of the order itself', async () => {
    const { take, pass, shown, state } = phone();
    state.page = 'a';
    take('a');
    await pass(60_000);
    expect(shown).toEqual([]);
  });

  it('that could not be fetched wait again', async () => {
    const { take, pass, shown, state } = phone();
    state.fails = 1;
    take('a');
    await pass(GATHER_MS);
    expect(shown).toEqual([]);
    await pass(RESULTS_RETRY_MS * 5);
    expect(shown).toEqual([['a']]);
  });

  it('belong to their player, and a visitor has none', async () => {
    const { take, pass, shown, state, stored } = phone();
    state.busy = true;
    take('a');
    state.player = '8';
    state.busy = false;
    await pass(60_000);
    expect(shown).toEqual([]);
    state.player = '';
    take('b');
    expect([...stored.values()].join()).not.toContain('"b"');
  });

  it('that could not be shown before another player came wait for the player whose they are', async () => {
    let fail = (): void => {};
    const { take, pass, state, stored } = phone(new Map(), { show: () => new Promise((resolve) => (fail = () => resolve(false))) });
    take('a');
    await pass(GATHER_MS);
    state.player = '8';
    fail();
    await pass(0);
    expect(JSON.parse(stored.get('results.7') ?? '{}')).toMatchObject({ waiting: [{ id: 'a' }], shown: [] });
    expect(stored.get('results.8')).toBeUndefined();
  });

  it('of a player who comes while the tabs agree are not taken for those of the one before', async () => {
    const agreed: (() => void)[] = [];
    const { take, pass, state, stored, shown } = phone(new Map(), {
      alone: (run) => new Promise((resolve) => agreed.push(() => resolve(run()))),
    });
    take('a');
    await pass(GATHER_MS);
    state.player = '8';
    take('b');
    agreed[0]?.();
    await pass(0);
    expect(shown).toEqual([]);
    expect(JSON.parse(stored.get('results.7') ?? '{}')).toMatchObject({ waiting: [{ id: 'a' }] });
    expect(JSON.parse(stored.get('results.8') ?? '{}')).toMatchObject({ waiting: [{ id: 'b' }] });
  });

  it('tell nothing of refunds and waiting orders, nor when what is stored is broken', async () => {
    const { take, pass, shown } = phone(new Map([['results.7', '{"waiting":[7,{"id":3}],"shown":"x"}']]));
    take('a', 'cancelled');
    take('b', 'pending');
    take('', 'won');
    await pass(60_000);
    expect(shown).toEqual([]);
  });
});

describe('what tells an outcome', () => {
  it('waits while a draw is played, and is announced in its order when the last one ends', () => {
    const verdicts = createHeldVerdicts();
    const shownOrders: string[] = [];
    const [one, other] = [verdicts.hold(), verdicts.hold()];
    verdicts.tell('balance', () => shownOrders.push('first'));
    verdicts.tell('balance', () => shownOrders.push('second'));
    verdicts.tell('gone', () => shownOrders.push('gone'));
    verdicts.drop('gone');
    one();
    one();
    expect([shownOrders, verdicts.held]).toEqual([[], 1]);
    other();
    expect([shownOrders, verdicts.held]).toEqual([['second'], 0]);
    verdicts.tell('balance', () => shownOrders.push('now'));
    expect(shownOrders).toEqual(['second', 'now']);
  });
});
