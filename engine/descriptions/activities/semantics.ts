/** Semantic check of an activity by itself. server/catalog/store-checkers.ts checks its references to other files and tables. */
import type { Finding } from '../problem.ts';
import { collectFindings } from '../semantics/report.ts';
import type { ActivityDescription } from './types.ts';

export const activityFindings = ({ from, to }: ActivityDescription): Finding[] =>
  collectFindings((add) => {
    if (to < from) add('STORE_DAYS', '/to', { from, to });
  });
