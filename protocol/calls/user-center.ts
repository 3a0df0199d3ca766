/** /api/UserCenter: the player's own profile. */
import { userInfo } from './account.ts';
import { call } from './define.ts';
import { fen, object } from './schema.ts';

export const queryProfileList = call({
  method: 'GET',
  path: '/api/UserCenter/QueryProfileList',
  summary: '个人资料',
  session: 'player',
  fields: {},
  wallet: true,
  answer: object({ user: userInfo, balanceFen: fen('Wallet, fen.') }),
  example: {
    fields: {},
    models: { user: { Mid: '7', UserName: '彩民张三', GameTransferPermission: true, v: '202007000' }, balanceFen: 998_000 },
  },
});
