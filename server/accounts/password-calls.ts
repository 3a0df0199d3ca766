/** Calls that change the login password and the fund password: with the present password, or with a verification code. */
import type { FastifyRequest } from 'fastify';
import { changePwd, resetPwd, setFundPwd } from '../../protocol/calls/security.ts';
import { STATUS } from '../../protocol/status.ts';
import {
  HOUR_MS,
  addressKey,
  handle,
  type HandledCall,
  messageTime,
  ok,
  runIdempotent,
  type Player,
  type Querying,
  refuse,
  refuseField,
  refuseIdempotent,
  refuseStep,
  type Template,
  TooManyRequests,
} from '../platform/index.ts';
import type { AccountServices } from './services.ts';
import { normalizeName } from './accounts.ts';
import { checkCode, spendCode } from './codes.ts';
import { contactOf, findNoticeAddress } from './contacts.ts';
import { deviceId } from './device.ts';
import { checkFundPassword, fundPasswordFault, hasFundPassword, setFundPassword } from './fund-password.ts';
import { birthDateOf } from './id-number.ts';
import { identityOf } from './identity.ts';

export function passwordCalls(context: AccountServices): HandledCall[] {
  return [changeCall(context), resetCall(context), fundPasswordCall(context)];
}

/** Changes the login password with the present one. */
function changeCall(context: AccountServices): HandledCall {
  const { accounts, messages, sessions } = context;
  return handle(changePwd, async ({ fields: { oldPwd, newPwd }, idempotentRequest, request }) => {
    const player = await idempotentRequest.player();
    if (player === undefined) return refuseIdempotent(context, idempotentRequest, refuse(STATUS.notLoggedIn, '登录已失效，请重新登录'));
    const weak = accounts.passwordFault(player.name, newPwd);
    if (weak !== undefined) return refuseIdempotent(context, idempotentRequest, refuseField('newPwd', weak));
    if (newPwd === oldPwd) return refuseIdempotent(context, idempotentRequest, refuseField('newPwd', '新密码不能与原密码相同'));
    if (!(await knowsPassword(context, player, oldPwd, request)))
      return refuseIdempotent(context, idempotentRequest, refuseField('oldPwd', '原密码不正确'));
    const hashed = await accounts.hashOf(newPwd, addressKey(request.ip));
    const answer = await runIdempotent(context, idempotentRequest, async (client, userId) => {
      await client.query('UPDATE users SET password_hash = $2, password_changed_at = caipu_now_ms() WHERE id = $1', [userId, hashed]);
      const ended = await sessions.end(userId, { allButHash: idempotentRequest.tokenHash }, client);
      await notify(context, client, userId, 'passwordChanged');
      return ok({ ended }, ended > 0 ? `密码已修改，其他 ${ended} 台设备已下线` : '密码已修改');
    });
    void messages.flush().catch(() => {});
    return answer;
  });
}

/** Sets a new login password for a player that gives a verification code instead of the present password. */
function resetCall(context: AccountServices): HandledCall {
  const { accounts, rateLimiter, database, messages, sessions } = context;
  return handle(resetPwd, async ({ fields: { account, channel, code, newPwd }, request }) => {
    const address = addressKey(request.ip);
    const wait = await rateLimiter.code(address);
    if (wait > 0) throw new TooManyRequests(wait, '当前网络尝试次数过多');
    const weak = accounts.passwordFault(account, newPwd);
    if (weak !== undefined) return refuseField('newPwd', weak);
    // The password is hashed before the code and the player are checked, so that the duration of the call reveals neither.
    const hashed = await accounts.hashOf(newPwd, address);
    const key = normalizeName(account);
    const answer = await database.transaction(async (client) => {
      const { rows } = await client.query<{ id: number }>('SELECT id FROM users WHERE name_key = $1', [key]);
      const userId = rows[0]?.id ?? null;
      if (userId !== null) await client.query('SELECT lock_player($1)', [userId]);
      const wrong = await spendCode(context, client, { purpose: 'reset', channel, address: key }, userId, code);
      if (wrong !== undefined || userId === null) {
        await wrong?.count(client);
        return wrong?.refusal ?? refuse(STATUS.invalid, '验证码不正确');
      }
      await client.query(
        'UPDATE users SET password_hash = $2, password_changed_at = caipu_now_ms(), password_reset_at = caipu_now_ms() WHERE id = $1',
        [userId, hashed],
      );
      await sessions.end(userId, { allButHash: '' }, client);
      await notify(context, client, userId, 'passwordChanged');
      return ok(null, '密码已重设，请用新密码登录');
    });
    void messages.flush().catch(() => {});
    return answer;
  });
}

/** Sets the fund password with the login password. Changes it with the present fund password, or with the login password and a code. */
function fundPasswordCall(context: AccountServices): HandledCall {
  const { messages } = context;
  return handle(setFundPwd, async ({ fields: { fundPwd, oldFundPwd, password, channel, code }, idempotentRequest, request }) => {
    let known = false;
    if (password !== undefined) {
      const player = await idempotentRequest.player();
      if (player === undefined) return refuseIdempotent(context, idempotentRequest, refuse(STATUS.notLoggedIn, '登录已失效，请重新登录'));
      known = await knowsPassword(context, player, password, request);
      if (!known) return refuseIdempotent(context, idempotentRequest, refuseField('password', '登录密码不正确'));
    }
    const answer = await runIdempotent(context, idempotentRequest, async (client, userId) => {
      const identity = await identityOf(context, client, userId);
      const weak = fundPasswordFault(fundPwd, identity && birthDateOf(identity.number));
      if (weak !== undefined) return refuseField('fundPwd', weak);
      const hasPassword = await hasFundPassword(client, userId);
      if (hasPassword && oldFundPwd !== undefined) {
        const refusal = await checkFundPassword(context, client, userId, oldFundPwd);
        if (refusal !== undefined) return refusal;
        if (oldFundPwd === fundPwd) return refuseField('fundPwd', '新资金密码不能与原资金密码相同');
      } else {
        if (hasPassword && code === undefined) return refuseField('oldFundPwd', '请输入原资金密码');
        if (!known) return refuseField('password', '请输入登录密码');
        if (hasPassword) {
          const way = channel ?? 'mobile';
          const present = await contactOf(context, client, userId, way);
          if (present === undefined)
            return way === 'mobile'
              ? refuseStep({ step: 'mobile', to: '/BindCellphone' }, '请先绑定手机')
              : refuseField('channel', '请先绑定邮箱');
          const refusal = await checkCode(context, client, { purpose: 'fundPwd', channel: way, address: present }, userId, code ?? '');
          if (refusal !== undefined) return refusal;
        }
      }
      await setFundPassword(context, client, userId, fundPwd);
      if (hasPassword) await notify(context, client, userId, 'fundPasswordChanged');
      // Operators set the number of hours without withdrawals after a change; it may be 0.
      const hours = hasPassword ? await context.hooks.withdrawalRestHours(client) : 0;
      const done = hasPassword ? '资金密码已修改' : '资金密码已设置';
      return ok(
        { changed: hasPassword, restsUntil: hours > 0 ? context.clock.now() + hours * HOUR_MS : null },
        hours > 0 ? `${done}，${hours} 小时内不能提现` : done,
      );
    });
    void messages.flush().catch(() => {});
    return answer;
  });
}

/** Whether this is the player's login password. A wrong one counts as a failed login. Throws TooManyRequests if the player must wait first. */
async function knowsPassword(context: AccountServices, player: Player, password: string, request: FastifyRequest): Promise<boolean> {
  const { accounts, rateLimiter } = context;
  const address = addressKey(request.ip);
  const guess = await rateLimiter.login({ name: normalizeName(player.name), address, device: deviceId(request) });
  if (guess.wait > 0) throw new TooManyRequests(guess.wait, '尝试次数过多');
  let right: boolean;
  try {
    right = (await accounts.check(player.name, password, address)) !== undefined;
  } catch (error) {
    await guess.withdraw();
    throw error;
  }
  if (right) await guess.succeed();
  return right;
}

async function notify(context: AccountServices, client: Querying, userId: number, template: Template): Promise<void> {
  const { messages } = context;
  const recipient = await findNoticeAddress(context, client, userId);
  if (recipient !== undefined) await messages.queue(client, { ...recipient, template, vars: { time: messageTime(context.clock.now()) } });
}
