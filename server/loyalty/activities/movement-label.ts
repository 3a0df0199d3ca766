/** What movements are about that an activity made: its title. Nothing is written of a claim but these movements, so their `ref` is made of it. */
import { v5 as uuidv5 } from 'uuid';
import type { Publication } from '../../catalog/index.ts';
import type { MovementLabelSource } from '../../ledger/index.ts';

/** What the movements of a player's claim of an activity are known by. `id`: of the activity, 32 hexadecimal digits. */
export const activityRef = (userId: number, id: string): string => uuidv5(`activity:${id}:${userId}`, uuidv5.URL);

export const activityMovementLabels = (publication: Pick<Publication, 'activities'>): MovementLabelSource => ({
  movements: ['points', 'bonus'],
  async find(_client, userId, refs) {
    return new Map(
      [...publication.activities().values()].flatMap(({ id, title }) => {
        const ref = activityRef(userId, id);
        return refs.includes(ref) ? [[ref, title] as const] : [];
      }),
    );
  },
});
