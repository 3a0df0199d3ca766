/** By what the odds of a game are stored. */
import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../engine/descriptions/canonical.ts';
import type { Game } from '../../../engine/descriptions/types.ts';

/** What the odds follow from: two games of a family that differ in name alone have the same. */
export function oddsHash({ draw, unitFen, playGroups }: Game): string {
  return createHash('sha256').update(canonicalJson({ draw, unitFen, playGroups })).digest('hex');
}
