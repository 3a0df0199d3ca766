/** All calls of the API. A declaration counts only if this file imports the file of its namespace. */
import * as account from './account.ts';
import * as activity from './activity.ts';
import * as agents from './agents.ts';
import * as agentReports from './agent-reports.ts';
import * as companies from './companies.ts';
import * as content from './content.ts';
import * as bankCard from './bank-card.ts';
import * as cups from './cups.ts';
import { type Definition, faultOf } from './define.ts';
import * as follow from './follow.ts';
import * as followRanks from './follow-ranks.ts';
import * as followRules from './follow-rules.ts';
import * as fund from './fund.ts';
import * as fundMove from './fund-move.ts';
import * as fundWithdrawal from './fund-withdrawal.ts';
import * as fundSummary from './fund-summary.ts';
import * as hm from './hm.ts';
import * as hmRecords from './hm-records.ts';
import * as hmRules from './hm-rules.ts';
import * as lottery from './lottery.ts';
import * as lotteryResult from './lottery-result.ts';
import * as matchData from './match-data.ts';
import * as member from './member.ts';
import * as notices from './notices.ts';
import * as offers from './offers.ts';
import * as order from './order.ts';
import * as people from './people.ts';
import * as playerLimits from './player-limits.ts';
import * as saleReminder from './sale-reminder.ts';
import * as savings from './savings.ts';
import * as quiz from './quiz.ts';
import * as recharge from './recharge.ts';
import * as scores from './scores.ts';
import * as scratch from './scratch.ts';
import * as security from './security.ts';
import * as sportBet from './sport-bet.ts';
import * as smallGame from './small-game.ts';
import * as siteMsg from './site-msg.ts';
import * as store from './store.ts';
import * as systemConfig from './system-config.ts';
import * as userCenter from './user-center.ts';

export type Row = Definition & { readonly example: { readonly fields: object; readonly models: unknown } };

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && 'path' in value && 'answer' in value;

/** Puts rows in the order of their paths. Throws when a path is there twice, in whatever case, or a row contradicts itself. */
export function tableOf(rows: readonly Row[]): readonly Row[] {
  const paths = new Set<string>();
  for (const row of rows) {
    const path = row.path.toLowerCase();
    if (paths.has(path)) throw new Error(`call ${row.method} ${row.path} is declared twice; upper and lower case are the same path`);
    paths.add(path);
    const fault = faultOf(row);
    if (fault !== undefined) throw new Error(`call ${row.method} ${row.path}: ${fault}`);
  }
  return [...rows].sort((a, b) => (a.path.toLowerCase() < b.path.toLowerCase() ? -1 : 1));
}

export const TABLE: readonly Row[] = tableOf(
  [
    account,
    activity,
    agents,
    agentReports,
    companies,
    content,
    bankCard,
    cups,
    follow,
    followRanks,
    followRules,
    fund,
    fundMove,
    fundWithdrawal,
    fundSummary,
    hm,
    hmRecords,
    hmRules,
    lottery,
    lotteryResult,
    matchData,
    member,
    notices,
    offers,
    order,
    people,
    playerLimits,
    quiz,
    recharge,
    saleReminder,
    savings,
    scores,
    scratch,
    security,
    siteMsg,
    smallGame,
    sportBet,
    store,
    systemConfig,
    userCenter,
  ].flatMap((namespace) => Object.values<unknown>(namespace as Record<string, unknown>).filter(isRow)),
);

/** A path as the table knows it: lower case, without query and without a slash at the end. */
export const plainPath = (path: string): string => (path.split('?', 1)[0] as string).toLowerCase().replace(/\/+$/, '');

const byPath = new Map(TABLE.map((row) => [row.path.toLowerCase(), row]));

/** The call of a path, which may carry a query. */
export const callOf = (path: string): Row | undefined => byPath.get(plainPath(path));
