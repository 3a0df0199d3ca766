/**
 * Updates a sports slip after a change of its picks, the time or the game's rules. Matches whose sale has stopped leave the slip. Changed
 * odds are accepted, or the player has to accept them. Passes and bankers that are no longer possible are removed. Pure; match-slip.ts is
 * the machine.
 */
import { joined } from './match-passes.ts';
import type { MatchSlipContext, MatchSlipEffect } from './match-slip.ts';
import type { OddsChange, PickedMatch } from './picked-matches.ts';

export interface Change {
  readonly context?: Partial<MatchSlipContext>;
  readonly wanted?: readonly MatchSlipEffect[];
}

type News = Partial<Pick<MatchSlipContext, 'now' | 'rules' | 'passes' | 'multiplier' | 'plan'>> & {
  readonly picked?: readonly PickedMatch[];
  readonly changed?: readonly OddsChange[];
};

export function changeSlip(before: MatchSlipContext, { picked, changed, ...news }: News): Change {
  const wanted: MatchSlipEffect[] = [];
  let next: MatchSlipContext = { ...before, ...news };
  next = { ...next, multiplier: Math.min(next.multiplier, next.rules.caps.multiplier) };

  const given = picked ?? inOrder([...next.legs, ...next.late]);
  const late = tooLate({ ...next, legs: given });
  next = { ...next, late, legs: late.length > 0 ? given.filter((each) => !late.includes(each)) : given };
  const known = new Set(before.late.map(({ match }) => match));
  const fresh = late.filter(({ match }) => !known.has(match));
  if (fresh.length > 0) wanted.push({ do: 'late', codes: fresh.map(({ code }) => code) });

  const moved = changed ?? before.changes;
  const changes = moved.filter((each) => asks(next, each));
  next = { ...next, changes };
  // No question is left, so moved odds are accepted as the policy says.
  if (moved.length > 0 && changes.length === 0) wanted.push({ do: 'seen', asked: false, count: moved.length });

  // The picks of a slip without matches may not be loaded yet, so its passes stay.
  if (next.legs.length > 0) {
    const bankers = next.legs.flatMap(({ match, banker }) => (banker ? [match] : []));
    const most = joined({ ...next, legs: next.legs.map(withoutBanker) }).bankers;
    if (bankers.length > most) wanted.push({ do: 'unbank', matches: bankers.slice(most) });
    const { possible } = joined(next);
    const dropped = next.passes?.filter((code) => !possible.includes(code)) ?? [];
    if (next.passes && dropped.length > 0) {
      const left = next.passes.filter((code) => possible.includes(code));
      next = { ...next, passes: left.length > 0 ? left : null };
      wanted.push({ do: 'passesDropped', codes: dropped });
    }
  }
  const planned = replanned(next);
  if (next.plan && !planned) wanted.push({ do: 'planLost' });
  return { context: { ...next, plan: planned }, wanted };
}

/**
 * The plan (奖金优化), or null if the slip's bets are no longer those that it was made for. Changed odds keep the plan. A slip without
 * matches keeps it too, because its picks may not be loaded yet.
 */
function replanned(next: MatchSlipContext): MatchSlipContext['plan'] {
  const { plan, legs } = next;
  return plan && (legs.length === 0 || plan.bets === betsOf(next)) ? plan : null;
}

/** A text that identifies the bets of a slip: rules, passes, matches, bankers and choices. The odds are not in it. */
export function betsOf(context: MatchSlipContext): string {
  const choices = ({ match, banker, picks }: PickedMatch): unknown => [
    match,
    banker,
    Object.entries(picks).map(([play, odds]) => [play, Object.keys(odds)]),
  ];
  return JSON.stringify([context.rules.hash, joined(context).chosen, context.legs.map(choices)]);
}

/** Matches whose sale stop has passed: that of single bets, of passes, or of both, as the slip joins them. */
function tooLate(context: MatchSlipContext): readonly PickedMatch[] {
  const { chosen } = joined(context);
  const sizes = chosen.flatMap((code) => context.rules.passes.find((pass) => pass.code === code)?.legs ?? []);
  const singly = sizes.includes(1);
  const together = sizes.length === 0 || sizes.some((size) => size > 1);
  return context.legs.filter(
    ({ singleStopsAt, passStopsAt }) => (singly && singleStopsAt <= context.now) || (together && passStopsAt <= context.now),
  );
}

/** Whether the player has to accept a change. He always has to if the handicap changed, or if the choice is no longer sold. */
function asks({ policy, rules }: MatchSlipContext, change: OddsChange): boolean {
  if (change.number !== undefined || change.now === null) return true;
  if (!rules.priced) return false;
  return policy === 'ask' || (policy === 'up' && isLower(change.now, change.was));
}

/** Whether the decimal `a` is less than `b`. Both are texts, and no float is used. */
export function isLower(a: string, b: string): boolean {
  const [wholeA = '', partA = ''] = a.split('.');
  const [wholeB = '', partB = ''] = b.split('.');
  const places = Math.max(partA.length, partB.length);
  return BigInt(wholeA + partA.padEnd(places, '0')) < BigInt(wholeB + partB.padEnd(places, '0'));
}

function withoutBanker(match: PickedMatch): PickedMatch {
  const { banker: _, ...rest } = match;
  return rest;
}

/** As the list has them: by kick-off, then by code. */
const inOrder = (matches: readonly PickedMatch[]): readonly PickedMatch[] =>
  [...matches].sort((a, b) => a.startsAt - b.startsAt || (a.code < b.code ? -1 : 1));
