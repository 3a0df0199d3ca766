/** What movements are about that the store made: what was bought, and how many. */
import type { SubjectKind } from '../money/subjects.ts';

export const productSubjects: SubjectKind = {
  movements: ['store', 'pointsSpend'],
  async find({ database, publication }, userId, refs) {
    const { rows } = await database.query<{ id: string; product: string; count: number }>(
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
};
