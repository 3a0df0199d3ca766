/**
 * Who may make a call of the desk. Each call is registered in a part that names its right (`part`); a call that names none cannot be
 * registered. Whoever has no right is refused in words, and that he tried is a row of the audit list.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { RIGHTS, type Right } from '../../protocol/desk/rights.ts';
import { STATUS } from '../../protocol/status.ts';
import { addressKey } from '../admission/address.ts';
import { type Act, record } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import type { Querying } from '../db/database.ts';
import { refuse, refuseField, send, tooMany } from '../web/call.ts';
import { mayDo, type Operators, wantsStep } from './operators.ts';
import type { Operator, OperatorSessions } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a call of the desk that passed the guard. */
    operator?: Operator;
  }
  interface FastifyContextConfig {
    /** What a call of the desk needs; null: a login alone. */
    right?: Right | null;
  }
}

export const FOREIGN = '请求来自其他网站，请在工作台的页面中操作';

/** What can be done before a second step is set up that the role wants. */
const SETTING_UP = ['/operator/api/second-step', '/operator/api/logout', '/operator/api/desk/start'];

export function tokenOf(request: FastifyRequest): string {
  return /^Bearer ([\w-]{43})$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
}

/** A page of another site: browsers say so of what it sends. */
export const isForeign = ({ headers }: FastifyRequest): boolean =>
  !['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string);

/** Who acted and from where, as the audit list has it: "name@address". */
export const actorOf = ({ operator, ip }: FastifyRequest): string => (operator === undefined ? ip : `${operator.name}@${ip}`);

/** Writes into the audit list what the operator of a request did. Within a transaction give its client, and do it last. */
export const recordOf = (client: Querying, request: FastifyRequest, ...acts: readonly Act[]): Promise<void> =>
  record(client, actorOf(request), ...acts);

/** The operator of a call that passed the guard. */
export function operatorOf({ operator }: FastifyRequest): Operator {
  if (operator === undefined) throw new Error('a call of the desk without its guard');
  return operator;
}

/**
 * Tells one operator from another where two must sign, without being a token: an operator's own in all his sessions. Whoever has the password of
 * the environment is told apart by session, since several may have it.
 */
export function markOf(request: FastifyRequest, purpose: string): string {
  const { id, session } = operatorOf(request);
  return createHash('sha256')
    .update(`${purpose} ${id === null ? session : `operator ${id}`}`)
    .digest('hex')
    .slice(0, 32);
}

export interface GuardOptions {
  readonly context: Context;
  readonly sessions: OperatorSessions;
  readonly operators: Operators;
  /** Nobody works at the desk without a second step. */
  readonly twoStep: boolean;
  readonly log: (line: string) => void;
}

/** Guards every call that is registered in this scope from now on. */
export function guard(calls: FastifyInstance, { context, sessions, operators, twoStep, log }: GuardOptions): void {
  calls.addHook('onRoute', ({ method, url, config }) => {
    if (config?.right === undefined) throw new Error(`call of the desk ${String(method)} ${url} names no right; register it in a part()`);
  });
  calls.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store');
    if (isForeign(request)) return send(reply, refuse(STATUS.badSignature, FOREIGN));
    const token = tokenOf(request);
    const address = addressKey(request.ip);
    const wait = context.admission.distrusted(address) || (await context.admission.account('write', `operator ${address}`));
    if (wait > 0) return send(reply, tooMany(reply, wait));
    const operator = token === '' ? undefined : await sessions.holder(token);
    if (operator === undefined) {
      await context.admission.refused(address);
      return send(reply, refuse(STATUS.notLoggedIn, '请先以管理员身份登录'));
    }
    request.operator = operator;
    const right = request.routeOptions.config.right ?? null;
    if (!mayDo(operator, right)) {
      const call = `${request.method} ${request.routeOptions.url ?? ''}`;
      await recordOf(context.database, request, { kind: 'operator.forbidden', body: { call, right: String(right) } });
      log(`operator refused  ${call}  ${actorOf(request)}`);
      return send(reply, refuse(STATUS.forbidden, `您的角色不能${RIGHTS[right as Right]}，这次尝试已记入审计`));
    }
    // Where it is wanted and not set up yet, setting it up is all that can be done.
    const settingUp = SETTING_UP.some((path) => request.url.startsWith(path));
    if (!settingUp && wantsStep(operator, twoStep) && !(await operators.stepOf(operator).state()).on)
      return send(reply, refuse(STATUS.disabled, '请先设置两步登录'));
    return undefined;
  });
  // An act is signed with the operator's own name. Whoever has the password of the environment says who he is; an operator's name is not his.
  calls.addHook('preValidation', async (request: FastifyRequest, reply: FastifyReply) => {
    const { body } = request;
    if (typeof body !== 'object' || body === null || !('by' in body)) return undefined;
    const { id, name } = operatorOf(request);
    if (id !== null) body.by = name;
    else if (typeof body.by === 'string' && body.by !== name && (await operators.isTaken(body.by.trim())))
      return send(reply, refuseField('by', '这是另一位管理员的名字，请用自己的名字登录'));
    return undefined;
  });
}

/** What a part of the calls needs: one right for all of them, or one for what only reads and another for what changes something. */
type PartRight = Right | null | { readonly read: Right; readonly change: Right };

/** Registers calls that need a right. */
export function part(calls: FastifyInstance, right: PartRight, registerCalls: (within: FastifyInstance) => void): void {
  const within = Object.create(calls) as FastifyInstance;
  const adding =
    (method: 'get' | 'post' | 'put') =>
    (url: string, ...rest: readonly unknown[]): unknown => {
      const [options, handler] = rest.length === 1 ? [{}, rest[0]] : rest;
      const own = right === null || typeof right === 'string' ? right : method === 'get' ? right.read : right.change;
      return (calls[method] as (url: string, options: object, handler: unknown) => unknown)(
        url,
        { ...(options as object), config: { right: own } },
        handler,
      );
    };
  for (const method of ['get', 'post', 'put'] as const) (within as unknown as Record<string, unknown>)[method] = adding(method);
  registerCalls(within);
}
