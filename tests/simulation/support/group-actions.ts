/** What a phone of the simulation does together with others: group orders (合买), releases (宝单) that others follow (跟单), standing rules (定制). */
import type { GroupListModels, ReleaseDetailModels, ReleaseListModels } from '../../../protocol/calls.ts';
import type { Chance } from './chance.ts';

const START = '/api/lottery/bet_together';
const JOIN = '/api/lottery/bet_join';
const CANCEL = '/api/hm/Cancel';
const FOLLOW = '/api/Lottery/Bet_JC_Follow';
const WITHDRAW = '/api/order/WithdrawRelease';
export const FOLLOW_RULE = '/api/order/editReleaseOrderFollowRule';
export const GROUP_RULE = '/api/hm/addfollowerrule';

/** A request, and the time at which its order or release closes, unix ms. */
export interface PlannedCall {
  readonly scope: string;
  readonly call: string;
  readonly params: Readonly<Record<string, string>>;
  readonly stopsAt?: number;
}
/** A ticket with its price, as it would be bet. */
interface Bought {
  readonly ticket: string;
  readonly hash: string;
  readonly amountFen: string;
}

/** A ticket in shares: mostly some that others can take, at times all of them, at times more than there are. */
export function startGroupCall(chance: Chance, code: string, { ticket, hash, amountFen }: Bought): PlannedCall {
  const total = Number(amountFen);
  const shares = chance.one([1, 2, 3, 4, 5, 10, 20, 50].filter((n) => total % n === 0 && total / n >= 100));
  const own = chance.happens(0.1) ? shares : chance.between(Math.max(1, Math.ceil(shares / 20)), Math.ceil(shares / 2));
  const guarantee = chance.happens(0.4) ? chance.between(0, shares - own) + Number(chance.happens(0.05)) : 0;
  return {
    scope: `together/${code}`,
    call: START,
    params: {
      id: globalThis.crypto.randomUUID(),
      ticket,
      hash,
      amountFen,
      shares: String(shares),
      ownShares: String(own),
      guaranteeShares: String(guarantee),
      commission: String(chance.between(0, 10)),
      security: String(chance.between(0, 3)),
    },
  };
}

/** Some shares of one of the lobby: some, all, the last one, or one more than are left. */
export function joinGroupCall(chance: Chance, { items }: GroupListModels): PlannedCall | undefined {
  if (items.length === 0) return undefined;
  const { hmId, leftShares, stopsAt } = chance.one(items);
  const shares = chance.one([0, 1, leftShares, chance.between(1, leftShares), leftShares + 1]);
  return { scope: `join/${hmId}`, call: JOIN, params: { hmId, shares: String(shares) }, stopsAt };
}

export const cancelGroupCall = (hmId: string): PlannedCall => ({ scope: `cancel/${hmId}`, call: CANCEL, params: { hmId } });

/** What makes a bet on matches a release. */
export const releaseFields = (chance: Chance): Readonly<Record<string, string>> => ({
  release: '1',
  commission: String(chance.between(0, 10)),
  security: String(chance.between(0, 2)),
});

export const randomReleaseId = (chance: Chance, { items }: ReleaseListModels): string | undefined => {
  const others = items.filter(({ mine }) => !mine);
  return others.length === 0 ? undefined : chance.one(others).releaseId;
};

/** The plan of a release at the present odds, as often as its least stake asks for or more often. */
export function followCall(
  chance: Chance,
  { releaseId, offer, unitFen, minFollowFen, stopsAt }: ReleaseDetailModels,
): PlannedCall | undefined {
  if (offer === null) return undefined;
  const least = Math.ceil(minFollowFen / unitFen);
  const times = Math.min(offer.mostTimes, chance.between(least, least + 20));
  return {
    scope: `follow/${releaseId}`,
    call: FOLLOW,
    params: {
      releaseId,
      times: String(times),
      amountFen: String(unitFen * times),
      oddsVersion: offer.oddsVersion,
      oddsPolicy: chance.one(['ask', 'any']),
    },
    stopsAt,
  };
}

export const withdrawReleaseCall = (releaseId: string): PlannedCall => ({
  scope: `withdraw/${releaseId}`,
  call: WITHDRAW,
  params: { releaseId },
});

/**
 * `who` is joined at once by whatever he starts: fixed or in percent, paid in advance or not, under every condition that a rule may set. At
 * times the rule that there is (`rules`, by whom they follow) is switched off or on instead.
 */
export function groupRuleCall(chance: Chance, who: string, rules: Map<string, PlannedCall['params']>): PlannedCall {
  const before = rules.get(who);
  const params = before === undefined || chance.happens(0.4) ? newGroupRule(chance, who) : { ...before, on: before.on === '1' ? '0' : '1' };
  rules.set(who, params);
  return { scope: `groupRule/${who}`, call: GROUP_RULE, params };
}

function newGroupRule(chance: Chance, who: string): PlannedCall['params'] {
  const fixed = chance.happens(0.6);
  const maybe = (name: string, value: number): PlannedCall['params'] => (chance.happens(0.15) ? { [name]: String(value) } : {});
  return {
    ruleId: globalThis.crypto.randomUUID(),
    creatorMid: who,
    on: '1',
    mode: fixed ? 'fixed' : 'percent',
    ...(fixed ? { fen: String(chance.between(1, 40) * 100) } : { percent: String(chance.between(1, 40)) }),
    ...(fixed ? {} : maybe('maxFen', chance.between(1, 40) * 100)),
    times: String(chance.between(1, 6)),
    partial: chance.one(['0', '1']),
    prepay: fixed && chance.happens(0.5) ? '1' : '0',
    ...maybe('minTotalFen', chance.between(1, 30) * 100),
    ...maybe('maxTotalFen', chance.between(30, 200) * 100),
    ...maybe('stopAfterMisses', chance.between(1, 3)),
    ...maybe('minBalanceFen', chance.between(1, 10) * 100_000),
  };
}

/** `who` is followed at once with whatever he releases; at times the rule is switched off instead. */
export function followRuleCall(chance: Chance, who: string): PlannedCall {
  const fen = chance.between(2, 100) * 200;
  return {
    scope: `followRule/${who}`,
    call: FOLLOW_RULE,
    params: {
      who,
      on: chance.happens(0.85) ? '1' : '0',
      fen: String(fen),
      ...(chance.happens(0.3) ? { dayMaxFen: String(fen * chance.between(1, 3)) } : {}),
      ...(chance.happens(0.2) ? { minOdds: chance.one(['1.5', '3.0', '8.0']) } : {}),
      times: String(chance.between(1, 5)),
    },
  };
}
