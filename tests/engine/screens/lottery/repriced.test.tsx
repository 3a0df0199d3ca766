// @vitest-environment happy-dom
/** A bet is sold at the prizes that the player saw. He confirms prizes that change at any point between the pick and the answer, and no others. */
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Game } from '../../../../engine/descriptions/types.ts';
import BallBoard from '../../../../engine/screens/lottery/blocks/ball-board/ball-board.tsx';
import BetBar from '../../../../engine/screens/lottery/blocks/bet-bar/bet-bar.tsx';
import Slip from '../../../../engine/screens/lottery/blocks/slip/slip.tsx';
import GameProvider from '../../../../engine/screens/lottery/game-provider.tsx';
import { gameRuntime } from '../../../../engine/screens/lottery/runtimes.ts';
import { consumeImmediatePlacement } from '../../../../engine/screens/lottery/place-when-shown.ts';
import { startNumberGroupBuy } from '../../../../engine/screens/lottery/group-buy.ts';
import { compiledProps } from '../support/screens.ts';
import { readGame } from './support/games.ts';
import { button, clear, press, render, type GameStage, createGameStage, T0, until } from './support/stage.tsx';

const BET = '/api/lottery/bet_szc';
const SLIP = compiledProps({ block: 'slip', login: { do: 'navigate', to: '/in' } });
const NINE = { play: 'HZ', picks: { sum: [9] } };

afterEach(clear);

/** 和值 9 and 12 pay `fen` a bet instead of 10.00. */
function paying(fen: number, { playGroups, ...rest }: Game, tier = 's9-12'): Game {
  const prizes = (play: Game['playGroups'][number]['plays'][number]) =>
    play.prizes.map((prize) => (prize.tier === tier && prize.kind === 'fixed' ? { ...prize, fen } : prize));
  return {
    ...rest,
    playGroups: playGroups.map((group) => ({ ...group, plays: group.plays.map((play) => ({ ...play, prizes: prizes(play) })) })),
  };
}

async function open(set: GameStage): Promise<HTMLElement> {
  const { element } = await render(
    set.host,
    <GameProvider code="jsks">
      <Slip {...SLIP} />
    </GameProvider>,
  );
  await until(() => element.querySelector('.slip-bar') !== null && !element.textContent?.includes('正在载入'));
  return element;
}

/** A slip with 和值 9 on it, as it was picked under the first version. */
async function picked(stored = new Map<string, string>()): Promise<GameStage> {
  const set = createGameStage(await readGame('jsks'), {}, stored);
  const runtime = await gameRuntime(set.host, 'jsks');
  runtime.slip.send({ type: 'ADD', lines: [NINE], terms: runtime.terms([NINE]) });
  return set;
}

const cheaper = async (set: GameStage, hash = 'h2', fen = 800): Promise<void> =>
  set.publish({ hash, game: paying(fen, await readGame('jsks')) });
const NOTICE = '1 条号码的奖金或规则已变，请核对上面的新奖金';
const noted = (element: HTMLElement): string => element.querySelector('.slip-bar [role=alert]')?.textContent ?? '';

describe('prizes that change between the pick and the answer', () => {
  it('the slip says what a bet of each line wins', async () => {
    const element = await open(await picked());
    expect(element.querySelector('.slip-line__note')?.textContent).toBe('和值 · 1 注 · ¥2 · 奖金 ¥10');
  });

  it('on the confirmation: old and new stand there, nothing goes out until the new is accepted, and that is what is sold', async () => {
    const set = await picked();
    const element = await open(set);
    await cheaper(set);
    expect(set.toasts, 'a toast would cover the notice').toEqual([]);
    expect(element.querySelector('.slip-line__note')?.textContent).toBe('和值 · 1 注 · ¥2 · 奖金 ¥10变为 ¥8');
    expect(noted(element)).toBe(NOTICE);
    await press(button(element, '确认投注'));
    expect(set.to(BET)).toEqual([]);
    expect(document.activeElement?.textContent).toBe('接受');
    await press(button(element, '接受'));
    expect(noted(element)).toBe('');
    expect(element.querySelector('.slip-line__note')?.textContent).toBe('和值 · 1 注 · ¥2 · 奖金 ¥8');
    await press(button(element, '确认投注'));
    expect(set.to(BET).map(({ params }) => params.hash)).toEqual(['h2']);
  });

  it('while the page was away: the seen prizes are stored with the slip, and the player confirms the change when it is opened again', async () => {
    const { stored } = await picked();
    const set = createGameStage(paying(800, await readGame('jsks')), {}, stored);
    set.game = { ...set.game, hash: 'h2' };
    const element = await open(set);
    expect(noted(element)).toBe(NOTICE);
    await press(button(element, '确认投注'));
    expect(set.to(BET)).toEqual([]);
  });

  it('on the way to the server: the refusal shows old and new, and its button accepts them', async () => {
    const set = await picked();
    const element = await open(set);
    await press(button(element, '确认投注'));
    await set.to(BET)[0]?.answer({ ok: false, status: 12, msg: '', inDoubt: false });
    await cheaper(set);
    expect(element.querySelector('.outcome__changes')?.textContent).toBe('和值 奖金 ¥10变为 ¥8');
    await press(button(element, '接受并投注'));
    expect(set.to(BET)[1]?.params.hash).toBe('h2');
  });

  it('together with a closing, or after a lost connection: no button of the refusal sells at prizes that were not accepted', async () => {
    const label = '改投第 102 期';
    for (const status of [4, -1]) {
      const set = await picked();
      const element = await open(set);
      await press(button(element, '确认投注'));
      set.page = { ...set.page, current: { issue: '102', opensAt: T0, closesAt: T0 + 99_000, drawsAt: T0 + 99_999, commit: 'c' } };
      await act(async () => set.tell('draw', { gameCode: 'jsks', issue: '100' }));
      await set.to(BET)[0]?.answer({ ok: false, status, msg: '', inDoubt: status === -1 });
      if (status === -1) await set.to('/api/order/outcome')[0]?.answer({ ok: true, models: { state: 'unknown' } });
      await cheaper(set);
      await press(button(element, label));
      expect(set.to(BET), `${status}`).toHaveLength(1);
      expect(element.textContent).toContain(NOTICE);
      await clear();
    }
  });

  it('while it is offered to others (合买): the offer waits for it', async () => {
    const set = await picked();
    await open(set);
    await cheaper(set);
    expect(await startNumberGroupBuy(set.host, 'jsks', { shares: '1' })).toMatchObject({ status: 12 });
    expect(set.to('/api/lottery/bet_together')).toEqual([]);
  });

  it('on the board: it is said, and a held 确定 leads to the slip instead of selling', async () => {
    const set = createGameStage(await readGame('jsks'));
    const { element } = await render(
      set.host,
      <GameProvider code="jsks">
        <BallBoard />
        <BetBar />
      </GameProvider>,
    );
    await until(() => element.querySelector('.board') !== null);
    const runtime = await gameRuntime(set.host, 'jsks');
    const hold = async (): Promise<boolean> => {
      const go = button(element, '确定');
      const event = new Event('pointerdown', { bubbles: true });
      await act(async () => go.dispatchEvent(Object.assign(event, { button: 0 })));
      await until(() => runtime.slip.getSnapshot().context.lines.length > 0);
      await act(async () => go.dispatchEvent(new Event('pointerup', { bubbles: true })));
      return consumeImmediatePlacement(runtime);
    };
    await press(button(element, /^和值 9|^9/));
    await cheaper(set);
    expect(set.toasts).toEqual(['这个玩法的奖金或规则有变化，请核对']);
    expect(await hold(), 'changed while it was picked').toBe(false);
    await act(async () => runtime.slip.send({ type: 'CLEAR' }));
    await press(button(element, /^和值 9|^9/));
    expect(await hold(), 'picked under the new prize').toBe(true);
  });

  it('asks for nothing that is not on the slip, and for nothing that changed back', async () => {
    const set = await picked();
    const element = await open(set);
    await set.publish({ hash: 'h2', game: paying(800, await readGame('jsks'), 's10-11') });
    expect([noted(element), set.toasts]).toEqual(['', []]);
    await cheaper(set, 'h3');
    expect(noted(element)).toBe(NOTICE);
    await set.publish({ hash: 'h4', game: await readGame('jsks') });
    expect(noted(element)).toBe('');
    await press(button(element, '确认投注'));
    expect(set.to(BET).map(({ params }) => params.hash)).toEqual(['h4']);
  });

  it('a rule that wins more rarely is a change too, though the prize is the same', async () => {
    const set = await picked();
    const element = await open(set);
    const before = await readGame('jsks');
    const zones = before.draw.zones.map((zone) => ({ ...zone, to: 8 }));
    await set.publish({ hash: 'h2', game: { ...before, draw: { zones } } });
    expect(noted(element)).toBe(NOTICE);
    expect(element.querySelector('.slip-line__note')?.textContent).toContain('单价或规则已变 · 奖金 ¥10');
  });
});
