/** All calls of the back office. A declaration counts only if this file imports the file of its area. */
import type { Vocabulary } from '../calls/vocabulary.ts';
import { vocabularyOf } from '../calls/vocabulary.ts';
import { asCall, type DeskDefinition } from './define.ts';
import * as alarms from './alarms.ts';
import * as storeAndQuizzes from './store-and-quizzes.ts';
import * as comments from './comments.ts';
import * as files from './files.ts';
import * as house from './house.ts';
import * as money from './money.ts';
import * as operators from './operators.ts';
import * as orders from './orders.ts';
import * as players from './players.ts';
import * as quarantine from './quarantine.ts';
import * as report from './report.ts';
import * as results from './results.ts';
import * as session from './session.ts';
import * as withdrawals from './withdrawals.ts';

export type DeskRow = DeskDefinition & { readonly example: { readonly fields: object; readonly models: unknown } };

const isRow = (value: unknown): value is DeskRow => typeof value === 'object' && value !== null && 'path' in value && 'right' in value;

export const DESK_TABLE: readonly DeskRow[] = [
  alarms,
  players,
  orders,
  quarantine,
  house,
  storeAndQuizzes,
  money,
  operators,
  report,
  withdrawals,
  comments,
  files,
  results,
  session,
]
  .flatMap((namespace) => Object.values<unknown>(namespace as Record<string, unknown>).filter(isRow))
  .sort((a, b) => (a.path < b.path ? -1 : 1));

const twice = DESK_TABLE.find(({ path }, at) => DESK_TABLE[at + 1]?.path === path);
if (twice !== undefined) throw new Error(`call ${twice.path} of the desk is declared twice`);

/** What screens of the desk may ask for, for their check. */
export const deskVocabulary = (): Vocabulary => vocabularyOf(DESK_TABLE.map(asCall));
