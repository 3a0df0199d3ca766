/** /api/fund/Summary: all that a player has, what of it can be withdrawn, and what is still to be done before that. One answer for every money page. */
import { call } from './define.ts';
import { count, fen, flag, instant, list, object, oneOf, optional, orNull, Type, text } from './schema.ts';

export const turnoverRow = object({
  id: text(),
  why: oneOf(['recharge', 'bonus', 'toFill'], 'The origin: a recharge, a bonus, 提现转充值.'),
  requiredFen: fen('The required stakes on orders that end won or lost, fen.'),
  doneFen: fen('The part that is staked.'),
  leftFen: fen('The remaining part.'),
  donePoints: Type.Integer({ minimum: 0, maximum: 10_000, description: 'The done part, basis points, rounded down.' }),
  openedAt: instant(),
  expiresAt: orNull(instant(), 'null: it ends only when it is staked.'),
});

export const summaryOutside = object({
  company: text('Code of a company of games.'),
  name: optional(text('The name.')),
  balanceFen: orNull(fen(), 'The balance of the player there, fen; null: the company does not report it.'),
});

export const summaryWithdraw = object({
  timesLeft: count('Remaining withdrawals today.'),
  minFen: fen('The least amount of one withdrawal, fen.'),
  maxFen: fen('The largest amount of one withdrawal, fen.'),
  opens: text('When withdrawals open each day, HH:MM on the product’s wall clock.'),
  closes: text('When withdrawals close each day, HH:MM.'),
  feeBp: Type.Integer({ minimum: 0, maximum: 10_000, description: 'Fee, basis points of the amount.' }),
});

export const fundSummary = call({
  method: 'GET',
  path: '/api/fund/Summary',
  summary: '资产总览：余额、可提现、流水、各处金额与安全设置',
  session: 'player',
  wallet: true,
  fields: {},
  answer: object({
    balanceFen: fen('Main wallet, fen.'),
    withdrawableFen: fen('The part that can be withdrawn now.'),
    lockedFen: fen('The part that open turnover holds back.'),
    openFen: fen('The remaining open turnover, which may exceed the wallet.'),
    heldFen: fen('Held for withdrawals in progress.'),
    frozenFen: fen('Held for other purposes: stakes of the card gate (射龙门), and advances of rules of 定制跟单.'),
    yuebaoFen: fen('余额宝, confirmed.'),
    yuebaoPendingFen: fen('余额宝, not confirmed yet.'),
    outside: list(summaryOutside, 'Companies of games, and the balances of the player there.'),
    totalFen: fen('The sum of all known amounts.'),
    complete: flag('False while a company does not report the balance. The real total may then be larger.'),
    turnover: list(turnoverRow, 'Open rows, oldest first.'),
    withdraw: optional(summaryWithdraw),
    steps: object({
      realName: flag(),
      mobile: flag(),
      email: flag(),
      fundPwd: flag('A fund password is set.'),
      card: flag('There is a bank card or an Alipay account to withdraw to.'),
    }),
  }),
  example: {
    fields: {},
    models: {
      balanceFen: 1_050_000,
      withdrawableFen: 1_035_000,
      lockedFen: 15_000,
      openFen: 15_000,
      heldFen: 0,
      frozenFen: 0,
      yuebaoFen: 0,
      yuebaoPendingFen: 0,
      outside: [],
      totalFen: 1_050_000,
      complete: true,
      turnover: [
        {
          id: '1',
          why: 'recharge',
          requiredFen: 25_000,
          doneFen: 10_000,
          leftFen: 15_000,
          donePoints: 4_000,
          openedAt: 1_795_300_000_000,
          expiresAt: null,
        },
      ],
      steps: { realName: false, mobile: true, email: false, fundPwd: false, card: false },
    },
  },
});
