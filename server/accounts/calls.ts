/** /api/account, /api/webregist and the player's own profile. */
import type {} from '@fastify/rate-limit';
import type { LoginModels, UserInfo } from '../../protocol/calls.ts';
import { heartbeat, logout, postWebRegist, webLogin, webRegist } from '../../protocol/calls/account.ts';
import { queryProfileList } from '../../protocol/calls/user-center.ts';
import type { Envelope } from '../../protocol/status.ts';
import type { Player } from './accounts.ts';
import type { Context } from '../context.ts';
import { type HandledCall, handle, ok, refuseField } from '../web/call.ts';

/** Smallest app version that counts as confirmed (specification section 9). */
export const APP_VERSION = 202007000;

export function userInfo(player: Player): UserInfo {
  // Play money needs no first deposit, so the transfer centre is open to everyone.
  return { Mid: String(player.id), UserName: player.name, GameTransferPermission: true, v: String(APP_VERSION) };
}

export function accountCalls(context: Context): HandledCall[] {
  const { accounts } = context;
  // By address and name: one guesser is slowed down, the players behind the same address are not.
  const limited: HandledCall['options'] = {
    config: {
      rateLimit: {
        max: context.loginsPerMinute,
        timeWindow: '1 minute',
        hook: 'preHandler',
        keyGenerator: (request) =>
          `${request.ip} ${String((request.body as { username?: unknown } | undefined)?.username ?? '').toLowerCase()}`,
      },
    },
  };

  async function loggedIn(player: Player, msg: string): Promise<Envelope<LoginModels>> {
    return ok({ token: await accounts.openSession(player.id), user: userInfo(player), balanceFen: player.balanceFen }, msg);
  }

  const registering = (definition: typeof webRegist | typeof postWebRegist) =>
    handle(
      definition,
      async ({ fields: { username, password } }) => {
        const fault = accounts.fault(username, password);
        if (fault !== undefined) return refuseField(fault.field, fault.msg);
        const player = await accounts.register(username, password);
        return player === undefined ? refuseField('username', '用户名已被使用，请换一个') : loggedIn(player, '注册成功');
      },
      limited,
    );

  return [
    handle(
      webLogin,
      async ({ fields }) => {
        const player = await accounts.check(fields.username, fields.password);
        return player === undefined ? refuseField('password', '用户名或密码不正确') : loggedIn(player, '登录成功');
      },
      limited,
    ),
    registering(webRegist),
    registering(postWebRegist),
    handle(heartbeat, async () => ok({ now: context.clock.now() })),
    handle(logout, async ({ token }) => {
      await accounts.closeSession(token);
      return ok(null, '已退出登录');
    }),
    handle(queryProfileList, async ({ player }) => ok({ user: userInfo(player), balanceFen: player.balanceFen })),
  ];
}
