/** Sense of an activity by itself. What it names is looked up where the others are known (server/loyalty/store/checker.ts). */
import type { Finding } from '../problem.ts';
import { collectFindings } from '../semantics/report.ts';
import type { ActivityDescription } from './types.ts';

export const activityFindings = ({ from, to }: ActivityDescription): Finding[] =>
  collectFindings((add) => {
    if (to < from) add('STORE_DAYS', '/to', { from, to });
  });
