/** Plays: their areas, their rule, and a prize for each tier. */
import { maxFloatingFen } from '../floating.ts';
import type { Area, Play, PlayGroup, Prize } from '../types.ts';
import { checkSlice, rangeSize, type Zones } from './draw.ts';
import { type ReportFinding, addDuplicates, unknownNameDetails } from './report.ts';
import { checkUnpaidPrize } from './pool-prizes.ts';
import type { TierUse } from './rule-parts.ts';
import { checkRule } from './rules.ts';
import { nearestName } from '../suggest.ts';

const NONE: ReadonlySet<string> = new Set();

/** `conditional`: "play/tier" of the prizes that depend on the pool. */
export function checkPlayGroups(add: ReportFinding, groups: readonly PlayGroup[], pointer: string, zones: Zones, conditional = NONE): void {
  addDuplicates(
    add,
    groups,
    (group) => group.code,
    (index) => `${pointer}/${index}/code`,
    '玩法组|play groups',
  );
  const seen = new Set<string>();
  for (const [g, group] of groups.entries()) {
    for (const [p, play] of group.plays.entries()) {
      const at = `${pointer}/${g}/plays/${p}`;
      // A ticket names a play by its code alone, so codes are unique in the game and not only in the group.
      if (seen.has(play.code)) add('DUPLICATE', `${at}/code`, { name: play.code, what: '玩法|plays' });
      seen.add(play.code);
      checkPlay(add, play, at, zones, conditional);
    }
    if (group.oneBoard) checkBoard(add, group.plays, `${pointer}/${g}/plays`);
  }
}

/** Plays on one board: whichever of them a line is sold under, it costs and pays the same, and the board holds what each takes. */
function checkBoard(add: ReportFinding, plays: readonly Play[], pointer: string): void {
  const last = plays.at(-1);
  if (!last) return;
  for (const [p, play] of plays.slice(0, -1).entries()) {
    const names = { play: play.code, last: last.code };
    const differs = (what: string, of: (each: Play) => unknown): void => {
      if (!alike(of(play), of(last))) add('BOARD_DIFFERS', `${pointer}/${p}`, { ...names, what });
    };
    differs('选号区|areas', ({ areas }) =>
      areas.map((area) => [area.kind, area.id, area.kind === 'numbers' ? [area.from, area.to] : area]),
    );
    differs('单价|unit', ({ unitFen }) => unitFen);
    differs('规则|rule', ({ rule }) => rule);
    differs('奖金|prizes', ({ prizes }) => prizes);
    for (const area of play.areas) {
      const board = last.areas.find(({ id }) => id === area.id);
      if (board && (board.min > area.min || board.max < area.max)) add('BOARD_NARROW', `${pointer}/${p}`, { ...names, area: area.id });
    }
  }
}

/** Whether two values of JSON are written the same, the order of properties included. */
function alike(a: unknown, b: unknown): boolean {
  // The same object where one play is like the other.
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(b);
  let at = 0;
  for (const name in a) {
    if (name !== names[at] || !alike((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name])) return false;
    at += 1;
  }
  return at === names.length;
}

function checkPlay(add: ReportFinding, play: Play, pointer: string, zones: Zones, conditional: ReadonlySet<string>): void {
  if (play.unitFen === 0) add('UNIT_ZERO', `${pointer}/unitFen`);
  addDuplicates(
    add,
    play.areas,
    (area) => area.id,
    (index) => `${pointer}/areas/${index}/id`,
    '选号区|areas',
  );
  for (const [index, area] of play.areas.entries()) checkArea(add, area, `${pointer}/areas/${index}`, zones);
  checkPrizes(add, play, pointer, checkRule(add, play, pointer, zones), conditional);
}

function checkArea(add: ReportFinding, area: Area, pointer: string, zones: Zones): void {
  if (area.kind === 'options') {
    addDuplicates(
      add,
      area.options,
      (option) => option.value,
      (index) => `${pointer}/options/${index}/value`,
      '选项|options',
    );
  } else if (area.kind === 'numbers') {
    if (area.from > area.to) {
      add('RANGE_ORDER', `${pointer}/from`, { from: area.from, to: area.to });
      return;
    }
    const sizes = (area.by ?? []).map(({ set }) => (typeof set === 'string' ? 1 : set.length));
    for (const [index, { set }] of (area.by ?? []).entries()) {
      const outside = typeof set === 'string' ? undefined : set.find((number) => number < area.from || number > area.to);
      if (outside !== undefined) add('BY_OUTSIDE', `${pointer}/by/${index}/set`, { number: outside, from: area.from, to: area.to });
    }
    if (sizes.some((size) => size > area.max))
      add('AREA_BOUNDS', `${pointer}/max`, { min: area.min, max: area.max, size: Math.max(...sizes) });
    if (area.omission !== undefined) checkSlice(add, area.omission, `${pointer}/omission`, zones);
    if (area.tonesOf !== undefined && !zones.has(area.tonesOf))
      add('ZONE_UNKNOWN', `${pointer}/tonesOf`, unknownNameDetails(area.tonesOf, zones.keys()));
  }
  // How many entries there can be is the rule's to say; typing fewer than may be typed is no harm.
  const size = area.kind === 'options' ? area.options.length : area.kind === 'lines' ? area.max : rangeSize(area);
  const at = area.min > area.max ? `${pointer}/min` : `${pointer}/max`;
  if (area.min > area.max || area.max > size) add('AREA_BOUNDS', at, { min: area.min, max: area.max, size });
}

function checkPrizes(add: ReportFinding, play: Play, pointer: string, tiers: readonly TierUse[], conditional: ReadonlySet<string>): void {
  addDuplicates(
    add,
    play.prizes,
    ({ tier }) => tier,
    (index) => `${pointer}/prizes/${index}/tier`,
    '奖金|prizes',
  );
  const given = new Set<string>();
  for (const { tier } of play.prizes) given.add(tier);
  const occurring = new Set<string>();
  for (const use of tiers) {
    // Several cases may give one tier; one report of it is enough.
    if (!given.has(use.tier) && !occurring.has(use.tier)) add('PRIZE_MISSING', use.pointer, { tier: use.tier });
    occurring.add(use.tier);
  }
  let shares = 0;
  for (let index = 0; index < play.prizes.length; index += 1) {
    const prize = play.prizes[index] as Prize;
    const at = `${pointer}/prizes/${index}`;
    if (!occurring.has(prize.tier)) {
      const unpaid = [...occurring].filter((tier) => !given.has(tier));
      add('PRIZE_UNUSED', `${at}/tier`, { tier: prize.tier, guess: nearestName(prize.tier, unpaid) ?? '' });
    }
    if (prize.kind === 'fixed') {
      if (prize.fen === 0) checkUnpaidPrize(add, play, prize.tier, `${at}/fen`, conditional);
      continue;
    }
    shares += prize.poolPermille;
    if (shares > 1000) add('POOL_SHARES', `${at}/poolPermille`, { sum: shares });
    if (prize.capFen === 0) add('PRIZE_ZERO', `${at}/capFen`);
    else if (BigInt(prize.estimateFen) > maxFloatingFen(prize))
      add('PRIZE_ESTIMATE', `${at}/estimateFen`, { estimate: prize.estimateFen, cap: String(maxFloatingFen(prize)) });
  }
}
