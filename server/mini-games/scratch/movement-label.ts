/** What movements of money are about that scratch cards made: a purchase, or the card that won. */
import type { MovementLabelSource } from '../../ledger/index.ts';

export const purchaseMovementLabels: MovementLabelSource = {
  movements: ['scratch'],
  async find(client, userId, refs) {
    const { rows } = await client.query<{ purchase: string; name: string; cards: number }>(
      // The ids of a purchase and of its cards were made one after the other: its cards are the first after it, a hundred at most.
      `SELECT w.purchase, min(p.body::jsonb->>'name') AS name, count(*)::int AS cards
         FROM unnest($2::uuid[]) AS w(purchase)
         CROSS JOIN LATERAL (SELECT c.pool, c.purchase FROM scratch_cards c WHERE c.owner = $1 AND c.id > w.purchase ORDER BY c.id LIMIT 100) c
         JOIN scratch_pools p ON p.id = c.pool
        WHERE c.purchase = w.purchase GROUP BY 1`,
      [userId, refs],
      'scratch-purchase-subjects',
    );
    return new Map(rows.map(({ purchase, name, cards }) => [purchase, `${name} ${cards} 张`]));
  },
};

export const cardMovementLabels: MovementLabelSource = {
  movements: ['scratchPrize'],
  async find(client, userId, refs) {
    const { rows } = await client.query<{ id: string; name: string; number: number; serial: number }>(
      `SELECT c.id, p.body::jsonb->>'name' AS name, p.number, c.serial FROM scratch_cards c JOIN scratch_pools p ON p.id = c.pool
        WHERE c.owner = $1 AND c.id = ANY($2::uuid[])`,
      [userId, refs],
      'scratch-card-subjects',
    );
    return new Map(rows.map(({ id, name, number, serial }) => [id, `${name} 第 ${number} 批 ${serial} 号`]));
  },
};
