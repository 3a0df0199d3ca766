/** The demonstration company (demo-ledger.ts) as an adapter within this process: it answers as a real one would, late and not at all included. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../../platform/index.ts';
import type { Company } from './company.ts';
import { openDemoLedger } from './demo-ledger.ts';

type CompanyOperation = 'move' | 'ask' | 'balance' | 'launch' | 'bets';

export interface DemoCompanyOptions {
  readonly code: string;
  readonly name: string;
  /** Real ms until it answers. */
  readonly answerMs?: number | undefined;
  /** One of this number of answers to a move is lost, although the move was done: 1 loses all, 0 or left out none. `ask` gives the outcome. */
  readonly loses?: number | undefined;
  /** For tests: decides for each question what happens to it. before: it never arrives. after: it is done and the answer lost. */
  readonly fault?: ((what: CompanyOperation, requestId: string) => 'before' | 'after' | undefined) | undefined;
}

export function demoCompany(database: Database, { code, name, answerMs = 0, loses = 0, fault }: DemoCompanyOptions): Company {
  const ledger = openDemoLedger(database, code);
  let moves = 0;

  /** One question on its way there and back. */
  async function over<T>(what: CompanyOperation, requestId: string, work: () => Promise<T>): Promise<T> {
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

  return {
    code,
    name,
    move: (request) => over('move', request.requestId, () => ledger.move(request)),
    ask: (requestId) => over('ask', requestId, async () => (await ledger.outcomeOf(requestId)) ?? { is: 'unknown' }),
    balance: (player) => over('balance', '', () => ledger.balance(player)),
    launch: ({ player, game }) => over('launch', '', async () => ({ session: await ledger.launch(player, game) })),
    bets: (player, cursor, size) => over('bets', '', () => ledger.bets(player, cursor, size)),
  };
}
