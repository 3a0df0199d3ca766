/** /api/UserCenter: the player's own profile and sessions. */
import { userInfo } from './account.ts';
import { call } from './define.ts';
import { memberProfile, profileExample } from './member.ts';
import { count, fen, flag, id, instant, list, object, text } from './schema.ts';

export const queryProfileList = call({
  method: 'GET',
  path: '/api/UserCenter/QueryProfileList',
  summary: '个人资料',
  session: 'player',
  fields: {},
  wallet: true,
  answer: object({ user: userInfo, balanceFen: fen('Wallet, fen.'), ...memberProfile.properties }),
  example: {
    fields: {},
    models: {
      user: { Mid: '7', UserName: '彩民张三', GameTransferPermission: true, v: '202007000' },
      balanceFen: 998_000,
      ...profileExample,
    },
  },
});

const sessionEntry = object({
  id: id('session'),
  device: text('System and browser: iPhone · Safari.'),
  address: text('Address that it was opened from.'),
  openedAt: instant(),
  seenAt: instant('When it was last used, accurate to some minutes.'),
  current: flag("The session is the caller's."),
  newDevice: flag('The session was opened on a new installation.'),
});

export const sessions = call({
  method: 'GET',
  path: '/api/UserCenter/Sessions',
  summary: '我的登录：设备、地点、时间',
  session: 'player',
  fields: {},
  answer: object({ items: list(sessionEntry, "The caller's session first, then by last use.") }),
  example: {
    fields: {},
    models: {
      items: [
        {
          id: '019a2b3c-0000-7000-8000-000000000003',
          device: 'iPhone · Safari',
          address: '203.0.113.7',
          openedAt: 1_795_300_000_000,
          seenAt: 1_795_300_600_000,
          current: true,
          newDevice: false,
        },
      ],
    },
  },
});

const ended = object({ ended: count('Sessions that this call ended.') });

export const endSession = call({
  method: 'POST',
  path: '/api/UserCenter/EndSession',
  summary: '下线一台设备',
  changes: 'state',
  session: 'player',
  signed: true,
  fields: { sessionId: id('session') },
  answer: ended,
  refuses: ['notFound'],
  example: { fields: { sessionId: '019a2b3c-0000-7000-8000-000000000003' }, models: { ended: 1 } },
});

export const endSessions = call({
  method: 'POST',
  path: '/api/UserCenter/EndSessions',
  summary: '下线其他所有设备',
  changes: 'state',
  session: 'player',
  signed: true,
  fields: {},
  answer: ended,
  example: { fields: {}, models: { ended: 2 } },
});
