/** The transfer centre (转账中心): money at companies of games. One transfer is /api/fund/out and /api/fund/in with the company as target. */
import { call } from './define.ts';
import { fundMove } from './fund-move.ts';
import { count, fen, flag, instant, list, object, oneOf, optional, orNull, page, paging, signedFen, text, Type } from './schema.ts';

const code = Type.String({ minLength: 1, maxLength: 32, pattern: '^[A-Za-z0-9_]+$', description: 'Code of a company.' });

export const companies = call({
  method: 'GET',
  path: '/api/fund/Companies',
  summary: '转账中心：公司、主钱包与进行中的转账',
  session: 'player',
  fields: {},
  answer: object({
    allowed: flag('Whether the transfer centre is open to this player (GameTransferPermission).'),
    message: text('The reason why it is not; empty if it is.'),
    balanceFen: fen('Main wallet, fen.'),
    transitFen: fen('Money that has left the wallet and has not arrived.'),
    autoEnter: flag('Money is transferred when a game of a company is opened.'),
    items: list(
      object({
        company: text('Code.'),
        name: text(),
        open: orNull(fundMove, 'The transfer whose outcome the company has not reported; null: none.'),
      }),
    ),
  }),
  example: {
    fields: {},
    models: {
      allowed: true,
      message: '',
      balanceFen: 100_000,
      transitFen: 0,
      autoEnter: false,
      items: [{ company: 'demo', name: '演示游戏', open: null }],
    },
  },
});

export const companyBalances = call({
  method: 'GET',
  path: '/api/fund/CompanyBalances',
  summary: '转账中心：各公司余额，每家单独查询',
  session: 'player',
  fields: { company: optional(code) },
  answer: object({
    items: list(object({ company: text('Code.'), balanceFen: orNull(fen(), 'null: the company did not answer.') })),
    totalFen: fen('The sum of the companies that answered.'),
    complete: flag('All of them answered.'),
  }),
  example: { fields: {}, models: { items: [{ company: 'demo', balanceFen: 5_000 }], totalFen: 5_000, complete: true } },
});

export const companyReturn = call({
  method: 'POST',
  path: '/api/fund/CompanyReturn',
  summary: '一键转回：所有公司的余额转回主钱包',
  session: 'player',
  changes: 'money',
  signed: true,
  idempotent: true,
  wallet: true,
  fields: {},
  answer: object({
    balanceFen: fen('Main wallet after the call, fen.'),
    moved: count('Companies that returned money.'),
    asking: count('Companies that have not answered yet.'),
    missing: count('Companies that did not report a balance.'),
    totalFen: fen('The amount returned so far.'),
  }),
  refuses: ['disabled'],
  example: { fields: {}, models: { balanceFen: 105_000, moved: 1, asking: 0, missing: 0, totalFen: 5_000 } },
});

export const companyAuto = call({
  method: 'POST',
  path: '/api/fund/CompanyAuto',
  summary: '进入游戏前自动转入：开关',
  session: 'player',
  changes: 'state',
  signed: true,
  idempotent: true,
  fields: { on: Type.Boolean({ description: 'Whether money is transferred.' }) },
  answer: object({ on: flag() }),
  refuses: ['disabled'],
  example: { fields: { on: false }, models: { on: false } },
});

export const companyEnter = call({
  method: 'POST',
  path: '/api/fund/CompanyEnter',
  summary: '进入游戏：开启自动转入时，把主钱包的整数元转至该公司',
  session: 'player',
  changes: 'money',
  signed: true,
  idempotent: true,
  wallet: true,
  fields: { company: code },
  answer: object({ balanceFen: fen('Main wallet after the call, fen.'), move: orNull(fundMove, 'null: no money was transferred.') }),
  refuses: ['notFound'],
  example: { fields: { company: 'demo' }, models: { balanceFen: 100_000, move: null } },
});

export const transfers = call({
  method: 'GET',
  path: '/api/fund/Transfers',
  summary: '转账明细：与游戏公司之间的转账，新的在前',
  session: 'player',
  fields: {
    company: optional(code),
    state: optional(oneOf(['asking', 'done', 'refused'], 'Only transfers in this state.')),
    from: optional(Type.String({ format: 'date', description: "First day, yyyy-MM-dd on the product's wall clock." })),
    to: optional(Type.String({ format: 'date', description: 'Last day.' })),
    ...paging(),
  },
  answer: page(fundMove),
  example: {
    fields: { size: 20 },
    models: {
      items: [
        {
          id: '0190a1b2-0000-7000-8000-000000000001',
          direction: 'out',
          target: 'demo',
          name: '主钱包 → 演示游戏',
          amountFen: 5_000,
          state: 'done',
          at: 1_795_300_000_000,
          endedAt: 1_795_300_000_120,
        },
      ],
      next: null,
    },
  },
});

export const companyBets = call({
  method: 'GET',
  path: '/api/fund/CompanyBets',
  summary: '第三方游戏投注记录：向游戏公司查询，新的在前',
  session: 'player',
  fields: {
    company: optional(
      Type.String({
        minLength: 1,
        maxLength: 32,
        pattern: '^[A-Za-z0-9_]+$',
        description: 'Code of a company; left out: the company where the player last played.',
      }),
    ),
    cursor: optional(Type.String({ maxLength: 200, description: '`next` of the page before.' })),
    size: Type.Integer({ minimum: 1, maximum: 50, default: 20, clamp: true, description: 'Rows of a page.' }),
  },
  answer: object({
    company: text('Code of the company; empty: no company holds money of players.'),
    name: text(),
    items: list(
      object({
        betId: text("The company's own id."),
        company: text('Code.'),
        gameCode: text(),
        gameName: text(),
        stakeFen: fen('Stake, fen.'),
        prizeFen: fen('The whole return, fen.'),
        netFen: signedFen('The return minus the stake.'),
        result: text('The outcome in words; may be empty.'),
        at: instant(),
      }),
    ),
    next: orNull(text()),
  }),
  refuses: ['notFound', 'unavailable'],
  example: {
    fields: { company: 'demo2' },
    models: {
      company: 'demo2',
      name: '演示棋牌',
      items: [
        {
          betId: '019a2b3c-0000-7000-8000-000000000051',
          company: 'demo2',
          gameCode: 'coin',
          gameName: '猜硬币',
          stakeFen: 100,
          prizeFen: 200,
          netFen: 100,
          result: '猜正面，开正面',
          at: 1_795_300_000_000,
        },
      ],
      next: null,
    },
  },
});
