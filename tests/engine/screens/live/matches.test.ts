/** Live scores: deltas in any order, the minute of a match, the knock-out as a picture. */
import { describe, expect, it } from 'vitest';
import { placeTies, type Round, currentRound, roundsOf } from '../../../../engine/screens/sports/blocks/bracket/picture.ts';
import { minuteOf } from '../../../../engine/screens/sports/live/clock.ts';
import {
  type LiveScoreboard,
  type LiveAnswer,
  type LiveMatch,
  NO_MATCHES,
  sortMatches,
  scoreChanges,
  tabOf,
  applyAnswer,
  applyDelta,
} from '../../../../engine/screens/sports/live/matches.ts';
import { pairText, runningScores, scoreChangeText, scoreText } from '../../../../engine/screens/sports/live/words.ts';

const LEAGUE = { code: 'L', name: '联赛', short: '联', tone: 'blue' };

export function match(id: string, version: number, change: Partial<LiveMatch> = {}): LiveMatch {
  return {
    id,
    sport: 'football',
    league: 'L',
    home: { id: `${id}h`, name: `${id}主` },
    away: { id: `${id}a`, name: `${id}客` },
    startsAt: 1_000,
    state: 'first',
    measures: { full: [0, 0] },
    events: [],
    version,
    ...change,
  };
}
const answer = (version: number, matches: readonly LiveMatch[], full = true): LiveAnswer => ({
  version,
  full,
  demo: true,
  leagues: [LEAGUE],
  matches,
});
const scores = ({ matches }: LiveScoreboard): Record<string, unknown> =>
  Object.fromEntries([...matches.values()].map(({ id, version, measures }) => [id, `${version}: ${measures.full?.join('-')}`]));

describe('deltas of live scores', () => {
  const first = applyAnswer(NO_MATCHES, answer(10, [match('a', 8), match('b', 9)])).live;

  it('come to the same whatever order they arrive in, twice or late', () => {
    const deltas = [
      { from: 10, version: 12, matches: [match('a', 12, { measures: { full: [1, 0] } })] },
      { from: 12, version: 14, matches: [match('a', 13, { measures: { full: [1, 1] } }), match('b', 14, { measures: { full: [0, 1] } })] },
      { from: 14, version: 15, matches: [match('b', 15, { state: 'half', measures: { full: [0, 1] } })] },
    ];
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
      [2, 2, 0, 1, 0, 1],
    ];
    for (const order of orders) {
      const live = order.reduce((known, at) => applyDelta(known, deltas[at] as (typeof deltas)[0]).live, first);
      expect(scores(live), String(order)).toEqual({ a: '13: 1-1', b: '15: 0-1' });
      // The answer that was requested after a gap ends it.
      const caught = applyAnswer(live, answer(15, [], false)).live;
      expect(caught.version).toBe(15);
      expect(scores(caught)).toEqual({ a: '13: 1-1', b: '15: 0-1' });
    }
  });
  it('that leave a gap are shown, said to have missed something, and do not hide the gap', () => {
    const taken = applyDelta(first, { from: 12, version: 13, matches: [match('b', 13, { measures: { full: [2, 0] } })] });
    expect(taken).toMatchObject({ missed: true, changed: ['b'] });
    expect(taken.live.version).toBe(10);
    expect(applyDelta(taken.live, { from: 10, version: 13, matches: [] })).toMatchObject({ missed: false, live: { version: 13 } });
  });
  it('of a league that the phone does not know need a query', () => {
    const delta = { from: 10, version: 11, matches: [match('c', 11, { league: 'N' })] };
    expect(applyDelta(first, delta)).toMatchObject({ missed: true, changed: ['c'] });
  });
  it('change nothing when there is nothing new, so that nothing is drawn', () => {
    expect(applyDelta(first, { from: 8, version: 10, matches: [match('a', 8)] }).live).toBe(first);
    expect(applyDelta(NO_MATCHES, { from: 1, version: 2, matches: [match('a', 2)] })).toEqual({
      live: NO_MATCHES,
      changed: [],
      missed: false,
    });
  });
  it('an answer that was written before a delta does not take it back', () => {
    const { live } = applyDelta(first, { from: 10, version: 12, matches: [match('c', 12)] });
    const late = applyAnswer(live, answer(11, [match('a', 8), match('b', 11, { state: 'half' })]));
    expect([...late.live.matches.keys()].sort()).toEqual(['a', 'b', 'c']);
    expect(late).toMatchObject({ changed: ['b'], live: { version: 12 } });
    // A whole answer takes away what it does not name.
    expect([...applyAnswer(late.live, answer(20, [match('a', 8)])).live.matches.keys()]).toEqual(['a']);
  });
});

describe('goals', () => {
  const before = match('a', 1, { measures: { full: [1, 0] } });
  it('are what a score has more than before, for each side; one that was taken back is said', () => {
    const after = match('a', 2, { measures: { full: [2, 1] } });
    expect(scoreChanges(before, after, 'full')).toEqual([
      { match: after, side: 'home', stands: true },
      { match: after, side: 'away', stands: true },
    ]);
    const back = match('a', 2, { measures: { full: [0, 0] } });
    const [taken] = scoreChanges(before, back, 'full');
    expect(taken).toMatchObject({ side: 'home', stands: false });
    expect(scoreChangeText(taken as never, { code: 'football', score: 'full' })).toBe('进球取消：a主，a主 0 比 0 a客');
  });
  it('are none for a match that was not there before, or came again', () => {
    expect(scoreChanges(undefined, before, 'full')).toEqual([]);
    expect(scoreChanges(before, match('a', 1, { measures: { full: [3, 0] } }), 'full')).toEqual([]);
    expect(scoreChanges(match('a', 0, { measures: {} }), before, 'full')).toMatchObject([{ side: 'home' }]);
  });
  it('make the running score, an own goal standing with the side that profits', () => {
    const kinds = ['goal', 'yellow', 'own', 'penalty'] as const;
    const events = kinds.map((kind, at) => ({ minute: String(at), kind, side: at === 3 ? ('away' as const) : ('home' as const) }));
    expect(runningScores(events)).toEqual([[1, 0], undefined, [2, 0], [2, 1]]);
  });
  it('are announced with the away side first where the sport has it so', () => {
    const sport = { code: 'basketball', score: 'full', awayFirst: true };
    expect(scoreText(match('a', 1, { measures: { full: [90, 88] } }), sport)).toBe('a客 88 比 90 a主');
    expect(pairText([90, 88], sport)).toBe('88-90');
  });
});

describe('where matches are listed', () => {
  it('by their state; one that this version does not know is still played', () => {
    const states = ['first', 'half', 'second', 'extra', 'finished', 'abandoned', 'scheduled', 'postponed', 'cancelled', 'shootout'];
    expect(states.map((state) => tabOf(match('a', 1, { state: state as never })))).toEqual([
      'live',
      'live',
      'live',
      'live',
      'finished',
      'finished',
      'coming',
      'coming',
      'coming',
      'live',
    ]);
  });
  it('by kick-off, what is over the other way round', () => {
    const all = [match('b', 1, { startsAt: 5 }), match('a', 1, { startsAt: 5 }), match('c', 1, { startsAt: 3 })];
    expect(sortMatches(all, 'live').map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    expect(sortMatches(all, 'finished').map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });
});

describe('the minute of a match', () => {
  const periods = { first: 45, second: 90 };
  const at = (minute: number, minuteMs: number, state: LiveMatch['state']) => ({ clock: { from: 100_000, minute, minuteMs }, state });
  it('grows with the server’s clock at the pace of the match', () => {
    expect(minuteOf(at(1, 60_000, 'first'), 100_000, periods)).toEqual({ text: '1', until: 160_000 });
    expect(minuteOf(at(1, 60_000, 'first'), 159_999, periods)?.text).toBe('1');
    expect(minuteOf(at(1, 60_000, 'first'), 160_000, periods)).toEqual({ text: '2', until: 220_000 });
    expect(minuteOf(at(46, 2_000, 'second'), 121_000, periods)).toEqual({ text: '56', until: 122_000 });
  });
  it('is stoppage time after the end of the half', () => {
    expect(minuteOf(at(45, 60_000, 'first'), 100_000, periods)?.text).toBe('45');
    expect(minuteOf(at(45, 60_000, 'first'), 220_000, periods)?.text).toBe('45+2');
    expect(minuteOf(at(90, 60_000, 'second'), 160_000, periods)?.text).toBe('90+1');
    expect(minuteOf(at(91, 60_000, 'extra'), 100_000, periods)?.text).toBe('91');
  });
  it('is never less than what the server said, on a phone whose clock is behind', () => {
    expect(minuteOf(at(30, 60_000, 'first'), 10, periods)).toEqual({ text: '30', until: 160_000 });
    expect(minuteOf(at(0, 60_000, 'first'), 100_000, periods)?.text).toBe('1');
  });
  it('is none while the clock stands', () => {
    expect(minuteOf({ state: 'half' }, 100_000, periods)).toBeUndefined();
    expect(minuteOf(at(1, 0, 'first'), 100_000, periods)).toBeUndefined();
  });
});

describe('the picture of a knock-out', () => {
  const round = (name: string, count: number, played = 0): Round => ({
    name,
    ties: Array.from({ length: count }, (_, at) => (at < played ? { winner: 'home' as const } : {})),
  });
  it('puts each tie in the middle of the two that lead to it', () => {
    const { rows, rounds } = placeTies([round('四分之一决赛', 4), round('半决赛', 2), round('决赛', 1)]);
    expect(rows).toBe(4);
    expect(rounds.map(({ ties }) => ties.map(({ from, to, leads, fed }) => `${from}-${to} ${leads ?? 'end'}${fed ? ' fed' : ''}`))).toEqual(
      [['0-1 upper', '1-2 lower', '2-3 upper', '3-4 lower'], ['0-2 upper fed', '2-4 lower fed'], ['0-4 end fed']],
    );
  });
  it('draws no line where a round is not half of the one before', () => {
    const { rows, rounds } = placeTies([round('附加赛', 3), round('半决赛', 2), round('决赛', 1)]);
    expect(rows).toBe(4);
    expect(rounds[0]?.ties.every(({ leads }) => leads === undefined)).toBe(true);
    expect(rounds[1]?.ties.map(({ leads, fed }) => [leads, fed])).toEqual([
      ['upper', false],
      ['lower', false],
    ]);
    for (const { ties } of rounds)
      for (const [at, { from, to }] of ties.entries()) expect([from < to, from >= (ties[at - 1]?.to ?? 0)]).toEqual([true, true]);
  });
  it('opens at the round that is played, and takes whatever an answer holds', () => {
    expect(currentRound([round('a', 2, 2), round('b', 1)])).toBe(1);
    expect(currentRound([round('a', 2, 2), round('b', 1, 1)])).toBe(1);
    expect(currentRound([])).toBe(0);
    expect(roundsOf(undefined)).toEqual([]);
    expect(roundsOf([null, { name: 'x' }, { name: 'y', ties: [] }, { ties: [null, {}] }])).toEqual([{ name: '', ties: [{}] }]);
  });
});
