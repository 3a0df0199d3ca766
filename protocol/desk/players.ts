/** Players on the desk: masked, with their money for operators that may see it. Identity numbers are in no answer. */
import { count, fen, flag, instant, list, object, oneOf, optional, orNull, page, paging, signedFen, Type, text } from '../calls/schema.ts';
import { deskCall } from './define.ts';

export const playerId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Number of a player.' });
const reason = Type.String({
  minLength: 2,
  maxLength: 100,
  pattern: '^[^\\p{C}]+$',
  description: 'The reason in words. The player does not see it.',
});
export const PLAYER_STATES = ['normal', 'frozen', 'excluded'] as const;

const row = {
  id: playerId,
  name: text('Login name.'),
  nickname: text('Empty: none.'),
  mobile: text('The masked number: 138****8000; empty: none.'),
  email: text('The masked address: a***@x.com; empty: none.'),
  card: text('Bank and last digits of the default card; empty: none.'),
  account: oneOf(PLAYER_STATES, "excluded: at the player's own request, including a break."),
  balanceFen: orNull(fen(), 'Main wallet; null: the role may not see it.'),
  registeredAt: instant(),
  seenAt: orNull(instant(), 'When the player was last seen; null: never.'),
};

export const players = deskCall({
  method: 'GET',
  path: '/operator/api/desk/players',
  summary: '玩家名单，新的在前',
  right: 'players',
  fields: {
    q: optional(
      Type.String({
        maxLength: 100,
        description: 'A number, the beginning of a login name or nickname, or a whole phone number or address.',
      }),
    ),
    account: optional(oneOf(PLAYER_STATES)),
    ...paging(),
  },
  answer: page(object(row)),
  example: {
    fields: { q: 'demo' },
    models: {
      items: [
        {
          id: 100_001,
          name: 'demo',
          nickname: '',
          mobile: '138****8000',
          email: '',
          card: '工商银行 尾号 6789',
          account: 'normal',
          balanceFen: 1_000_000,
          registeredAt: 1_795_300_000_000,
          seenAt: 1_795_300_060_000,
        },
      ],
      next: null,
    },
  },
});

export const player = deskCall({
  method: 'GET',
  path: '/operator/api/desk/player',
  summary: '一位玩家；查看记入审计',
  right: 'players',
  fields: { id: playerId },
  answer: object({
    ...row,
    realName: text('First character and stars; empty: not given.'),
    level: count(),
    freeze: orNull(object({ at: instant(), reason: text(), by: text() })),
    exclusionUntil: orNull(instant(), "The end of the player's self-exclusion or break."),
    limits: list(object({ name: text('每日充值'), value: text('¥500.00') }), 'Limits that the player has set.'),
    cards: list(object({ name: text(), boundAt: instant() })),
    money: orNull(
      object({
        purses: list(
          object({ name: text(), unit: oneOf(['fen', 'points', 'score']), balance: signedFen('The amount in the unit of the purse.') }),
        ),
        rechargedFen: fen(),
        paidFen: fen('Withdrawals that were paid.'),
        stakedFen: fen(),
        wonFen: fen(),
        withdrawals: count('Withdrawals that are under way.'),
      }),
      'null: the role may not see it.',
    ),
    sessions: list(
      object({ id: Type.String({ format: 'uuid' }), device: text(), address: text(), openedAt: instant(), seenAt: instant() }),
    ),
    mayAct: flag('Whether the role may freeze the account and end its sessions.'),
  }),
  refuses: ['notFound'],
  example: {
    fields: { id: 100_001 },
    models: {
      id: 100_001,
      name: 'demo',
      nickname: '',
      mobile: '138****8000',
      email: '',
      card: '工商银行 尾号 6789',
      account: 'frozen',
      balanceFen: 1_000_000,
      registeredAt: 1_795_300_000_000,
      seenAt: 1_795_300_060_000,
      realName: '张*',
      level: 2,
      freeze: { at: 1_795_300_070_000, reason: '核实身份', by: '小王' },
      exclusionUntil: null,
      limits: [{ name: '每日充值', value: '¥500.00' }],
      cards: [{ name: '工商银行 尾号 6789', boundAt: 1_795_300_010_000 }],
      money: {
        purses: [{ name: '主钱包', unit: 'fen', balance: 1_000_000 }],
        rechargedFen: 0,
        paidFen: 0,
        stakedFen: 200,
        wonFen: 0,
        withdrawals: 1,
      },
      sessions: [
        {
          id: '019a2b3c-0000-4000-8000-000000000001',
          device: 'iPhone',
          address: '203.0.113.5',
          openedAt: 1_795_300_000_000,
          seenAt: 1_795_300_060_000,
        },
      ],
      mayAct: true,
    },
  },
});

const done = object({ id: playerId });
const example = { fields: { id: 100_001, reason: '核实身份' }, models: { id: 100_001 } } as const;

export const freeze = deskCall({
  method: 'POST',
  path: '/operator/api/desk/player/freeze',
  summary: '冻结账户：不能登录、投注、充值，现有登录全部结束',
  right: 'players-act',
  fields: { id: playerId, reason },
  answer: done,
  changes: 'state',
  refuses: ['notFound', 'stateChanged'],
  example,
});

export const unfreeze = deskCall({
  method: 'POST',
  path: '/operator/api/desk/player/unfreeze',
  summary: '解除冻结',
  right: 'players-act',
  fields: { id: playerId },
  answer: done,
  changes: 'state',
  refuses: ['notFound', 'stateChanged'],
  example: { fields: { id: 100_001 }, models: { id: 100_001 } },
});

export const endPlayerSessions = deskCall({
  method: 'POST',
  path: '/operator/api/desk/player/logout',
  summary: '结束玩家的一个或全部登录',
  right: 'players-act',
  fields: { id: playerId, session: optional(Type.String({ format: 'uuid', description: 'Left out: all.' })) },
  answer: object({ sessions: count('Sessions that ended.') }),
  changes: 'state',
  refuses: ['notFound'],
  example: { fields: { id: 100_001 }, models: { sessions: 2 } },
});
