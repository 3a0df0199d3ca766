/** Every kind of target, in the order in which they are asked whether a target is theirs: companies, which match any code, last. */
import { companyTarget } from './company.ts';
import { cashierTarget } from './cashier.ts';
import { withdrawalTarget } from './withdrawal.ts';
import type { FundTarget } from './target.ts';
import { savingsTarget } from './savings.ts';

export const TARGETS: readonly FundTarget[] = [cashierTarget, withdrawalTarget, savingsTarget, companyTarget];
