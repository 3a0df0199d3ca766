/** /api/account, /api/webregist and the player's own profile. */
import type {} from '@fastify/rate-limit';
import type { HeartbeatModels, LoginModels, ProfileModels, UserInfo } from '../../protocol/calls.ts';
import { type Envelope, STATUS } from '../../protocol/status.ts';
import type { Player } from './accounts.ts';
import type { Context } from '../context.ts';
import { type Call, ok, refuse } from '../web/call.ts';

/** Smallest app version that counts as confirmed (specification section 9). */
export const APP_VERSION = 202007000;

const CREDENTIALS = {
  username: { type: 'string', maxLength: 80, description: '4–20 letters, digits or Chinese characters.' },
  password: { type: 'string', maxLength: 256, description: '6–64 characters.' },
} as const;

export function userInfo(player: Player): UserInfo {
  // Play money needs no first deposit, so the transfer centre is open to everyone.
  return { Mid: String(player.id), UserName: player.name, GameTransferPermission: true, v: String(APP_VERSION) };
}

export function accountCalls(context: Context): Call<string>[] {
  const { accounts } = context;
  // By address and name: one guesser is slowed down, the players behind the same address are not.
  const limited: Call<string>['options'] = {
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

  const registering = (path: string): Call<'username' | 'password'> => ({
    method: 'POST',
    path,
    summary: '注册并登录',
    fields: CREDENTIALS,
    required: ['username', 'password'],
    options: limited,
    async handle({ fields }) {
      const { username = '', password = '' } = fields;
      const fault = accounts.fault(username, password);
      if (fault !== undefined) return refuse(STATUS.invalid, fault);
      const player = await accounts.register(username, password);
      return player === undefined ? refuse(STATUS.invalid, '用户名已被使用，请换一个') : loggedIn(player, '注册成功');
    },
  });

  return [
    {
      method: 'POST',
      path: '/api/account/weblogin',
      summary: '登录',
      fields: CREDENTIALS,
      required: ['username', 'password'],
      options: limited,
      async handle({ fields }) {
        const player = await accounts.check(fields.username ?? '', fields.password ?? '');
        return player === undefined ? refuse(STATUS.invalid, '用户名或密码不正确') : loggedIn(player, '登录成功');
      },
    },
    registering('/api/webregist'),
    registering('/api/webregist2/postwebregist'),
    {
      method: 'POST',
      path: '/api/account/heartbeat',
      summary: '心跳',
      fields: { count: { type: 'string', maxLength: 12 }, offlineMinutes: { type: 'string', maxLength: 12 } },
      session: 'required',
      handle: async () => ok<HeartbeatModels>({ now: context.clock.now() }),
    },
    {
      method: 'POST',
      path: '/api/account/logout',
      summary: '退出登录',
      session: 'token',
      async handle({ token }) {
        await accounts.closeSession(token);
        return ok(null, '已退出登录');
      },
    },
    {
      method: 'GET',
      path: '/api/UserCenter/QueryProfileList',
      summary: '个人资料',
      session: 'required',
      handle: async ({ player }) => ok<ProfileModels>({ user: userInfo(player as Player), balanceFen: (player as Player).balanceFen }),
    },
  ];
}
