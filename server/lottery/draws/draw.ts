/** From an issue's seed to its numbers: the mapping that FAIRNESS.md writes down, with this process's HMAC. */
import { createHmac } from 'node:crypto';
import type { Draw, Game } from '../../../engine/descriptions/types.ts';
import { drawFromSeed } from '../../../engine/rules/index.ts';

export function drawIssue(game: Game, issue: string, seedHex: string): Draw['numbers'] {
  return drawFromSeed(game, issue, Buffer.from(seedHex, 'hex'), (key, message) => createHmac('sha256', key).update(message).digest())
    .numbers;
}
