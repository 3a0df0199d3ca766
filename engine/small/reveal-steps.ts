/**
 * The book of a play: its steps of display, in ms from its start. Everything in it was drawn; the length of a step depends on its
 * place alone and never on the outcome, so that the display neither promises a prize nor shows near misses.
 */
import { lineOf, payOf, windowOf } from './slot.ts';
import type { Outcome, SmallBet, SmallGame } from './types.ts';

export interface RevealStep {
  readonly at: number;
  /** turn: a card is turned. stop: a reel stands. die: a die is seen. line: a line that pays is lit. end: the verdict may be shown. */
  readonly do: 'turn' | 'stop' | 'die' | 'line' | 'end';
  /** Which reel, die or line, from 0. */
  readonly index: number;
}

const TURN_MS = 700;
const REEL_FIRST_MS = 700;
const REEL_NEXT_MS = 250;
const LINE_MS = 150;
const SHAKE_MS = 800;
const DIE_MS = 200;
const END_MS = 300;

export function revealSteps(game: SmallGame, outcome: Outcome, bets: readonly SmallBet[]): readonly RevealStep[] {
  const events: RevealStep[] = [];
  if ('card' in outcome) events.push({ at: TURN_MS, do: 'turn', index: 0 });
  else if ('stops' in outcome && game.slot !== undefined) {
    const { slot } = game;
    for (const index of outcome.stops.keys()) events.push({ at: REEL_FIRST_MS + index * REEL_NEXT_MS, do: 'stop', index });
    const seen = windowOf(slot, outcome.stops);
    const from = events.at(-1)?.at ?? 0;
    const lit = bets.flatMap((_, index) => (payOf(slot, lineOf(seen, slot.lines[index] ?? [])) === undefined ? [] : [index]));
    for (const [i, index] of lit.entries()) events.push({ at: from + (i + 1) * LINE_MS, do: 'line', index });
  } else if ('dice' in outcome) for (const index of outcome.dice.keys()) events.push({ at: SHAKE_MS + index * DIE_MS, do: 'die', index });
  events.push({ at: (events.at(-1)?.at ?? 0) + END_MS, do: 'end', index: 0 });
  return events;
}
