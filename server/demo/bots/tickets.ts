/** Tickets as demonstration players fill them: random numbers, and matches with their likelier choices. Priced as a phone prices them. */
import { randomInt } from 'node:crypto';
import { priceTicket, randomLine } from '../../../engine/rules/index.ts';
import { priceSport, type SportTicket } from '../../../engine/rules/sports/index.ts';
import type { Ticket } from '../../../engine/descriptions/types.ts';
import type { DemoServices } from '../services.ts';

export interface FilledTicket {
  readonly ticket: string;
  readonly hash: string;
  readonly amountFen: number;
}

export const randomItem = <T>(items: readonly T[]): T | undefined => (items.length === 0 ? undefined : items[randomInt(items.length)]);
const chance = (percent: number): boolean => randomInt(100) < percent;

/** Some random lines of one play; undefined when the game is not there, or switched off. */
export function randomNumberLines(
  { games }: Pick<DemoServices, 'games'>,
  code: string,
  plays: readonly string[],
  lines: number,
  multiplier: number,
): FilledTicket | undefined {
  const version = games.published(code);
  if (version === undefined || version.game.disabled !== undefined) return undefined;
  const playCodes = plays.length === 0 ? version.compiled.plays.slice(0, 1).map(({ play }) => play.code) : plays;
  const play = randomItem(playCodes.filter((each) => version.compiled.play(each) !== undefined));
  if (play === undefined) return undefined;
  const filled = Array.from({ length: lines }, () => randomLine(version.compiled, play, (n) => randomInt(n))).filter(
    (line) => line !== undefined,
  );
  const ticket: Ticket = { game: code, lines: filled, ...(multiplier > 1 ? { multiplier } : {}) };
  return { ticket: JSON.stringify(ticket), hash: version.hash, amountFen: Number(priceTicket(version.compiled, ticket).amountFen) };
}

interface Offered {
  readonly id: string;
  readonly state: string;
  readonly passStopsAt: number;
  readonly numbers: Readonly<Record<string, string>>;
  readonly closed: readonly string[];
  readonly odds: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** The choice with the lowest odds, now and then another one. */
function choiceOf(odds: Readonly<Record<string, string>>): [string, string] | undefined {
  const sorted = Object.entries(odds).sort(([, a], [, b]) => Number(a) - Number(b));
  return chance(70) ? sorted[0] : randomItem(sorted);
}

/**
 * `legs` matches that can still be bet on for a while, joined to one pass; `choices` of each. Undefined when there are not enough. `least`
 * and `most`: milliseconds until any of them stops.
 */
export function randomMatches(
  { sports, clock }: Pick<DemoServices, 'sports' | 'clock'>,
  code: string,
  offers: readonly Offered[],
  {
    legs,
    choices,
    least,
    most = Infinity,
    multiplier,
  }: { readonly legs: number; readonly choices: number; readonly least: number; readonly most?: number; readonly multiplier: number },
): FilledTicket | undefined {
  const version = sports.published(code);
  if (version === undefined) return undefined;
  const now = clock.now();
  const open = offers.filter(({ state, passStopsAt }) => state === 'selling' && passStopsAt > now + least && passStopsAt < now + most);
  const chosenMatches: SportTicket['matches'][number][] = [];
  for (const offer of [...open].sort(() => randomInt(3) - 1)) {
    if (chosenMatches.length === legs) break;
    const play = randomItem(
      Object.keys(offer.odds).filter((each) => !offer.closed.includes(each) && Object.keys(offer.odds[each] ?? {}).length <= 3),
    );
    const odds = play === undefined ? undefined : offer.odds[play];
    const first = odds === undefined ? undefined : choiceOf(odds);
    if (play === undefined || odds === undefined || first === undefined) continue;
    const rest = Object.entries(odds).filter(([choice]) => choice !== first[0]);
    chosenMatches.push({
      match: offer.id,
      numbers: offer.numbers,
      picks: { [play]: Object.fromEntries([first, ...rest.slice(0, choices - 1)]) },
    } as never);
  }
  if (chosenMatches.length < legs) return undefined;
  const ticket = { game: code, matches: chosenMatches, passes: [`${legs}_1`], multiplier } as unknown as SportTicket;
  try {
    return { ticket: JSON.stringify(ticket), hash: version.hash, amountFen: Number(priceSport(version.compiled, ticket).amountFen) };
  } catch {
    return undefined;
  }
}
