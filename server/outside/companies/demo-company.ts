/**
 * The demonstration company: keeps its books in a table of its own and answers as a real one would, late and not at all included. It
 * stands for the server of another company, so it writes on connections of its own and never in a transaction of ours.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../db/database.ts';
import type { Company, CompanyAnswer, CompanyRequest } from './company.ts';

export interface DemoCompanyOptions {
  readonly code: string;
  readonly name: string;
  /** Real ms until it answers. */
  readonly answerMs?: number | undefined;
  /** Of so many answers to a move one is lost, though it was done: 1 loses all, 0 or left out none. What became of it can be asked. */
  readonly loses?: number | undefined;
  /** For tests: decides for each question what happens to it. before: it never arrives. after: it is done and the answer lost. */
  readonly fault?: ((what: 'move' | 'ask' | 'balance', requestId: string) => 'before' | 'after' | undefined) | undefined;
}

export function demoCompany(database: Database, { code, name, answerMs = 0, loses = 0, fault }: DemoCompanyOptions): Company {
  let moves = 0;

  /** One question on its way there and back. */
  async function over<T>(what: 'move' | 'ask' | 'balance', requestId: string, work: () => Promise<T>): Promise<T> {
    const goes = fault?.(what, requestId);
    if (goes === 'before') throw new Error(`${code}: the request did not arrive`);
    if (answerMs > 0) await pause(answerMs);
    const answer = await work();
    if (goes === 'after') throw new Error(`${code}: the answer was lost`);
    if (what === 'move' && loses > 0) {
      moves += 1;
      if (moves % loses === 0) throw new Error(`${code}: the answer was lost`);
    }
    return answer;
  }

  async function kept(requestId: string): Promise<CompanyAnswer | undefined> {
    const { rows } = await database.query<{ accepted: boolean }>(
      'SELECT accepted FROM demo_company_requests WHERE company = $1 AND request_id = $2',
      [code, requestId],
    );
    const [row] = rows;
    return row === undefined ? undefined : row.accepted ? { is: 'done' } : { is: 'refused', note: '游戏账户余额不足' };
  }

  async function move({ requestId, player, direction, amountFen }: CompanyRequest): Promise<CompanyAnswer> {
    return database.transaction(async (client) => {
      // One at a time for a player, and so one for a request id.
      await client.query(`SELECT pg_advisory_xact_lock(2, hashtext($1))`, [`${code} ${player}`]);
      await client.query(
        `INSERT INTO demo_company_requests (request_id, company, player, direction, amount, accepted)
         SELECT $1::uuid, $2::text, $3::bigint, $4::text, $5::bigint, $4 = 'out' OR $5 <= (
           SELECT coalesce(sum(CASE direction WHEN 'out' THEN amount ELSE -amount END), 0) FROM demo_company_requests
            WHERE company = $2 AND player = $3 AND accepted)::bigint
         ON CONFLICT (request_id) DO NOTHING`,
        [requestId, code, player, direction, amountFen],
      );
      const { rows } = await client.query<{ accepted: boolean }>('SELECT accepted FROM demo_company_requests WHERE request_id = $1', [
        requestId,
      ]);
      return rows[0]?.accepted === true ? { is: 'done' } : { is: 'refused', note: '游戏账户余额不足' };
    });
  }

  return {
    code,
    name,
    move: (request) => over('move', request.requestId, () => move(request)),
    ask: (requestId) => over('ask', requestId, async () => (await kept(requestId)) ?? { is: 'unknown' }),
    balance: (player) =>
      over('balance', '', async () => {
        const { rows } = await database.query<{ fen: number }>(
          `SELECT coalesce(sum(CASE direction WHEN 'out' THEN amount ELSE -amount END), 0)::bigint AS fen
             FROM demo_company_requests WHERE company = $1 AND player = $2 AND accepted`,
          [code, player],
        );
        return rows[0]?.fen ?? 0;
      }),
  };
}
