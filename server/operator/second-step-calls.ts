/** The calls of the second step: what it is set to, setting it up, ending it. Below /operator/api/second-step, for who is logged in. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { STATUS } from '../../protocol/status.ts';
import type { Act } from '../audit/audit.ts';
import type { Admission } from '../admission/admission.ts';
import { addressKey } from '../admission/address.ts';
import { ok, refuse, send, tooMany } from '../web/call.ts';
import type { SecondStep } from './second-step.ts';
import { actorOf } from './guard.ts';

export interface SecondStepCallOptions {
  /** Of the operator of a request. */
  readonly stepOf: (request: FastifyRequest) => SecondStep;
  /** Whether the operator of a request works at the desk only with it. */
  readonly isRequired: (request: FastifyRequest) => boolean;
  /** The name that his logins are counted by; '' for whoever has the password of the environment. */
  readonly countedName: (request: FastifyRequest) => string;
  readonly admission: Pick<Admission, 'operatorLogin'>;
  /** Ends every session but the one of this request. */
  readonly endOthers: (request: FastifyRequest) => Promise<void>;
  readonly log: (line: string) => void;
  /** Writes into the audit list what the operator of the request did. */
  readonly record: (request: FastifyRequest, act: Act) => Promise<void>;
}

export const SECOND_STEP_PATH = '/operator/api/second-step';
export const CODE_TEXT = { type: 'string', minLength: 1, maxLength: 64 } as const;
const schema = { body: { type: 'object', required: ['code'], properties: { code: CODE_TEXT } } } as const;
/** What a login and the calls here say about a code that will not do. */
export const CODE_FAULTS = { wrong: '验证码不正确', used: '这个验证码已经用过，请等手机显示下一个' } as const;

export function registerSecondStep(
  calls: FastifyInstance,
  { stepOf, isRequired, countedName, admission, endOthers, log, record }: SecondStepCallOptions,
): void {
  calls.get(SECOND_STEP_PATH, async (request, reply) =>
    send(reply, ok({ ...(await stepOf(request).state()), required: isRequired(request) })),
  );

  calls.post(`${SECOND_STEP_PATH}/begin`, async (request, reply) => {
    const begun = await stepOf(request).begin();
    return send(reply, begun === undefined ? refuse(STATUS.invalid, '两步登录已经开启') : ok(begun));
  });

  calls.post<{ Body: { code: string } }>(`${SECOND_STEP_PATH}/confirm`, { schema }, async (request, reply) => {
    const codes = await stepOf(request).confirm(request.body.code);
    if (codes === undefined) return send(reply, refuse(STATUS.invalid, CODE_FAULTS.wrong));
    // Whoever is logged in elsewhere has shown the password alone.
    await endOthers(request);
    await record(request, { kind: 'operator.second-step-on', body: {} });
    log(`operator second step on  ${actorOf(request)}`);
    return send(reply, ok({ recoveryCodes: codes }));
  });

  calls.post<{ Body: { code: string } }>(`${SECOND_STEP_PATH}/end`, { schema }, async (request, reply) => {
    if (isRequired(request)) return send(reply, refuse(STATUS.invalid, '您的角色或服务器要求两步登录，不能关闭'));
    const guess = await admission.operatorLogin(addressKey(request.ip), countedName(request));
    if (guess.wait > 0) return send(reply, tooMany(reply, guess.wait, '尝试过多'));
    const result = await stepOf(request).spend(request.body.code);
    if (result !== 'right') return send(reply, refuse(STATUS.invalid, CODE_FAULTS[result]));
    await guess.succeed();
    await stepOf(request).end();
    await record(request, { kind: 'operator.second-step-off', body: {} });
    log(`operator second step off  ${actorOf(request)}`);
    return send(reply, ok(null));
  });
}
