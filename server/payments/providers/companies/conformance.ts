/**
 * Checks a company of games against the rules of docs/providers.md, which keep money from being lost between the company and this server. Used by
 * `npm run provider -- check` and by tests. It moves money of a player to the company and back, so it needs test accounts.
 */
import { randomUUID } from 'node:crypto';
import type { Company, CompanyAnswer } from './company.ts';

export interface ConformanceOptions {
  /** Number of the player whose money is moved. */
  readonly player: number;
  /** Number of another player, whose account must not change. */
  readonly other: number;
  /** Code of a game that can be launched. */
  readonly game: string;
  /** Fen that are moved; whole yuan. */
  readonly amountFen?: number;
}

export interface ConformanceResult {
  /** The rule, as docs/providers.md numbers it. */
  readonly rule: string;
  readonly what: string;
  /** How the company broke the rule; undefined: the rule holds. */
  readonly fault?: string;
}

const AT_ONCE = 5;

/** Tries every rule independently, so that one run reports all faults. */
export async function checkConformance(
  company: Company,
  { player, other, game, amountFen = 1_000 }: ConformanceOptions,
): Promise<ConformanceResult[]> {
  const findings: ConformanceResult[] = [];
  async function rule(name: string, what: string, work: () => Promise<string | undefined>): Promise<void> {
    const fault = await work().catch((error: Error) => `no answer that can be read: ${error.message}`);
    findings.push({ rule: name, what, ...(fault === undefined ? {} : { fault }) });
  }
  const move = (direction: 'out' | 'in', requestId: string, fen = amountFen) =>
    company.move({ requestId, player, direction, amountFen: fen });
  const shown = (answer: CompanyAnswer | { readonly is: 'unknown' }) => answer.is;
  const differs = async (wanted: number, of = player) => {
    const is = await company.balance(of);
    return is === wanted ? undefined : `the balance is ${is} fen and should be ${wanted}`;
  };

  let before = 0;
  let others = 0;
  const [paidIn, refusedId, unknownId] = [randomUUID(), randomUUID(), randomUUID()];
  await rule('P1', 'the balance is a whole number of fen', async () => {
    [before, others] = await Promise.all([company.balance(player), company.balance(other)]);
    return before >= 0 && others >= 0 ? undefined : 'it is below zero';
  });
  await rule('P2', 'a request that was never sent is unknown', async () => {
    const answer = await company.ask(unknownId);
    return answer.is === 'unknown' ? undefined : `it says ${shown(answer)}`;
  });
  await rule('P3', 'money that arrives is done, and in the balance', async () => {
    const answer = await move('out', paidIn);
    return answer.is === 'done' ? differs(before + amountFen) : `it says ${shown(answer)}`;
  });
  await rule('P4', 'the same request again, also five times at once, has the same answer and takes effect once', async () => {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => move('out', paidIn)));
    const odd = answers.find(({ is }) => is !== 'done');
    return odd === undefined ? differs(before + amountFen) : `one of them says ${shown(odd)}`;
  });
  await rule('P5', 'ask gives the result of a request', async () => {
    const answer = await company.ask(paidIn);
    return answer.is === 'done' ? undefined : `it says ${shown(answer)}`;
  });
  await rule('P6', 'more than the balance is refused with a reason, stays refused, and takes nothing', async () => {
    const answer = await move('in', refusedId, before + amountFen + 100);
    if (answer.is !== 'refused') return `it says ${shown(answer)}`;
    if (answer.note === '') return 'it does not say why (note)';
    const again = await company.ask(refusedId);
    return again.is === 'refused' ? differs(before + amountFen) : `asked afterwards it says ${shown(again)}`;
  });
  await rule('P7', 'a game is launched at an address that does not name the player, another one each time', async () => {
    const [first, second] = [await company.launch({ player, game }), await company.launch({ player, game })].map((answer) =>
      'url' in answer ? answer.url : answer.session,
    );
    if (first === second) return 'twice the same';
    const query = (first ?? '').split('?')[1] ?? first ?? '';
    return query.split(/[&=/]/).includes(String(player)) ? "it has the player's number" : undefined;
  });
  await rule('P8', 'bets come the newest first, page by page, each once', async () => {
    const seen = new Set<string>();
    let last = Number.POSITIVE_INFINITY;
    let cursor: string | undefined;
    for (let pages = 0; pages < 20; pages += 1) {
      const page = await company.bets(player, cursor, 5);
      if (page.items.length > 5) return `a page of 5 has ${page.items.length}`;
      for (const { id, at } of page.items) {
        if (seen.has(id)) return `${id} comes twice`;
        if (at > last) return `${id} is newer than the one before it`;
        seen.add(id);
        last = at;
      }
      if (page.next === null) return undefined;
      cursor = page.next;
    }
    return undefined;
  });
  await rule('P9', 'money comes back; five requests at once for the whole balance move it back only once', async () => {
    const ids = Array.from({ length: AT_ONCE }, () => randomUUID());
    const answers = await Promise.all(ids.map((id) => move('in', id, before + amountFen)));
    const done = answers.filter(({ is }) => is === 'done').length;
    if (done !== 1) return `${done} of them were done`;
    const empty = await differs(0);
    if (empty !== undefined || before === 0) return empty;
    const back = await move('out', randomUUID(), before);
    return back.is === 'done' ? differs(before) : `what lay there before could not be put back: ${shown(back)}`;
  });
  await rule('P10', 'none of this changes the account of another player', () => differs(others, other));
  return findings;
}
