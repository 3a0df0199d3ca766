/** Bets on who wins a cup (冠军, 冠亚军; law R26): each pick is a bet of its own at the odds at which it was sold. */
import type { OutrightDescription } from '../../descriptions/sports/types.ts';
import { truncated } from '../pointers.ts';
import { amountOf } from '../amount.ts';
import { refuseUnknownKeys, plainObject, requiredProperty, wrongType } from '../read-line.ts';
import { Report, type ValidateOptions } from '../report.ts';
import type { Validated } from '../types.ts';
import { betPayout } from './payout.ts';

export interface OutrightPick {
  readonly code: string;
  /** A decimal as text. */
  readonly odds: string;
  /** Bets on it. */
  readonly times: number;
}

/** The outcome of a pick: it won, lost, or is void (the cup was called off). */
export type OutrightState = 'won' | 'lost' | 'void';

/** Anything at all as the picks of one market. On success they are fresh plain copies, each code once. */
export function validateOutright(
  { caps, payout, name }: OutrightDescription,
  input: unknown,
  options?: ValidateOptions,
): Validated<readonly OutrightPick[]> {
  const report = new Report(options);
  const picks: OutrightPick[] = [];
  if (!Array.isArray(input)) wrongType(report, '', 'array', input);
  else if (input.length === 0) report.add('NO_CHOICES', '', { match: name });
  else if (input.length > caps.picks)
    report.add('TOO_MANY', '', { area: name, count: input.length, max: caps.picks, extra: input.length - caps.picks });
  else
    for (const [i, row] of input.entries()) {
      if (report.full) break;
      const at = `/${i}`;
      const object = plainObject(row);
      if (!object) {
        wrongType(report, at, 'object', row);
        continue;
      }
      refuseUnknownKeys(report, object, ['code', 'odds', 'times'], at);
      const code = requiredProperty(report, object, 'code', at);
      const odds = requiredProperty(report, object, 'odds', at);
      const times = requiredProperty(report, object, 'times', at);
      if (code !== undefined && (typeof code !== 'string' || !/^[A-Za-z0-9_-]{1,32}$/.test(code)))
        wrongType(report, `${at}/code`, 'string', code);
      else if (picks.some((pick) => pick.code === code)) report.add('DUPLICATE', `${at}/code`, { area: name, value: truncated(code) });
      if (odds !== undefined && !isOdds(odds, payout.decimals))
        report.add('ODDS_FORMAT', `${at}/odds`, { value: truncated(odds), decimals: payout.decimals });
      if (times !== undefined && (typeof times !== 'number' || !Number.isInteger(times) || times < 1))
        report.add('WHOLE_NUMBER', `${at}/times`, { value: truncated(times) });
      else if (typeof times === 'number' && times > caps.multiplier)
        report.add('OVER_MULTIPLIER', `${at}/times`, { value: truncated(times), max: caps.multiplier });
      picks.push({ code: String(code), odds: String(odds), times: Number(times) });
    }
  return report.done(() => picks);
}

function isOdds(value: unknown, decimals: number): boolean {
  if (typeof value !== 'string' || !/^[1-9][0-9]{0,4}(\.[0-9]{1,2})?$/.test(value)) return false;
  return (value.split('.')[1] ?? '').length <= decimals;
}

/** Bets of valid picks, and their price in fen. */
export function priceOutright(
  { unitFen }: OutrightDescription,
  picks: readonly OutrightPick[],
): { readonly bets: bigint; readonly amountFen: bigint } {
  const bets = picks.reduce((sum, { times }) => sum + BigInt(times), 0n);
  return { bets, amountFen: amountOf(bets, unitFen) };
}

/** Fen of each pick, in their order: its prize when it won, its price when it is void, nothing when it lost. */
export function settleOutright(
  description: OutrightDescription,
  picks: readonly OutrightPick[],
  stateOf: (code: string) => OutrightState,
): readonly { readonly state: OutrightState; readonly fen: bigint }[] {
  const prizeOf = prizes(description);
  return picks.map((pick) => {
    const state = stateOf(pick.code);
    if (state === 'lost') return { state, fen: 0n };
    return { state, fen: state === 'void' ? priceOutright(description, [pick]).amountFen : prizeOf(pick.odds) * BigInt(pick.times) };
  });
}

/** One pick of a market wins, so the range is from the least to the largest prize of a pick. */
export function outrightRange(
  description: OutrightDescription,
  picks: readonly OutrightPick[],
): { readonly minFen: bigint; readonly maxFen: bigint } {
  const prizeOf = prizes(description);
  const all = picks.map(({ odds, times }) => prizeOf(odds) * BigInt(times));
  const [first = 0n] = all;
  return { minFen: all.reduce((a, b) => (b < a ? b : a), first), maxFen: all.reduce((a, b) => (b > a ? b : a), first) };
}

function prizes({ unitFen, payout }: OutrightDescription): (odds: string) => bigint {
  const { fen, scale } = betPayout(unitFen, {
    kind: 'odds',
    odds: 'sold',
    decimals: payout.decimals,
    sharePermille: 1000,
    rounding: payout.rounding,
    leastFen: payout.leastFen,
    capFen: [{ legs: 1, fen: payout.capFen }],
  });
  const decimals = scale.toString().length - 1;
  return (odds) => {
    const [whole = '', part = ''] = odds.split('.');
    return fen(BigInt(whole + part.padEnd(decimals, '0').slice(0, decimals)), 1, 1);
  };
}
