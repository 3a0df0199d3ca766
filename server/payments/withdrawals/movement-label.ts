/** What movements of withdrawals are about: the account, as 招商银行 尾号 1234. */
import type { MovementLabelSource } from '../../ledger/index.ts';
import { accountNames } from './withdrawals.ts';

export const withdrawalLabels: MovementLabelSource = {
  movements: ['withdrawRequest', 'withdrawPaid', 'withdrawCancel', 'fee'],
  async find(client, userId, refs) {
    return accountNames(client, userId, refs);
  },
};
