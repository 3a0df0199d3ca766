/**
 * What the provider asks of the server, from server to server: the order behind an address of the cashier, and its notice that something was
 * paid. Both are believed by their signature alone. These are no calls of the API: no phone makes them.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressKey, type Log, parametersOf } from '../../platform/index.ts';
import type { PaymentServices } from '../services.ts';
import { creditPayment } from './credit.ts';
import { rechargeBySource } from './orders.ts';
import { type SignedMessage, verifyMessage, parseMessage, type SigningPurpose, signMessage } from './wire.ts';
import { UUID } from '../../../protocol/uuid.ts';

/** A message is a few hundred bytes. */
const BODY_LIMIT = 4_096;
/** The most that a payment may be, fen. */
const MOST = 1_000_000_000_000;

export function rechargeWebhooks(app: FastifyInstance, context: PaymentServices, log: Log): void {
  const { rateLimiter, recharge, database } = context;

  /** The message, if it is authentic. Otherwise the fault was answered. */
  async function believed(request: FastifyRequest, reply: FastifyReply, purpose: SigningPurpose): Promise<SignedMessage | undefined> {
    const address = addressKey(request.ip);
    const wait = rateLimiter.distrusted(address);
    if (wait > 0) {
      await say(
        reply.header('retry-after', String(Math.ceil(wait / 1000))),
        429,
        'too many messages that could not be believed; come again later',
      );
      return undefined;
    }
    const message = parseMessage(parametersOf(request).form);
    const fault = message === undefined ? 'a field is there twice' : verifyMessage(recharge.secret, purpose, message);
    if (message !== undefined && fault === undefined) return message;
    log(`recharge: a message to ${request.url.split('?', 1)[0]} was refused: ${fault}`, { level: 'warn', requestId: request.id });
    await rateLimiter.refused(address);
    await say(reply, 403, fault ?? '');
    return undefined;
  }

  app.post('/provider/recharge/notify', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const message = await believed(request, reply, 'notice');
    if (message === undefined) return reply;
    const { rechargeId = '', tradeNo = '', amountFen = '' } = message;
    if (!UUID.test(rechargeId)) return say(reply, 400, 'rechargeId is not a UUID: send the one that /provider/recharge/order answered');
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(tradeNo)) return say(reply, 400, 'tradeNo is not 1 to 64 letters, digits, - or _');
    if (!/^[1-9]\d{0,12}$/.test(amountFen) || Number(amountFen) > MOST)
      return say(reply, 400, `amountFen is not a whole number from 1 to ${MOST}`);
    const credited = await creditPayment(context, { rechargeId, tradeNo, amountFen: Number(amountFen) });
    if (credited === 'unknown') return say(reply, 404, 'there is no such recharge');
    if (credited === 'refused')
      return say(reply, 409, 'the recharge was paid otherwise, or the payment is of another recharge; an operator will look at it');
    return say(reply, 200, 'ok');
  });

  app.post('/provider/recharge/order', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const message = await believed(request, reply, 'order');
    if (message === undefined) return reply;
    const row = await rechargeBySource(database, message.source ?? '');
    if (row === undefined) return say(reply, 404, 'there is no such recharge');
    const method = recharge.rules.methods.find(({ code }) => code === row.method)?.name ?? row.method;
    const answer = signMessage(recharge.secret, 'order-answer', {
      rechargeId: row.id,
      amountFen: String(row.amount),
      method,
      state: row.state,
      expiresAt: String(row.expires_at),
    });
    return reply.type('application/x-www-form-urlencoded').send(new URLSearchParams(answer).toString());
  });
}

const say = (reply: FastifyReply, code: number, text: string): FastifyReply =>
  reply.code(code).type('text/plain; charset=utf-8').send(text);
