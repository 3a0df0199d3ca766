/** The outcome of a slip whose page is not open is shown over any page, once, and not over another sheet. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { OUTCOME_RETRY_MS, createOutcomeTeller } from '../../../app/host/outcome-news.ts';
import type { NewsSheet } from '../../../app/host/ui.ts';
import { compileTemplate } from '../../../engine/descriptions/screens/expression.ts';
import { virtualClock } from '../../../engine/drivers/timers.ts';
import { type SubmissionEvent, submissionMachine } from '../../../engine/machines/submission.ts';

const GROUP_BUY = '/api/together';

function outcomeNews(end: SubmissionEvent, call = '/api/bet') {
  const submission = createActor(submissionMachine, { input: {} }).start();
  submission.send({ type: 'SUBMIT', submission: { key: 'k', call, method: 'POST', params: {} } });
  submission.send(end);
  const shown: NewsSheet[] = [];
  const state = { busy: false, still: true };
  const clock = virtualClock();
  const index = { current: { games: [{ code: 'g', name: '某彩' }] } } as never;
  const gameCalls = { groupBuy: GROUP_BUY } as never;
  const tell = createOutcomeTeller({ host: { gameCalls, index }, clock, busy: () => state.busy, show: (news) => shown.push(news) });
  return { submission, shown, state, clock, tell: () => tell('g', submission, () => state.still) };
}

/** What the described sheet says: its title, and why the bet was refused. */
function words([news]: readonly NewsSheet[]): readonly (string | undefined)[] {
  const params = news?.params ?? {};
  const lookup = (name: string): unknown => (name === 'params' ? params : undefined);
  const text = (template: string): string => compileTemplate(template).expand({ lookup, offsetMinutes: 0, now: () => 0, terms: {} });
  const { title, blocks } = JSON.parse(readFileSync('app/descriptions/screens/bet-outcome.json', 'utf8')) as {
    title: string;
    blocks: { when: string; caption?: string }[];
  };
  const refusal = blocks.find(({ when, caption }) => when === '!empty(params.refused)' && caption)?.caption ?? '';
  return [text(title), params.refused === undefined ? undefined : text(refusal)];
}

it('a bet that was taken: what it cost, its number, and the submission is done with', () => {
  const { submission, shown, tell } = outcomeNews({ type: 'ACCEPTED', answer: { orderId: 'o-1', amountFen: 200, legs: [] }, msg: '' });
  tell();
  const params = { orderId: 'o-1', amountFen: '2.00', gameCode: 'g', gameName: '某彩' };
  expect(shown).toEqual([{ screen: 'bet-outcome', params }]);
  expect(words(shown)).toEqual(['投注成功', undefined]);
  expect(submission.getSnapshot().value).toBe('idle');
});

it.each([
  [{ type: 'ACCEPTED', answer: { chaseId: 'c', orderId: 'o' }, msg: '' }, '/api/bet', '追号成功', undefined],
  [{ type: 'ACCEPTED', answer: { hmId: 'h' }, msg: '' }, GROUP_BUY, '合买已发起', undefined],
  [{ type: 'REFUSED', refusal: { status: 4, msg: '本期已截止' } }, '/api/bet', '投注未成功', '本期已截止，未扣款。投注单已保留。'],
  [{ type: 'REFUSED', refusal: { status: -1, msg: '' } }, GROUP_BUY, '合买发起失败', '网络中断，本次投注未提交，未扣款。投注单已保留。'],
] as const)('%o of %s is called %s', (end, call, title, refused) => {
  const { shown, tell } = outcomeNews(end, call);
  tell();
  expect(words(shown)).toEqual([title, refused]);
});

it('waits while something is in the way, and is not said where the slip has said it meanwhile', () => {
  const late = outcomeNews({ type: 'ACCEPTED', answer: {}, msg: '' });
  late.state.busy = true;
  late.tell();
  late.clock.advance(OUTCOME_RETRY_MS * 3);
  expect(late.shown).toEqual([]);
  late.state.busy = false;
  late.clock.advance(OUTCOME_RETRY_MS);
  expect(late.shown).toHaveLength(1);

  const shownNews = outcomeNews({ type: 'ACCEPTED', answer: {}, msg: '' });
  shownNews.state.busy = true;
  shownNews.tell();
  shownNews.state.still = false;
  shownNews.state.busy = false;
  shownNews.clock.advance(OUTCOME_RETRY_MS);
  expect(shownNews.shown).toEqual([]);
});
