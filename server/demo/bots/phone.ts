/**
 * The client of a demonstration player, inside the server. It sends signed calls that pass the same checks as those of other clients, so its
 * bets are ordinary bets and are settled like them.
 */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { factsOf } from '../../../protocol/calls/facts.ts';
import { sign } from '../../../protocol/signing.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import type { DemoServices } from '../services.ts';

const hmac = (key: string, message: string) => createHmac('sha256', key).update(message).digest('hex');
const ORIGIN = { address: '127.0.0.1', agent: 'Caipu demonstration player' };

export interface BotPhone {
  readonly userId: number;
  call<T>(method: 'GET' | 'POST', path: string, fields?: Readonly<Record<string, string>>): Promise<Envelope<T | null>>;
}

/** Creates the client of a player. The first call opens a session; a call after the session's end opens a new one. */
export function botPhoneOf(app: FastifyInstance, context: DemoServices, userId: number): BotPhone {
  let token = '';

  async function send<T>(method: 'GET' | 'POST', path: string, fields: Readonly<Record<string, string>>): Promise<Envelope<T | null>> {
    if (token === '') token = await context.sessions.open(userId, ORIGIN);
    const brand = Object.keys(context.publication.index().documents.brand ?? {})[0] ?? '';
    const now = Math.floor(context.clock.now() / 1000);
    const query = new URLSearchParams({ c: '1', v: '202611000', t: String(now), p: brand, n: randomBytes(16).toString('hex'), tk: token });
    const form = new URLSearchParams(method === 'POST' ? fields : {});
    if (method === 'GET') for (const [name, value] of Object.entries(fields)) query.set(name, value);
    const key = factsOf(path).idempotent ? randomUUID() : undefined;
    query.set('s', sign(hmac, context.signingKey(brand) ?? '', { method, path, query, form, key }));
    const response = await app.inject({
      method,
      url: `${path}?${query}`,
      headers: {
        ...(method === 'POST' ? { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' } : {}),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      },
      ...(method === 'POST' ? { payload: form.toString() } : {}),
    });
    return response.json<Envelope<T | null>>();
  }

  return {
    userId,
    async call(method, path, fields = {}) {
      const answer = await send(method, path, fields);
      if (answer.status !== STATUS.notLoggedIn) return answer as never;
      token = '';
      return (await send(method, path, fields)) as never;
    },
  };
}
