/**
 * The wager algebra: what a line of picks comes to in bets, price, wins and chances. Rules are numbered in SPEC.md; the way
 * from a seed to drawn numbers is in FAIRNESS.md. Pure: no React, DOM, Node, clock or randomness of its own.
 */
export { compiledGame, compileGame, compilePlay } from './compile.ts';
export { explain, type Language, RULE_MESSAGES, type RuleCode, ruleError } from './errors.ts';
export { type ParsedEntries, parseEntries, type RejectedEntry } from './entries.ts';
export { drawFromSeed, drawNumbers, type Hmac, type NextUniform, seedBytes, uniformFrom } from './fairness.ts';
export { missingPicks } from './missing-picks.ts';
export { linePrize, type LineTerms, lineTerms } from './line-terms.ts';
export type { LineHits } from './kinds/kind.ts';
export { lineHits } from './line-hits.ts';
export { remainingFen, limitUsages, limitText, type LimitUsage } from './limits.ts';
export { lineNumbers, type NumberGroup, type NumberStyle } from './line-numbers.ts';
export { omissionKey, omissions } from './omission.ts';
export { probability } from './probability.ts';
export { type PrizeRange, prizeRange } from './range.ts';
export { betReturn, playReturns, type Returns, returnToPlayer, winChance } from './returns.ts';
export { elementarySums, type JoinedBounds, joinedBounds, type Leg } from './symmetric.ts';
export { amountOf } from './amount.ts';
export { priceLines, priceTicket } from './price.ts';
export { settleTicket, tierFen } from './tickets.ts';
export type {
  Validated,
  CompiledGame,
  CompiledPlay,
  Draw,
  Fraction,
  Game,
  MissingPick,
  Line,
  Picks,
  Play,
  Price,
  RuleError,
  Ticket,
  Win,
} from './types.ts';
export type { ValidateOptions } from './report.ts';
export { validateDraw, validateLine, validateTicket } from './validate.ts';
export { formatLine } from './format-line.ts';
export { RuleDefinitionError } from './zones.ts';

import type { CompiledGame, Line } from './types.ts';

/** One random bet of a play (机选). `random(n)` is uniform on 0..n-1. Undefined for a play that the game does not have. */
export function randomLine(compiled: CompiledGame, play: string, random: (n: number) => number): Line | undefined {
  return compiled.play(play)?.random(random);
}
