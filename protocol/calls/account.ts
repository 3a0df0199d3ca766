/** Calls of /api/account and of registration. Passwords and tokens never appear in logs or recordings. */
import { call } from './define.ts';
import { count, fen, flag, instant, object, optional, Type, text } from './schema.ts';

export const userInfo = object({
  Mid: text('Account number.'),
  UserName: text(),
  GameTransferPermission: flag('The transfer centre (转账中心) is open to this player, because the player has recharged once.'),
  v: text('The smallest app version that counts as confirmed.'),
});

const login = object({
  token: Type.String({
    minLength: 32,
    description: 'Session token: 256 random bits, base64url. A client with this token acts as the player.',
  }),
  user: userInfo,
  balanceFen: fen('Wallet, fen.'),
});

const credentials = {
  username: Type.String({ maxLength: 80, description: '4–20 letters, digits or Chinese characters.' }),
  password: Type.String({ maxLength: 256, secret: true, format: 'password', description: '6–64 characters.' }),
};

const entered = {
  fields: { username: '彩民张三', password: 'a-password' },
  models: {
    token: 'NXpQc2l0YmJ3V0x4SGZ5QnVtQ0t0a0R2b1ZxUzJlWmE',
    user: { Mid: '7', UserName: '彩民张三', GameTransferPermission: true, v: '202007000' },
    balanceFen: 1_000_000,
  },
};

const entering = {
  method: 'POST',
  changes: 'state',
  session: 'none',
  signed: true,
  clientType: true,
  fields: credentials,
  answer: login,
  example: entered,
} as const;

export const webLogin = call({ ...entering, path: '/api/account/weblogin', limit: 'login', summary: '登录', refuses: ['disabled'] });
const registering = {
  ...entering,
  limit: 'register',
  summary: '注册并登录',
  fields: {
    ...credentials,
    invite: optional(
      Type.String({ maxLength: 16, description: 'Code of the player that sent the invitation. An unknown code is ignored.' }),
    ),
    terms: optional(
      Type.String({
        pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
        description:
          'Version of the terms of use that the player agreed to: the date since which it is in force. By agreeing, the player also declares an age of 18 or more.',
      }),
    ),
  },
} as const;
export const webRegist = call({ ...registering, path: '/api/webregist' });
export const postWebRegist = call({ ...registering, path: '/api/webregist2/postwebregist' });

export const heartbeat = call({
  method: 'POST',
  path: '/api/account/heartbeat',
  summary: '心跳',
  session: 'player',
  signed: true,
  clientType: true,
  fields: {
    count: optional(count('Heartbeats of this session so far.')),
    offlineMinutes: optional(
      count('Whole minutes without a heartbeat, beyond the usual minute between two, that no heartbeat has reported yet.'),
    ),
  },
  answer: object({
    now: instant('The server’s clock, unix ms.'),
    realityCheck: flag(
      'The player has played so long without a break that the client must show the spending (/api/Protection/Sitting) until the player confirms it.',
    ),
  }),
  example: { fields: { count: 3, offlineMinutes: 0 }, models: { now: 1_795_300_000_000, realityCheck: false } },
});

export const logout = call({
  method: 'POST',
  path: '/api/account/logout',
  summary: '退出登录',
  changes: 'state',
  session: 'token',
  fields: {},
  answer: Type.Null(),
  example: { fields: {}, models: null },
});
