/** `npm run -s matches -- import` on a folder of games and a database of its own: new teams, a new cup, and matches that are left out. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { LeagueDescription } from '../../engine/descriptions/sports/types.ts';
import { main } from '../../tools/matches/main.ts';
import { root } from '../server/support/server.ts';

let folder: string;
let output = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'caipu-matches-'));
  vi.stubEnv('CAIPU_GAMES', join(folder, 'games'));
  vi.stubEnv('CAIPU_DATA', join(folder, 'data'));
  vi.stubEnv('DATABASE_URL', '');
  cpSync(join(root, 'games/leagues'), join(folder, 'games/leagues'), { recursive: true });
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      output += String(text);
      return true;
    });
});
beforeEach(() => {
  output = '';
});
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const file = (name: string, text: string): string => {
  const at = join(folder, name);
  writeFileSync(at, text);
  return at;
};
const league = (code: string) => JSON.parse(readFileSync(join(folder, 'games/leagues', `${code}.json`), 'utf8')) as LeagueDescription;

it('one unknown team is listed once, and the rest is imported when told so', async () => {
  const season = file(
    'en.1.json',
    JSON.stringify({
      matches: [
        { round: '1', date: '2020-08-15', team1: 'Liverpool FC', team2: 'Chelsea FC', score: { ft: [2, 1], ht: [1, 0] } },
        { round: '1', date: '2020-08-15', team1: 'Port Amber FC', team2: 'Arsenal FC', score: { ft: [0, 0] } },
        { round: '2', date: '2020-08-22', team1: 'Chelsea FC', team2: 'Port Amber FC', score: { ft: [1, 0] } },
        { round: '2', date: '2020-08-22', team1: 'Arsenal FC', team2: 'Liverpool FC', score: { ft: [0, 1], ht: [1, 0] } },
      ],
    }),
  );
  // Without a league: en.1 is the key of one.
  expect(await main(['import', season])).toBe(1);
  expect(output.match(/不认识球队 "Port Amber FC"，2 场/g)).toHaveLength(1);
  expect(output).toContain('新球队 port Port Amber FC：Port Amber FC');
  expect(output).toContain('1 处有误，一场也没有导入');
  output = '';
  expect(await main(['import', 'ECL', season, '--only-known'])).toBe(0);
  expect(output).toMatch(/matches\[3\]\.score\.ht: RESULT_WITHIN/);
  expect(output).toContain('英格兰超级联赛：新增 1 场');
  expect(output).toContain('3 场有误，没有导入');
});

it('a new club and another spelling are written with one confirmation; the simulated feed has the same clubs as before', async () => {
  const before = league('DAL');
  const season = file(
    'de.txt',
    '= Bundesliga 2030/31\n\n» Matchday 1\n  Sat Sep/7 2030\n    15.30  Borusia Dortmund  v VfB Oldenburg\n           FC Bayern München v 1. FC Union Berlin\n',
  );
  expect(await main(['import', 'DAL', season])).toBe(1);
  expect(output).toContain('bvb 的另一种写法：Borusia Dortmund (99%)');
  expect(league('DAL')).toEqual(before);
  output = '';
  expect(await main(['import', 'DAL', season, '--accept-new'])).toBe(0);
  expect(output).toContain('新增 2 场');
  const after = league('DAL');
  expect(after.teams.map(({ code }) => code)).toEqual(before.teams.map(({ code }) => code));
  expect(after.teams.find(({ code }) => code === 'bvb')?.keys).toEqual(['Borussia Dortmund', 'Borusia Dortmund']);
  expect(after.others?.at(-1)).toEqual({ code: 'old', name: 'VfB Oldenburg', strength: 1000, keys: ['VfB Oldenburg'] });
  // The second time nothing is new.
  expect(await main(['import', 'DAL', season])).toBe(0);
});

it('a cup of 48 teams that is not described: 12 groups, two of each and the eight best thirds go on', async () => {
  const teams = Array.from({ length: 48 }, (_, i) =>
    i === 0
      ? 'Brazil'
      : i === 1
        ? 'Ivory Coast'
        : `Isle ${String.fromCharCode(65 + Math.floor(i / 26))}${String.fromCharCode(97 + (i % 26))}na`,
  );
  const lines = ['= Island Cup 2030', ''];
  for (let group = 0; group < 12; group++) {
    lines.push(`▪ Group ${'ABCDEFGHIJKL'[group]}`, `June ${group + 8}`);
    const four = teams.slice(group * 4, group * 4 + 4);
    for (const [one, other] of [
      [0, 1],
      [2, 3],
      [0, 2],
      [1, 3],
      [0, 3],
      [1, 2],
    ] as const)
      lines.push(`  ${four[one]} v ${four[other]}`);
  }
  const rounds = [
    ['Round of 32', 16],
    ['Round of 16', 8],
    ['Quarter-final', 4],
    ['Semi-final', 2],
    ['Match for third place', 1],
    ['Final', 1],
  ] as const;
  for (const [i, [name, ties]] of rounds.entries()) {
    lines.push(`▪ ${name}`, `July ${i + 1}`);
    for (let tie = 0; tie < ties; tie++) lines.push(`  W${tie * 2 + 1} v W${tie * 2 + 2}`);
  }
  const cup = file('cup.txt', lines.join('\n'));
  expect(await main(['import', 'dao30', cup])).toBe(1);
  expect(output).toContain('新联赛 dao30 Island Cup 2030，时区 UTC，12 个小组，每组前 2 名和 8 个下一名出线');
  output = '';
  expect(await main(['import', 'dao30', cup, '--accept-new', '--name', '海岛杯'])).toBe(0);
  expect(output).toContain('海岛杯：新增 72 场');
  expect(output).toContain('另有 32 场的球队或日期尚未确定');
  const { name, teams: described, cup: rules } = league('dao30');
  expect([name, described.length, described[0]?.name, described[1]?.name]).toEqual(['海岛杯', 48, '巴西', '科特迪瓦']);
  expect(rules).toMatchObject({ groups: 12, through: 2, thirds: 8 });
  expect(rules?.rounds.map((round) => round.name)).toEqual(['十六分之一决赛', '八分之一决赛', '四分之一决赛', '半决赛', '决赛']);
});

it('a division names its league; windows-1252 is read', async () => {
  const csv = join(folder, 'SP1.csv');
  writeFileSync(csv, Buffer.from('Div,Date,HomeTeam,AwayTeam,FTHG,FTAG,FTR\nSP1,09/04/16,Alav\xe9s,Ath Madrid,1,0,H\n', 'latin1'));
  expect(await main(['import', csv])).toBe(0);
  expect(output).toContain('西班牙甲级联赛：新增 1 场');
  expect(await main(['import', 'ECL', csv, '--only-known'])).toBe(1);
  expect(output).toContain('Div "SP1" 不是联赛 ECL，是 CAL');
});

it('a file of several divisions is imported league by league, and another division adds no clubs', async () => {
  const fixtures = file(
    'fixtures.csv',
    'Div,Date,Time,HomeTeam,AwayTeam,AvgH,AvgD,AvgA\nE0,20/09/2036,15:00,Arsenal,Liverpool,2.1,3.4,3.5\nEC,20/09/2036,15:00,Amber,Dunmere,2.1,3.4,3.5\nSP1,21/09/2036,20:00,Betis,Sevilla,2.1,3.4,3.5\n',
  );
  expect(await main(['import', fixtures])).toBe(0);
  expect(output).toContain('英格兰超级联赛：新增 1 场');
  expect(output).toContain('西班牙甲级联赛：新增 1 场');
  expect(output.match(/Div EC 的 1 场没有使用/g)).toHaveLength(1);
  output = '';
  expect(await main(['import', 'CAL', fixtures])).toBe(0);
  expect(output).toContain('西班牙甲级联赛：新增 0 场，更新 0 场');
  const before = league('ECL');
  const conference = file('EC.csv', 'Div,Date,HomeTeam,AwayTeam,FTHG,FTAG\nEC,20/09/2016,Amber,Dunmere,1,0\n');
  expect(await main(['import', 'ECL', conference, '--accept-new'])).toBe(1);
  expect(league('ECL')).toEqual(before);
});
