/** The slip of sports games: matches that can be joined, those that leave, confirmations, plans, and its stored form. */
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { joined, type SlipRules } from '../../../engine/machines/match-passes.ts';
import {
  type MatchSlipEffect,
  type MatchSlipInput,
  matchSlipMachine,
  readMatchSlip,
  type SlipPlan,
  saveMatchSlip,
  unplanned,
} from '../../../engine/machines/match-slip.ts';
import { isLower } from '../../../engine/machines/match-slip-change.ts';
import type { OddsChange, PickedMatch } from '../../../engine/machines/picked-matches.ts';

const pass = (code: string, matches: number, legs: readonly number[]) => ({ code, matches, legs });
const RULES: SlipRules = {
  hash: 'h1',
  passes: [
    pass('1_1', 1, [1]),
    pass('2_1', 2, [2]),
    pass('3_1', 3, [3]),
    pass('3_4', 3, [2, 3]),
    pass('4_1', 4, [4]),
    pass('4_11', 4, [2, 3, 4]),
    pass('5_1', 5, [5]),
  ],
  plays: { SPF: 8, BF: 4, ZJQ: 6 },
  caps: { matches: 15, legs: 8, multiplier: 99 },
  priced: true,
};
const POOL: SlipRules = {
  ...RULES,
  passes: [],
  plays: { T14C: 14, TR9: 9 },
  pool: { matches: 14, choose: { T14C: 14, TR9: 9 } },
  priced: false,
};

function match(n: number, more: Partial<PickedMatch> = {}): PickedMatch {
  return {
    match: `m${n}`,
    code: `周六${String(n).padStart(3, '0')}`,
    league: '英超',
    home: `主${n}`,
    away: `客${n}`,
    startsAt: n * 1_000,
    singleStopsAt: n * 1_000 - 100,
    passStopsAt: n * 1_000 - 300,
    numbers: { handicap: '-1' },
    singles: [],
    picks: { SPF: { '3': '2.00' } },
    ...more,
  };
}
const some = (count: number, more: Partial<PickedMatch> = {}) => Array.from({ length: count }, (_, i) => match(i + 1, more));

function slip(input: Partial<MatchSlipInput> = {}) {
  const effects: MatchSlipEffect[] = [];
  const actor = createActor(matchSlipMachine, { input: { rules: RULES, now: 0, policy: 'ask', ...input } });
  actor.on('effect', ({ effect }) => effects.push(effect));
  actor.start();
  return {
    actor,
    effects,
    picks: (matches: readonly PickedMatch[], changes: readonly OddsChange[] = [], now = 0) =>
      actor.send({ type: 'PICKS', matches, changes, now }),
    context: () => actor.getSnapshot().context,
    joined: () => joined(actor.getSnapshot().context),
    is: (state: 'empty' | 'short' | 'asking' | 'ready') => actor.getSnapshot().matches({ open: state }),
  };
}

describe('passes', () => {
  it('all matches × 1 until the player chooses, and again when his choice is not possible any more', () => {
    const { actor, picks, joined: now, effects, context } = slip();
    picks(some(4));
    expect(now().chosen).toEqual(['4_1']);
    actor.send({ type: 'PASS', code: '2_1' });
    expect(now().chosen).toEqual(['2_1', '4_1']);
    actor.send({ type: 'PASS', code: '4_1' });
    expect(now().chosen).toEqual(['2_1']);
    picks(some(3));
    expect(now().chosen).toEqual(['2_1']);
    actor.send({ type: 'PASS', code: '3_4' });
    actor.send({ type: 'PASS', code: '2_1' });
    picks(some(2));
    expect(effects).toContainEqual({ do: 'passesDropped', codes: ['3_4'] });
    expect(context().passes).toBeNull();
    expect(now().chosen).toEqual(['2_1']);
  });

  it('the last one stays, and one that these matches do not allow is refused', () => {
    const { actor, picks, effects } = slip();
    picks(some(2));
    actor.send({ type: 'PASS', code: '2_1' });
    actor.send({ type: 'PASS', code: '3_1' });
    expect(effects.map((each) => (each.do === 'refused' ? each.reason : ''))).toEqual(['lastPass', 'noPass']);
  });

  it('join no more than the shortest play allows', () => {
    const { picks, joined: now } = slip();
    picks([...some(4), match(5, { picks: { BF: { '1:0': '7.00' } } })]);
    expect(now()).toMatchObject({ most: 4, chosen: ['4_1'] });
    expect(now().possible).not.toContain('5_1');
  });

  it('单关 only where everything picked is sold singly', () => {
    const { picks, joined: now, is } = slip();
    picks([match(1)]);
    expect(is('short')).toBe(true);
    expect(now()).toMatchObject({ lacking: 1, chosen: [] });
    picks([match(1, { singles: ['SPF'] })]);
    expect(is('ready')).toBe(true);
    expect(now().chosen).toEqual(['1_1']);
    picks([match(1, { singles: ['SPF'] }), match(2)]);
    expect(now().possible).toEqual(['2_1']);
    picks([match(1, { singles: ['SPF'], picks: { SPF: { '3': '2.00' }, ZJQ: { '2': '3.00' } } })]);
    expect(is('short')).toBe(true);
  });

  it('of a pool there are none: as many matches as a bet has, and bankers only where a bet leaves some out', () => {
    const { picks, joined: now, is } = slip({ rules: POOL });
    picks(some(13, { picks: { T14C: { '3': '' } } }));
    expect(is('short')).toBe(true);
    expect(now()).toMatchObject({ most: 14, lacking: 1, bankers: 0 });
    picks(some(9, { picks: { TR9: { '3': '' } } }));
    expect(is('ready')).toBe(true);
    expect(now()).toMatchObject({ most: 9, lacking: 0, bankers: 8 });
  });
});

describe('bankers', () => {
  it('take the passes that are too short for them, and are fewer when matches leave', () => {
    const { actor, picks, joined: now, effects } = slip();
    const matches = some(4);
    picks(matches);
    actor.send({ type: 'PASS', code: '2_1' });
    const banked = matches.map((each, i) => (i < 2 ? { ...each, banker: true as const } : each));
    picks(banked);
    expect(now().possible).toEqual(['3_1', '3_4', '4_1', '4_11']);
    expect(effects).toContainEqual({ do: 'passesDropped', codes: ['2_1'] });
    picks(banked.slice(0, 2));
    expect(effects).toContainEqual({ do: 'unbank', matches: ['m2'] });
  });
});

describe('kick-off on the slip', () => {
  it('passes and single bets stop at their own time', () => {
    const { actor, picks, context, effects } = slip();
    picks([match(1, { singles: ['SPF'] })]);
    actor.send({ type: 'TIME', now: 700 });
    expect(context().legs).toHaveLength(1);
    picks([match(1, { singles: ['SPF'] }), match(2), match(3)], [], 700);
    // Joined with others it is too late already.
    expect(context().legs.map(({ match: id }) => id)).toEqual(['m2', 'm3']);
    expect(effects).toContainEqual({ do: 'late', codes: ['周六001'] });
    actor.send({ type: 'TIME', now: 1_700 });
    expect(context().late.map(({ match: id }) => id)).toEqual(['m1', 'm2']);
    expect(effects.filter((each) => each.do === 'late')).toHaveLength(2);
  });

  it('leaves the rest joined again', () => {
    const { actor, picks, joined: now, is } = slip();
    picks(some(3));
    actor.send({ type: 'TIME', now: 700 });
    expect(now().chosen).toEqual(['2_1']);
    actor.send({ type: 'TIME', now: 2_700 });
    expect(is('empty')).toBe(true);
  });
});

describe('odds that moved', () => {
  const rose: OddsChange = { match: 'm1', play: 'SPF', choice: '3', was: '2.00', now: '2.10' };
  const fell: OddsChange = { match: 'm2', play: 'SPF', choice: '3', was: '2.00', now: '1.95' };
  const handicap: OddsChange = { match: 'm1', number: 'handicap', was: '-1', now: '-2' };
  const closed: OddsChange = { match: 'm1', play: 'ZJQ', choice: '2', was: '3.00', now: null };

  it.each([
    ['ask', [rose], 1],
    ['any', [rose, fell], 0],
    ['up', [rose], 0],
    ['up', [rose, fell], 1],
    ['any', [handicap], 1],
    ['any', [closed], 1],
  ] as const)('%s: %j leaves %i to confirm', (policy, changes, toConfirm) => {
    const { picks, context, effects, is } = slip({ policy });
    picks(some(2), changes);
    expect(context().changes).toHaveLength(toConfirm);
    expect(is(toConfirm > 0 ? 'asking' : 'ready')).toBe(true);
    expect(effects).toEqual(toConfirm > 0 ? [] : [{ do: 'seen', asked: false, count: changes.length }]);
  });

  it('accepted, they are seen', () => {
    const { actor, picks, effects, is } = slip();
    picks(some(2), [rose, fell]);
    actor.send({ type: 'ACCEPT' });
    expect(is('ready')).toBe(true);
    expect(effects).toEqual([{ do: 'seen', asked: true, count: 2 }]);
  });

  it('a policy that is changed meanwhile counts at once', () => {
    const { actor, picks, is } = slip();
    picks(some(2), [rose]);
    actor.send({ type: 'POLICY', policy: 'up' });
    expect(is('ready')).toBe(true);
  });

  it('concern nobody where the final odds pay', () => {
    const { picks, is } = slip({ rules: { ...RULES, priced: false } });
    picks(some(2), [fell]);
    expect(is('ready')).toBe(true);
  });

  it.each([
    ['1.95', '2.00', true],
    ['2.0', '2.00', false],
    ['10.00', '9.50', false],
    ['9.5', '10', true],
    ['1.850001', '1.85', false],
  ])('%s is lower than %s: %s', (a, b, lower) => expect(isLower(a, b)).toBe(lower));
});

describe('a plan', () => {
  const plan = { plan: 'average' as const, times: [2, 1, 1], total: 4 };

  it('never has more than its total', () => {
    const { actor, picks, context, effects } = slip();
    picks(some(2));
    actor.send({ type: 'PLAN', plan });
    actor.send({ type: 'TIMES', at: 0, value: 3 });
    expect(effects).toEqual([{ do: 'refused', reason: 'noneLeft', limit: 4 }]);
    actor.send({ type: 'TIMES', at: 0, value: 0 });
    const own = context().plan as SlipPlan;
    expect(own).toMatchObject({ plan: 'own', times: [0, 1, 1], total: 4 });
    expect(unplanned(own)).toBe(2);
    actor.send({ type: 'TIMES', at: 1, value: 9 });
    expect(context().plan?.times).toEqual([0, 3, 1]);
  });

  it('plays no bet more often than the game sells one', () => {
    const { actor, picks, context, effects } = slip();
    picks(some(2));
    actor.send({ type: 'PLAN', plan: { plan: 'own', times: [98, 0], total: 200 } });
    actor.send({ type: 'TIMES', at: 0, value: 120 });
    expect(effects).toEqual([{ do: 'refused', reason: 'multiplierCap', limit: 99 }]);
    expect(context().plan?.times).toEqual([99, 0]);
  });

  it('goes with the stake that it shares out', () => {
    const { actor, picks, context } = slip();
    picks(some(2));
    actor.send({ type: 'PLAN', plan });
    actor.send({ type: 'MULTIPLIER', value: 1 });
    expect(context().plan).not.toBeNull();
    actor.send({ type: 'MULTIPLIER', value: 2 });
    expect(context().plan).toBeNull();
  });

  it('stays when odds move and goes when the bets are others', () => {
    const { actor, picks, context, effects } = slip({ policy: 'any' });
    picks(some(3));
    actor.send({ type: 'PLAN', plan });
    picks(
      some(3).map((each) => ({ ...each, picks: { SPF: { '3': '2.05' } } })),
      [{ match: 'm1', play: 'SPF', choice: '3', was: '2.00', now: '2.05' }],
    );
    expect(context().plan).not.toBeNull();
    actor.send({ type: 'PASS', code: '2_1' });
    expect(context().plan).toBeNull();
    expect(effects.at(-1)).toEqual({ do: 'planLost' });
  });
});

describe('the bet on its way', () => {
  it('holds passes and multiplier, and starts again when it was accepted', () => {
    const { actor, picks, context, is } = slip();
    picks(some(3));
    actor.send({ type: 'PASS', code: '2_1' });
    actor.send({ type: 'MULTIPLIER', value: 7 });
    actor.send({ type: 'SENT' });
    actor.send({ type: 'MULTIPLIER', value: 9 });
    actor.send({ type: 'PASS', code: '3_1' });
    expect(context()).toMatchObject({ multiplier: 7, passes: ['2_1', '3_1'] });
    actor.send({ type: 'RETURNED' });
    expect(is('ready')).toBe(true);
    actor.send({ type: 'SENT' });
    actor.send({ type: 'PLACED' });
    expect(context()).toMatchObject({ multiplier: 1, passes: null });
  });
});

describe('the stored form', () => {
  it('comes back as it was', () => {
    const { actor, picks, context, joined: now } = slip();
    picks(some(3));
    expect(saveMatchSlip(context())).toBeNull();
    actor.send({ type: 'PASS', code: '2_1' });
    actor.send({ type: 'MULTIPLIER', value: 5 });
    const saved = readMatchSlip(saveMatchSlip(context()));
    expect(saved).toEqual({ passes: ['2_1', '3_1'], multiplier: 5 });
    const again = slip({ saved });
    // The picks come later than the slip.
    again.picks([]);
    again.picks(some(3));
    expect(again.joined().chosen).toEqual(now().chosen);
  });

  it('brings a plan back for the bets that it was made of, and for no others', () => {
    const { actor, picks, context } = slip();
    picks(some(3));
    actor.send({ type: 'PLAN', plan: { plan: 'own', times: [3, 1], total: 5 } });
    const saved = readMatchSlip(saveMatchSlip(context()));
    const again = slip({ saved });
    again.picks([]);
    again.picks(some(3));
    expect(again.context().plan).toEqual(context().plan);
    const others = slip({ saved });
    others.picks(some(2));
    expect([others.context().plan, others.effects.at(-1)]).toEqual([null, { do: 'planLost' }]);
    const player = slip();
    player.picks(some(3));
    player.actor.send({ type: 'SAVED', saved: saved ?? null });
    expect(player.context().plan).toEqual(context().plan);
  });

  it.each([
    '',
    '{',
    'null',
    '{"format":1,"passes":null,"multiplier":1,"plan":{"plan":"own","times":[3],"total":2,"bets":"[]"}}',
    '{"format":1,"passes":null,"multiplier":1,"plan":{"plan":"all","times":[1],"total":2,"bets":"[]"}}',
    '{"format":1,"passes":null,"multiplier":1,"plan":null}',
    '{"format":2,"passes":null,"multiplier":1}',
    '{"format":1,"passes":[1],"multiplier":1}',
    '{"format":1,"passes":null,"multiplier":0}',
  ])('%j is none', (text) => expect(readMatchSlip(text)).toBeUndefined());
});
