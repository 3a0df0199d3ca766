/** What slips of every kind know of the call that sends them. */
import { LOST_STATUS, type Submission } from '../../machines/submission.ts';

/** Business statuses that the slip answers in its own words. */
export const REFUSAL_STATUS = {
  notLoggedIn: 2,
  issueClosed: 4,
  insufficientFunds: 5,
  overCap: 6,
  descriptionChanged: 12,
} as const;

/** Refusals that a slip answers with a next step; any other stands on it in the server's words. */
export function hasNextStep(status: number): boolean {
  const { notLoggedIn, issueClosed, descriptionChanged, insufficientFunds } = REFUSAL_STATUS;
  return [notLoggedIn, issueClosed, descriptionChanged, insufficientFunds, LOST_STATUS].includes(status);
}

/** Scope of a game's slip among the submissions. */
export const slipScope = (code: string): string => `slip/${code}`;

/** Whether a submission carries a slip, which is empty once it is accepted. One that is queried once more (outcomes.ts) carries none. */
export const carriesSlip = (submission: Submission | null): boolean => Object.keys(submission?.params ?? {}).length > 0;
