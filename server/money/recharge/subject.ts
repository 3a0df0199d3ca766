/** What movements of a recharge, and of the bonus for it, are about: the way it was paid, as 支付宝. */
import type { SubjectKind } from '../subjects.ts';
import { methodName } from './orders.ts';

export const rechargeSubjects: SubjectKind = {
  movements: ['recharge', 'bonus'],
  async find({ database, recharge: { rules } }, userId, refs) {
    const { rows } = await database.query<{ id: string; method: string }>(
      'SELECT id, method FROM recharges WHERE user_id = $1 AND id = ANY ($2::uuid[])',
      [userId, refs],
      'recharge-subjects',
    );
    return new Map(rows.map(({ id, method }) => [id, methodName(rules, method)]));
  },
};
