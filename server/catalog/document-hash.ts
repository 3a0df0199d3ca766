import { createHash } from 'node:crypto';
import { canonicalJson, HASH_LENGTH } from '../../engine/descriptions/canonical.ts';
import type { Game } from '../../engine/descriptions/types.ts';

export interface HashedDocument {
  readonly hash: string;
  readonly body: string;
}

const withHash = (body: string): HashedDocument => ({ hash: createHash('sha256').update(body).digest('hex').slice(0, HASH_LENGTH), body });

/** A description as it is published: canonical JSON and the hash of it. */
export function hashDocument(document: unknown): HashedDocument {
  return withHash(canonicalJson(document));
}

/** Texts of plays by the identity of the frozen play: forty games share those of their family, which are most of every text. */
const playTexts = new WeakMap<object, string>();

/** The same for a game, whose plays are written once however many games have them. */
export function hashGame(game: Game): HashedDocument {
  for (const { plays } of game.playGroups)
    for (const play of plays) if (Object.isFrozen(play) && !playTexts.has(play)) playTexts.set(play, canonicalJson(play));
  return withHash(canonicalJson(game, playTexts));
}
