/** The slip as it is sent is a ticket that the rules take: of every kind of game, with odds and without. */
import { describe, expect, it } from 'vitest';
import type { PickedMatch } from '../../../../engine/machines/picked-matches.ts';
import { compileSport, validateSportTicket } from '../../../../engine/rules/sports/index.ts';
import { createSubmissions, type SendResult } from '../../../../engine/drivers/submissions.ts';
import type { Host } from '../../../../engine/screens/core/contract.ts';
import type { Offer } from '../../../../engine/screens/sports/calls.ts';
import { rebetMatches } from '../../../../engine/screens/sports/rebet.ts';
import { releaseSlip } from '../../../../engine/screens/sports/release.ts';
import { sportRuntime } from '../../../../engine/screens/sports/runtime.ts';
import { resend } from '../../../../engine/screens/sports/slip/resend.ts';
import { formTickets, ticketToSend, slipRules, sportSlip } from '../../../../engine/screens/sports/slip/slip-runtime.ts';
import { startMatchGroupBuy } from '../../../../engine/screens/sports/group-buy.ts';
import { exampleHost } from '../examples/example.ts';
import { matchOffer, offerPage, oddsOf, readSport, T0 } from './support/sports.ts';

const match = (n: number, picks: PickedMatch['picks'], numbers: PickedMatch['numbers'] = {}): PickedMatch => ({
  match: `m${n}`,
  code: `周日${n}`,
  league: '演示',
  home: '主',
  away: '客',
  startsAt: n,
  singleStopsAt: n,
  passStopsAt: n,
  numbers,
  singles: [],
  picks,
});

describe('the slip as it is sent', () => {
  it.each([
    ['jczq', [match(1, { BRQSPF: { '3': '1.85' } }), match(2, { SPF: { '0': '2.10' } }, { handicap: '-1' })]],
    ['jclq', [match(1, { SF: { '3': '1.70' } }), match(2, { DXF: { '0': '1.75' } }, { line: '210.5' })]],
    // Sold without odds: none may be known.
    ['bjdc', [match(1, { SPF: { '3': '' } }, { handicap: '0' }), match(2, { SPF: { '1': '3.2' } }, { handicap: '1' })]],
    ['ctzq', Array.from({ length: 9 }, (_, i) => match(i + 1, { TR9: { '3': '', '1': '' } }))],
    ['ctzq', Array.from({ length: 14 }, (_, i) => match(i + 1, { T14C: { '0': '' } }))],
  ] as const)('%s', async (code, legs) => {
    const game = await readSport(code);
    const rules = slipRules({ hash: 'h1', sport: game });
    const ticket = JSON.parse(JSON.stringify(ticketToSend(code, { rules, legs, passes: null, multiplier: 2 }))) as unknown;
    const checked = validateSportTicket(compileSport(game, game.table), ticket);
    expect(checked.ok ? [] : checked.errors).toEqual([]);
  });
});

describe('a bet that was lost', () => {
  const LOST = { ok: false, status: -1, msg: '', inDoubt: true } as const;
  const BET = '/api/lottery/bet_jc';

  async function lost() {
    const game = await readSport('jczq');
    const sent: { readonly call: string; readonly params: Readonly<Record<string, string>> }[] = [];
    const messages: string[] = [];
    const self = { offers: [matchOffer(game, 0), matchOffer(game, 1), matchOffer(game, 2)], answer: LOST as SendResult };
    const stored = new Map<string, string>();
    const store = {
      get: (key: string) => stored.get(key) ?? null,
      set: (key: string, value: string) => void stored.set(key, value),
      remove: (key: string) => void stored.delete(key),
    };
    let keys = 0;
    const host = exampleHost(
      { screen: { blocks: [] }, expects: [] },
      {},
      { jczq: game },
      {
        storage: store,
        toast: (text) => void messages.push(text),
        call: (async () => ({ ok: true, models: offerPage(game, self.offers) })) as Host['call'],
        submissions: createSubmissions({
          store: { ...store, keys: () => [...stored.keys()], name: (key) => key },
          clock: { now: () => T0, after: () => () => {} },
          player: () => '10001',
          newKey: () => `key-${(keys += 1)}`,
          send: async ({ call, params }) => {
            sent.push({ call, params });
            return self.answer;
          },
          ask: () => Promise.resolve({ state: 'unknown' }),
        }),
      },
    );
    const runtime = await sportRuntime(host, 'jczq');
    await runtime.refresh();
    for (const match of ['m0', 'm1', 'm2']) runtime.tap(match, 'SPF', '3');
    const slip = sportSlip(runtime);
    const again = async () => {
      resend(slip);
      await new Promise((resolve) => setTimeout(resolve));
    };
    return { game, self, host, runtime, slip, sent, messages, again };
  }

  it('is sent again as the plan that it was', async () => {
    const { slip, sent, again } = await lost();
    slip.machine.send({ type: 'PASS', code: '2_1' });
    slip.machine.send({ type: 'PLAN', plan: { plan: 'own', times: [30, 10, 10, 0], total: 50 } });
    await slip.submit('plan');
    await again();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[1]).toMatchObject({ call: '/api/lottery/bet_youhua_create', params: { amountFen: '10000', plan: 'own' } });
  });

  it('is sent again as the release that it was', async () => {
    const { slip, host, sent, again } = await lost();
    const terms = { release: '1', commission: '5', security: '2', text: '主场必稳' };
    await host.submissions.submit('slip/jczq', slip.request(terms));
    await again();
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[1]).toMatchObject({ call: BET, params: terms });
  });

  it('is not sent again over odds that the player has not accepted', async () => {
    const { game, self, runtime, slip, sent, messages, again } = await lost();
    await slip.submit();
    const [first, ...others] = self.offers as [Offer, ...Offer[]];
    self.offers = [{ ...first, version: 2, odds: { ...oddsOf(game, 9, game.board?.row ?? []) } }, ...others];
    await runtime.refresh();
    expect(slip.machine.getSnapshot().matches({ open: 'asking' })).toBe(true);
    await again();
    expect(sent).toHaveLength(1);
    expect(messages.at(-1)).toBe('赔率已变，请先接受');
    expect(slip.submission.getSnapshot().value).toBe('idle');
    slip.machine.send({ type: 'ACCEPT' });
    await slip.submit();
    expect(sent).toHaveLength(2);
  });

  it('is not sent again without a match that was struck out meanwhile', async () => {
    const { self, runtime, slip, sent, messages, again } = await lost();
    await slip.submit();
    const [first, ...others] = self.offers as [Offer, ...Offer[]];
    self.offers = [{ ...first, version: 2, state: 'stopped' }, ...others];
    await runtime.refresh();
    await again();
    expect(sent).toHaveLength(1);
    expect(messages.at(-1)).toBe('投注单有变化，请核对后再投注');
  });

  it('is not sent as a slip whose odds nobody has heard of for a minute', async () => {
    const { host, slip, sent, messages } = await lost();
    host.now = () => T0 + 61_000;
    await slip.submit();
    expect([sent.length, messages.at(-1)]).toEqual([0, '赔率可能已变，正在刷新']);
  });

  it('says in the form of 发单 what was refused, and leaves what was typed there', async () => {
    const { self, host, runtime, slip, sent } = await lost();
    const terms = { commission: '5', security: '2', text: '' };
    formTickets.set(runtime, slip.request().params.ticket ?? '');
    self.answer = { ok: false, status: 5, msg: '余额不足', inDoubt: false };
    expect(await releaseSlip(host, 'jczq', terms)).toMatchObject({ status: 5, msg: '余额不足' });
    expect(slip.submission.getSnapshot().value).toBe('idle');
    self.answer = LOST;
    expect(await releaseSlip(host, 'jczq', terms)).toMatchObject({ status: -1 });
    const [first, ...others] = self.offers as [Offer, ...Offer[]];
    self.offers = [{ ...first, version: 2, state: 'stopped' }, ...others];
    await runtime.refresh();
    expect(await releaseSlip(host, 'jczq', terms)).toMatchObject({ msg: '投注单有变化，请关闭后核对，再提交' });
    formTickets.set(runtime, slip.request().params.ticket ?? '');
    self.answer = { ok: true, models: { orderId: 'o1', releaseId: 'r1' } };
    expect(await releaseSlip(host, 'jczq', terms)).toBe(true);
    expect(sent).toHaveLength(3);
    expect(sent[2]?.params).toMatchObject({ release: '1', commission: '5' });
  });

  it('is not released over odds that moved while the form was filled in', async () => {
    const { game, self, host, runtime, sent } = await lost();
    const [first, ...others] = self.offers as [Offer, ...Offer[]];
    self.offers = [{ ...first, version: 2, odds: { ...oddsOf(game, 9, game.board?.row ?? []) } }, ...others];
    await runtime.refresh();
    const question = { msg: '赔率或盘口已变，请关闭后在投注单上确认' };
    expect(await releaseSlip(host, 'jczq', {})).toMatchObject(question);
    (host.sportCalls as { groupBuy?: string }).groupBuy = '/api/lottery/bet_together';
    expect(await startMatchGroupBuy(host, 'jczq', {}), 'nor offered (合买)').toMatchObject(question);
    expect(sent).toHaveLength(0);
  });
});

it('再来一注 leaves out a match whose play is not sold, though its odds are known, and says so', async () => {
  const game = await readSport('jczq');
  const offers = [matchOffer(game, 0), matchOffer(game, 1, { closed: ['SPF'] }), matchOffer(game, 2)];
  const legs = offers.map(({ id }) => ({ match: id, picks: [{ play: 'SPF', choice: '3' }] }));
  const answers: Record<string, unknown> = { '/api/order/detail': { legs } };
  const messages: string[] = [];
  const host = exampleHost({ screen: { blocks: [] }, expects: [] }, {}, { jczq: game });
  const asking: Host = {
    ...host,
    gameCalls: { ...host.gameCalls, orderLines: '/api/order/detail' },
    call: (async (path: string) => ({ ok: true, models: answers[path] ?? offerPage(game, offers) })) as Host['call'],
    toast: (text: string) => void messages.push(text),
  };
  expect([await rebetMatches(asking, 'jczq', 'o-1'), messages]).toEqual([true, ['1 场已截止，没有加入']]);
  const { matches } = (await sportRuntime(asking, 'jczq')).picks.getSnapshot().context;
  expect(matches.map(({ match }) => match)).toEqual(['m0', 'm2']);
});

it('再来一注 of an order that the server does not tell says why', async () => {
  const messages: string[] = [];
  const refused = { '/api/order/detail': { refused: '系统繁忙，请稍后再试' } };
  const host = exampleHost({ screen: { blocks: [] }, answers: refused, expects: [] }, {}, { jczq: await readSport('jczq') });
  const asking = {
    ...host,
    gameCalls: { ...host.gameCalls, orderLines: '/api/order/detail' },
    toast: (text: string) => void messages.push(text),
  };
  expect([await rebetMatches(asking, 'jczq', 'o-1'), messages]).toEqual([false, ['系统繁忙，请稍后再试']]);
});
