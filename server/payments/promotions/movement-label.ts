/** The label of a bonus that an offer paid is the title of the offer. */
import type { MovementLabelSource } from '../../ledger/index.ts';
import { OFFERS } from './offers.ts';

export const offerLabels: MovementLabelSource = {
  movements: ['bonus'],
  async find(client, userId, refs) {
    const { rows } = await client.query<{ id: string; offer: string }>(
      'SELECT id, offer FROM promotion_claims WHERE user_id = $1 AND id = ANY ($2::uuid[])',
      [userId, refs],
      'offer-subjects',
    );
    return new Map(
      rows.flatMap(({ id, offer }) => {
        const title = OFFERS.find(({ code }) => code === offer)?.title;
        return title === undefined ? [] : [[id, title] as const];
      }),
    );
  },
};
