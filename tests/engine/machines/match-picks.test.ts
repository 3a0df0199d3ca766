import { describe, expect, it } from 'vitest';
import { initialTransition, transition } from 'xstate';
import {
  type AcceptedOffer,
  type MatchPicks,
  type MatchPicksEvent,
  type MatchPicksInput,
  matchPicksMachine,
  picksOf,
  type SoldMatch,
  type SoldPlays,
} from '../../../engine/machines/match-picks.ts';
import { readPicks, savePicks } from '../../../engine/machines/picked-matches.ts';
import { effectsOf } from '../screens/lottery/support/walk.ts';

const sold: SoldPlays = {
  plays: [
    { code: 'SPF', choices: ['3', '1', '0'], numbers: ['handicap'], bankers: 7 },
    { code: 'BF', choices: ['1:0', '0:1'], numbers: [], bankers: 3 },
  ],
  mixed: true,
  carry: false,
  matches: 2,
  bankers: 1,
};
const pool: SoldPlays = {
  plays: [
    { code: 'T14C', choices: ['3', '1', '0'], numbers: [], bankers: 0 },
    { code: 'TR9', choices: ['3', '1', '0'], numbers: [], bankers: 8 },
  ],
  mixed: false,
  carry: true,
  matches: 14,
  bankers: 13,
};
const single: SoldPlays = { ...sold, mixed: false };
const match = (n: number, over: Partial<SoldMatch> = {}): SoldMatch => ({
  match: `m${n}`,
  code: `周六00${n}`,
  league: '英超',
  home: `主${n}`,
  away: `客${n}`,
  startsAt: 1_000 * n,
  singleStopsAt: 1_000 * n - 100,
  passStopsAt: 1_000 * n - 200,
  numbers: { handicap: '-1' },
  singles: ['BF'],
  ...over,
});
const tap = (n: number, choice = '3', play = 'SPF', odds = '1.80'): MatchPicksEvent => ({
  type: 'TAP',
  match: match(n),
  play,
  choice,
  odds,
});
const offer = (n: number, over: Partial<AcceptedOffer> = {}): AcceptedOffer => ({
  ...match(n),
  state: 'selling',
  closed: [],
  odds: { SPF: { '3': '1.80', '1': '3.00', '0': '4.00' } },
  ...over,
});
const offers = (list: readonly AcceptedOffer[], removed: readonly string[] = [], now = 0): MatchPicksEvent => ({
  type: 'OFFERS',
  offers: list,
  removed,
  now,
});

function run(input: Partial<MatchPicksInput>, ...events: readonly MatchPicksEvent[]) {
  let [snapshot] = initialTransition(matchPicksMachine, { game: 'g', hash: 'h1', sold, ...input });
  const effects: unknown[] = [];
  for (const event of events) {
    const [next, actions] = transition(matchPicksMachine, snapshot, event);
    snapshot = next;
    effects.push(...effectsOf(actions));
  }
  return { state: snapshot.value, context: snapshot.context, effects };
}

describe('picks on a list of matches', () => {
  it('picks, takes back, and stands in the order of kick-off whatever came first', () => {
    const { state, context } = run({}, tap(2), tap(1), tap(1, '1:0', 'BF', '7.50'), tap(2));
    expect(state).toBe('some');
    expect(context.matches).toEqual([{ ...match(1), picks: { SPF: { '3': '1.80' }, BF: { '1:0': '7.50' } } }]);
    expect(run({}, tap(2), tap(1)).context.matches.map((each) => each.match)).toEqual(['m1', 'm2']);
    expect(run({}, tap(1), tap(1)).state).toBe('empty');
  });

  it('refuses one match more than a ticket holds, and says the bound', () => {
    const { state, context, effects } = run({}, tap(1), tap(2), tap(3));
    expect(state).toBe('full');
    expect(context.matches).toHaveLength(2);
    expect(effects.at(-1)).toEqual({ do: 'refused', reason: 'matches', limit: 2 });
  });

  it('refuses a choice that the game does not have', () => {
    expect(run({}, tap(1, '9')).effects).toEqual([{ do: 'refused', reason: 'unknown', limit: 0 }]);
    expect(run({}, tap(1, '3', 'NONE')).effects).toEqual([{ do: 'refused', reason: 'unknown', limit: 0 }]);
  });

  it('says what the odds were when the player last saw them, through several moves, and nothing when they came back', () => {
    const moved = (odds: string) => offers([offer(1, { odds: { SPF: { '3': odds } } })]);
    const { context } = run({}, tap(1), moved('1.70'), moved('1.75'));
    expect(context.changes).toEqual([{ match: 'm1', play: 'SPF', choice: '3', was: '1.80', now: '1.75' }]);
    expect(context.matches[0]?.picks).toEqual({ SPF: { '3': '1.75' } });
    expect(run({}, tap(1), moved('1.70'), moved('1.80')).context.changes).toEqual([]);
    expect(run({}, tap(1), moved('1.70'), { type: 'SEEN', what: 'changes' }).context.changes).toEqual([]);
    expect(run({}, tap(1), moved('1.70'), tap(1)).context.changes, 'taken back: no news').toEqual([]);
  });

  it('says a handicap that changed for a play that depends on it, and for no other', () => {
    const changed = offers([offer(1, { numbers: { handicap: '-2' } })]);
    expect(run({}, tap(1), changed).context.changes).toEqual([{ match: 'm1', number: 'handicap', was: '-1', now: '-2' }]);
    const other = run({}, tap(1, '1:0', 'BF'), changed);
    expect(other.context.changes).toEqual([]);
    expect(other.context.matches[0]?.numbers).toEqual({ handicap: '-2' });
  });

  it('keeps odds that the offer does not bring, and takes away a play that closed', () => {
    const both = [tap(1), tap(1, '1:0', 'BF', '7.50')];
    expect(run({}, ...both, offers([offer(1)])).context.matches[0]?.picks.BF).toEqual({ '1:0': '7.50' });
    const { context } = run({}, ...both, offers([offer(1, { closed: ['BF'] })]));
    expect(context.matches[0]?.picks).toEqual({ SPF: { '3': '1.80' } });
    expect(context.changes).toEqual([{ match: 'm1', play: 'BF', choice: '1:0', was: '7.50', now: null }]);
    const gone = run({}, tap(1, '1:0', 'BF'), offers([offer(1, { closed: ['BF'] })]));
    expect(gone.state).toBe('empty');
    expect(gone.context.struck).toMatchObject([{ why: 'closed', picked: { match: 'm1' } }]);
  });

  it('strikes out what is suspended, and brings it back when it is sold again', () => {
    const suspended = offers([offer(1, { state: 'suspended', reason: '等待通知' })]);
    const struck = run({}, tap(1), tap(2), suspended);
    expect(struck.context.matches.map((each) => each.match)).toEqual(['m2']);
    expect(struck.context.struck).toMatchObject([{ why: 'suspended', reason: '等待通知' }]);
    expect(struck.effects.at(-1)).toEqual({ do: 'struck', matches: [{ code: '周六001', why: 'suspended' }] });
    const back = run({}, tap(1), suspended, offers([offer(1, { odds: { SPF: { '3': '2.00' } } })]));
    expect(back.context.struck).toEqual([]);
    expect(back.context.changes).toEqual([{ match: 'm1', play: 'SPF', choice: '3', was: '1.80', now: '2.00' }]);
    const postponed = run({}, tap(1), suspended, offers([offer(1, { state: 'postponed' })]));
    expect(postponed.context.struck).toMatchObject([{ why: 'postponed' }]);
    expect(
      postponed.effects.filter((each) => (each as { do: string }).do === 'struck'),
      'said once',
    ).toHaveLength(1);
  });

  it('strikes out a match when the later of its stops has passed, and not before', () => {
    const at = (now: number) => run({}, tap(1), { type: 'TIME', now }).context.struck.map(({ why }) => why);
    expect(at(800)).toEqual([]);
    expect(at(899)).toEqual([]);
    expect(at(900)).toEqual(['stopped']);
    expect(at(1_000)).toEqual(['live']);
    const noSingles = { ...tap(1), match: match(1, { singles: [] }) } as MatchPicksEvent;
    expect(run({}, noSingles, { type: 'TIME', now: 800 }).context.struck).toMatchObject([{ why: 'stopped' }]);
    // Passes go on after single bets have stopped: the match stays until the later of both times.
    const early = { ...tap(1), match: match(1, { singleStopsAt: 700 }) } as MatchPicksEvent;
    expect(run({}, early, { type: 'TIME', now: 799 }).context.struck).toEqual([]);
    expect(run({}, early, { type: 'TIME', now: 800 }).context.struck).toMatchObject([{ why: 'stopped' }]);
    expect(run({}, early, offers([offer(1, { singleStopsAt: 700 })], [], 799)).context.struck).toEqual([]);
    expect(run({}, tap(1), offers([offer(1)], [], 900)).context.struck).toMatchObject([{ why: 'stopped' }]);
    expect(run({}, tap(1), offers([], ['m1'])).context.struck).toMatchObject([{ why: 'gone' }]);
  });

  it('forgets what was struck out when the player says so', () => {
    const gone = [tap(1), offers([], ['m1'])] as const;
    expect(run({}, ...gone, { type: 'SEEN', what: 'struck' }).context.struck).toEqual([]);
    expect(run({}, ...gone, { type: 'REMOVE', match: 'm1' }).context.struck).toEqual([]);
    expect(run({}, ...gone, tap(1)).context.struck).toEqual([]);
    expect(run({}, ...gone, { type: 'CLEAR' }).context).toMatchObject({ matches: [], struck: [], changes: [] });
  });

  it('gives bankers as far as the ticket takes them', () => {
    const on = (n: number, value = true): MatchPicksEvent => ({ type: 'BANKER', match: `m${n}`, on: value });
    const two = run({}, tap(1), tap(2), on(1), on(2));
    expect(two.context.matches.map((each) => each.banker)).toEqual([true, undefined]);
    expect(two.effects.at(-1)).toEqual({ do: 'refused', reason: 'bankers', limit: 1 });
    expect(run({}, tap(1), on(1), on(1, false)).context.matches[0]?.banker).toBeUndefined();
    expect(run({}, on(1)).effects).toEqual([{ do: 'refused', reason: 'unknown', limit: 0 }]);
  });

  it('carries picks between plays that ask the same, and drops bankers where there are none', () => {
    const play = (code: string): MatchPicksEvent => ({ type: 'PLAY', play: code });
    const first = tap(1, '3', 'T14C', '');
    const nine = run({ sold: pool }, first, play('TR9'), { type: 'BANKER', match: 'm1', on: true });
    expect(nine.context.matches).toMatchObject([{ picks: { TR9: { '3': '' } }, banker: true }]);
    const back = run({ sold: pool }, first, play('TR9'), { type: 'BANKER', match: 'm1', on: true }, play('T14C'));
    expect(back.context.matches).toMatchObject([{ picks: { T14C: { '3': '' } } }]);
    expect(back.context.matches[0]?.banker).toBeUndefined();
  });

  it('sets the picks of another play aside where a ticket holds one', () => {
    const away = run({ sold: single }, tap(1), { type: 'PLAY', play: 'BF' });
    expect(away.context).toMatchObject({ play: 'BF', matches: [], aside: { SPF: [{ match: 'm1' }] } });
    expect(run({ sold: single }, tap(1), { type: 'PLAY', play: 'BF' }, tap(1)).effects.at(-1)).toEqual({
      do: 'refused',
      reason: 'play',
      limit: 0,
    });
    const back = run({ sold: single }, tap(1), { type: 'PLAY', play: 'BF' }, tap(2, '1:0', 'BF'), { type: 'PLAY', play: 'SPF' });
    expect(back.context).toMatchObject({ play: 'SPF', matches: [{ match: 'm1' }], aside: { BF: [{ match: 'm2' }] } });
    expect(run({ sold: single }, { type: 'PLAY', play: 'NONE' }).effects).toEqual([{ do: 'refused', reason: 'unknown', limit: 0 }]);
    expect(run({}, { type: 'PLAY', play: 'BF' }).effects, 'plays that mix are no plays to choose').toEqual([
      { do: 'refused', reason: 'unknown', limit: 0 },
    ]);
  });

  it('survives being written and read, also what is set aside; anything else is read as nothing', () => {
    const { context } = run({ sold: single }, tap(1), { type: 'PLAY', play: 'BF' }, tap(2, '1:0', 'BF'));
    const text = savePicks(picksOf(context));
    const saved = readPicks(text) as MatchPicks;
    expect(saved).toEqual(picksOf(context));
    expect(run({ sold: single, saved }).context).toMatchObject({ play: 'BF', matches: context.matches, aside: context.aside });
    expect(run({}, { type: 'PICKS', picks: { game: 'g', hash: 'h1', matches: context.matches } }).context.matches).toEqual(context.matches);
    expect(run({}, tap(1), { type: 'PICKS', picks: null }).state).toBe('empty');
    expect(savePicks(picksOf(run({}).context))).toBeNull();
    for (const bad of [
      null,
      '',
      '{',
      '[]',
      '{"format":1}',
      String(text).replace('"format":1', '"format":2'),
      String(text).replace('"startsAt":2000', '"startsAt":"x"'),
    ])
      expect(readPicks(bad), String(bad)).toBeUndefined();
  });

  it('fits a new version: what it does not sell goes and is counted, what is past its bounds too', () => {
    const smaller: SoldPlays = { ...sold, plays: sold.plays.slice(0, 1), matches: 1 };
    const { context, effects } = run({}, tap(1), tap(1, '1:0', 'BF'), tap(2), { type: 'DESCRIPTION', hash: 'h2', sold: smaller });
    expect(context).toMatchObject({ hash: 'h2', matches: [{ match: 'm1', picks: { SPF: { '3': '1.80' } } }] });
    expect(effects.at(-1)).toEqual({ do: 'dropped', count: 2 });
  });
});
