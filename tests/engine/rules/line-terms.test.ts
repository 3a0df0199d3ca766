/** The digest of a line's terms. */
import { expect, it } from 'vitest';
import { lineTerms } from '../../../engine/rules/index.ts';
import { readGame } from '../screens/lottery/support/games.ts';

/** The same value with the keys of its objects in reverse order. */
const reversed = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, each]) => [key, reversed(each)]),
  );
};

it('is equal for the version of a file and for the same version from the database, whose keys have another order', async () => {
  const game = await readGame('jlffc');
  const play = game.playGroups.flatMap(({ plays }) => plays).find(({ rule }) => rule.kind === 'direct');
  if (play === undefined) throw new Error('no direct play');
  const line = { play: play.code, picks: {} };
  const stored = { game: reversed(game) as typeof game, play: reversed(play) as typeof play };
  expect(lineTerms(stored.game, stored.play, line)).toEqual(lineTerms(game, play, line));
  const dearer = play.prizes.map((prize) => (prize.kind === 'fixed' ? { ...prize, fen: prize.fen + 1 } : prize));
  expect(lineTerms(game, { ...play, prizes: dearer }, line).digest).not.toBe(lineTerms(game, play, line).digest);
});
