/**
 * The stand-in cashier (演示收银台): another company that takes play money. It speaks with the server only as a real one would: by signed
 * messages over HTTP (docs/recharge.md), and with books of its own. Players choose on its page what happens, so that everything that a
 * payment can do is there to be seen: a notice at once, late, twice or never, another amount, a refusal.
 */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Database, Log } from '../../../platform/index.ts';
import { requestSigned, type SignedMessage, verifyMessage, parseMessage, signMessage } from '../../../payments/index.ts';

export interface CashierOptions {
  /** Where its books are: tables of its own. */
  readonly database: Pick<Database, 'query'>;
  readonly secret: string;
  /** Origin of the server that takes the money, as the cashier reaches it. */
  readonly merchant: string;
  readonly log: Log;
  /** Real ms until a notice that is to come late, and between two tries of one that was not taken. */
  readonly lateMs?: number;
  readonly againMs?: readonly number[];
}

/** now: a notice at once. late: some seconds later. twice: two of them. silent: none, so that only the server's own question finds it. */
const HOW = ['now', 'late', 'twice', 'silent'] as const;
export type PaymentMethod = (typeof HOW)[number];

export interface Cashier {
  /** What the page shows of the order behind an address; undefined: there is none. */
  order(source: string): Promise<CashierOrder | undefined>;
  /** Takes the money. `amountFen`: another amount than the order's. */
  pay(source: string, how: PaymentMethod, amountFen?: number): Promise<CashierOrder | undefined>;
  /** Answers a signed question of the server; a text says what is wrong with it. */
  answer(purpose: 'query' | 'close', message: SignedMessage | undefined): Promise<SignedMessage | string>;
  /** Stops pending notifications: the server queries by itself. */
  close(): Promise<void>;
}

export interface CashierOrder {
  readonly rechargeId: string;
  readonly amountFen: number;
  readonly method: string;
  /** pending, paid, cancelled, expired, as the server says; closed and taken as these books say. */
  readonly state: string;
  readonly expiresAt: number;
}

const LATE_MS = 20_000;
const AGAIN_MS = [2_000, 10_000, 60_000] as const;

export function openCashier({ database, secret, merchant, log, lateMs = LATE_MS, againMs = AGAIN_MS }: CashierOptions): Cashier {
  const timers = new Set<NodeJS.Timeout>();
  const telling = new Set<Promise<void>>();

  const later = (ms: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  };

  /** Sends the notice of a payment until it is taken; after the last try the server finds it by asking. */
  function tell(payment: Payment, tries = 0): void {
    const sending = notify(payment)
      .catch((error: Error) => {
        const wait = againMs[tries];
        log(`stand-in cashier: notice of ${payment.tradeNo} was not taken: ${error.message}${wait === undefined ? '' : '; trying again'}`);
        if (wait !== undefined) later(wait, () => tell(payment, tries + 1));
      })
      .finally(() => telling.delete(sending));
    telling.add(sending);
  }

  async function notify({ rechargeId, tradeNo, amountFen }: Payment): Promise<void> {
    const body = new URLSearchParams(signMessage(secret, 'notice', { rechargeId, tradeNo, amountFen: String(amountFen) }));
    const response = await fetch(`${merchant}/provider/recharge/notify`, { method: 'POST', body, signal: AbortSignal.timeout(5_000) });
    const text = await response.text();
    if (!response.ok) throw new Error(`HTTP ${response.status}: ${text.slice(0, 200)}`);
  }

  /** How an order ended here: its payment, or that it was taken back; undefined while it has not. */
  async function endOf(rechargeId: string): Promise<Payment | 'closed' | undefined> {
    const { rows } = await database.query<{ trade_no: string | null; amount: number | null }>(
      'SELECT trade_no, amount FROM cashier_ends WHERE recharge_id = $1::uuid',
      [rechargeId],
    );
    const [end] = rows;
    if (end === undefined) return undefined;
    return end.trade_no === null || end.amount === null ? 'closed' : { rechargeId, tradeNo: end.trade_no, amountFen: end.amount };
  }

  /** Ends an order, unless it has ended: of a payment and a taking back at once, one is first. True: by this. */
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
    // The server's word on what has arrived stands above the own books.
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
    async pay(source, how, amountFen) {
      const stored = await order(source);
      if (stored?.state !== 'pending') return stored;
      const tradeNo = `D${randomBytes(10).toString('hex').toUpperCase()}`;
      const payment: Payment = { rechargeId: stored.rechargeId, tradeNo, amountFen: amountFen ?? stored.amountFen };
      if (!(await end(payment.rechargeId, tradeNo, payment.amountFen))) return order(source);
      if (how === 'now' || how === 'twice') tell(payment);
      if (how === 'twice') tell(payment);
      if (how === 'late') later(lateMs, () => tell(payment));
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
      await Promise.all(telling);
    },
  };
}

interface Payment {
  readonly rechargeId: string;
  readonly tradeNo: string;
  readonly amountFen: number;
}

/** Its pages ask `order` and `pay`; the server asks `query` and `close`. */
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
    const how = HOW.find((each) => each === form.get('how'));
    const amount = form.get('amountFen');
    if (how === undefined || (amount !== null && !/^[1-9]\d{0,11}$/.test(amount))) return reply.code(400).send({ msg: '金额不正确' });
    const payment = await desk.pay(form.get('source')?.slice(0, 64) ?? '', how, amount === null ? undefined : Number(amount));
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
