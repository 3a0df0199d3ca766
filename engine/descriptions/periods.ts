/**
 * Prizes that change on a date, and bonus periods (加奖), in which named tiers pay more. An issue pays what holds at the instant of its draw:
 * from `from` on, up to and not including `until`. Instants are written on the wall clock of the game's schedule, "2026-12-01T00:00:00",
 * so that they are compared as they are written.
 */
import { clockOffset, instantOnClock, type ScheduleClock } from './schedule-clock.ts';
import type { BonusPeriod, DatedPrizes, FloatingPrize, Game, Play, Prize } from './types.ts';

type Periods = Pick<Game, 'datedPrizes' | 'bonusPeriods'>;

/** Which of a game's dates are in force: how many of its dated prizes, and which bonus periods. */
export interface PeriodsInForce {
  readonly changes: readonly DatedPrizes[];
  readonly bonuses: readonly BonusPeriod[];
  /** Equal for two instants at which the same is in force. */
  readonly key: string;
}

/** Unix ms → "2026-12-01T00:00:00" on a wall clock. */
export const wallClock = (atMs: number, clock: ScheduleClock): string =>
  new Date(atMs + clockOffset(clock, atMs)).toISOString().slice(0, 19);

/** The instant of a wall clock, unix ms; NaN for a day that there is not (2026-02-30). */
export function instantOf(wall: string, clock: ScheduleClock): number {
  const ms = Date.parse(`${wall}Z`);
  return new Date(ms || 0).toISOString().slice(0, 19) === wall ? instantOnClock(clock, ms) : Number.NaN;
}

/** "2026-12-01T00:00:00" as players read it: 2026-12-01 00:00, with seconds where there are any. */
export const wallClockText = (wall: string): string => wall.replace('T', ' ').replace(/:00$/, '');

/** The prizes and bonus periods in force at an instant of the wall clock. */
export function periodsInForceAt({ datedPrizes = [], bonusPeriods = [] }: Periods, wall: string): PeriodsInForce {
  const changes = datedPrizes.filter(({ from }) => from <= wall);
  const bonuses = bonusPeriods.filter(({ from, until }) => from <= wall && wall < until);
  return { changes, bonuses, key: `${changes.length}/${bonuses.map((each) => bonusPeriods.indexOf(each)).join()}` };
}

/** The instants of the wall clock at which something begins or ends, in order, each once. */
export function boundaryInstants({ datedPrizes = [], bonusPeriods = [] }: Periods): readonly string[] {
  return [...new Set([...datedPrizes.map(({ from }) => from), ...bonusPeriods.flatMap(({ from, until }) => [from, until])])].sort();
}

/** A play with what is in force; itself where none of it is about it. */
export function playWithPeriods(play: Play, { changes, bonuses }: Pick<PeriodsInForce, 'changes' | 'bonuses'>): Play {
  let { prizes } = play;
  const about = <T extends { readonly plays: readonly string[] }>(all: readonly T[]) =>
    all.filter(({ plays }) => plays.includes(play.code));
  for (const change of changes.flatMap((each) => about(each.prizes)))
    prizes = prizes.map((prize) => (prize.tier === change.tier ? changed(prize, change) : prize));
  for (const bonus of bonuses.flatMap((each) => about(each.prizes)))
    prizes = prizes.map((prize) => (prize.tier === bonus.tier ? raised(prize, bonus) : prize));
  return prizes === play.prizes ? play : { ...play, prizes };
}

/** A fixed prize that gets a share of the pool, a cap and an estimate floats from then on. With a part of them it stays fixed; the check refuses that. */
function changed(prize: Prize, { plays: _plays, ...change }: DatedPrizes['prizes'][number]): Prize {
  const { fen, ...rest } = { ...prize, ...change } as Partial<FloatingPrize> & { readonly fen?: number };
  const floats = rest.poolPermille && rest.capFen !== undefined && rest.estimateFen !== undefined;
  return (floats ? { ...rest, kind: 'floating' } : { ...rest, fen }) as Prize;
}

/** A permille of a fixed prize is floored to the fen; of a floating one it is paid as `extraPermille` is, on the share as it turns out. */
function raised(prize: Prize, { fen = 0, permille = 0 }: BonusPeriod['prizes'][number]): Prize {
  if (prize.kind === 'fixed') {
    const more = bonusFen(prize.fen, { fen, permille });
    return { ...prize, fen: prize.fen + more, bonusFen: (prize.bonusFen ?? 0) + more };
  }
  const more = bonusFen(prize.estimateFen, { fen, permille });
  return {
    ...prize,
    ...(permille > 0 ? { extraPermille: (prize.extraPermille ?? 0) + permille } : {}),
    ...(fen > 0 ? { extraFen: (prize.extraFen ?? 0) + fen } : {}),
    estimateFen: prize.estimateFen + more,
    bonusFen: (prize.bonusFen ?? 0) + more,
  };
}

/** Fen that a bonus adds to a prize of `prizeFen`. */
export const bonusFen = (prizeFen: number, { fen = 0, permille = 0 }: { readonly fen?: number; readonly permille?: number }): number =>
  fen + Number((BigInt(prizeFen) * BigInt(permille)) / 1000n);
