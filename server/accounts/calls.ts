/** /api/account, /api/webregist, the player's own profile and sessions. */
import type { FastifyRequest } from 'fastify';
import type { LoginModels, UserInfo } from '../../protocol/calls.ts';
import { heartbeat, logout, postWebRegist, webLogin, webRegist } from '../../protocol/calls/account.ts';
import { endSession, endSessions, sessions as sessionsCall } from '../../protocol/calls/user-center.ts';
import { type Envelope, STATUS } from '../../protocol/status.ts';
import {
  addressKey,
  deviceHash,
  handle,
  type HandledCall,
  ok,
  type Player,
  type Querying,
  refuse,
  refuseField,
  TooManyRequests,
} from '../platform/index.ts';
import { recordHeartbeat } from './limits/presence.ts';
import { normalizeName, recordAgreement, type AuthenticatedPlayer } from './accounts.ts';
import type { AccountServices } from './services.ts';
import { mayTransfer } from './transfer-permission.ts';
import { deviceId, notifyNewDevice } from './device.ts';
import type { Origin } from './sessions.ts';

/** Smallest app version that counts as confirmed (specification section 9). */
export const APP_VERSION = 202007000;

const WRONG = '用户名或密码不正确';

export async function userInfoOf({ database }: Pick<AccountServices, 'database'>, player: Player): Promise<UserInfo> {
  const GameTransferPermission = await mayTransfer(database, player.id);
  return { Mid: String(player.id), UserName: player.name, GameTransferPermission, v: String(APP_VERSION) };
}

function originOf(request: FastifyRequest): Origin {
  const device = deviceId(request);
  return {
    address: request.ip,
    agent: request.headers['user-agent'] ?? '',
    device: device === '' ? undefined : deviceHash(device),
  };
}

export function accountCalls(context: AccountServices): HandledCall[] {
  const { accounts, sessions, rateLimiter } = context;

  async function loginAnswer(player: Player, token: string, request: FastifyRequest, msg: string): Promise<Envelope<LoginModels>> {
    await notifyNewDevice(context, player.id, token, request);
    return ok({ token, user: await userInfoOf(context, player), balanceFen: player.balanceFen }, msg);
  }

  const registering = (definition: typeof webRegist | typeof postWebRegist) =>
    handle(definition, async ({ fields: { username, password, invite, terms }, request }) => {
      const fault = accounts.fault(username, password);
      if (fault !== undefined) return refuseField(fault.field, fault.msg);
      const address = addressKey(request.ip);
      const wait = await rateLimiter.register(address);
      if (wait > 0) throw new TooManyRequests(wait, '当前网络注册的账户过多');
      const { device } = originOf(request);
      const recordOrigin = async (client: Querying, id: number) => {
        if (invite !== undefined) await context.hooks.onInvited(client, { invitee: id, code: invite, device });
        if (terms !== undefined) await recordAgreement(client, id, terms);
      };
      const player = await accounts.register(username, password, address, recordOrigin);
      if (player === undefined) return refuseField('username', '用户名已被使用，请换一个');
      return loginAnswer(player, await sessions.open(player.id, originOf(request)), request, '注册成功');
    });

  return [
    handle(webLogin, async ({ fields: { username, password }, request }) => {
      const address = addressKey(request.ip);
      const guess = await rateLimiter.login({ name: normalizeName(username), address, device: deviceId(request) });
      if (guess.wait > 0) throw new TooManyRequests(guess.wait, '登录尝试次数过多');
      let player: AuthenticatedPlayer | undefined;
      try {
        player = await accounts.check(username, password, address);
      } catch (error) {
        await guess.withdraw();
        throw error;
      }
      if (player === undefined) return refuseField('password', WRONG);
      await guess.succeed();
      const token = await sessions.openVerified(player.id, originOf(request), player.passwordHash);
      if (token === undefined) return refuseField('password', WRONG);
      const answer = await loginAnswer(player, token, request, '登录成功');
      // Checked after the session is inserted: a freeze ends all sessions after it marks the account, so one of the two transactions sees the other.
      const { rows: frozen } = await context.database.query('SELECT 1 FROM account_freezes WHERE user_id = $1', [player.id], 'is-frozen');
      if (frozen.length === 0) return answer;
      await sessions.close(token);
      return refuse(STATUS.disabled, '账户已冻结，请联系在线客服');
    }),
    registering(webRegist),
    registering(postWebRegist),
    handle(heartbeat, async ({ player }) => {
      context.upkeep.markPresent(player.id);
      return ok({ now: context.clock.now(), realityCheck: await recordHeartbeat(context, player.id) });
    }),
    handle(logout, async ({ token }) => {
      await sessions.close(token);
      return ok(null, '已退出登录');
    }),
    handle(sessionsCall, async ({ player, token }) => ok({ items: await sessions.list(player.id, token) })),
    handle(endSession, async ({ player, fields }) =>
      (await sessions.end(player.id, { id: fields.sessionId })) > 0 ? ok({ ended: 1 }, '已下线') : refuse(STATUS.notFound, '该设备已下线'),
    ),
    handle(endSessions, async ({ player, token }) => {
      const ended = await sessions.end(player.id, { allBut: token });
      return ok({ ended }, ended > 0 ? `已下线 ${ended} 台设备` : '没有其他登录设备');
    }),
  ];
}
