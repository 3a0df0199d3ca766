/** What movements are about that the store made: what was bought, and how many. */
import type { Publication } from '../../catalog/index.ts';
import type { MovementLabelSource } from '../../ledger/index.ts';

export const productMovementLabels = (publication: Pick<Publication, 'products'>): MovementLabelSource => ({
  movements: ['store', 'pointsSpend'],
  async find(client, userId, refs) {
    const { rows } = await client.query<{ id: string; product: string; count: number }>(
      'SELECT id, product, count FROM purchases WHERE user_id = $1 AND id = ANY ($2::uuid[])',
      [userId, refs],
      'product-subjects',
    );
    return new Map(
      rows.flatMap(({ id, product, count }) => {
        const name = publication.products().get(product)?.name;
        return name === undefined ? [] : [[id, count > 1 ? `${name} ×${count}` : name] as const];
      }),
    );
  },
});
