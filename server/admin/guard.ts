/**
 * Access to calls of the back office: the row of the table names the right, and a route without a row cannot be registered. An operator
 * without the right gets a refusal, and the attempt is a row of the audit list.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DeskDefinition } from '../../protocol/desk/define.ts';
import { PAGE_HEADER } from '../../protocol/desk/page-header.ts';
import { RIGHTS, type Right } from '../../protocol/desk/rights.ts';
import { STATUS } from '../../protocol/status.ts';
import { type AuditEntry, addressKey, type Querying, recordAudit, refuse, refuseField, send, refuseTooMany } from '../platform/index.ts';
import { tokenFromCookie } from './cookie.ts';
import type { AdminServices } from './services.ts';
import { hasRight, type Operators, needsSecondStep } from './operators.ts';
import type { Operator, OperatorSessions } from './sessions.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The operator of a call of the back office that passed the guard. */
    operator?: Operator;
  }
  interface FastifyContextConfig {
    /** The declaration of a call of the back office. */
    desk?: DeskDefinition;
  }
}

const FOREIGN = '请求来自其他网站，请在后台的页面中操作';

/** A request from a page of another site, as the browser's headers say. */
const isForeign = ({ headers }: FastifyRequest): boolean =>
  !['same-origin', 'none', undefined].includes(headers['sec-fetch-site'] as string);

/** Browsers without HTTPS do not say which site a page is of; what it can send they hold all the same. */
const isOwnPage = ({ headers }: FastifyRequest): boolean => headers[PAGE_HEADER.name] === PAGE_HEADER.value;

/** The operator and the address, as the audit list has it: "name@address". */
export const auditActorOf = ({ operator, ip }: FastifyRequest): string => (operator === undefined ? ip : `${operator.name}@${ip}`);

/** Writes into the audit list what the operator of a request did. Within a transaction give its client, and do it last. */
export const writeAudit = (client: Querying, request: FastifyRequest, ...acts: readonly AuditEntry[]): Promise<void> =>
  recordAudit(client, auditActorOf(request), ...acts);

/** The operator of a call that passed the guard. */
export function operatorOf({ operator }: FastifyRequest): Operator {
  if (operator === undefined) throw new Error('a call of the desk without its guard');
  return operator;
}

/** The name that an act is signed with. `by`: the name of the request, which an operator's own name has replaced already. */
export const signatureOf = (request: FastifyRequest, by: string | undefined): string => by?.trim() || operatorOf(request).name;

/**
 * Identifies an operator where two must sign, without being a token: the same in all sessions of an operator. With the password of
 * the environment each session is another one, because several persons may have it.
 */
export function operatorMark(request: FastifyRequest, purpose: string): string {
  const { id, session } = operatorOf(request);
  return createHash('sha256')
    .update(`${purpose} ${id === null ? session : `operator ${id}`}`)
    .digest('hex')
    .slice(0, 32);
}

export interface GuardOptions {
  readonly context: AdminServices;
  readonly sessions: OperatorSessions;
  readonly operators: Operators;
  /** Nobody works at the desk without a second step. */
  readonly twoStep: boolean;
  readonly log: (line: string) => void;
}

/** Guards every call that is registered in this scope from now on. */
export function guardCalls(calls: FastifyInstance, { context, sessions, operators, twoStep, log }: GuardOptions): void {
  calls.addHook('onRoute', ({ method, url, config }) => {
    if (config?.desk === undefined) throw new Error(`${String(method)} ${url} is no call of the table in protocol/desk`);
  });
  calls.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    reply.header('cache-control', 'no-store');
    if (isForeign(request)) return send(reply, refuse(STATUS.badSignature, FOREIGN));
    const definition = request.routeOptions.config.desk as DeskDefinition;
    if (definition.open === true) return isOwnPage(request) ? undefined : send(reply, refuse(STATUS.badSignature, FOREIGN));
    const token = tokenFromCookie(request);
    const address = addressKey(request.ip);
    const wait = context.rateLimiter.distrusted(address) || (await context.rateLimiter.account('write', `operator ${address}`));
    if (wait > 0) return send(reply, refuseTooMany(reply, wait));
    const operator = token === '' ? undefined : await sessions.holder(token);
    if (operator === undefined) {
      await context.rateLimiter.refused(address);
      return send(reply, refuse(STATUS.notLoggedIn, '请先以管理员身份登录'));
    }
    if (!isOwnPage(request)) return send(reply, refuse(STATUS.badSignature, FOREIGN));
    request.operator = operator;
    const { right } = definition;
    if (!hasRight(operator, right)) {
      const call = `${definition.method} ${definition.path}`;
      await writeAudit(context.database, request, { kind: 'operator.forbidden', body: { call, right: String(right) } });
      log(`operator refused  ${call}  ${auditActorOf(request)}`);
      return send(reply, refuse(STATUS.forbidden, `您的角色不能${RIGHTS[right as Right]}，这次尝试已记入审计`));
    }
    // Where it is wanted and not set up yet, setting it up is all that can be done.
    if (definition.beforeStep !== true && needsSecondStep(operator, twoStep) && !(await operators.stepOf(operator).state()).on)
      return send(reply, refuse(STATUS.disabled, '请先设置两步验证'));
    return undefined;
  });
  // An act is signed with the operator's own name. With the password of the environment the person gives a name, which must not be an operator's.
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
