/** What movements of withdrawals are about: the account, as 招商银行 尾号 1234. */
import type { SubjectKind } from '../subjects.ts';
import { accountNames } from './withdrawals.ts';

export const withdrawalSubjects: SubjectKind = {
  movements: ['withdrawRequest', 'withdrawPaid', 'withdrawCancel', 'fee'],
  async find({ database }, userId, refs) {
    return accountNames(database, userId, refs);
  },
};
