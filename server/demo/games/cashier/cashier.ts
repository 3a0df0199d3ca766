/**
 * The stand-in cashier (演示收银台): a payment company for play money. Like a real one, it has its own tables and exchanges only signed
 * messages with the server over HTTP (docs/recharge.md). On its page a player chooses the course of a payment: a notice at once, late, twice
 * or never, or another amount.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Database, Log } from '../../../platform/index.ts';
import { requestSigned, type SignedMessage, verifyMessage, parseMessage, signMessage } from '../../../payments/index.ts';

export interface CashierOptions {
  /** The database with its own table, `cashier_ends`. */
  readonly database: Pick<Database, 'query'>;
  readonly secret: string;
  /** Origin of the server that takes the money, as the cashier reaches it. */
  readonly merchant: string;
  readonly log: Log;
  /** Real ms until a late notice. */
  readonly lateMs?: number;
  /** Real ms before each further try of a notice that the server did not accept. */
  readonly againMs?: readonly number[];
}

/** now: one notice at once. late: one after `lateMs`. twice: two at once. silent: none, so the server learns of the payment by its query. */
const NOTICES = ['now', 'late', 'twice', 'silent'] as const;
export type NoticeTiming = (typeof NOTICES)[number];

export interface Cashier {
  /** The order of a cashier's address (`source`), for the page; undefined if there is none. */
  order(source: string): Promise<CashierOrder | undefined>;
  /** Pays an order. `amountFen`: an amount other than the order's. */
  pay(source: string, notice: NoticeTiming, amountFen?: number): Promise<CashierOrder | undefined>;
  /** Answers a signed query of the server. A text: the fault of the query. */
  answer(purpose: 'query' | 'close', message: SignedMessage | undefined): Promise<SignedMessage | string>;
  /** Cancels notices that wait. The server finds their payments by its queries. */
  close(): Promise<void>;
}

export interface CashierOrder {
  readonly rechargeId: string;
  readonly amountFen: number;
  readonly method: string;
  /** pending, paid, cancelled or expired: the server's state. closed or taken: the state in the cashier's own table. */
  readonly state: string;
  readonly expiresAt: number;
}

const LATE_MS = 20_000;
const AGAIN_MS = [2_000, 10_000, 60_000] as const;

export function openCashier({ database, secret, merchant, log, lateMs = LATE_MS, againMs = AGAIN_MS }: CashierOptions): Cashier {
  const timers = new Set<NodeJS.Timeout>();
  const sendingNotices = new Set<Promise<void>>();

  const later = (ms: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  };

  /** Sends the notice of a payment until the server accepts it. After the last try the server finds the payment by its query. */
  function sendNotice(payment: Payment, tries = 0): void {
    const sending = notify(payment)
      .catch((error: Error) => {
        const wait = againMs[tries];
        log(`stand-in cashier: notice of ${payment.tradeNo} was not taken: ${error.message}${wait === undefined ? '' : '; trying again'}`);
        if (wait !== undefined) later(wait, () => sendNotice(payment, tries + 1));
      })
      .finally(() => sendingNotices.delete(sending));
    sendingNotices.add(sending);
  }

  async function notify({ rechargeId, tradeNo, amountFen }: Payment): Promise<void> {
    const body = new URLSearchParams(signMessage(secret, 'notice', { rechargeId, tradeNo, amountFen: String(amountFen) }));
    const response = await fetch(`${merchant}/provider/recharge/notify`, { method: 'POST', body, signal: AbortSignal.timeout(5_000) });
    const text = await response.text();
    if (!response.ok) throw new Error(`HTTP ${response.status}: ${text.slice(0, 200)}`);
  }

  /** How an order ended here: its payment, or 'closed'; undefined while it is open. */
  async function endOf(rechargeId: string): Promise<Payment | 'closed' | undefined> {
    const { rows } = await database.query<{ trade_no: string | null; amount: number | null }>(
      'SELECT trade_no, amount FROM cashier_ends WHERE recharge_id = $1::uuid',
      [rechargeId],
    );
    const [end] = rows;
    if (end === undefined) return undefined;
    return end.trade_no === null || end.amount === null ? 'closed' : { rechargeId, tradeNo: end.trade_no, amountFen: end.amount };
  }

  /** Ends an order that is still open. True if this call ended it: of a simultaneous payment and closing only one succeeds. */
  async function end(rechargeId: string, tradeNo: string | null, amountFen: number | null): Promise<boolean> {
    const { rowCount } = await database.query(
      'INSERT INTO cashier_ends (recharge_id, trade_no, amount, ended_at) VALUES ($1::uuid, $2, $3::bigint, $4::bigint) ON CONFLICT DO NOTHING',
      [rechargeId, tradeNo, amountFen, Date.now()],
    );
    return rowCount > 0;
  }

  async function order(source: string): Promise<CashierOrder | undefined> {
    let message: SignedMessage;
    try {
      message = await requestSigned(`${merchant}/provider/recharge/order`, secret, 'order', { source });
    } catch (error) {
      if (/^HTTP 404/.test((error as Error).message)) return undefined;
      throw error;
    }
    const { rechargeId = '', amountFen = '0', method = '', state = '', expiresAt = '0' } = message;
    const ended = await endOf(rechargeId);
    const payment = ended === 'closed' ? undefined : ended;
    // The server decides whether the payment has arrived.
    return {
      rechargeId,
      amountFen: payment?.amountFen ?? Number(amountFen),
      method,
      state: state === 'paid' ? 'paid' : payment !== undefined ? 'taken' : ended === 'closed' ? 'closed' : state,
      expiresAt: Number(expiresAt),
    };
  }

  return {
    order,
    async pay(source, notice, amountFen) {
      const stored = await order(source);
      if (stored?.state !== 'pending') return stored;
      const tradeNo = `D${randomBytes(10).toString('hex').toUpperCase()}`;
      const payment: Payment = { rechargeId: stored.rechargeId, tradeNo, amountFen: amountFen ?? stored.amountFen };
      if (!(await end(payment.rechargeId, tradeNo, payment.amountFen))) return order(source);
      if (notice === 'now' || notice === 'twice') sendNotice(payment);
      if (notice === 'twice') sendNotice(payment);
      if (notice === 'late') later(lateMs, () => sendNotice(payment));
      return { ...stored, amountFen: payment.amountFen, state: 'taken' };
    },
    async answer(purpose, message) {
      const fault = message === undefined ? 'a field is there twice' : verifyMessage(secret, purpose, message);
      if (message === undefined || fault !== undefined) return fault ?? '';
      const { rechargeId = '' } = message;
      if (!/^[0-9a-f-]{36}$/i.test(rechargeId)) return 'rechargeId is not a UUID';
      if (purpose === 'close') await end(rechargeId, null, null);
      const ended = await endOf(rechargeId);
      if (ended === undefined || ended === 'closed')
        return signMessage(secret, `${purpose}-answer`, { rechargeId, state: ended ?? 'unpaid' });
      const { tradeNo, amountFen } = ended;
      return signMessage(secret, `${purpose}-answer`, { rechargeId, state: 'paid', tradeNo, amountFen: String(amountFen) });
    },
    async close() {
      for (const timer of timers) clearTimeout(timer);
      timers.clear();
      await Promise.all(sendingNotices);
    },
  };
}

interface Payment {
  readonly rechargeId: string;
  readonly tradeNo: string;
  readonly amountFen: number;
}

/** Routes of the cashier. Its page calls `order` and `pay`; the server calls `query` and `close`. */
export function cashierRoutes(app: FastifyInstance, cashier: () => Cashier | undefined): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 4_096 }, (_request, body, done) =>
    done(null, new URLSearchParams(body as string)),
  );
  const notYet = (reply: FastifyReply) => reply.code(503).send({ msg: '收银台正在启动，请稍后再试' });
  const formOf = (body: unknown): URLSearchParams => (body instanceof URLSearchParams ? body : new URLSearchParams());

  app.get('/cashier/order', async (request, reply) => {
    const desk = cashier();
    if (desk === undefined) return notYet(reply);
    const { source } = request.query as { readonly source?: unknown };
    const stored = typeof source === 'string' && source.length <= 64 ? await desk.order(source) : undefined;
    return stored ?? reply.code(404).send({ msg: '没有这笔订单' });
  });

  app.post('/cashier/pay', async (request, reply) => {
    const desk = cashier();
    if (desk === undefined) return notYet(reply);
    const form = formOf(request.body);
    const notice = NOTICES.find((each) => each === form.get('how'));
    const amount = form.get('amountFen');
    if (notice === undefined || (amount !== null && !/^[1-9]\d{0,11}$/.test(amount))) return reply.code(400).send({ msg: '金额不正确' });
    const payment = await desk.pay(form.get('source')?.slice(0, 64) ?? '', notice, amount === null ? undefined : Number(amount));
    return payment ?? reply.code(404).send({ msg: '没有这笔订单' });
  });

  for (const purpose of ['query', 'close'] as const)
    app.post(`/cashier/${purpose}`, async (request, reply) => {
      const desk = cashier();
      if (desk === undefined) return notYet(reply);
      const answer = await desk.answer(purpose, parseMessage(formOf(request.body)));
      if (typeof answer === 'string') return reply.code(403).type('text/plain; charset=utf-8').send(answer);
      return reply.type('application/x-www-form-urlencoded').send(new URLSearchParams(answer).toString());
    });
}
