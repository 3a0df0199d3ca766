/** /api/lottery: bets on number games, and what a client reads for them: issues of a chase, limits, odds. Also addresses of outside games. */
import { MAX_CHASE_TEXT, MAX_CHASE_TICKET_TEXT, MAX_TICKET_TEXT } from '../limits.ts';
import { call } from './define.ts';
import { issueTimes, prizeTable } from './draws.ts';
import { count, fen, flag, gameCode, id, instant, list, object, optional, orderNo, orNull, sharedId, Type, text } from './schema.ts';

export const chaseIssue = object({
  issue: text('Issue (期).'),
  multiplier: count('Multiplier (倍) of this issue; 0: it is not played.'),
});

/** The limits (限额) of issues that a ticket would exceed. The message of the refusal names the first one. */
export const limitsLeft = object({
  limits: list(
    object({
      issue: text('Issue (期).'),
      pointer: text('The first line of the ticket that uses this limit, as a JSON pointer.'),
      name: text('The name: 特码 08; empty for the issue.'),
      own: flag("The limit is on the caller's stake; otherwise on the payout for all players."),
      leftFen: fen('The amount that can still be staked.'),
    }),
  ),
});
export const overLimits = { overCap: orNull(limitsLeft), soldOut: limitsLeft };

/**
 * A chase (追号) is a ticket for several issues, paid at once. `ticket.issues` > 1 takes the next issues at the ticket's multiplier. `chase`
 * names each issue with its own multiplier; the ticket's multiplier is then 1. `amountFen` is the price of all issues together.
 */
export const betSzc = call({
  method: 'POST',
  path: '/api/lottery/bet_szc',
  summary: '数字彩投注',
  changes: 'money',
  session: 'player',
  signed: true,
  idempotent: true,
  clientType: true,
  fields: {
    ticket: Type.String({
      minLength: 2,
      contentMediaType: 'application/json',
      description: `JSON of schemas/ticket.schema.json; at most ${MAX_TICKET_TEXT} characters, ${MAX_CHASE_TICKET_TEXT} in a chase.`,
    }),
    hash: Type.String({ minLength: 1, maxLength: 64, description: 'Version of the description from which the client computed the price.' }),
    amountFen: fen('The price of all issues, as shown to the player, fen.'),
    issue: optional(Type.String({ maxLength: 32, description: 'The issue; left out: the issue on sale.' })),
    chase: optional(
      Type.String({
        maxLength: MAX_CHASE_TEXT,
        contentMediaType: 'application/json',
        description: '追号: JSON of [{issue, multiplier}]; 0 is not played.',
      }),
    ),
    coupon: optional(sharedId('coupon (红包) from the bag (背包); it pays a part of the price. Not with a chase')),
    stopOnWin: optional(flag('中奖即停: the chase ends with the first issue that wins, and later issues are refunded.')),
  },
  wallet: true,
  answer: object({
    orderId: Type.String({ format: 'uuid', description: 'UUID of the order; for a chase, of its first issue.' }),
    orderNo: optional({ ...orderNo, description: 'Number of the order for people, 20261129-0001234; of a chase, that of the whole.' }),
    chaseId: optional(id('chase')),
    issues: optional(count('The number of issues of a chase.')),
    gameCode: text(),
    issue: text('Issue (期).'),
    bets: count('Bets (注) of one issue.'),
    amountFen: fen(),
    balanceFen: fen('Wallet after the call, fen.'),
    drawsAt: instant(),
    couponFen: optional(fen('The part that a coupon paid.')),
  }),
  refuses: [
    'issueClosed',
    'insufficientFunds',
    'overCap',
    'soldOut',
    'notFound',
    'disabled',
    'descriptionChanged',
    'limitReached',
    'stateChanged',
  ],
  refusalModels: overLimits,
  example: {
    fields: {
      ticket: '{"game":"jlffc","lines":[{"play":"Q3_ZX","picks":{"wan":[1],"qian":[2],"bai":[3]}}]}',
      hash: '3f1c9a0e',
      amountFen: 200,
      issue: '20261122001',
    },
    models: {
      orderId: '019a2b3c-0000-7000-8000-000000000001',
      orderNo: '20261122-0001234',
      gameCode: 'jlffc',
      issue: '20261122001',
      bets: 1,
      amountFen: 200,
      balanceFen: 999_800,
      drawsAt: 1_795_300_060_000,
    },
  },
});

export const chaseIssues = call({
  method: 'GET',
  path: '/api/lottery/ChaseIssues',
  summary: '可追号的期次：从在售期起，最多为该彩种的追号期数上限',
  session: 'none',
  fields: { gameCode },
  answer: object({
    gameCode: text(),
    maxQishu: count('Most issues of a chase.'),
    maxBeishu: count('Largest multiplier (倍) of an issue.'),
    items: list(object(issueTimes), 'The issue on sale first.'),
  }),
  refuses: ['notFound'],
  example: {
    fields: { gameCode: 'jlffc' },
    models: {
      gameCode: 'jlffc',
      maxQishu: 25,
      maxBeishu: 9_999,
      items: [{ issue: '20261122001', opensAt: 1_795_300_000_000, closesAt: 1_795_300_055_000, drawsAt: 1_795_300_060_000 }],
    },
  },
});

export const lotteryLimits = call({
  method: 'GET',
  path: '/api/lottery/Limits',
  summary: '限额：一期里已经用掉多少',
  session: 'optional',
  fields: {
    gameCode,
    issues: Type.String({ minLength: 1, maxLength: MAX_CHASE_TEXT, description: 'Issues (期), separated by commas.' }),
  },
  answer: object({
    gameCode: text(),
    used: list(
      object({
        issue: text('Issue (期).'),
        key: Type.String({
          description: 'The counter, as named in engine/rules/limits.ts: empty for the issue; otherwise a play, or a bet of a play.',
        }),
        own: flag("The caller's stake; otherwise the payout for all players."),
        usedFen: fen(),
      }),
      'Limits that are partly used. Limits of players are those of the caller. The description of the game has the amounts.',
    ),
  }),
  refuses: ['notFound', 'invalid'],
  example: {
    fields: { gameCode: 'jlffc', issues: '20261122001' },
    models: { gameCode: 'jlffc', used: [{ issue: '20261122001', key: 'DWD 1||||', own: true, usedFen: 40_000 }] },
  },
});

const integerText = (description: string) => Type.String({ pattern: '^-?[0-9]+$', description });
/** An exact fraction; both parts are decimal integers as text, since they may be beyond what a number holds. */
export const chance = object({ numerator: integerText('Decimal integer.'), denominator: integerText('Decimal integer, not 0.') });

export const playOdds = object({
  code: text('Play code.'),
  name: text(),
  group: text(),
  unitFen: fen('Price of one bet, fen.'),
  bets: orNull(
    integerText('A decimal integer.'),
    'Number of different single bets (注); null if bets are typed (单式) and not picked on a board.',
  ),
  returns: optional(
    object(
      { numerator: integerText('Decimal integer.'), denominator: integerText('Decimal integer, not 0.') },
      'For games on matches: the average return of a bet of one leg, as a share of the stake.',
    ),
  ),
  kinds: list(
    object({
      bets: list(text(), 'Names of the bets.'),
      tiers: list(
        object({
          tier: text(),
          name: text(),
          fen: fen('Prize of one bet, fen; an estimate (约) if it is floating.'),
          floating: flag(),
          chance,
        }),
      ),
      winChance: chance,
      returns: chance,
    }),
    'Groups of bets with equal chances; one entry without names if all are equal. Empty for games on matches, whose chances depend on the match. winChance: the chance that one bet wins anything. returns: the average return of one bet, as a share of the stake.',
  ),
});

export const getLotteryOdds = call({
  method: 'GET',
  path: '/api/lottery/GetLotteryOdds',
  summary: '各玩法奖金与中奖机会',
  session: 'none',
  fields: { gameCode },
  answer: object({ gameCode: text(), hash: text('Version of the description.'), prizeTable, plays: list(playOdds) }),
  refuses: ['notFound'],
  example: {
    fields: { gameCode: 'jlffc' },
    models: {
      gameCode: 'jlffc',
      hash: '3f1c9a0e',
      prizeTable: { version: '1', date: '2026-01-01', source: '演示' },
      plays: [
        {
          code: 'Q3_ZX',
          name: '前三直选',
          group: '前三',
          unitFen: 200,
          bets: '1000',
          kinds: [
            {
              bets: [],
              tiers: [{ tier: '1', name: '一等奖', fen: 180_000, floating: false, chance: { numerator: '1', denominator: '1000' } }],
              winChance: { numerator: '1', denominator: '1000' },
              returns: { numerator: '9', denominator: '10' },
            },
          ],
        },
      ],
    },
  },
});

const providerName = (description: string) => Type.String({ minLength: 1, maxLength: 64, description });

export const launchUrl = call({
  method: 'GET',
  path: '/api/lottery/LaunchUrl',
  summary: '第三方游戏的地址',
  session: 'player',
  changes: 'state',
  signed: true,
  timeout: 'short',
  fields: { gamecode: providerName('Code of the game at that company.'), company: providerName('Company.') },
  answer: Type.String({ description: 'Address of the game.' }),
  refuses: ['notFound', 'disabled', 'limitReached'],
  example: { fields: { gamecode: 'wheel', company: 'demo' }, models: 'http://127.0.0.1:8081/wheel/' },
});
