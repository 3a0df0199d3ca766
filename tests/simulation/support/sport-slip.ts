/** What a phone of the simulation bets on matches: some of those that it was shown, at the odds that it was shown. */
import type { SportGame } from '../../../engine/descriptions/sports/types.ts';
import { type CompiledSport, compileSport, priceSport, type SportTicket } from '../../../engine/rules/sports/index.ts';
import type { SportPageModels } from '../../../protocol/calls.ts';
import type { Chance } from './chance.ts';

type Offer = SportPageModels['matches'][number];

export interface SportSlip {
  readonly call: '/api/lottery/bet_jc' | '/api/lottery/bet_youhua_create';
  readonly params: Readonly<Record<string, string>>;
  /** When the first of its matches stops, unix ms. */
  readonly stopsAt: number;
}

const compiled = new Map<string, CompiledSport>();

/** `leastFen`: as often as that asks for, and never optimised, as a ticket is that others have a part in. */
export function sportSlip(
  chance: Chance,
  hash: string,
  sport: SportGame,
  offers: readonly Offer[],
  leastFen?: number,
): SportSlip | undefined {
  const open = offers.filter(({ state }) => state === 'selling');
  if (open.length === 0) return undefined;
  let rules = compiled.get(hash);
  if (rules === undefined) compiled.set(hash, (rules = compileSport(sport, sport.table)));
  const legs = [...new Set(Array.from({ length: chance.between(1, 3) }, () => chance.one(open)))];
  const single = legs.length === 1;
  const matches = legs.map(({ id, odds, numbers }) => {
    const play = chance.one(Object.keys(odds));
    const shown = odds[play] as Readonly<Record<string, string>>;
    const choices = [...new Set([chance.one(Object.keys(shown)), chance.one(Object.keys(shown))])];
    return {
      match: id,
      picks: { [play]: Object.fromEntries(choices.map((choice) => [choice, shown[choice]])) },
      ...(play === 'SPF' ? { numbers } : {}),
    };
  });
  const plain = { game: sport.code, matches, passes: [`${legs.length}_1`] } as unknown as SportTicket;
  const whole = (ticket: SportTicket) => ({ ...ticket, multiplier: ticket.multiplier ?? 1 });
  const { bets, amountFen: unitFen } = priceSport(rules, whole(plain));
  const optimised = leastFen === undefined && !single && chance.happens(0.2);
  // Mostly small, at times all that may be and one more than that.
  const most = rules.sport.caps.multiplier;
  const ticket = {
    ...plain,
    ...(optimised
      ? { units: Array.from({ length: Number(bets) }, () => chance.between(1, 4)) }
      : leastFen !== undefined
        ? { multiplier: Math.ceil(leastFen / Number(unitFen)) + chance.between(0, 4) }
        : { multiplier: chance.happens(0.05) ? chance.between(most, most + 1) : chance.between(1, 10) }),
  } as SportTicket;
  const { amountFen } = priceSport(rules, whole(ticket));
  return {
    call: optimised ? '/api/lottery/bet_youhua_create' : '/api/lottery/bet_jc',
    params: {
      ticket: JSON.stringify(ticket),
      hash,
      amountFen: String(amountFen),
      oddsPolicy: chance.one(['ask', 'any', 'up']),
      ...(optimised ? { plan: 'own' } : {}),
    },
    stopsAt: Math.min(...legs.map(({ singleStopsAt, passStopsAt }) => (single ? singleStopsAt : passStopsAt))),
  };
}
