/**
 * The way in to the back office and out of it, and the second step of a login. Name and password are asked for, and the code from the phone where
 * one is set up. Without a name it is the environment's password.
 */
import { beginStep, confirmStep, endStep, login as loginCall, logout as logoutCall, secondStep } from '../../../protocol/desk/session.ts';
import { type Envelope, STATUS } from '../../../protocol/status.ts';
import { normalizeName } from '../../accounts/index.ts';
import { addressKey, ok, recordAudit, refuse, TooManyRequests } from '../../platform/index.ts';
import { clearTokenCookie, setTokenCookie, tokenFromCookie } from '../cookie.ts';
import { auditActorOf, writeAudit } from '../guard.ts';
import { type Operators, needsSecondStep } from '../operators.ts';
import type { AdminServices } from '../services.ts';
import { ENVIRONMENT_OPERATOR, type OperatorPerson, type OperatorSessions, SESSION_MS } from '../sessions.ts';
import { type HandledDeskCall, handleDeskCall } from './handle.ts';

export interface SessionDeskOptions {
  readonly context: AdminServices;
  readonly sessions: OperatorSessions;
  readonly operators: Operators;
  /** Nobody works in the back office without a second step. */
  readonly twoStep: boolean;
  /** The app is reached by HTTPS. */
  readonly secure: boolean;
  readonly log: (line: string) => void;
}

/** The refusal of a wrong code. */
const CODE_FAULTS = { wrong: '验证码不正确', used: '该验证码已使用，请等手机显示下一个' } as const;

export function sessionCalls({ context, sessions, operators, twoStep, secure, log }: SessionDeskOptions): HandledDeskCall[] {
  const { database, rateLimiter } = context;
  return [
    handleDeskCall(loginCall, async ({ fields, request, reply }) => {
      const { password: enteredPassword, code } = fields;
      const name = normalizeName(fields.name?.trim() ?? '');
      const isNamedOperator = name !== '' && name !== ENVIRONMENT_OPERATOR.name;
      const address = addressKey(request.ip);
      const guess = await rateLimiter.operatorLogin(address, isNamedOperator ? name : '');
      if (guess.wait > 0) throw new TooManyRequests(guess.wait, '登录尝试次数过多');
      /** `who`: as far as he has shown it. What was typed as a name is not written down: it may be a password. */
      const refused = async <T>(why: string, answer: Envelope<T>, who?: OperatorPerson): Promise<Envelope<T>> => {
        const actor = who === undefined ? request.ip : `${who.name}@${request.ip}`;
        await recordAudit(database, actor, { kind: 'operator.login-refused', body: {} });
        log(`operator login refused (${why})  ${actor}`);
        return answer;
      };
      let person: (OperatorPerson & { readonly passwordHash?: string }) | undefined;
      try {
        if (isNamedOperator) person = await operators.check(name, enteredPassword, address);
        else if (await sessions.isRight(enteredPassword, address)) person = ENVIRONMENT_OPERATOR;
      } catch (error) {
        await guess.withdraw();
        throw error;
      }
      if (person === undefined) return refused('password', refuse(STATUS.notLoggedIn, isNamedOperator ? '名字或密码不正确' : '密码不正确'));
      const step = operators.stepOf(person);
      if ((await step.state()).on) {
        const asksForCode = (msg: string) => ({ status: STATUS.notLoggedIn, models: { next: 'code' } as never, msg });
        // The page asks for the code; this is no guess yet.
        if (code === undefined) {
          await guess.withdraw();
          return asksForCode('请输入手机上的动态验证码');
        }
        const result = await step.spend(code);
        if (result !== 'right') return refused('code', asksForCode(CODE_FAULTS[result]), person);
      }
      const opened = await sessions.open(person, { address: request.ip, agent: request.headers['user-agent'] ?? '' });
      if (opened === undefined)
        return refused('password changed meanwhile', refuse(STATUS.notLoggedIn, '密码已更改，请用新密码登录'), person);
      await guess.succeed();
      await recordAudit(database, `${person.name}@${request.ip}`, { kind: 'operator.login', body: {} });
      log(`operator login  ${person.name}@${request.ip}`);
      setTokenCookie(reply, opened.token, SESSION_MS, secure || request.protocol === 'https');
      return ok({ expiresAt: opened.expiresAt });
    }),

    handleDeskCall(logoutCall, async ({ request, reply }) => {
      await sessions.close(tokenFromCookie(request));
      await writeAudit(database, request, { kind: 'operator.logout', body: {} });
      clearTokenCookie(reply, secure || request.protocol === 'https');
      return ok(null);
    }),

    handleDeskCall(secondStep, async ({ operator }) =>
      ok({ ...(await operators.stepOf(operator).state()), required: needsSecondStep(operator, twoStep) }),
    ),

    handleDeskCall(beginStep, async ({ operator }) => {
      const begun = await operators.stepOf(operator).begin();
      return begun === undefined ? refuse(STATUS.invalid, '两步验证已开启') : ok(begun);
    }),

    handleDeskCall(confirmStep, async ({ fields: { code }, request, operator }) => {
      const codes = await operators.stepOf(operator).confirm(code);
      if (codes === undefined) return refuse(STATUS.invalid, CODE_FAULTS.wrong);
      // A session elsewhere has proved the password alone.
      await sessions.closeOthers(tokenFromCookie(request));
      await writeAudit(database, request, { kind: 'operator.second-step-on', body: {} });
      log(`operator second step on  ${auditActorOf(request)}`);
      return ok({ recoveryCodes: codes });
    }),

    handleDeskCall(endStep, async ({ fields: { code }, request, operator }) => {
      if (needsSecondStep(operator, twoStep)) return refuse(STATUS.invalid, '您的角色或服务器要求两步验证，不能关闭');
      const guess = await rateLimiter.operatorLogin(addressKey(request.ip), operator.id === null ? '' : normalizeName(operator.name));
      if (guess.wait > 0) throw new TooManyRequests(guess.wait, '尝试次数过多');
      const step = operators.stepOf(operator);
      const result = await step.spend(code);
      if (result !== 'right') return refuse(STATUS.invalid, CODE_FAULTS[result]);
      await guess.succeed();
      await step.end();
      await writeAudit(database, request, { kind: 'operator.second-step-off', body: {} });
      log(`operator second step off  ${auditActorOf(request)}`);
      return ok(null);
    }),
  ];
}
