/** The tree of agents, their reports and rebates. */
export { joinTree, currentDayNumber } from './join.ts';
export { dayReportOf } from './reports.ts';
export { gameNames, ratesText } from './rules.ts';
export type { AgentServices } from './services.ts';
export { dayRangeOf, type DayRange } from './day-range.ts';
export { grantStartRates, treePlaceOf, agentRatesOf, shownName } from './tree.ts';
export { agents } from './module.ts';
