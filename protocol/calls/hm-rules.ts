/** Standing rules of group buying (定制跟单): the server buys shares of one player's group orders for another player. */
import { call } from './define.ts';
import { groupMid, groupPerson, hmId, percent } from './hm-shapes.ts';
import { person } from './people.ts';
import { count, fen, flag, gameCode, instant, object, oneOf, optional, page, paging, text, Type } from './schema.ts';

const ruleId = Type.String({ format: 'uuid', description: 'UUID of the rule, made by the client.' });
export const groupRule = object({
  ruleId,
  creator: person,
  gameCode: optional(text('Only orders of this game.')),
  gameName: optional(text()),
  mode: oneOf(['fixed', 'percent'], 'fixed: an amount for each order. percent: a part of its price.'),
  fen: fen('The amount for each order; 0 in mode percent.'),
  percent: percent('The part of the price of each order; 0 in mode fixed.'),
  maxFen: optional(fen('The most for each order, in mode percent.')),
  times: count('The number of orders.'),
  done: count('The number of orders so far.'),
  spentFen: fen('Spent so far.'),
  wonFen: fen('Won so far.'),
  heldFen: fen('The unspent part of the advance.'),
  minTotalFen: optional(fen('Only orders of this price or more.')),
  maxTotalFen: optional(fen('Only orders of this price or less.')),
  partial: flag('If fewer shares are left than wanted, the rule takes them.'),
  stopAfterMisses: optional(count('The rule ends after this many orders without a prize.')),
  minBalanceFen: optional(fen('The rule waits while the wallet would fall below this amount.')),
  prepay: flag('Paid in advance.'),
  on: flag('Whether it is switched on.'),
  state: oneOf(['on', 'off', 'ended']),
  why: text('The reason of its end: 已完成 10 次; otherwise "".'),
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
  idempotent: true,
  fields: {
    ruleId: optional(
      Type.String({
        format: 'uuid',
        description: 'UUID of the rule, made by the client. Left out: a new rule, whose UUID the server makes.',
      }),
    ),
    creatorMid: groupMid,
    game: optional(gameCode),
    mode: oneOf(['fixed', 'percent'], 'fixed: an amount for each order. percent: a part of its price.'),
    fen: optional(fen('The amount for each order, in mode fixed, rounded down to whole shares.')),
    percent: optional(percent('The part of the price of each order, in mode percent.')),
    maxFen: optional(fen('The most for each order, in mode percent.')),
    times: Type.Integer({ minimum: 1, maximum: 1_000, description: 'The number of orders.' }),
    minTotalFen: optional(fen('Only orders of this price or more.')),
    maxTotalFen: optional(fen('Only orders of this price or less.')),
    partial: optional(flag('1: if fewer shares are left than wanted, the rule takes them.')),
    stopAfterMisses: optional(
      Type.Integer({ minimum: 1, maximum: 1_000, description: 'The rule ends after this many orders without a prize.' }),
    ),
    minBalanceFen: optional(fen('The rule waits while the wallet would fall below this amount.')),
    prepay: optional(flag('1: the whole sum is paid now and held. Only in mode fixed.')),
    on: optional(flag('0: switched off; the held amount is returned.')),
  },
  wallet: true,
  answer: object({ rule: groupRule, balanceFen: fen('Wallet after the call, fen.') }),
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
      amountFen: fen('The price of these shares.'),
      prizeFen: fen('The prize of these shares.'),
      reason: text('The reason why none were taken: 余额不足; otherwise "".'),
      at: instant(),
    }),
  ),
  example: { fields: {}, models: { items: [], next: null } },
});
