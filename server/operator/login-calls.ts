/** The way in to the desk: name and password, and the code from the phone where one is asked for. Without a name it is the environment's password. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Envelope, STATUS } from '../../protocol/status.ts';
import { nameKey } from '../accounts/accounts.ts';
import { Busy } from '../accounts/hashing.ts';
import { addressKey } from '../admission/address.ts';
import { record } from '../audit/audit.ts';
import type { Context } from '../context.ts';
import { ok, refuse, send, tooMany } from '../web/call.ts';
import { FOREIGN, isForeign } from './guard.ts';
import type { Operators } from './operators.ts';
import { CODE_FAULTS, CODE_TEXT } from './second-step-calls.ts';
import { ENVIRONMENT, type OperatorPerson, type OperatorSessions } from './sessions.ts';

export interface LoginOptions {
  readonly context: Context;
  readonly sessions: OperatorSessions;
  readonly operators: Operators;
  readonly log: (line: string) => void;
}

export function registerLogin(app: FastifyInstance, { context, sessions, operators, log }: LoginOptions): void {
  app.route<{ Body: { name?: string; password: string; code?: string } }>({
    method: 'POST',
    url: '/operator/api/login',
    schema: {
      body: {
        type: 'object',
        required: ['password'],
        properties: {
          name: { type: 'string', maxLength: 40 },
          password: { type: 'string', minLength: 1, maxLength: 256 },
          code: CODE_TEXT,
        },
      },
    },
    async handler(request, reply) {
      reply.header('cache-control', 'no-store');
      if (isForeign(request)) return send(reply, refuse(STATUS.badSignature, FOREIGN));
      const { password: given, code } = request.body;
      const name = nameKey(request.body.name?.trim() ?? '');
      const own = name !== '' && name !== ENVIRONMENT.name;
      const address = addressKey(request.ip);
      const guess = await context.admission.operatorLogin(address, own ? name : '');
      if (guess.wait > 0) return send(reply, tooMany(reply, guess.wait, '登录尝试过多'));
      /** `who`: as far as he has shown it. What was typed as a name is not written down: it may be a password. */
      const refused = async (why: string, answer: Envelope<unknown>, who?: OperatorPerson): Promise<FastifyReply> => {
        const actor = who === undefined ? request.ip : `${who.name}@${request.ip}`;
        await record(context.database, actor, { kind: 'operator.login-refused', body: {} });
        log(`operator login refused (${why})  ${actor}`);
        return send(reply, answer);
      };
      let person: (OperatorPerson & { readonly passwordHash?: string }) | undefined;
      try {
        if (own) person = await operators.check(name, given, address);
        else if (await sessions.isRight(given, address)) person = ENVIRONMENT;
      } catch (error) {
        await guess.withdraw();
        if (error instanceof Busy) return send(reply, tooMany(reply, 2_000, '登录的人太多'));
        throw error;
      }
      if (person === undefined) return refused('password', refuse(STATUS.notLoggedIn, own ? '名字或密码不正确' : '密码不正确'));
      const step = operators.stepOf(person);
      if ((await step.state()).on) {
        // The page asks for the code; this is no guess yet.
        if (code === undefined) {
          await guess.withdraw();
          return send(reply, { status: STATUS.notLoggedIn, models: { next: 'code' }, msg: '请输入手机上的动态验证码' });
        }
        const result = await step.spend(code);
        if (result !== 'right')
          return refused('code', { status: STATUS.notLoggedIn, models: { next: 'code' }, msg: CODE_FAULTS[result] }, person);
      }
      const opened = await sessions.open(person, { address: request.ip, agent: request.headers['user-agent'] ?? '' });
      if (opened === undefined)
        return refused('password changed meanwhile', refuse(STATUS.notLoggedIn, '密码刚刚被更改，请用新密码登录'), person);
      await guess.succeed();
      await record(context.database, `${person.name}@${request.ip}`, { kind: 'operator.login', body: {} });
      log(`operator login  ${person.name}@${request.ip}`);
      return send(reply, ok(opened));
    },
  });
}
