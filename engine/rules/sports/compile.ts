import type { Pass, PassesDescription, PoolTable, SportDescription } from '../../descriptions/sports/types.ts';
import { RuleDefinitionError } from '../rule-definition-error.ts';
import { type CompiledSportPlay, compileSportPlay, type ScaledNumbers } from '../../descriptions/sports/conditions.ts';
import { type OutcomeGroup, outcomeGroups } from '../../descriptions/sports/outcomes.ts';
import { type BetPayout, betPayout } from './payout.ts';

/** A sports game made ready: plays by code, passes by code, the outcomes of a match by its numbers. */
export interface CompiledSport {
  readonly sport: SportDescription;
  readonly plays: readonly CompiledSportPlay[];
  play(code: string): CompiledSportPlay | undefined;
  /** Where a choice stands among all choices of all plays, as the game lists them. */
  rank(play: string, choice: string): number;
  /** Undefined for a game with a pool. */
  readonly table: PassesDescription | undefined;
  pass(code: string): Pass | undefined;
  /** Undefined for a game with a pool. */
  readonly payout: BetPayout | undefined;
  /** The pool's table of a play. */
  poolTable(play: string): PoolTable | undefined;
  /** Outcomes of a match with these numbers; kept, since the matches of a day share a handful of handicaps. */
  outcomes(numbers: ScaledNumbers): readonly OutcomeGroup[];
}

/** Most kinds of match whose outcomes are kept: a basketball day has a line of its own for every match. */
const MAX_CACHED = 200;

/** Throws RuleDefinitionError where the table of passes does not belong to the game: that is a fault of the caller. */
export function compileSport(sport: SportDescription, table?: PassesDescription): CompiledSport {
  if (sport.passes !== table?.code) throw new RuleDefinitionError(sport.code, `passes ${sport.passes} wanted, not ${table?.code}`);
  const plays = sport.plays.map(compileSportPlay);
  const byCode = new Map(plays.map((play) => [play.play.code, play]));
  const passes = new Map((table?.passes ?? []).map((pass) => [pass.code, pass]));
  const tables = new Map(sport.payout.kind === 'pool' ? sport.payout.tables.map((entry) => [entry.play, entry]) : []);
  const groupsCache = new Map<string, readonly OutcomeGroup[]>();
  let before = 0;
  const starts = new Map(
    plays.map(({ play }) => {
      const start = before;
      before += play.choices.length;
      return [play.code, start];
    }),
  );
  return {
    sport,
    plays,
    play: (code) => byCode.get(code),
    rank: (play, choice) => (starts.get(play) ?? 0) + (byCode.get(play)?.index(choice) ?? 0),
    table,
    pass: (code) => passes.get(code),
    payout: sport.payout.kind === 'odds' ? betPayout(sport.unitFen, sport.payout) : undefined,
    poolTable: (play) => tables.get(play),
    outcomes(numbers) {
      const key = JSON.stringify(Object.entries(numbers).sort(([a], [b]) => (a < b ? -1 : 1)));
      let groups = groupsCache.get(key);
      if (groups === undefined) {
        groups = outcomeGroups(sport, plays, numbers);
        if (groupsCache.size >= MAX_CACHED) groupsCache.delete(groupsCache.keys().next().value as string);
        groupsCache.set(key, groups);
      }
      return groups;
    },
  };
}
