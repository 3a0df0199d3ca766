/**
 * Terms of a line: the prize of one of its bets as players read it, and a digest of all that decides its prize. A slip
 * stores both with the line, so that the player confirms changed odds of lines on the slip, and only those.
 */
import { canonicalJson } from '../descriptions/canonical.ts';
import { formatMoney } from '../descriptions/format.ts';
import type { Game, Line, Play, Prize, Rule } from '../descriptions/types.ts';

export interface LineTerms {
  /** Prize of one bet: "¥13", "¥5–¥3,000", "约 ¥5,000,000" where it is shared; '' for a play without prizes. */
  readonly prize: string;
  /** Equal for two versions of a game when price, rule, prizes and drawn numbers are the same for what this line picks. */
  readonly digest: string;
}

/** `play` is the line's own, of this game. */
export function lineTerms(game: Pick<Game, 'unitFen' | 'draw' | 'sets' | 'poolFen'>, play: Play, line: Line): LineTerms {
  const rule = ruleOf(play.rule, line);
  const prizes = prizesOf(play, rule, line);
  const unitFen = play.unitFen ?? game.unitFen;
  const zones = game.draw.zones.map(({ id, kind, from, to, pick, excludes, places }) => [
    id,
    kind,
    from,
    to,
    pick,
    excludes,
    places?.map((each) => each.id),
  ]);
  const text = JSON.stringify(rule);
  const sets = game.sets?.filter(({ id }) => text.includes(`"${id}"`));
  const pool = prizes.some(({ kind }) => kind === 'floating') ? game.poolFen : undefined;
  const paid = prizes.map((prize) => ({ ...prize, name: undefined }));
  return {
    prize: prizeText(prizes, unitFen),
    digest: digest(inOrder({ unitFen, rule, paid, zones, sets, pool, source: game.draw.source?.numbers })),
  };
}

/** JSON whose inner keys are sorted: a file has them in its own order, and a version from the database in the order of canonical JSON. */
const inOrder = (parts: Readonly<Record<string, unknown>>): string =>
  `{${Object.entries(parts)
    .flatMap(([key, value]) => (value === undefined ? [] : [`"${key}":${canonicalJson(value)}`]))
    .join(',')}}`;

/** The prize alone, as `lineTerms` has it. */
export function linePrize(game: Pick<Game, 'unitFen'>, play: Play, line: Line): string {
  return prizeText(prizesOf(play, ruleOf(play.rule, line), line), play.unitFen ?? game.unitFen);
}

/** The rule of a line's terms. For a play of options only with the cases that the line picks from, because other odds do not affect it. */
export function ruleOf(rule: Rule, { picks }: Line): Rule {
  if (rule.kind !== 'options') return rule;
  const cases = rule.cases.flatMap((each) => {
    const picked = picks[each.area] ?? [];
    if (!each.values) return picked.length > 0 ? [each] : [];
    const values = each.values.filter((value) => picked.includes(value));
    return values.length > 0 ? [{ ...each, values }] : [];
  });
  return { ...rule, cases };
}

export function prizesOf({ prizes }: Play, rule: Rule, { picks }: Line): readonly Prize[] {
  if (rule.kind !== 'options') return prizes;
  if (rule.combine === 'pass') {
    // As many legs as are picked, whatever they come to.
    const legs = Object.values(picks).filter((values) => values.length > 0).length;
    const passed = (rule.tiers ?? []).filter(({ hits }) =>
      hits.some((figures) => figures.reduce((sum, figure) => sum + figure, 0) === legs),
    );
    return prizes.filter(({ tier }) => passed.some((each) => each.tier === tier));
  }
  const tiers = new Set([rule.tier, ...rule.cases.map(({ tier }) => tier)]);
  return prizes.filter(({ tier }) => tiers.has(tier));
}

/** A stake that is given back is no prize, unless there is nothing else. */
function prizeText(prizes: readonly Prize[], unitFen: number): string {
  const fen = (prize: Prize): number => (prize.kind === 'fixed' ? prize.fen : prize.estimateFen);
  const won = prizes.filter((prize) => prize.kind !== 'fixed' || prize.fen !== unitFen);
  const shown = won.length > 0 ? won : prizes;
  if (shown.length === 0) return '';
  const amounts = shown.map(fen);
  const [least, most] = [Math.min(...amounts), Math.max(...amounts)];
  const about = shown.some((prize) => prize.kind === 'floating' && fen(prize) === most) ? '约 ' : '';
  const money = (value: number): string => `¥${formatMoney(value).replace(/\.00$/, '')}`;
  return least === most ? `${about}${money(most)}` : `${money(least)}–${about}${money(most)}`;
}

/** 64 bits from two multiplicative hashes of the text. Tells versions apart; nobody gains by two that are taken for one. */
function digest(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x85ebca6b) ^ (b >>> 13);
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
