/** Teams of a league: those that play in it now, and others that are known by name, such as clubs of earlier seasons. */
import type { LeagueDescription, Team } from './types.ts';

export const allTeams = ({ teams, others = [] }: LeagueDescription): readonly Team[] => [...teams, ...others];

export const findTeam = (league: LeagueDescription | undefined, code: string): Team | undefined =>
  league === undefined ? undefined : allTeams(league).find((team) => team.code === code);
