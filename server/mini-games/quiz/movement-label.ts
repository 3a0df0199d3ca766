/** The movement label (账变说明) of the points that a quiz takes and pays: its question. */
import type { MovementLabelSource } from '../../ledger/index.ts';

export const quizMovementLabels: MovementLabelSource = {
  movements: ['quiz', 'quizPrize'],
  async find(client, userId, refs) {
    const { rows } = await client.query<{ id: string; ask: string }>(
      'SELECT e.id, r.ask FROM quiz_entries e JOIN quiz_rounds r ON r.id = e.round WHERE e.user_id = $1 AND e.id = ANY($2::uuid[])',
      [userId, refs],
      'quiz-subjects',
    );
    return new Map(rows.map(({ id, ask }) => [id, ask]));
  },
};
