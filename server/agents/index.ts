/** The tree of agents, their reports and rebates. */
export { joinTree, todayOf } from './join.ts';
export { dayReportOf } from './reports.ts';
export { DAY_MS, dateOf, gameNames, ratesText } from './rules.ts';
export type { AgentServices } from './services.ts';
export { spanOf, type Span } from './span.ts';
export { apply, placeOf, ratesOf, shownName } from './tree.ts';
export { agents } from './module.ts';
