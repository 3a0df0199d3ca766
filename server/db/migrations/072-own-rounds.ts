import { inOrder } from './statements.ts';

/** What a player has in a shared round and had in the one before it, which every open page of the game asks for. */
export const ownRounds = inOrder(['CREATE INDEX small_plays_of_round ON small_plays (user_id, game, round) WHERE round IS NOT NULL']);
