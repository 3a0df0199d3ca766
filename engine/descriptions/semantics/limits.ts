/** Limits (限额): plays and values that there are, and figures under which something can be sold and each limit counts. */
import { compiledPlay } from '../../rules/compile.ts';
import { MOST_SELECTIONS } from '../../rules/limits.ts';
import { maxPrizeFen } from '../../rules/max-prize.ts';
import type { CompiledPlay } from '../../rules/types.ts';
import type { Finding } from '../problem.ts';
import { instantOf, boundaryInstants } from '../periods.ts';
import { gameAt } from '../sets.ts';
import { omittedPlays } from '../resolve.ts';
import type { FamilyDescription, Game, GameDescription, Limits, Line, Play, PlayLimits, SelectionLimits } from '../types.ts';
import type { Families } from './index.ts';
import { type ReportFinding, addDuplicates, collectFindings, unknownNameDetails } from './report.ts';

type Sold = Pick<Game, 'draw' | 'unitFen'> & { readonly plays: ReadonlyMap<string, Play> };

/** The findings of the limits of a family or a game. Its other semantics must be checked before, because a wrong play cannot be compiled. */
export function limitFindings(kind: string, document: unknown, families: Families | undefined): Finding[] {
  if (kind !== 'family' && kind !== 'game') return [];
  const file = document as FamilyDescription | GameDescription;
  const family = file.kind === 'game' && file.family !== undefined ? families?.get(file.family) : undefined;
  if (file.kind === 'game' && file.family !== undefined && !family) return [];
  if (file.limits === undefined && !(family?.limits && file.kind === 'game' && changesLimits(file))) return [];
  const [sold, ...dated] = soldBy(file, family ?? undefined);
  if (file.limits !== undefined) {
    const limits = file.limits;
    const found = collectFindings((add) => checkLimits(add, limits, '/limits', sold));
    return found.length > 0 ? found : inPeriods(limits, '/limits', dated);
  }
  // The family's limits are sound for its own prices; where they are not for the game's, it says limits of its own.
  const plays = family?.limits?.plays?.filter(({ play }) => sold.plays.has(play));
  const limits = { ...family?.limits, ...(plays === undefined ? {} : { plays }) };
  const found = collectFindings((inner) => checkLimits(inner, limits, '/limits', sold));
  return (found.length > 0 ? found : inPeriods(limits, '/limits', dated)).map((finding) => ({ ...finding, pointer: '/family' }));
}

/** What is wrong only under prizes of a later instant: the first such instant says all. */
function inPeriods(limits: Limits, pointer: string, dated: readonly Sold[]): Finding[] {
  for (const sold of dated) {
    const found = collectFindings((add) => checkLimits(add, limits, pointer, sold));
    if (found.length > 0) return found;
  }
  return [];
}

/** Whether limits of the family meet other prices, plays or draws here than they did there. */
const changesLimits = ({ unitFen, prizes, draw, source, datedPrizes, bonusPeriods }: GameDescription): boolean =>
  [unitFen, prizes, draw, source, datedPrizes, bonusPeriods].some((each) => each !== undefined);

/** Without dates first, then as it is at each instant at which prizes change. */
function soldBy(file: FamilyDescription | GameDescription, family: FamilyDescription | undefined): [Sold, ...Sold[]] {
  const { source, prizes = [] } = file as Partial<GameDescription>;
  const omitted = file.kind === 'game' ? omittedPlays(file, family) : new Set<string>();
  const fenOf = new Map(prizes.map(({ play, tier, fen }) => [`${play}/${tier}`, fen]));
  const plays = [...(family?.playGroups ?? []), ...(file.playGroups ?? [])]
    .flatMap((group) => group.plays)
    .filter(({ code }) => !omitted.has(code))
    .map((play) => {
      if (!play.prizes.some(({ tier }) => fenOf.has(`${play.code}/${tier}`))) return play;
      const changed = play.prizes.map((prize) =>
        prize.kind === 'fixed' ? { ...prize, fen: fenOf.get(`${play.code}/${prize.tier}`) ?? prize.fen } : prize,
      );
      return { ...play, prizes: changed };
    });
  const draw = file.draw ?? family?.draw;
  if (draw === undefined) throw new Error(`${file.code} has no draw; the semantics of its file are checked first`);
  const datedPrizes = file.datedPrizes ?? family?.datedPrizes;
  const bonusPeriods = file.bonusPeriods ?? family?.bonusPeriods;
  const game = {
    draw: source === undefined ? draw : { ...draw, source },
    unitFen: file.unitFen ?? family?.unitFen,
    sets: file.sets ?? family?.sets,
    playGroups: [{ code: 'ALL', name: '', plays }],
    ...(datedPrizes === undefined ? {} : { datedPrizes }),
    ...(bonusPeriods === undefined ? {} : { bonusPeriods }),
    // Turns are on the wall clock, whatever its offset.
    schedule: { utcOffset: '+00:00' },
  } as unknown as Game;
  const soldAt = (wall?: string): Sold => {
    // Names of sets are known by now; of those that change with the day the first tables count where no instant is asked for.
    const dated = gameAt(game, wall === undefined ? undefined : instantOf(wall, game.schedule));
    const byCode = new Map(dated.playGroups.flatMap((g) => g.plays.map((p) => [p.code, p] as const)));
    return { draw: dated.draw, unitFen: dated.unitFen, plays: byCode };
  };
  return [soldAt(), ...boundaryInstants(game).map(soldAt)];
}

function checkLimits(add: ReportFinding, limits: Limits, pointer: string, sold: Sold): void {
  const { stakeFen, plays = [] } = limits;
  const cheapest = Math.min(...[...sold.plays.values()].map((play) => play.unitFen ?? sold.unitFen));
  if (stakeFen !== undefined && stakeFen < cheapest) add('LIMIT_SMALL', `${pointer}/stakeFen`, { fen: stakeFen, least: cheapest });
  addDuplicates(
    add,
    plays,
    ({ play }) => play,
    (index) => `${pointer}/plays/${index}/play`,
    '限额|limits',
  );
  for (const [index, each] of plays.entries()) {
    const play = sold.plays.get(each.play);
    const at = `${pointer}/plays/${index}`;
    if (play === undefined) add('LIMIT_PLAY', `${at}/play`, unknownNameDetails(each.play, sold.plays.keys()));
    else checkPlay(add, each, at, compiledPlay(sold, play), stakeFen);
  }
}

function checkPlay(add: ReportFinding, limits: PlayLimits, pointer: string, play: CompiledPlay, ofIssue: number | undefined): void {
  const { stakeFen, selection, selections = [] } = limits;
  checkStake(add, stakeFen, `${pointer}/stakeFen`, play.unitFen, ofIssue);
  if (selection === undefined && selections.length === 0) return;
  const bets = betsOf(play);
  if (bets === undefined || bets > MOST_SELECTIONS) {
    const found = bets === undefined ? '任意多|any number of' : String(bets);
    add('LIMIT_MANY', `${pointer}/${selection === undefined ? 'selections' : 'selection'}`, {
      play: play.play.code,
      bets: found,
      most: MOST_SELECTIONS,
    });
    return;
  }
  const dearest = Math.max(...play.kinds().map((bet) => maxPrizeFen(play.play, bet)));
  const check = (each: SelectionLimits, at: string, prize: number): void => {
    checkStake(add, each.stakeFen, `${at}/stakeFen`, play.unitFen, stakeFen ?? ofIssue);
    if (each.exposureFen !== undefined && each.exposureFen < prize)
      add('LIMIT_SMALL', `${at}/exposureFen`, { fen: each.exposureFen, least: prize });
  };
  if (selection !== undefined) check(selection, `${pointer}/selection`, dearest);
  checkNamed(add, selections, `${pointer}/selections`, play);
  for (const [index, each] of selections.entries()) check(each, `${pointer}/selections/${index}`, dearestOf(play, each.values) ?? dearest);
}

function checkStake(add: ReportFinding, fen: number | undefined, at: string, unit: number, outer: number | undefined): void {
  if (fen === undefined) return;
  if (fen < unit) add('LIMIT_SMALL', at, { fen, least: unit });
  if (outer !== undefined && fen > outer) add('LIMIT_ORDER', at, { fen, outer });
}

/** Values that there are, each in one entry, of bets that have one pick. */
function checkNamed(add: ReportFinding, selections: NonNullable<PlayLimits['selections']>, pointer: string, play: CompiledPlay): void {
  if (selections.length === 0) return;
  const [bet] = play.kinds();
  if (bet !== undefined && Object.values(bet.picks).reduce((sum, picked) => sum + picked.length, 0) !== 1) {
    add('LIMIT_VALUES', pointer, { play: play.play.code });
    return;
  }
  const known = new Set([...play.areas.values()].flatMap(({ values }) => values));
  const seen = new Set<unknown>();
  for (const [index, { values }] of selections.entries())
    for (const [v, value] of values.entries()) {
      const at = `${pointer}/${index}/values/${v}`;
      if (!known.has(value)) {
        const area = [...play.areas.keys()].join('、');
        add('OPTION_UNKNOWN', at, { area, ...unknownNameDetails(value, [...known].map(String)) });
      } else if (seen.has(value)) add('DUPLICATE', at, { name: String(value), what: '限额|limits' });
      seen.add(value);
    }
}

/** The largest prize of bets on these values; undefined where none of them is there. */
function dearestOf(play: CompiledPlay, values: readonly (string | number)[]): number | undefined {
  const bets = [...play.areas].flatMap(([area, { has }]) =>
    values.filter((value) => has.has(value)).map((value): Line => ({ play: play.play.code, picks: { [area]: [value] } })),
  );
  return bets.length === 0 ? undefined : Math.max(...bets.map((bet) => maxPrizeFen(play.play, bet)));
}

/** How many different bets a play has; undefined where they are typed in. */
function betsOf(play: CompiledPlay): bigint | undefined {
  if (play.entries !== undefined) return undefined;
  return play.count({ play: play.play.code, picks: Object.fromEntries([...play.areas].map(([id, { values }]) => [id, values])) });
}
