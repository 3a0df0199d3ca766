/** Standing rules of follow-betting (定制跟单): what one player releases is followed for another by itself. */
import { call } from './define.ts';
import { releaseId, releaseRowExample } from './follow.ts';
import { person, personExample, personField } from './people.ts';
import { count, fen, flag, instant, list, object, oneOf, optional, orNull, paging, text, Type } from './schema.ts';

export const RUN_RESULTS = ['done', 'stopped', 'games', 'return', 'amount', 'day', 'funds', 'limit', 'closed', 'odds', 'refused'] as const;
const ruleId = Type.String({ format: 'uuid', description: 'UUID of the rule.' });
const rule = object({
  ruleId,
  who: person,
  on: flag(),
  fen: fen('The most that is staked on a release.'),
  dayMaxFen: orNull(fen(), 'The most that is staked in a day; null: no limit.'),
  games: list(text(), 'Codes of games that it follows; empty: all.'),
  minExpected: orNull(text(), 'Least expected return; null: any.'),
  times: count('Orders that it places before it ends.'),
  done: count('Orders that it placed.'),
  spentFen: fen('The stakes of its orders.'),
  wonFen: fen('The prizes of its orders.'),
  place: count('The position in the order of subscription of this player.'),
  ended: text("The reason why it was switched off automatically, in words; '' if it was not."),
  createdAt: instant(),
});
const ruleExample = {
  ruleId: '019a2b3c-0000-7000-8000-000000000023',
  who: personExample,
  on: true,
  fen: 1_000,
  dayMaxFen: 5_000,
  games: [],
  minExpected: null,
  times: 10,
  done: 0,
  spentFen: 0,
  wonFen: 0,
  place: 1,
  ended: '',
  createdAt: 1_795_300_000_000,
};

export const queryReleaseOrderFollowRuleList = call({
  method: 'GET',
  path: '/api/order/queryReleaseOrderFollowRuleList',
  summary: '我的定制跟单',
  session: 'player',
  fields: {},
  answer: object({ items: list(rule, 'The newest first.') }),
  example: { fields: {}, models: { items: [ruleExample] } },
});

export const editReleaseOrderFollowRule = call({
  method: 'GET',
  path: '/api/order/editReleaseOrderFollowRule',
  summary: '新建或修改定制跟单',
  changes: 'state',
  session: 'player',
  signed: true,
  idempotent: true,
  fields: {
    ruleId: optional(
      Type.String({
        format: 'uuid',
        description: 'UUID of the rule. Left out: the rule for this player, which is created if there is none.',
      }),
    ),
    who: personField,
    on: Type.Boolean({ description: 'Whether it is switched on.' }),
    fen: fen('The most that is staked on a release.'),
    dayMaxFen: optional(fen('The most that is staked in a day; left out: no limit.')),
    plays: optional(Type.String({ maxLength: 200, description: 'Codes of games that it follows, separated by commas; left out: all.' })),
    minOdds: optional(
      Type.String({ pattern: '^[0-9]{1,6}(\\.[0-9]{1,2})?$', maxLength: 9, description: 'Least expected return: "1.80".' }),
    ),
    times: Type.Integer({ minimum: 1, maximum: 100, description: 'Orders that it places before it ends.' }),
  },
  answer: rule,
  refuses: ['notFound', 'limitReached', 'disabled'],
  example: {
    fields: { ruleId: ruleExample.ruleId, who: personExample.mid, on: true, fen: 1_000, dayMaxFen: 5_000, times: 10 },
    models: ruleExample,
  },
});

/** Own addition: what a rule did, and why it did not. */
export const queryFollowRuleRuns = call({
  method: 'GET',
  path: '/api/order/QueryFollowRuleRuns',
  summary: '定制跟单的执行记录',
  session: 'player',
  fields: { ruleId: optional(Type.String({ format: 'uuid', description: 'The rule; left out: all rules.' })), ...paging() },
  answer: object({
    items: list(
      object({
        releaseId,
        who: person,
        result: oneOf(
          RUN_RESULTS,
          "done: it bet. stopped: the release could no longer be followed. games, return: the rule excludes such releases. amount: one multiplier costs more than the rule may stake, or less than the least stake. day: the limit of the day. funds: the balance was too low. limit: the player's own limit or exclusion. closed: following is switched off. odds: the odds moved too often. refused: refused for another reason.",
        ),
        text: text('The same in words.'),
        fen: fen('The stakes of its orders.'),
        at: instant(),
      }),
      'The newest first.',
    ),
    next: orNull(Type.String(), 'Cursor of the next page; null: there is none.'),
  }),
  example: {
    fields: {},
    models: {
      items: [
        { releaseId: releaseRowExample.releaseId, who: personExample, result: 'funds', text: '余额不足', fen: 0, at: 1_795_300_060_000 },
      ],
      next: null,
    },
  },
});
