/** The panel of the last draws, pulled down with a finger. */
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { type PullEffect, type PullEvent, pullPanelMachine } from '../../../engine/machines/pull-panel.ts';

function panel(open: boolean) {
  const actor = createActor(pullPanelMachine);
  const effects: PullEffect[] = [];
  actor.on('effect', ({ effect }) => effects.push(effect));
  actor.start();
  if (open) actor.send({ type: 'TOGGLE' });
  const send = (...events: readonly PullEvent[]) => {
    for (const event of events) actor.send(event);
  };
  return { actor, effects, send, state: () => actor.getSnapshot() };
}

const down = (y: number): PullEvent => ({ type: 'DOWN', y, at: 0, height: 400 });
const move = (y: number, at: number): PullEvent => ({ type: 'MOVE', y, at });
const up = (at: number): PullEvent => ({ type: 'UP', at });

describe('a panel that is pulled', () => {
  it('follows the finger, and opens when it is let go past its part', () => {
    const { send, effects, state } = panel(false);
    send(down(100), move(150, 400), move(300, 1_400), up(1_450));
    expect(effects).toEqual([
      { do: 'follow', shown: 50 },
      { do: 'follow', shown: 200 },
      { do: 'settle', from: 200, to: 400 },
    ]);
    send({ type: 'SETTLED' });
    expect(state().value).toBe('open');
  });

  it('goes back when it is let go before', () => {
    const { send, effects, state } = panel(false);
    send(down(100), move(150, 400), move(200, 1_400), up(1_450), { type: 'SETTLED' });
    expect(effects.at(-1)).toEqual({ do: 'settle', from: 100, to: 0 });
    expect(state().value).toBe('closed');
  });

  it('goes where a quick finger was going, and a finger that rests is not quick', () => {
    const quick = panel(false);
    quick.send(down(100), move(140, 50), up(60), { type: 'SETTLED' });
    expect(quick.state().value).toBe('open');
    const back = panel(false);
    back.send(down(100), move(400, 500), move(360, 540), up(545), { type: 'SETTLED' });
    expect(back.state().value).toBe('closed');
    const rested = panel(false);
    rested.send(down(100), move(140, 50), up(600), { type: 'SETTLED' });
    expect(rested.state().value).toBe('closed');
  });

  it('is closed by a pull up, and scrolls with the page otherwise', () => {
    const open = panel(true);
    open.send(down(300), move(160, 500), up(900), { type: 'SETTLED' });
    expect(open.effects[0]).toEqual({ do: 'follow', shown: 260 });
    expect(open.state().value).toBe('open');
    open.send(down(300), move(130, 500), up(900), { type: 'SETTLED' });
    expect(open.state().value).toBe('closed');

    const scrolled = panel(false);
    scrolled.send(down(300), move(200, 100), move(380, 200), up(250));
    expect(scrolled.effects).toEqual([]);
    expect(scrolled.state().value).toBe('closed');
  });

  it('is no pull for a finger that shakes, nor one that the system takes away', () => {
    const tap = panel(false);
    tap.send(down(100), move(106, 20), up(60), { type: 'TOGGLE' });
    expect(tap.effects).toEqual([]);
    expect(tap.state().value).toBe('open');
    const taken = panel(true);
    taken.send(down(300), move(60, 100), { type: 'CANCEL' }, { type: 'SETTLED' });
    expect(taken.effects.at(-1)).toEqual({ do: 'settle', from: 160, to: 400 });
    expect(taken.state().value).toBe('open');
  });

  it('shows as much as the finger says once its height is known', () => {
    const { send, effects } = panel(false);
    send(down(0), move(390, 500), { type: 'MEASURED', height: 250 }, up(900));
    expect(effects).toEqual([
      { do: 'follow', shown: 390 },
      { do: 'follow', shown: 250 },
      { do: 'settle', from: 250, to: 250 },
    ]);
  });
});
