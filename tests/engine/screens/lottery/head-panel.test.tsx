// @vitest-environment happy-dom
/** The panel under the head of a game, whose code comes after the board: before it is here, and when it does not come. */
import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import GameHead from '../../../../engine/screens/lottery/blocks/game-head/game-head.tsx';
import GameProvider from '../../../../engine/screens/lottery/game-provider.tsx';
import { compiledProps } from '../support/screens.ts';
import { readGame } from './support/games.ts';
import { button, clear, pageOf, press, render, createGameStage, until } from './support/stage.tsx';

/** What stands between the head and the panel's code: the test lets it through, or has it fail. */
const wire = vi.hoisted(() => ({ let: () => {}, waits: Promise.resolve(), fails: false, requests: 0 }));
vi.mock('../../../../engine/screens/lottery/blocks/game-head/head-panel.tsx', async (original) => {
  wire.requests += 1;
  await wire.waits;
  if (wire.fails) throw new Error('the network is gone');
  return original();
});

const NAME = '最近开奖与遗漏冷热';
const draws = (element: HTMLElement) => element.querySelector<HTMLElement>('.game-head__draws');

async function shown() {
  const at = createGameStage(await readGame('ssq'));
  at.page = pageOf(at.game.game, []);
  const { element } = await render(
    at.host,
    <GameProvider code="ssq">
      <GameHead {...compiledProps({ block: 'game-head' })} />
    </GameProvider>,
  );
  await until(() => element.querySelector('.game-head') !== null);
  const expanded = () => button(element, NAME).getAttribute('aria-expanded');
  return { element, expanded };
}

afterEach(async () => {
  await clear();
  Object.assign(wire, { waits: Promise.resolve(), fails: false, requests: 0 });
});

describe('the panel under the head of a game', () => {
  // First: a module that came once is there for all tests of the file.
  it('says that its code did not load only to a player that opens it', async () => {
    wire.fails = true;
    const { element } = await shown();
    await until(() => wire.requests > 0);
    expect(element.textContent).not.toContain('加载失败');
    await press(button(element, NAME));
    await until(() => element.textContent?.includes('内容加载失败') === true);
  });

  it('opens by a tap before its code is here, once it is', async () => {
    wire.waits = new Promise((resolve) => {
      wire.let = resolve;
    });
    const { element, expanded } = await shown();
    expect(expanded()).toBe('false');
    await press(button(element, NAME));
    expect([expanded(), draws(element)]).toEqual(['true', null]);
    await act(async () => wire.let());
    await until(() => draws(element) !== null);
    expect(element.querySelector('.game-head__panel')?.id).toBe(button(element, NAME).getAttribute('aria-controls'));
    await press(button(element, NAME));
    expect([expanded(), draws(element)]).toEqual(['false', null]);
  });

  it('stays closed when its code comes by itself', async () => {
    const { element, expanded } = await shown();
    await until(() => element.querySelector('.game-head__panel') !== null);
    expect([expanded(), draws(element)]).toEqual(['false', null]);
  });
});
