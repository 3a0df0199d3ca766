/** Bets on matches on their way to the database: judged against what is on offer, then placed in one statement. */
import type { SportTicket } from '../../../engine/rules/sports/index.ts';
import type { SportChangedModels } from '../../../protocol/calls.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import type { SportServices } from '../services.ts';
import type { IdempotentRequest, Querying, StoredAnswer } from '../../platform/index.ts';
import type { BetForm } from './bet-form.ts';
import { oddsFell } from './bet-form.ts';

export type OddsPolicy = 'ask' | 'any' | 'up';

type Changes = SportChangedModels['changes'];

/** What is on offer for the legs of a ticket. */
export interface OfferedLegs {
  /** The ticket's matches at the odds and numbers now on offer. */
  readonly matches: SportTicket['matches'];
  readonly codes: readonly string[];
  readonly changes: Changes;
  readonly numbers: SportChangedModels['numbers'];
}

interface JudgedRow {
  readonly judged: {
    readonly stopped: readonly unknown[];
    readonly changes: Changes;
    readonly numbers: SportChangedModels['numbers'];
    readonly sold: readonly (SportTicket['matches'][number] & { readonly code: string })[];
  };
  readonly stopped: Envelope<null> | null;
  readonly changed: Envelope<null>;
}

/** Asks the database about each leg, without locks: what it says may be past in a moment, and place looks again. */
export async function checkLegs(
  client: Querying,
  game: string,
  hash: string,
  matches: SportTicket['matches'],
  form: BetForm,
): Promise<{ readonly judged: OfferedLegs; readonly changed: Envelope<null> } | Envelope<null>> {
  const { rows } = await client.query<JudgedRow>(
    `SELECT j AS judged, CASE WHEN jsonb_array_length(j->'stopped') > 0 THEN refuse_stopped(j->'stopped') END AS stopped,
            refuse_changed($4, j->'changes', j->'numbers') AS changed
       FROM (SELECT judge_legs($1, $2::jsonb, $3::jsonb, caipu_now_ms()) AS j) t`,
    [game, JSON.stringify(matches), JSON.stringify(form), hash],
    'judge-legs',
  );
  const [row] = rows;
  if (row === undefined) throw new Error('judge_legs gave no answer');
  if (row.stopped !== null) return row.stopped;
  const { sold, changes, numbers } = row.judged;
  return {
    judged: {
      matches: sold.map((leg) => {
        const { code: _, ...match } = leg;
        return match;
      }),
      codes: sold.map(({ code }) => code),
      changes,
      numbers,
    },
    changed: row.changed,
  };
}

/** Whether the player has to be asked: a number changed, or odds moved in a way that he did not agree to. */
export function mustConfirmOdds({ changes, numbers }: OfferedLegs, policy: OddsPolicy): boolean {
  if (numbers.length > 0) return true;
  if (policy === 'ask') return changes.length > 0;
  return policy === 'up' && changes.some(({ was, now }) => oddsFell(was, now));
}

export interface SportBet {
  readonly id: string;
  readonly game: string;
  readonly hash: string;
  readonly ticket: unknown;
  readonly bets: number;
  readonly amountFen: number;
  readonly minFen: number | null;
  readonly maxFen: number | null;
}

/** The odds moved between the look and the lock: nothing was done. */
export class OddsMoved extends Error {}

/** Places one bet; `more` is what its function needs beside the common part. */
export async function placeSportBet(
  { database }: Pick<SportServices, 'database'>,
  statement: 'place_sport_bet' | 'place_outright_bet',
  { tokenHash, nonce, key, bodyHash }: IdempotentRequest,
  { id, game, hash, ticket, bets, amountFen, minFen, maxFen }: SportBet,
  more: Readonly<Record<string, unknown>>,
): Promise<StoredAnswer> {
  try {
    const { rows } = await database.query<{ answer: StoredAnswer }>(
      `SELECT ${statement}($1::jsonb) AS answer`,
      [
        JSON.stringify({
          ...more,
          token: tokenHash,
          nonce,
          key,
          body_hash: bodyHash,
          id,
          game,
          hash,
          ticket,
          bets,
          amount: amountFen,
          min: minFen,
          max: maxFen,
        }),
      ],
      statement,
    );
    const [row] = rows;
    if (row === undefined) throw new Error(`${statement} gave no answer`);
    return row.answer;
  } catch (error) {
    if ((error as { code?: unknown }).code === 'CP001') throw new OddsMoved();
    throw error;
  }
}

/** Looks this often before it gives up: odds move every few seconds, a bet takes some ms. */
const TRIES = 4;

/** Runs `attempt` again as long as the odds move under it. */
export async function retryWhileOddsMove<T>(attempt: () => Promise<Envelope<T | null>>): Promise<Envelope<T | null>> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof OddsMoved)) throw error;
      if (tries === TRIES) return { status: STATUS.tooMany, models: null, msg: '赔率变动频繁，请稍后再投注' };
    }
  }
}
