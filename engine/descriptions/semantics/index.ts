/**
 * Sense: what a schema cannot say. A description that passes here can be sold, drawn and paid.
 * Three questions: is a family sound, is a game sound by itself, and does a game fit its family.
 */
import { amountOf } from '../../rules/amount.ts';
import { maxFloatingFen } from '../floating.ts';
import type { Finding } from '../problem.ts';
import { omittedPlays } from '../resolve.ts';
import type { FamilyDescription, GameDescription, Play, Prize } from '../types.ts';
import { checkZones, type Zones, zonesOf } from './draw.ts';
import { checkPlayGroups } from './plays.ts';
import { checkFacts } from './facts.ts';
import { checkPeriods, type Periods, prizesAtTurns, slicesOf } from './periods.ts';
import { checkPoolPrizes, conditionalPrizes } from './pool-prizes.ts';
import { type ReportFinding, collectFindings, unknownNameDetails } from './report.ts';
import { checkSchedule } from './schedule.ts';
import { checkSource } from './source.ts';
import { checkFactSets, checkSetNames, checkSets, checkSignSets } from './sets.ts';

/** Families by code; null for one whose file is there but refused. */
export type Families = ReadonlyMap<string, FamilyDescription | null>;

export function familyFindings(family: FamilyDescription): Finding[] {
  return collectFindings((add) => {
    if (family.unitFen === 0) add('UNIT_ZERO', '/unitFen');
    checkZones(add, family.draw.zones, '/draw/zones');
    checkPlayGroups(add, family.playGroups, '/playGroups', zonesOf(family.draw.zones));
    checkSets(add, family.sets ?? [], '/sets');
    checkSetNames(add, family.playGroups, '/playGroups', family.sets ?? []);
    checkSignSets(add, family.draw.zones, '/draw/zones', family.sets ?? []);
    checkFacts(add, family.facts ?? [], '/facts', zonesOf(family.draw.zones));
    checkFactSets(add, family.facts ?? [], '/facts', family.sets ?? []);
    checkConfirm(add, family.confirm);
    checkPeriods(
      add,
      family,
      family.playGroups.flatMap(({ plays }) => plays),
    );
    if (family.omitPlays?.length) checkOmitted(add, family.omitPlays, new Set(playCodes(family)));
  });
}

/** What a game has of its family, and states itself without one. */
export const FAMILY_PARTS = ['unitFen', 'draw', 'playGroups', 'screen', 'confirm'] as const;

/** What a game's own file can be asked without its family. */
export function gameFindings(game: GameDescription): Finding[] {
  return collectFindings((add) => {
    if (game.family === undefined) {
      for (const property of FAMILY_PARTS) if (game[property] === undefined) add('FAMILY_NEEDED', '', { property });
      for (const property of ['omitPlays', 'prizes'] as const) {
        if (game[property] !== undefined) add('FAMILY_ONLY', `/${property}`, { property });
      }
    }
    if (game.unitFen === 0) add('UNIT_ZERO', '/unitFen');
    if (game.draw !== undefined) checkZones(add, game.draw.zones, '/draw/zones');
    if (game.draw !== undefined && game.playGroups !== undefined)
      checkPlayGroups(add, game.playGroups, '/playGroups', zonesOf(game.draw.zones), conditionalPrizes(game.poolPrizes));
    if (game.draw !== undefined && game.source !== undefined) checkSource(add, game.source, zonesOf(game.draw.zones));
    checkSets(add, game.sets ?? [], '/sets');
    if (game.family === undefined) checkSetNames(add, game.playGroups ?? [], '/playGroups', game.sets ?? []);
    if (game.draw !== undefined) checkFacts(add, game.facts ?? [], '/facts', zonesOf(game.draw.zones));
    if (game.family === undefined) checkFactSets(add, game.facts ?? [], '/facts', game.sets ?? []);
    if (game.family === undefined) checkSignSets(add, game.draw?.zones ?? [], '/draw/zones', game.sets ?? []);
    if (game.confirm !== undefined) checkConfirm(add, game.confirm);
    checkSchedule(add, game.schedule, '/schedule');
    if (game.family === undefined) {
      const plays = game.playGroups?.flatMap((group) => group.plays) ?? [];
      checkPeriods(add, game, plays);
      checkPoolPrizes(add, game.poolPrizes ?? [], plays);
      checkMoney(add, game, game, plays, game.unitFen ?? 0, '');
    }
  });
}

export function gameInFamilyFindings(game: GameDescription, families: Families): Finding[] {
  const { family: name } = game;
  if (name === undefined) return [];
  const family = families.get(name);
  if (family === undefined) return collectFindings((add) => add('FAMILY_UNKNOWN', '/family', unknownNameDetails(name, families.keys())));
  if (family === null) return collectFindings((add) => add('FAMILY_BROKEN', '/family', { name }));
  return collectFindings((add) => {
    checkChanges(add, game, family);
    // A game with a draw of its own is checked on its own.
    if (game.source !== undefined && game.draw === undefined) checkSource(add, game.source, zonesOf(family.draw.zones));
    const own = game.playGroups ?? [];
    const zones: Zones = zonesOf((game.draw ?? family.draw).zones);
    if (game.draw !== undefined) {
      // The family's plays are sound; where they are not on this draw, the draw is what to mend.
      const reported = new Set<string>();
      for (const { code, details } of collectFindings((inner) => checkPlayGroups(inner, family.playGroups, '/playGroups', zones))) {
        const what = JSON.stringify([code, details]);
        if (!reported.has(what)) add(code, '/draw', details);
        reported.add(what);
      }
    } else {
      checkPlayGroups(add, own, '/playGroups', zones, conditionalPrizes(game.poolPrizes));
    }
    const sets = game.sets ?? family.sets ?? [];
    checkSetNames(add, own, '/playGroups', sets);
    checkSignSets(add, game.draw?.zones ?? [], '/draw/zones', sets);
    // The family's facts on a draw of the game's own: the draw is what to mend, or facts of its own are.
    if (game.facts === undefined && game.draw !== undefined)
      for (const { code, details } of collectFindings((inner) => checkFacts(inner, family.facts ?? [], '/facts', zones)))
        add(code, '/draw', details);
    if (game.facts !== undefined && game.draw === undefined) checkFacts(add, game.facts, '/facts', zones);
    checkFactSets(add, game.facts ?? [], '/facts', sets);
    if (game.sets !== undefined) {
      for (const { details } of collectFindings((inner) => checkSetNames(inner, family.playGroups, '/playGroups', sets)))
        add('SET_UNKNOWN', '/sets', details);
    }
    const sold = new Set(playCodes(family));
    for (const [g, group] of own.entries()) {
      for (const [p, play] of group.plays.entries()) {
        if (sold.has(play.code)) add('DUPLICATE', `/playGroups/${g}/plays/${p}/code`, { name: play.code, what: '玩法|plays' });
      }
    }
    const omitted = omittedPlays(game, family);
    const plays = [...family.playGroups, ...own].flatMap((group) => group.plays).filter((play) => !omitted.has(play.code));
    checkPeriods(add, game, plays);
    checkPoolPrizes(add, game.poolPrizes ?? [], plays);
    const periods = {
      datedPrizes: game.datedPrizes ?? family.datedPrizes ?? [],
      bonusPeriods: game.bonusPeriods ?? family.bonusPeriods ?? [],
    };
    checkMoney(add, game, periods, plays, game.unitFen ?? family.unitFen, '/family');
  });
}

function playCodes(family: FamilyDescription): string[] {
  return family.playGroups.flatMap((group) => group.plays.map((play) => play.code));
}

function checkOmitted(add: ReportFinding, codes: readonly string[], plays: { has(code: string): boolean; keys(): Iterable<string> }): void {
  for (const [index, code] of codes.entries()) {
    if (!plays.has(code)) add('PLAY_UNKNOWN', `/omitPlays/${index}`, unknownNameDetails(code, plays.keys()));
  }
}

/** omitPlays and prizes: they name plays and tiers of the family. */
function checkChanges(add: ReportFinding, game: GameDescription, family: FamilyDescription): void {
  const plays = new Map(family.playGroups.flatMap((group) => group.plays.map((play) => [play.code, play] as const)));
  checkOmitted(add, game.omitPlays ?? [], plays);
  const omitted = omittedPlays(game, family);
  if ((game.playGroups ?? []).length === 0 && [...plays.keys()].every((code) => omitted.has(code))) add('NO_PLAYS', '/omitPlays');
  const seen = new Set<string>();
  for (const [index, change] of (game.prizes ?? []).entries()) {
    const at = `/prizes/${index}`;
    const play = plays.get(change.play);
    if (play === undefined) {
      add('PLAY_UNKNOWN', `${at}/play`, unknownNameDetails(change.play, plays.keys()));
      continue;
    }
    const prize = play.prizes.find(({ tier }) => tier === change.tier);
    if (prize === undefined) {
      add(
        'TIER_UNKNOWN',
        `${at}/tier`,
        unknownNameDetails(
          change.tier,
          play.prizes.map(({ tier }) => tier),
        ),
      );
    } else if (prize.kind === 'floating') add('PRIZE_FLOATING', `${at}/tier`, { tier: change.tier });
    if (change.fen === 0) add('PRIZE_ZERO', `${at}/fen`);
    const key = `${change.play}/${change.tier}`;
    if (seen.has(key)) add('DUPLICATE', at, { name: key, what: '奖金|prizes' });
    seen.add(key);
  }
}

/**
 * The pool that floating prizes need, and amounts that stay exact: the dearest ticket of single bets and the largest single
 * prize under the game's caps. A ticket of many bets a line may still pass 2^53; the server refuses that one ticket.
 */
function checkMoney(
  add: ReportFinding,
  game: GameDescription,
  periods: Periods,
  plays: readonly Play[],
  unitFen: number,
  poolPointer: string,
): void {
  const turned = prizesAtTurns(periods, plays);
  let floats = turned.some(({ kind }) => kind === 'floating');
  let most = largestOf(turned.map(paidBy));
  let dearestFen = unitFen;
  for (const play of plays) {
    if (play.unitFen !== undefined && play.unitFen > dearestFen) dearestFen = play.unitFen;
    for (const prize of play.prizes) {
      if (prize.kind === 'floating') floats = true;
      const fen = paidBy(prize);
      if (fen > most) most = fen;
    }
  }
  if ((game.poolFen ?? 0) === 0 && floats) add('POOL_MISSING', poolPointer);
  for (const property of ['poolSeedFen', 'poolStakePermille', 'poolPrizes'] as const)
    if (game[property] !== undefined && !floats) add('POOL_IDLE', `/${property}`, { property });
  if (game.poolSeedFen !== undefined && game.poolSeedFen < (game.poolFen ?? 0))
    add('POOL_SEED', '/poolSeedFen', { seed: game.poolSeedFen, least: game.poolFen ?? 0 });
  if (floats) checkSlices(add, plays, poolPointer);

  const { multiplier, issues = 1, lines = 100 } = game.caps;
  const stake = amountOf(BigInt(lines), dearestFen, BigInt(multiplier) * BigInt(issues));
  const exact = BigInt(Number.MAX_SAFE_INTEGER);
  if (stake > exact) add('AMOUNT_OVERFLOW', '/caps', { what: '一张订单的金额|the amount of a ticket', amount: String(stake) });
  const changed = [...(game.prizes ?? []), ...(game.poolPrizes ?? []).flatMap(({ prizes }) => prizes)].map(({ fen }) => fen);
  const payout = BigInt(largestOf([most, ...changed])) * BigInt(multiplier);
  if (payout > exact) add('AMOUNT_OVERFLOW', '/caps/multiplier', { what: '一注的奖金|the prize of a bet', amount: String(payout) });
}

/** All slices of the pool together are no more than there is. */
function checkSlices(add: ReportFinding, plays: readonly Play[], pointer: string): void {
  const sum = slicesOf(plays);
  // Within one play the prize reports it.
  const alone = plays.some(
    ({ prizes }) => prizes.reduce((all, prize) => all + (prize.kind === 'floating' ? prize.poolPermille : 0), 0) > 1000,
  );
  if (sum > 1000 && !alone) add('POOL_SHARES', pointer, { sum });
}

const paidBy = (prize: Prize): number => (prize.kind === 'fixed' ? prize.fen : Number(maxFloatingFen(prize)));

function largestOf(amounts: readonly number[]): number {
  return amounts.reduce((largest, amount) => (amount > largest ? amount : largest), 0);
}

function checkConfirm(add: ReportFinding, confirm: string): void {
  const unknown = (confirm.match(/\{[^{}]*\}|[{}]/g) ?? []).find((field) => field !== '{gameCode}' && field !== '{playCode}');
  if (unknown !== undefined) add('ROUTE_FIELD', '/confirm', { field: unknown });
}
