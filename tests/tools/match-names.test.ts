/** Names of teams: what is taken, and the hints, which never name another club. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { LeagueDescription } from '../../engine/descriptions/sports/types.ts';
import { type NameTable, teamNames } from '../../tools/matches/names.ts';

const folder = new URL('../../games/leagues/', import.meta.url);
const league = (code: string) => JSON.parse(readFileSync(new URL(`${code}.json`, folder), 'utf8')) as LeagueDescription;
const table = JSON.parse(readFileSync(new URL('../../tools/matches/club-names.json', import.meta.url), 'utf8')) as NameTable;
/** The league without the clubs of earlier seasons, as it was before they were known. */
const namesOf = (code: string) => teamNames({ ...league(code), others: [] });
const best = (code: string, name: string) => namesOf(code).candidates(name)[0]?.code;

describe('hints', () => {
  it.each([
    ['EAL', 'Lazio Roma'],
    ['ECL', 'Leicester City'],
    ['ECL', 'Sheffield United'],
    ['EAL', 'Frosinone Calcio'],
    ['sjb', 'South Africa'],
    ['sjb', 'East Germany'],
    ['sjb', 'Northern Ireland'],
    ['SGL', 'Dundee City'],
    ['CAL', 'Real Sociedad B'],
    ['ECL', 'Liverpool FC Women'],
    ['FAL', 'Olympique Lorient Real'],
    ['DAL', 'Bayern München II'],
  ])('%s: "%s" leads to no other club', (code, name) => {
    expect(namesOf(code).codeOf(name)).toBeUndefined();
    expect(
      namesOf(code)
        .candidates(name)
        .filter(({ confidence }) => confidence >= 75),
    ).toEqual([]);
  });
  it.each([
    ['ECL', 'Liverpol FC', 'liv'],
    ['DAL', 'Borusia Dortmund', 'bvb'],
    ['ECL', 'Man City', 'mci'],
    ['DAL', 'Wolfsburg', 'wob'],
    ['CAL', 'Real Madird', 'rma'],
  ])('%s: "%s" is perhaps %s', (code, name, team) => expect(best(code, name)).toBe(team));
  it('they have a confidence, and a name that is like two teams has none', () => {
    expect(namesOf('ECL').candidates('Liverpol FC')).toEqual([{ code: 'liv', name: '利物浦', confidence: 95 }]);
    expect(namesOf('EAL').candidates('Lazio Roma')).toEqual([]);
  });
});

describe('names that are known', () => {
  it.each([
    ['ECL', "Nott'm Forest", '诺丁汉森林'],
    ['ECL', 'Man United', '曼联'],
    ['ECL', 'Sheffield United', '谢菲尔德联'],
    ['ECL', 'Leicester City', '莱斯特城'],
    ['CAL', 'Ath Madrid', '马德里竞技'],
    ['CAL', 'Ath Bilbao', '毕尔巴鄂竞技'],
    ['EAL', 'Lazio Roma', '拉齐奥'],
    ['EAL', 'Chievo Verona', '切沃'],
    ['EAL', 'Verona', '维罗纳'],
    ['DAL', "M'gladbach", '门兴格拉德巴赫'],
    ['DAL', '1899 Hoffenheim', '霍芬海姆'],
    ['PCL', 'Vitória Guimarães', '吉马良斯'],
    ['OGB', 'Inter (ITA)', '国际米兰'],
    ['sjb', 'South Africa', '南非'],
    ['sjb', 'Türkiye', '土耳其'],
  ])('%s: "%s" is %s', (code, written, name) => {
    const { teams, others = [] } = league(code);
    const team = teamNames(league(code), table).codeOf(written);
    expect([...teams, ...others].find((each) => each.code === team)?.name).toBe(name);
  });
  it('the table names each form once', () => {
    const forms = Object.entries(table).flatMap(([name, others]) => [name, ...others].map((form) => form.toLowerCase()));
    expect(forms.filter((form, i) => forms.indexOf(form) !== i)).toEqual([]);
  });
  it('a form that two teams share names neither', () => {
    const twins = {
      ...league('ECL'),
      teams: [
        { code: 'one', name: '一', strength: 1, keys: ['Amber FC'] },
        { code: 'two', name: '二', strength: 1, keys: ['AC Amber'] },
      ],
      others: [],
    } as LeagueDescription;
    expect(teamNames(twins).codeOf('Amber')).toBeUndefined();
    expect(teamNames(twins).codeOf('AC Amber')).toBe('two');
  });
});
