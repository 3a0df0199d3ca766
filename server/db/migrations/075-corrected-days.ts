import { inOrder } from './statements.ts';

/** A report of an agent asks of each of its days whether anything of it was taken back; of most days nothing was. */
export const correctedDays = inOrder(['CREATE INDEX agent_rebates_taken ON agent_rebates (beneficiary, day) WHERE taken > 0']);
