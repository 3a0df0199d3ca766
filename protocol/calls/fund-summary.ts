/** /api/fund/Summary: all that a player has, what of it can be withdrawn, and what is still to be done before that. One answer for every money page. */
import { call } from './define.ts';
import { count, fen, flag, instant, list, object, oneOf, optional, orNull, Type, text } from './schema.ts';

export const turnoverRow = object({
  id: text(),
  why: oneOf(['recharge', 'bonus', 'toFill'], 'What it comes of: a recharge, a bonus, 提现转充值.'),
  requiredFen: fen('To be staked on orders that end won or lost, fen.'),
  doneFen: fen('Of it, staked.'),
  leftFen: fen('What is still to be staked.'),
  donePoints: Type.Integer({ minimum: 0, maximum: 10_000, description: 'The part that is done, basis points, cut off.' }),
  openedAt: instant(),
  expiresAt: orNull(instant(), 'null: it has no end but being played.'),
});

export const summaryOutside = object({
  company: text('Code of a company of games.'),
  name: optional(text('What it is called.')),
  balanceFen: orNull(fen(), 'What the player holds there, fen; null: the company does not say.'),
});

export const summaryWithdraw = object({
  timesLeft: count('Withdrawals that are left today.'),
  minFen: fen('Least, fen.'),
  maxFen: fen('Most, fen.'),
  opens: text('From when, HH:MM on the product’s wall clock.'),
  closes: text('Until when, HH:MM.'),
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
    withdrawableFen: fen('Of it, what can be withdrawn now.'),
    lockedFen: fen('Of it, what open turnover keeps back.'),
    openFen: fen('What open turnover still requires, also beyond the wallet.'),
    heldFen: fen('Held by withdrawals that are under way.'),
    frozenFen: fen('Held by anything else: stakes of the card gate (射龙门), what rules of 定制跟单 have in advance.'),
    yuebaoFen: fen('余额宝, confirmed.'),
    yuebaoPendingFen: fen('余额宝, not confirmed yet.'),
    outside: list(summaryOutside, 'Companies of games, and what the player holds there.'),
    totalFen: fen('All of it together, as far as it is known.'),
    complete: flag('False while a company does not say what the player holds there: the total is at least so much.'),
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
