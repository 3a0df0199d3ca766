/** Semantic check of a league: its teams, its time zone, and that its rounds, times or cup can be played. */
import type { Finding } from '../problem.ts';
import { addDuplicates, collectFindings } from '../semantics/report.ts';
import { allTeams } from './teams.ts';
import type { LeagueDescription } from './types.ts';

/** Whether the program knows this time zone. */
function isZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}

export function leagueFindings(league: LeagueDescription): Finding[] {
  const { teams, rounds, quick, cup, zone } = league;
  return collectFindings((add) => {
    const all = allTeams(league);
    const placeOf = (i: number): string => (i < teams.length ? `/teams/${i}` : `/others/${i - teams.length}`);
    addDuplicates(
      add,
      all,
      ({ code }) => code,
      (i) => `${placeOf(i)}/code`,
      '球队|teams',
    );
    const keys = all.flatMap(({ keys: own = [] }, i) => own.map((key, k) => ({ key: key.toLowerCase(), at: `${placeOf(i)}/keys/${k}` })));
    addDuplicates(
      add,
      keys,
      ({ key }) => key,
      (i) => keys[i]?.at ?? '',
      '球队名|names of teams',
    );
    if (zone !== undefined && !isZone(zone)) add('LEAGUE_ZONE', '/zone', { zone });
    if ([rounds, quick, cup].filter((each) => each !== undefined).length > 1) add('LEAGUE_WAYS', '');
    if (quick !== undefined) {
      const { times, everySeconds, matches } = quick;
      const [daily, often] = [times !== undefined, everySeconds !== undefined || matches !== undefined];
      if (daily === often || (often && (everySeconds === undefined || matches === undefined))) add('LEAGUE_QUICK', '/quick');
    }
    if (cup === undefined) return;
    const { groups, through, thirds = 0, rounds: ties } = cup;
    const left = groups * through + thirds;
    const wanted = 2 ** ties.length;
    if (left !== wanted) add('CUP_THROUGH', '/cup/rounds', { left, wanted });
    if (teams.length % groups !== 0 || teams.length / groups <= through) add('CUP_GROUPS', '/cup/groups', { teams: teams.length, groups });
  });
}
