/** What movements of money are about that a small game made: the game, and its round. */
import type { MovementLabelSource } from '../../ledger/index.ts';

export const playMovementLabels: MovementLabelSource = {
  // What a gate holds and gives back as well; others hold for something else, which is not found here.
  movements: ['game', 'gamePrize', 'hold', 'release'],
  async find(client, userId, refs) {
    const { rows } = await client.query<{ id: string; round: number | null; name: string }>(
      `SELECT p.id, p.round, d.body::jsonb->>'name' AS name FROM small_plays p JOIN descriptions d ON d.hash = p.hash
        WHERE p.user_id = $1 AND p.id = ANY($2::uuid[])`,
      [userId, refs],
      'small-subjects',
    );
    return new Map(rows.map(({ id, round, name }) => [id, round === null ? name : `${name} 第 ${round} 局`]));
  },
};
