/** Names of teams, leagues and picks, from the descriptions in force; a code stands for what is gone by now. */
import type { OutrightDescription } from '../../../engine/descriptions/sports/types.ts';
import { findTeam } from '../../../engine/descriptions/sports/teams.ts';
import type { Sports } from '../versions.ts';

type Leagues = Pick<Sports, 'league'>;

export const teamName = (sports: Leagues, league: string, team: string): string => findTeam(sports.league(league), team)?.name ?? team;

export const leagueName = (sports: Leagues, league: string): string => sports.league(league)?.short ?? league;

/** One team, or two; none: all others together. */
export const pickName = (sports: Leagues, { cup }: Pick<OutrightDescription, 'cup'>, teams: readonly string[]): string =>
  teams.length === 0 ? '其他' : teams.map((team) => teamName(sports, cup, team)).join(' / ');
