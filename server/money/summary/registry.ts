/** Every part that adds to /api/fund/Summary; a later one's word stands over an earlier one's. */
import type { SummaryPart } from './part.ts';

export const SUMMARY_PARTS: readonly SummaryPart[] = [];
