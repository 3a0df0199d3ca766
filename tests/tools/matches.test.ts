/** Files of openfootball in their three layouts, with clubs of our own making. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { leagueFindings } from '../../engine/descriptions/sports/leagues.ts';
import type { LeagueDescription } from '../../engine/descriptions/sports/types.ts';
import { teamModelOf } from '../../server/sports/api-models.ts';
import { createStandingsTables } from '../../server/sports/standings-tables.ts';
import { tieWinnerOf } from '../../server/sports/feed/cups.ts';
import { updateDueMatches } from '../../server/sports/feed/update-matches.ts';
import { kickoffOf, convertMatches } from '../../tools/matches/convert.ts';
import { readMatches } from '../../tools/matches/read.ts';
import { storeMatches } from '../../tools/matches/store.ts';
import { startServer } from '../server/support/server.ts';

const NOW = {
  name: 'Harbour League 2026/27',
  matches: [
    {
      round: 'Matchday 1',
      date: '2026-08-15',
      time: '20:00',
      team1: 'Port Amber FC',
      team2: 'Rovers of Dunmere',
      score: { ht: [1, 0], ft: [2, 1] },
    },
    { round: 'Matchday 1', date: '2026-08-16', time: '14:00', team1: 'Old Quay', team2: 'Millbrook Town', score: { ft: [0, 0] } },
    { round: 'Matchday 2', date: '2026-08-23', time: '15:00', team1: 'Millbrook Town', team2: 'Port Amber FC' },
  ],
};
const BEFORE = {
  name: 'Harbour Cup 2013/14',
  rounds: [
    {
      name: 'Round 1',
      matches: [
        {
          date: '2013-07-16',
          team1: { key: 'amber', name: 'Port Amber FC' },
          team2: { name: 'Old Quay' },
          group: 'Group A',
          score: { ft: [3, 1] },
        },
      ],
    },
  ],
};
const FIRST = {
  rounds: [
    {
      name: '1',
      matches: [
        { date: '2011-08-13', team1: { name: 'Port Amber FC' }, team2: { name: 'Old Quay' }, score1: 1, score2: 1 },
        { date: '2011-08-20', team1: { name: 'Old Quay' }, team2: { name: 'Port Amber FC' }, score1: null, score2: null },
      ],
    },
  ],
};
const WORLD = {
  matches: [
    {
      round: 'Matchday 1',
      date: '2026-06-11',
      time: '13:00 UTC-6',
      team1: 'Port Amber FC',
      team2: 'Old Quay',
      group: 'Group A',
      ground: 'Harbour Park',
      score: { ft: [2, 1], ht: [1, 1] },
      goals1: [
        { name: 'A. Kestrel', minute: '9' },
        { name: 'B. Heron', minute: '45+2', penalty: true },
      ],
      goals2: [{ name: 'C. Plover', minute: "45'", owngoal: true }],
    },
    {
      round: 'Final',
      date: '2026-07-19',
      time: '15:00 UTC-4',
      team1: 'Port Amber FC',
      team2: 'Old Quay',
      ground: { name: 'Sea Stand' },
      score: { ft: [1, 1], et: [1, 1], p: [4, 2] },
    },
  ],
};
const league: LeagueDescription = {
  $schema: '../../schemas/league.schema.json',
  format: 1,
  kind: 'league',
  code: 'HBL',
  name: '港湾联赛',
  short: '港湾',
  sport: 'football',
  tone: 'blue',
  country: '港湾',
  zone: 'Europe/London',
  teams: [
    { code: 'amb', name: '琥珀港', strength: 1100, keys: ['Port Amber FC'] },
    { code: 'dun', name: '邓米尔', strength: 1000, keys: ['Rovers of Dunmere'] },
    { code: 'old', name: '老码头', strength: 950, keys: ['Old Quay'] },
    { code: 'mil', name: '磨溪镇', strength: 900, keys: ['Millbrook Town'] },
    { code: 'hof', name: '霍芬', strength: 900, keys: ['Höfn Østerby'] },
    { code: 'lar', name: '云雀', strength: 900, keys: ['Lark & Linnet FC'] },
  ],
};
const readOf = (file: unknown) => {
  const read = readMatches(JSON.stringify(file));
  if (!read.ok) throw new Error(read.mistakes.join('\n'));
  return read.matches;
};

describe('the three layouts', () => {
  it('matches: half-time is 0:0 where it is left out and the match ended 0:0; one that was not played has no score', () => {
    const matches = readOf(NOW);
    expect(matches.map(({ full, half }) => [full, half])).toEqual([
      [
        [2, 1],
        [1, 0],
      ],
      [
        [0, 0],
        [0, 0],
      ],
      [undefined, undefined],
    ]);
    expect(matches[0]).toMatchObject({ round: 'Matchday 1', date: '2026-08-15', time: '20:00', home: 'Port Amber FC' });
  });
  it('rounds with matches, and rounds with flat scores: half-time is not known', () => {
    expect(readOf(BEFORE)).toMatchObject([{ round: 'Round 1', group: 'A', full: [3, 1], home: 'Port Amber FC' }]);
    expect(readOf(BEFORE)[0]).not.toHaveProperty('half');
    expect(readOf(FIRST).map(({ full }) => full)).toEqual([[1, 1], undefined]);
  });
  it('world cups: zones, groups, grounds, goals in their order, own goals on the side that they count for, penalties', () => {
    const [first, final] = readOf(WORLD);
    expect(first).toMatchObject({ group: 'A', ground: 'Harbour Park', half: [1, 1] });
    expect(first?.goals).toEqual([
      { side: 'home', minute: '9', kind: 'goal', player: 'A. Kestrel' },
      { side: 'away', minute: '45', kind: 'own', player: 'C. Plover' },
      { side: 'home', minute: '45+2', kind: 'penalty', player: 'B. Heron' },
    ]);
    expect(final).toMatchObject({ ground: 'Sea Stand', penalties: [4, 2] });
    expect(new Date(kickoffOf({ date: '2026-06-11', time: '13:00 UTC-6' }, 'Europe/London')).toISOString()).toBe(
      '2026-06-11T19:00:00.000Z',
    );
  });
  it('kick-offs are the wall clock of the league, summer time included; without a time it is 15:00', () => {
    const iso = (date: string, time?: string) => new Date(kickoffOf({ date, ...(time ? { time } : {}) }, league.zone)).toISOString();
    expect([iso('2026-08-15', '20:00'), iso('2026-12-15', '20:00'), iso('2026-12-15')]).toEqual([
      '2026-08-15T19:00:00.000Z',
      '2026-12-15T20:00:00.000Z',
      '2026-12-15T15:00:00.000Z',
    ]);
  });
});

/** Compact files in the forms that the published ones have, oddities included. */
const fixture = (name: string) => {
  const read = readMatches(`\uFEFF${readFileSync(new URL(`openfootball/${name}.json`, import.meta.url), 'utf8')}`);
  if (!read.ok) throw new Error(read.mistakes.join('\n'));
  return { ...convertMatches(league, read.matches), undated: read.undated };
};

describe('oddities of the files that there are', () => {
  it('a list: bare scores, names with a country, without FC and accents, statuses, fields that nobody knows, no date yet', () => {
    const { matches, mistakes, undated, open } = fixture('list');
    expect([mistakes, undated, open]).toEqual([[], 1, 0]);
    expect(matches.map(({ home, away, state, measures }) => [`${home}-${away}`, state, measures])).toEqual([
      ['amb-dun', 'finished', { full: [2, 1], half: [1, 0] }],
      ['old-mil', 'finished', { full: [0, 0], half: [0, 0] }],
      ['hof-lar', 'finished', { full: [3, 0] }],
      ['amb-hof', 'abandoned', {}],
      ['old-lar', 'cancelled', {}],
      ['mil-dun', 'cancelled', {}],
      ['mil-amb', 'scheduled', {}],
    ]);
    expect(new Date(matches[1]?.starts_at ?? 0).toISOString()).toBe('2026-08-16T14:00:00.000Z');
  });
  it('rounds: added time beside the minute, extra time apart from 90 minutes, also where the file has it in ft, ties without teams', () => {
    const { matches, mistakes, open } = fixture('rounds');
    expect([mistakes, open]).toEqual([[], 1]);
    expect(matches.map(({ measures }) => measures)).toEqual([
      { full: [5, 1], half: [3, 0] },
      { full: [1, 1], half: [0, 1], extra: [2, 1] },
      { full: [0, 0], half: [0, 0], extra: [0, 0], penalties: [3, 0] },
      { full: [1, 1], half: [1, 0], extra: [1, 2] },
    ]);
    expect(matches[0]?.events.map(({ minute, kind, side }) => `${minute} ${kind} ${side}`)).toEqual([
      '10 goal home',
      '45+1 penalty home',
      '87 own away',
    ]);
    const through = matches.slice(1).map((match) => {
      const { id, home, away, starts_at: startsAt, state, measures } = match;
      return tieWinnerOf({ id, home, away, startsAt, state, measures, cup: { edition: 0, round: '' } }, 'full');
    });
    expect(through).toEqual(['amb', 'old', 'hof']);
    const [match] = matches;
    if (match === undefined) throw new Error('no match');
    const { id, home, away, starts_at: startsAt } = match;
    const level = (more: object) =>
      tieWinnerOf(
        { id, home, away, startsAt, state: 'finished', measures: { full: [1, 1], ...more }, cup: { edition: 0, round: '' } },
        'full',
      );
    // Where nothing tells who won, nobody goes on.
    expect([level({}), level({ extra: [2, 2] }), level({ extra: [2, 2], penalties: [3, 4] })]).toEqual([undefined, undefined, away]);
  });
  it('flat scores with half-time, extra time and penalties; a zone beside the time; the group as the name of the round', () => {
    const { matches, mistakes } = fixture('flat');
    expect(mistakes).toEqual([]);
    expect(matches.map(({ starts_at, measures, cup }) => [new Date(starts_at).toISOString(), measures, cup?.group])).toEqual([
      ['2018-06-28T18:00:00.000Z', { full: [0, 1], half: [0, 0] }, 'B'],
      ['2018-06-28T15:30:00.000Z', {}, 'B'],
      ['2018-07-15T15:00:00.000Z', { full: [1, 1], half: [1, 0], extra: [2, 2], penalties: [3, 4] }, undefined],
    ]);
  });
  it('a form that two teams share names neither of them', () => {
    const twins = {
      ...league,
      teams: [
        { code: 'one', name: '一', strength: 1 },
        { code: 'two', name: '二', strength: 1 },
      ],
    };
    const [one, two] = twins.teams.map((team, i) => ({ ...team, keys: [i === 0 ? 'Amber FC' : 'AC Amber'] }));
    const read = readOf({ matches: [{ date: '2026-08-15', team1: 'Amber', team2: 'AC Amber' }] });
    expect(convertMatches({ ...twins, teams: [one, two] as typeof twins.teams }, read).mistakes).toEqual([
      expect.stringContaining('不认识球队 "Amber"'),
    ]);
  });
});

it('a match that gets another day keeps its id and its sale; put off by more than 36 hours after it was sold, it is off', async () => {
  const server = await startServer();
  try {
    const { database } = server.context;
    const file = (date: string, time = '15:00') => ({
      matches: [{ round: 'Matchday 9', date, time, team1: 'Old Quay', team2: 'Port Amber FC' }],
    });
    const store = (written: object) => storeMatches(database, convertMatches(league, readOf(written)).matches);
    const rows = async () =>
      (
        await database.query<{ id: string; state: string; at: string }>(
          `SELECT id, state, to_char(to_timestamp(starts_at / 1000) AT TIME ZONE 'UTC', 'MM-DD HH24:MI') AS at FROM matches ORDER BY starts_at`,
        )
      ).rows;
    const offer = async () =>
      (
        await database.query<{ before: number; result: unknown }>(
          'SELECT (m.starts_at - o.pass_stops_at)::float8 AS before, o.result FROM offers o JOIN matches m ON m.id = o.match_id',
        )
      ).rows;
    await store(file('2030-01-05'));
    expect(await store(file('2030-01-12'))).toEqual({ added: 0, changed: 1, different: [] });
    expect(await rows()).toEqual([{ id: 'hbl-of-20300105-old-amb', state: 'scheduled', at: '01-12 15:00' }]);
    await database.query(
      `INSERT INTO offers (game, match_id, code, sale_day, position, opens_at, single_stops_at, pass_stops_at, odds_version, version)
       SELECT 'jczq', id, '周六001', '2030-01-12', 1, 0, starts_at - 300000, starts_at - 300000, 1, next_match_version() FROM matches`,
    );
    // Earlier on the same day: its sale stops earlier.
    await store(file('2030-01-12', '12:30'));
    expect(await offer()).toEqual([{ before: 300_000, result: null }]);
    expect(await store(file('2030-02-20'))).toEqual({ added: 1, changed: 1, different: [] });
    expect(await rows()).toEqual([
      { id: 'hbl-of-20300105-old-amb', state: 'cancelled', at: '01-12 12:30' },
      { id: 'hbl-of-20300220-old-amb', state: 'scheduled', at: '02-20 15:00' },
    ]);
    await updateDueMatches(server.context, 'seed');
    expect(await offer()).toEqual([{ before: 300_000, result: { void: true } }]);
  } finally {
    await server.stop();
  }
});

it('bets do not outlive 36 hours in small steps, and an issue is open as long as its last match is sold', async () => {
  const server = await startServer();
  try {
    const { database } = server.context;
    const store = (date: string) =>
      storeMatches(
        database,
        convertMatches(league, readOf({ matches: [{ round: '9', date, time: '15:00', team1: 'Old Quay', team2: 'Port Amber FC' }] }))
          .matches,
      );
    const ask = async (text: string) => (await database.query<Record<string, unknown>>(text)).rows;
    await store('2030-01-05');
    await ask(
      `INSERT INTO offers (game, match_id, code, sale_day, issue, position, opens_at, single_stops_at, pass_stops_at, odds, odds_version, version)
       SELECT 'bjdc', id, '1', '2030-01-05', '300101', 1, 0, starts_at - 300000, starts_at - 300000, '{"SPF": {"3": "2.00"}}', 1, next_match_version() FROM matches`,
    );
    await ask(`INSERT INTO sport_issues (game, issue, opens_at, closes_at) SELECT 'bjdc', issue, 0, pass_stops_at FROM offers`);
    await ask(`INSERT INTO sport_legs (game, match_id, user_id, order_id) SELECT 'bjdc', id, 1, gen_random_uuid() FROM matches`);
    expect(await store('2030-01-06')).toEqual({ added: 0, changed: 1, different: [] });
    expect(
      await ask(
        `SELECT m.starts_at - m.first_starts_at AS later, m.starts_at - i.closes_at AS before FROM matches m, sport_issues i WHERE i.issue = '300101'`,
      ),
    ).toEqual([{ later: 86_400_000, before: 300_000 }]);
    expect(await store('2030-01-07')).toEqual({ added: 1, changed: 1, different: [] });
    expect(await ask(`SELECT id, state FROM matches ORDER BY id`)).toEqual([
      { id: 'hbl-of-20300105-old-amb', state: 'cancelled' },
      { id: 'hbl-of-20300107-old-amb', state: 'scheduled' },
    ]);
  } finally {
    await server.stop();
  }
});

it('what is wrong is said with its place and what to do, each unknown team once', () => {
  const read = readMatches(
    JSON.stringify({
      matches: [
        { date: '2026-02-30', team1: 'A', team2: 'B' },
        { date: '2026-02-03', time: 'noon', team1: 'A', team2: 'B', score: { ft: [1] } },
      ],
    }),
  );
  expect(read.ok ? [] : read.mistakes).toEqual([
    expect.stringContaining('matches[0]: 日期不对'),
    expect.stringContaining('matches[1]: 时间不对'),
    expect.stringContaining('matches[1]: score'),
  ]);
  for (const text of ['{', '{}', '[]', '"x"']) expect(readMatches(text).ok).toBe(false);
  const { mistakes } = convertMatches(
    league,
    readOf({
      matches: [
        { date: '2026-02-03', team1: 'Port Ambre FC', team2: 'Old Quay' },
        { date: '2026-02-10', team1: 'Old Quay', team2: 'Port Ambre FC' },
      ],
    }),
  );
  expect(mistakes).toEqual([expect.stringMatching(/^matches\[0\]: 不认识球队 "Port Ambre FC"（是不是 amb.*games\/leagues\/HBL\.json/)]);
});

it('a file is imported once, again with its scores, and a result that is there already is not changed', async () => {
  const server = await startServer();
  try {
    const { database } = server.context;
    const rows = (file: unknown) => convertMatches(league, readOf(file)).matches;
    expect(await storeMatches(database, rows(NOW))).toEqual({ added: 3, changed: 0, different: [] });
    expect(await storeMatches(database, rows(NOW))).toEqual({ added: 0, changed: 0, different: [] });
    const played = structuredClone(NOW) as { matches: { score?: object }[] };
    (played.matches[2] as { score?: object }).score = { ht: [0, 1], ft: [1, 1] };
    (played.matches[0] as { score?: object }).score = { ht: [1, 0], ft: [5, 5] };
    const stored = await storeMatches(database, rows(played));
    expect(stored).toMatchObject({ added: 0, changed: 1, different: ['hbl-of-20260815-amb-dun'] });
    // Ended in another way: off here and played there, and the other way round.
    await database.query(`UPDATE matches SET state = 'cancelled', measures = '{}' WHERE id = 'hbl-of-20260816-old-mil'`);
    const otherEnds = rows(played).map((row) => (row.id.endsWith('amb-dun') ? { ...row, state: 'cancelled' as const, measures: {} } : row));
    expect(await storeMatches(database, otherEnds)).toEqual({
      added: 0,
      changed: 0,
      different: ['hbl-of-20260815-amb-dun', 'hbl-of-20260816-old-mil'],
    });
    await database.query(`UPDATE matches SET state = 'finished', measures = '{"full": [0, 0], "half": [0, 0]}' WHERE state = 'cancelled'`);
    const { rows: found } = await database.query<{ id: string; state: string; measures: object }>(
      'SELECT id, state, measures FROM matches ORDER BY id',
    );
    expect(found).toEqual([
      { id: 'hbl-of-20260815-amb-dun', state: 'finished', measures: { full: [2, 1], half: [1, 0] } },
      { id: 'hbl-of-20260816-old-mil', state: 'finished', measures: { full: [0, 0], half: [0, 0] } },
      { id: 'hbl-of-20260823-mil-amb', state: 'finished', measures: { full: [1, 1], half: [0, 1] } },
    ]);
  } finally {
    await server.stop();
  }
});

it('a team of earlier seasons has its name and its place in the table, and its code is no other team', async () => {
  const others = [{ code: 'wre', name: '鹪鹩', strength: 1000, keys: ['Wren Athletic'] }];
  const wide: LeagueDescription = { ...league, others: [...others, { code: 'rob', name: '知更', strength: 1000 }] };
  expect(teamModelOf(wide, 'wre')).toMatchObject({ id: 'wre', name: '鹪鹩' });
  expect(leagueFindings(wide)).toEqual([]);
  const twice = { ...league, others: [{ code: 'old', name: '老', strength: 1, keys: ['port amber fc'] }] };
  expect(leagueFindings(twice).map(({ pointer }) => pointer)).toEqual(['/others/0/code', '/others/0/keys/0']);
  const server = await startServer();
  try {
    const { database, clock } = server.context;
    const day = new Date(clock.now() - 20 * 86_400_000).toISOString().slice(0, 10);
    const played = readOf({ matches: [{ round: '1', date: day, team1: 'Wren Athletic', team2: 'Old Quay', score: { ft: [3, 1] } }] });
    expect(await storeMatches(database, convertMatches(wide, played).matches)).toMatchObject({ added: 1 });
    const sports = { ...server.context.sports, league: () => wide, all: () => [], leagues: () => [wide] } as never;
    const table = await createStandingsTables({ database, clock, sports }).table('HBL');
    expect(table.map((row) => [row.team.name, row.played, row.points])).toEqual(
      expect.arrayContaining([
        ['鹪鹩', 1, 3],
        ['老码头', 1, 0],
      ]),
    );
    // A team that did not play this season is not in it.
    expect(table.map((row) => row.team.name)).not.toContain('知更');
  } finally {
    await server.stop();
  }
});
