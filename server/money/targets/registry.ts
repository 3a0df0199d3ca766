/** Every kind of target, in the order in which they are asked whether a target is theirs: companies, which match any code, last. */
import { cashierTarget } from './cashier.ts';
import { payoutTarget } from './payout.ts';
import type { FundTarget } from './target.ts';

export const TARGETS: readonly FundTarget[] = [cashierTarget, payoutTarget];
