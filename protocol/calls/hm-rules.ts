/** Standing rules of group buying (定制跟单): the server buys shares of one player's group orders for another player. */
import { call } from './define.ts';
import { groupMid, groupPerson, hmId, percent } from './hm-shapes.ts';
import { person } from './people.ts';
import { count, fen, flag, gameCode, instant, object, oneOf, optional, page, paging, text, Type } from './schema.ts';

const ruleId = Type.String({ format: 'uuid', description: 'UUID that the phone makes for the rule.' });
export const groupRule = object({
  ruleId,
  creator: person,
  gameCode: optional(text('Of this game alone.')),
  gameName: optional(text()),
  mode: oneOf(['fixed', 'percent'], 'fixed: so much of each order. percent: so much of its price.'),
  fen: fen('Of each order; 0 in mode percent.'),
  percent: percent('Of the price of each order; 0 in mode fixed.'),
  maxFen: optional(fen('Of each order at most, in mode percent.')),
  times: count('How often.'),
  done: count('How often so far.'),
  spentFen: fen('Spent so far.'),
  wonFen: fen('Won so far.'),
  heldFen: fen('Paid in advance and not spent.'),
  minTotalFen: optional(fen('Of orders of this price or above alone.')),
  maxTotalFen: optional(fen('Of orders of this price or below alone.')),
  partial: flag('Fewer shares are left than wanted: takes those.'),
  stopAfterMisses: optional(count('Ends after so many orders without a prize.')),
  minBalanceFen: optional(fen('Waits while the wallet would fall below this.')),
  prepay: flag('Paid in advance.'),
  on: flag('Whether it is switched on.'),
  state: oneOf(['on', 'off', 'ended']),
  why: text('Why it ended: 已完成 10 次; "" otherwise.'),
  createdAt: instant(),
});
const ruleExample = {
  ruleId: '019a2b3c-0000-7000-8000-0000000000c1',
  creator: groupPerson,
  mode: 'fixed',
  fen: 1_000,
  percent: 0,
  times: 10,
  done: 0,
  spentFen: 0,
  wonFen: 0,
  heldFen: 0,
  partial: true,
  prepay: false,
  on: true,
  state: 'on',
  why: '',
  createdAt: 1_795_300_000_000,
} as const;

/** Adds a standing rule (定制跟单), or changes the one of this id. What is changed holds from the next order on. */
export const addFollowerRule = call({
  method: 'GET',
  path: '/api/hm/addfollowerrule',
  summary: '定制跟单：自动认购某人发起的合买',
  changes: 'money',
  session: 'player',
  signed: true,
  keyed: true,
  fields: {
    ruleId: optional(
      Type.String({ format: 'uuid', description: 'UUID of the rule, made by the phone; left out: a new rule, which the server names.' }),
    ),
    creatorMid: groupMid,
    game: optional(gameCode),
    mode: oneOf(['fixed', 'percent'], 'fixed: so much of each order. percent: so much of its price.'),
    fen: optional(fen('Of each order, in mode fixed; rounded down to whole shares.')),
    percent: optional(percent('Of the price of each order, in mode percent.')),
    maxFen: optional(fen('Of each order at most, in mode percent.')),
    times: Type.Integer({ minimum: 1, maximum: 1_000, description: 'How often.' }),
    minTotalFen: optional(fen('Of orders of this price or above alone.')),
    maxTotalFen: optional(fen('Of orders of this price or below alone.')),
    partial: optional(flag('1: takes what is left when that is less than wanted.')),
    stopAfterMisses: optional(Type.Integer({ minimum: 1, maximum: 1_000, description: 'Ends after so many orders without a prize.' })),
    minBalanceFen: optional(fen('Waits while the wallet would fall below this.')),
    prepay: optional(flag('1: the whole is paid now and held; of mode fixed alone.')),
    on: optional(flag('0: switched off; what is held is given back.')),
  },
  wallet: true,
  answer: object({ rule: groupRule, balanceFen: fen('Wallet after it, fen.') }),
  refuses: ['notFound', 'limitReached', 'insufficientFunds', 'overCap', 'stateChanged'],
  example: {
    fields: { ruleId: ruleExample.ruleId, creatorMid: '100001', mode: 'fixed', fen: 1_000, times: 10, partial: true },
    models: { rule: ruleExample, balanceFen: 1_000_000 },
  },
});

export const groupRules = call({
  method: 'GET',
  path: '/api/hm/RuleList',
  summary: '我的合买定制',
  session: 'player',
  fields: { ...paging() },
  answer: page(groupRule),
  example: { fields: {}, models: { items: [ruleExample], next: null } },
});

export const groupRuleRuns = call({
  method: 'GET',
  path: '/api/hm/RuleRuns',
  summary: '定制的执行记录：跟了哪些、没跟的原因',
  session: 'player',
  fields: { ruleId: optional(ruleId), ...paging() },
  answer: page(
    object({
      runId: text('Id of the run.'),
      ruleId,
      hmId,
      to: text('The route of the group order.'),
      creator: person,
      gameName: text(),
      issue: optional(text()),
      done: flag('Whether shares were taken.'),
      shares: count('Shares taken.'),
      amountFen: fen('Paid for them.'),
      prizeFen: fen('Won with them.'),
      reason: text('Why none were taken: 余额不足; "" otherwise.'),
      at: instant(),
    }),
  ),
  example: { fields: {}, models: { items: [], next: null } },
});
