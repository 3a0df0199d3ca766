/**
 * Carries transfers to the companies and back until each has an end. A transfer without an answer stays under way (asking) and is
 * queried by its request id every half minute, by any process; only the company's answer ends it. After a day an operator must check it.
 */
import {
  type Alarms,
  type Database,
  type GameClock,
  isDatabaseDown,
  type RunningJob,
  NOW_ONCE,
  startJob,
  pollDelay,
} from '../../../platform/index.ts';
import { setTimeout as pause } from 'node:timers/promises';
import type { Company, CompanyAnswer, CompanyRequest } from './company.ts';

/** Game ms between two questions about the same transfer, and after a day of them. */
const ASK_EVERY_MS = 30_000;
const ASK_OLD_EVERY_MS = 3_600_000;
/** Game ms after which operators get an alarm. */
export const UNKNOWN_ALARM_MS = 24 * 3_600_000;
/** Real ms after which a company did not answer. */
const ANSWER_MS = 5_000;
/** Transfers that are queried at once. */
const AT_ONCE = 20;
/** Real ms between two looks for what is due. */
const LOOK_MS = 1_000;
/** Real ms between two counts of old transfers. */
const COUNT_EVERY_MS = 60_000;

interface DueTransfer {
  readonly id: string;
  readonly user_id: number;
  readonly company: string;
  readonly direction: 'out' | 'in';
  readonly amount: number;
  readonly tries: number;
  readonly placed_at: number;
}

export interface CompanyTransfers {
  readonly companies: readonly Company[];
  /** By its code, without regard to case. */
  of(code: string): Company | undefined;
  /** Asks about one transfer now; resolves when that is over, whatever came of it. */
  push(id: string): Promise<void>;
  /** Begins to look for what is due. */
  start(): void;
  close(): Promise<void>;
}

/** `work`, or a rejection when it takes too long; its later effect is found by a query. */
export async function withAnswerTimeout<T>(work: Promise<T>, ms = ANSWER_MS): Promise<T> {
  const over = new AbortController();
  const late = pause(ms, undefined, { signal: over.signal, ref: false }).then(() => {
    throw new Error(`no answer within ${ms} ms`);
  });
  // Whichever comes second is nobody's.
  late.catch(() => {});
  work.catch(() => {});
  return Promise.race([work, late]).finally(() => over.abort());
}

export function openCompanyTransfers(
  database: Database,
  clock: Pick<GameClock, 'speed' | 'simulated'>,
  alarms: Alarms,
  companies: readonly Company[],
  log: (line: string) => void,
): CompanyTransfers {
  const byCode = new Map(companies.map((company) => [company.code.toLowerCase(), company]));
  const of = (code: string) => byCode.get(code.toLowerCase());
  /** Questions under way, by transfer. */
  const inProgress = new Map<string, Promise<void>>();
  let job: RunningJob | undefined;

  const take = async (id: string | null): Promise<DueTransfer[]> =>
    (
      await database.query<DueTransfer>(
        'SELECT * FROM company_take($1, $2, caipu_now_ms(), caipu_now_ms() + $3)',
        [id, AT_ONCE, ASK_EVERY_MS],
        'transfers-due',
      )
    ).rows;

  async function ask(transfer: DueTransfer): Promise<CompanyAnswer | undefined> {
    const company = of(transfer.company);
    // Switched off since: it can be asked again once it is back.
    if (company === undefined) return undefined;
    const request: CompanyRequest = {
      requestId: transfer.id,
      player: transfer.user_id,
      direction: transfer.direction,
      amountFen: transfer.amount,
    };
    try {
      if (transfer.tries > 1) {
        const known = await withAnswerTimeout(company.ask(transfer.id));
        if (known.is !== 'unknown') return known;
      }
      // Under the same id it is done at most once, however often it arrives.
      return await withAnswerTimeout(company.move(request));
    } catch (error) {
      log(`transfer ${transfer.id} to or from ${transfer.company}: ${(error as Error).message}; the server will query it again`);
      return undefined;
    }
  }

  async function processTransfer(transfer: DueTransfer): Promise<void> {
    const answer = await ask(transfer);
    if (answer === undefined) {
      await database.query(
        `UPDATE company_transfers SET next_at = caipu_now_ms() + $2 WHERE id = $1 AND status = 'asking' AND placed_at < caipu_now_ms() - $3::bigint`,
        [transfer.id, ASK_OLD_EVERY_MS, UNKNOWN_ALARM_MS],
      );
      return;
    }
    await database.query('SELECT company_end($1, $2, $3, caipu_now_ms())', [
      transfer.id,
      answer.is === 'done',
      answer.is === 'refused' ? answer.note : '',
    ]);
  }

  function begin(transfer: DueTransfer): Promise<void> {
    const carrying = processTransfer(transfer).finally(() => inProgress.delete(transfer.id));
    inProgress.set(transfer.id, carrying);
    return carrying;
  }

  async function push(id: string): Promise<void> {
    const known = inProgress.get(id);
    if (known !== undefined) return known;
    const [transfer] = await take(id);
    if (transfer !== undefined) await begin(transfer);
  }

  let countedAt = Number.NEGATIVE_INFINITY;
  async function countOld(): Promise<void> {
    if (performance.now() - countedAt < COUNT_EVERY_MS) return;
    countedAt = performance.now();
    const { rows } = await database.query<{ n: number; example: string | null }>(
      `SELECT count(*)::int AS n, min(id::text) AS example FROM company_transfers WHERE status = 'asking' AND placed_at < ${NOW_ONCE} - $1::bigint`,
      [UNKNOWN_ALARM_MS],
    );
    alarms.report('transfer-unknown', rows[0]?.n ?? 0, `One of them: ${rows[0]?.example ?? ''}.`);
  }

  return {
    companies,
    of,
    push,
    start() {
      const failed = (error: Error) => {
        log(`transfer centre: ${error.message}; trying again`);
        if (!isDatabaseDown(error)) alarms.raise('lane-failed', `transfer centre: ${error.message}`);
      };
      job = startJob(async (closed) => {
        await countOld();
        while (!closed()) {
          const some = (await take(null)).filter(({ id }) => !inProgress.has(id));
          // A slow company holds up nobody: the next look does not wait for it.
          for (const transfer of some) void begin(transfer).catch(failed);
          if (some.length < AT_ONCE) break;
        }
        return pollDelay(clock, LOOK_MS);
      }, failed);
    },
    async close() {
      await job?.close();
      await Promise.allSettled(inProgress.values());
    },
  };
}
