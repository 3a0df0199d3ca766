// @vitest-environment happy-dom
import { createHash, createHmac } from 'node:crypto';
import { act, type ReactNode, useEffect, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import BallBoard from '../../../../engine/screens/lottery/blocks/ball-board/ball-board.tsx';
import Countdown from '../../../../engine/screens/lottery/blocks/countdown/countdown.tsx';
import LatestDraw from '../../../../engine/screens/lottery/blocks/latest-draw/latest-draw.tsx';
import type { Play } from '../../../../engine/descriptions/types.ts';
import PlayFacts from '../../../../engine/screens/lottery/blocks/play-info/play-facts.tsx';
import PlayInfo from '../../../../engine/screens/lottery/blocks/play-info/play-info.tsx';
import { type PrizeAnswer, type PrizeQuestion, calculateAnswer } from '../../../../engine/screens/lottery/prize-worker.ts';
import PlayTabs from '../../../../engine/screens/lottery/blocks/play-tabs/play-tabs.tsx';
import type { Result } from '../../../../engine/screens/lottery/calls.ts';
import { fractionText, oneInText, percentText } from '../../../../engine/screens/lottery/fraction.ts';
import GameProvider from '../../../../engine/screens/lottery/game-provider.tsx';
import { verifyDraw } from '../../../../engine/screens/lottery/proof.ts';
import { randomBelow } from '../../../../engine/screens/lottery/random.ts';
import { linePrize } from '../../../../engine/rules/board.ts';
import { optionCaptions, missingPicksText, playLabel, routeOf } from '../../../../engine/screens/lottery/text.ts';
import { drawFromSeed } from '../../../../engine/rules/index.ts';
import { compiledProps } from '../support/screens.ts';
import { readGame } from './support/games.ts';
import { button, clear, pageOf, press, render, type GameStage, createGameStage, until } from './support/stage.tsx';

afterEach(clear);

const fraction = (numerator: bigint, denominator: bigint) => ({ numerator, denominator });

describe('texts', () => {
  it.each([
    [1n, 3n, 2, '33.33%'],
    [2n, 3n, 2, '66.67%'],
    [9n, 10n, 2, '90.00%'],
    [1n, 17_721_088n, 7, '0.0000056%'],
    [1n, 1n, 0, '100%'],
    [12n, 1n, 2, '1,200.00%'],
    [0n, 5n, 2, '0.00%'],
  ])('%d/%d is %s', (numerator, denominator, decimals, text) => {
    expect(percentText(fraction(numerator, denominator), decimals)).toBe(text);
  });

  it('a chance is one in so many, exact where it can be, and never 约 where that would mislead', () => {
    expect(oneInText(fraction(1n, 1000n))).toBe('1/1,000');
    expect(oneInText(fraction(3n, 1000n))).toBe('约 1/333');
    expect(oneInText(fraction(45n, 100n))).toBe('45.00%');
    expect(oneInText(fraction(0n, 1n))).toBe('0');
    expect(fractionText(fraction(1234n, 99_999n))).toBe('1,234/99,999');
  });

  it('what is missing is one sentence', async () => {
    const plays = (await readGame('jlffc')).playGroups.flatMap((group) => group.plays);
    const direct = plays.find(({ code }) => code === 'Q3_ZX') as never;
    const single = plays.find(({ code }) => code === 'Q3_ZU6') as never;
    const lack = (label: string, missing: number, banker = false) => ({ area: label, label, missing, banker });
    expect(missingPicksText([], direct)).toBe('');
    expect(missingPicksText([lack('红球', 2)], direct)).toBe('还差 2 个红球');
    expect(missingPicksText([lack('红球', 6), lack('蓝球', 1)], direct)).toBe('还差 6 个红球、1 个蓝球');
    expect(missingPicksText([lack('前区', 5), lack('后区', 2)], direct)).toBe('还差 5 个前区号码、2 个后区号码');
    expect(missingPicksText([lack('万位', 1), lack('千位', 1)], direct)).toBe('还差万位、千位各 1 个');
    expect(
      missingPicksText(
        ['万位', '千位', '百位', '十位', '个位'].map((label) => lack(label, 1)),
        direct,
      ),
    ).toBe('还差万位、千位、百位等 5 处各 1 个');
    expect(missingPicksText([lack('百位', 1)], direct)).toBe('还差 1 个百位号码');
    expect(missingPicksText([lack('选号', 2)], single)).toBe('还差 2 个号码');
    expect(missingPicksText([lack('红球', 1, true)], direct)).toBe('还差 1 个红球胆码');
    const sum = plays.find(({ areas: [area] }) => area?.label === '总和') as never as { areas: { id: string }[] };
    const area = sum.areas[0]?.id ?? '';
    expect(missingPicksText([{ area, label: '总和', missing: 1, banker: false }], sum as never)).toBe('请选择总和');
    expect(missingPicksText([lack('选号', 0)], single)).toContain('无法组成一注');
  });

  it('labels and captions do not repeat themselves', async () => {
    expect(playLabel('前三', '前三直选')).toBe('直选');
    expect(playLabel('大小单双', '前二大小单双')).toBe('前二');
    expect(playLabel('和值', '和值')).toBe('和值');
    const [k3, pk10] = [await readGame('jsks'), await readGame('bjpk10')];
    const of = (code: string, sold = k3) => {
      const play = sold.playGroups.flatMap((group) => group.plays).find((each) => each.code === code);
      return play?.areas[0] && optionCaptions(play, play.areas[0], (line) => linePrize(sold, play, line));
    };
    expect(of('GYH_DXDS', pk10)?.get('big'), 'its prize, and not the stake that 11 gives back').toBe('¥3.55');
    expect(of('HZ')?.get(3)).toBe('¥240');
    expect(of('STH_DX')?.get(4)).toBe('444');
    expect(of('ETH_FX'), 'one prize for all says nothing under each').toBeUndefined();
  });

  it('a route template takes its names encoded and leaves unknown ones', () => {
    expect(routeOf('/c/{gameCode}/{playCode}', { gameCode: 'a/b', playCode: 'P' })).toBe('/c/a%2Fb/P');
    expect(routeOf('/c/{other}', { gameCode: 'x' })).toBe('/c/{other}');
  });

  it('the device’s randomness is cut without bias to 0..n−1', () => {
    const seen = new Set(Array.from({ length: 400 }, () => randomBelow(6)));
    expect([...seen].sort()).toEqual([0, 1, 2, 3, 4, 5]);
    expect(randomBelow(1)).toBe(0);
  });
});

describe('fairness proof', () => {
  const seed = 'ab'.repeat(32);
  const commit = createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex');
  const nodeHmac = (key: Uint8Array, message: Uint8Array) => new Uint8Array(createHmac('sha256', key).update(message).digest());

  it.each(['ssq', 'jlffc', 'jsks'])('recomputes %s on the phone exactly as another implementation of HMAC does', async (code) => {
    const description = await readGame(code);
    const { numbers } = drawFromSeed(description, '2026001', Buffer.from(seed, 'hex'), nodeHmac);
    const verdict = verifyDraw(description, '2026001', numbers, commit, seed);
    expect(verdict).toEqual({ commit, commitMatches: true, numbersMatch: true, numbers });
  });

  it('says so when commit or numbers are others, and refuses what is no seed', async () => {
    const description = await readGame('ssq');
    const { numbers } = drawFromSeed(description, '1', Buffer.from(seed, 'hex'), nodeHmac);
    const changed = { ...numbers, blue: [((numbers.blue?.[0] ?? 1) % 16) + 1] };
    expect(verifyDraw(description, '1', changed, commit, seed)).toMatchObject({ commitMatches: true, numbersMatch: false });
    expect(verifyDraw(description, '2', numbers, commit, seed)).toMatchObject({ numbersMatch: false });
    expect(verifyDraw(description, '1', numbers, commit.replace(/^./, 'z'), seed)).toMatchObject({ commitMatches: false });
    expect(() => verifyDraw(description, '1', numbers, commit, 'xyz')).toThrow('格式不正确');
  });
});

describe('issue and result', () => {
  const result = (issue: string, numbers: number[]): Result => ({
    gameCode: 'jsks',
    issue,
    numbers: { dice: numbers },
    drawsAt: 0,
    hash: 'h1',
    proof: { commit: '', seed: '' },
  });

  it('counts down by the server’s clock, closes, and goes on with the next issue while the last is drawn', async () => {
    const set = createGameStage(await readGame('jsks'));
    const { element, unmount } = await render(
      set.host,
      <GameProvider code="jsks">
        <Countdown />
        <LatestDraw {...compiledProps({ block: 'latest-draw' })} />
      </GameProvider>,
    );
    await until(() => element.querySelector('.countdown__figure')?.textContent === '01:00');
    expect(element.querySelector('.latest-draw')?.textContent).toContain('还没有开奖记录');
    // The places of the first draw are reserved, so that nothing below moves when it comes. Screen readers do not read them.
    const places = () => element.querySelectorAll('.latest-draw__main .ball').length;
    expect(places()).toBe(3);
    expect(element.querySelector('.latest-draw__blank')?.getAttribute('aria-hidden')).toBe('true');
    set.now += 51_000;
    await until(() => element.querySelector('.countdown--closing') !== null);
    expect(element.querySelector('[role=status]')?.textContent).toBe('第 101 期距截止还有 10 秒');
    set.now += 9_000;
    await until(() => element.querySelector('.countdown__figure')?.textContent === '已截止');
    set.page = {
      ...set.page,
      current: { issue: '102', opensAt: set.now, closesAt: set.now + 55_000, drawsAt: set.now + 60_000, commit: 'c' },
    };
    await act(async () => set.tell('draw', { gameCode: '' }));
    await until(() => element.textContent?.includes('第 102 期') === true);
    set.now += 5_000;
    await until(() => element.textContent?.includes('开奖中') === true);
    set.page = { ...set.page, latest: [result('101', [2, 3, 4])] };
    await act(async () => set.tell('draw', { gameCode: 'jsks' }));
    await until(() => element.querySelector('.balls')?.getAttribute('aria-label') === '骰子 2 3 4');
    expect(places()).toBe(3);
    await unmount();
  });

  it('a result that arrives rolls in, is spoken once, and a tap shows it at once', async () => {
    const set = createGameStage(await readGame('jsks'));
    set.page = pageOf(set.game.game, [result('99', [1, 1, 1])]);
    const { element } = await render(
      set.host,
      <GameProvider code="jsks">
        <LatestDraw {...compiledProps({ block: 'latest-draw' })} />
      </GameProvider>,
    );
    await until(() => element.textContent?.includes('第 99 期') === true);
    expect(element.querySelectorAll('.ball--blank')).toHaveLength(0);
    expect(element.querySelector('[role=status]')?.textContent).toBe('');
    set.page = { ...set.page, latest: [result('100', [6, 5, 4]), result('99', [1, 1, 1])] };
    await act(async () => set.tell('draw', { gameCode: 'jsks' }));
    // The stage stands over the page.
    await until(() => document.querySelector('.stage-card .ball--blank') !== null);
    expect(element.querySelectorAll('.ball--blank').length).toBeGreaterThan(0);
    await press(button(document.body, '跳过'));
    expect(document.querySelectorAll('.stage-card .ball--blank')).toHaveLength(0);
    await press(button(document.body, '收起'));
    expect(document.querySelector('.stage-card')).toBeNull();
    expect(element.querySelectorAll('.ball--blank')).toHaveLength(0);
    expect(element.querySelector('[role=status]')?.textContent).toBe('第 100 期开奖：骰子 6 5 4');
  });
});

describe('play', () => {
  const choosing = async (set: GameStage, code: string) => {
    const { element } = await render(
      set.host,
      <GameProvider code={code}>
        <PlayTabs />
        <BallBoard />
      </GameProvider>,
    );
    await until(() => element.querySelector('.board') !== null);
    return { element, board: () => element.querySelector('[role=tabpanel]')?.getAttribute('aria-label') };
  };

  it('few are segments: arrow keys move, the board follows, and the choice is remembered', async () => {
    const set = createGameStage(await readGame('ssq'));
    const { element, board } = await choosing(set, 'ssq');
    const chosen = () => [...element.querySelectorAll('[role=tab][aria-selected=true]')].map((tab) => tab.textContent);
    expect(chosen()).toEqual(['普通']);
    const key = (name: string) =>
      act(async () =>
        element
          .querySelector('[role=tablist]')
          ?.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })),
      );
    await key('ArrowRight');
    expect([chosen(), board()]).toEqual([['胆拖'], '胆拖选号']);
    await key('ArrowRight');
    expect(chosen()).toEqual(['普通']);
    await key('End');
    expect(chosen()).toEqual(['胆拖']);
    expect(set.stored.get('play.ssq')).toBe('DT');
  });

  it('many are a drawer: found by name or initials, those used last first', async () => {
    const set = createGameStage(await readGame('jlffc'));
    const { element, board } = await choosing(set, 'jlffc');
    const drawer = async () => {
      await press(button(element, /，更换$/));
      await until(() => element.querySelector('.play-drawer') !== null);
    };
    const find = async (text: string): Promise<string[]> => {
      const input = element.querySelector<HTMLInputElement>('.play-drawer__search');
      await act(async () => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
        input?.dispatchEvent(new Event('input', { bubbles: true }));
      });
      return [...element.querySelectorAll('.play-drawer__plays > button')].map((each) => each.getAttribute('aria-label') ?? '');
    };
    await drawer();
    expect(await find('龙虎')).toEqual(['龙虎和']);
    expect(await find('q2zx')).toEqual(['前二直选']);
    expect(await find('没有')).toEqual([]);
    expect(element.querySelector('.play-drawer__none')?.textContent).toContain('没有找到');
    await find('龙虎');
    await press(button(element, '龙虎和'));
    expect([board(), element.querySelector('dialog')]).toEqual(['龙虎和选号', null]);
    await drawer();
    const [first] = element.querySelectorAll('.play-drawer section');
    expect(first?.getAttribute('aria-label')).toBe('最近用过');
    expect(button(first as HTMLElement, '龙虎和').getAttribute('aria-pressed')).toBe('true');
  });

  it('shows prizes, exact chances and return to player, with 约 for what floats', async () => {
    const set = createGameStage(await readGame('ssq'));
    const { element } = await render(
      set.host,
      <GameProvider code="ssq">
        <PlayInfo {...compiledProps({ block: 'play-info' })} />
      </GameProvider>,
    );
    await until(() => element.querySelector('.play-info') !== null);
    await press(button(element, '玩法'));
    await until(() => element.querySelector('.play-facts__odds') !== null);
    const text = element.querySelector('dialog')?.textContent ?? '';
    expect(text).toContain('约 ¥5,000,000');
    expect(text).toContain('1/17,721,088');
    expect(text).toContain('理论返奖率');
    expect(text).toContain('演示 · 无现金价值');
  });

  it('says what a play is and pays at once, and its chances when they are reckoned: those of the play that is shown', async () => {
    const questions: PrizeQuestion[] = [];
    let answer: ((data: PrizeAnswer) => void) | undefined;
    class TestWorker {
      onmessage: ((event: { data: PrizeAnswer }) => void) | null = null;
      onerror: (() => void) | null = null;
      postMessage = (question: PrizeQuestion): void => {
        questions.push(question);
        answer = (data) => this.onmessage?.({ data });
      };
      terminate(): void {}
    }
    vi.stubGlobal('Worker', TestWorker);
    try {
      const described = await readGame('jsks');
      const plays = described.playGroups.flatMap((group) => group.plays);
      const [first, second] = ['HZ', 'STH_DX'].map((code) => plays.find((play) => play.code === code) as Play) as [Play, Play];
      let show: (play: Play) => void = () => {};
      function Shown(): ReactNode {
        const [play, setPlay] = useState(first);
        useEffect(() => {
          show = setPlay;
        }, []);
        return <PlayFacts play={play} />;
      }
      const { element } = await render(
        createGameStage(described).host,
        <GameProvider code="jsks">
          <Shown />
        </GameProvider>,
      );
      await until(() => questions.length === 1);
      const text = (): string => element.querySelector('.play-facts')?.textContent ?? '';
      expect(text()).toContain(first.hint);
      expect(text()).toContain('正在计算');
      expect(element.querySelectorAll('tbody tr')).toHaveLength(first.prizes.length);
      await act(async () => show(second));
      await until(() => questions.length === 2);
      const figures = (nth: number): PrizeAnswer => ({
        id: questions[nth]?.id as number,
        ...calculateAnswer(described, { play: nth ? 'STH_DX' : 'HZ' }),
      });
      // Late, and of the play that is not shown any more.
      await act(async () => answer?.(figures(0)));
      expect(text()).toContain('正在计算');
      await act(async () => answer?.(figures(1)));
      expect(text()).toContain('每注中奖机会1/216');
      await act(async () => show(first));
      await until(() => questions.length === 3);
      const returns = { average: fraction(94n, 100n), lowest: fraction(94n, 100n), highest: fraction(940_001n, 1_000_000n) };
      const chance = fraction(1n, 100n);
      const close = { ...returns, winChance: chance, winChanceLowest: chance, winChanceHighest: chance };
      await act(async () => answer?.({ id: questions[2]?.id as number, figures: { chances: new Map(), returns: close } }));
      expect(text()).toContain('理论返奖率94.00%因选项略有不同');
      await act(async () => show(second));
      await until(() => questions.length === 4);
      await act(async () => answer?.({ id: questions[3]?.id as number }));
      expect(text()).toContain('暂时无法计算');
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('an address may write the code in any case', async () => {
    const set = createGameStage(await readGame('jsks'));
    const { element } = await render(
      set.host,
      <GameProvider code="JSKS">
        <BallBoard />
      </GameProvider>,
    );
    await until(() => element.querySelector('.board') !== null);
  });

  it('a version published while one plays takes effect, and the picks stay', async () => {
    const set = createGameStage(await readGame('jsks'));
    const { element } = await render(
      set.host,
      <GameProvider code="jsks">
        <BallBoard />
      </GameProvider>,
    );
    await until(() => element.querySelector('.board') !== null);
    await press(button(element, '和值 9，¥10'));
    const next = structuredClone(set.game.game) as unknown as { playGroups: { plays: { prizes: { fen: number }[] }[] }[] };
    for (const prize of next.playGroups[0]?.plays[0]?.prizes ?? []) prize.fen += 100;
    await set.publish({ hash: 'h2', game: next as never });
    expect(button(element, '和值 9，¥11').getAttribute('aria-pressed')).toBe('true');
  });

  it('an unknown game says so; a game that fails to load offers 重试', async () => {
    const set = createGameStage(await readGame('jsks'));
    const unknown = await render(set.host, <GameProvider code="nope" />);
    await until(() => unknown.element.textContent?.includes('游戏不存在') === true);
    const failing = createGameStage(await readGame('jsks'));
    let broken = true;
    const host = {
      ...failing.host,
      loadGame: (code: string) => (broken ? Promise.reject(new Error('offline')) : failing.host.loadGame(code)),
    };
    const { element } = await render(
      host,
      <GameProvider code="jsks">
        <p>there</p>
      </GameProvider>,
    );
    await until(() => element.textContent?.includes('游戏加载失败') === true);
    broken = false;
    await press(button(element, '重试'));
    await until(() => element.textContent?.includes('there') === true);
  });
});
