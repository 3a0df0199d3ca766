/** What movements of a recharge, and of the bonus for it, are about: the way it was paid, as 支付宝. */
import type { RechargeRules } from './rules.ts';
import type { MovementLabelSource } from '../../ledger/index.ts';
import { methodName } from './orders.ts';

export const rechargeLabels = (rules: RechargeRules): MovementLabelSource => ({
  movements: ['recharge', 'bonus'],
  async find(client, userId, refs) {
    const { rows } = await client.query<{ id: string; method: string }>(
      'SELECT id, method FROM recharges WHERE user_id = $1 AND id = ANY ($2::uuid[])',
      [userId, refs],
      'recharge-subjects',
    );
    return new Map(rows.map(({ id, method }) => [id, methodName(rules, method)]));
  },
});
