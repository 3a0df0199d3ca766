/**
 * The payer of withdrawals. The stand-in below pays no money: it stores each request, answers some seconds later, and fails for some account
 * numbers, so that the server runs the same steps as with a real payer.
 */
import type { Database, GameClock } from '../../platform/index.ts';

export interface WithdrawalPayment {
  /** The withdrawal's id. A payer that gets the same request twice pays once. */
  readonly request: string;
  readonly amountFen: number;
  readonly kind: 'bank' | 'alipay';
  /** Card number or Alipay account, in clear: never to be logged or stored. */
  readonly number: string;
  readonly bank: string | null;
  readonly holder: string;
}

/** underWay: ask again later. failed: it was not paid and never will be. */
export type PaymentState = { readonly is: 'underWay' } | { readonly is: 'paid' } | { readonly is: 'failed'; readonly why: string };

export interface Payer {
  /** Requests the payment. If the same request was sent before, returns its state. Throws if the payer does not answer: then the outcome is unknown. */
  pay(payment: WithdrawalPayment): Promise<PaymentState>;
}

/** Game ms that a payment of the stand-in takes. */
export const DEMO_PAYS_AFTER_MS = 5_000;
/** Payments to these account numbers fail, for demonstrations and tests: a number that ends in 0000, or an Alipay account that begins with fail. */
const FAILS = /0000$|^fail/;

/** The stand-in payer (演示). */
export function demoPayer({ database, clock }: { readonly database: Database; readonly clock: GameClock }): Payer {
  return {
    async pay({ request, amountFen, number }) {
      await database.query(
        `INSERT INTO demo_payer_requests (request, amount, outcome, answers_at) VALUES ($1, $2, $3, caipu_now_ms() + ${DEMO_PAYS_AFTER_MS})
         ON CONFLICT (request) DO NOTHING`,
        [request, amountFen, FAILS.test(number) ? 'failed' : 'paid'],
      );
      const { rows } = await database.query<{ amount: number; outcome: 'paid' | 'failed'; answers_at: number }>(
        'SELECT amount, outcome, answers_at FROM demo_payer_requests WHERE request = $1',
        [request],
      );
      const [row] = rows;
      if (row === undefined || row.answers_at > clock.now()) return { is: 'underWay' };
      if (row.amount !== amountFen) throw new Error(`request ${request} came with another amount before`);
      return row.outcome === 'paid' ? { is: 'paid' } : { is: 'failed', why: '收款账户状态异常' };
    },
  };
}
