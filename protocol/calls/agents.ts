/** /api/Score: agents (代理): promotion, rates, the tree, and the posting of rebates. Reports: agent-reports.ts. */
import { bp, score } from './agent-shapes.ts';
import { call } from './define.ts';
import { count, fen, flag, id, instant, list, object, optional, orNull, paging, text, Type } from './schema.ts';

const mid = (description: string) => Type.String({ pattern: '^[0-9]{1,15}$', description });
const family = (description: string) => Type.String({ minLength: 1, maxLength: 32, description });

const rate = object({
  family: text('Code of a family of games.'),
  name: text('Name of the family.'),
  bp: bp('The rate in force today.'),
  tierBp: bp('The addition to the rate, by the turnover of the team in the month before.'),
  nextBp: bp('The rate in force from tomorrow on.'),
});

const link = object({
  linkId: id('promotion link'),
  name: text(),
  code: text('The code for registration.'),
  bp: bp("The rates of new players, at most the agent's rates."),
  path: text('Address within the app.'),
  url: text('The whole address, for a QR code.'),
  visits: count('How often it was opened.'),
  registrations: count('Players who registered with it.'),
  active: count('Of these, who have played.'),
  stopped: flag(),
  madeAt: instant(),
});

const sampleRate = { family: 'number', name: '数字彩', bp: 300, tierBp: 0, nextBp: 300 };
const sampleLink = {
  linkId: '019a2b3c-0000-7000-8000-000000000051',
  name: '朋友圈',
  code: 'K7M2QX9A',
  bp: 200,
  path: '/registerpromote?code=K7M2QX9A',
  url: 'https://caipu.example/registerpromote?code=K7M2QX9A',
  visits: 12,
  registrations: 3,
  active: 2,
  stopped: false,
  madeAt: 1_795_300_000_000,
};

export const scorePromote = call({
  method: 'GET',
  path: '/api/Score/Promote',
  summary: '推广积分：推广链接、返点与积分余额',
  session: 'player',
  fields: {},
  answer: object({
    agent: flag('The player has a rate in some family, or has asked to be an agent.'),
    canApply: flag('The player may ask to become an agent.'),
    code: text("The player's own code, without a rate."),
    path: text(),
    url: text(),
    rates: list(rate),
    starts: list(
      object({ family: text(), name: text(), bp: bp('In force from the day after the request.') }),
      'The first rates of an agent who was not invited.',
    ),
    links: list(link, 'The newest first.'),
    mostLinks: count('The most links that an agent may have.'),
    mostBp: bp('The highest rate that the agent can promise.'),
    stepBp: bp('The step of rates.'),
    members: count('Players below the agent.'),
    balanceScore: score('Rebates that can be turned into money.'),
    owedScore: score('The amount to take back from the next rebates.'),
    expectedScore: score('Calculated, but not booked yet.'),
    leastScore: score('The least amount that can be turned into money.'),
  }),
  example: {
    fields: {},
    models: {
      agent: true,
      canApply: false,
      code: 'AB23CD45',
      path: '/registerpromote?code=AB23CD45',
      url: 'https://caipu.example/registerpromote?code=AB23CD45',
      rates: [sampleRate],
      starts: [{ family: 'number', name: '数字彩', bp: 300 }],
      links: [sampleLink],
      mostLinks: 20,
      mostBp: 300,
      stepBp: 10,
      members: 3,
      balanceScore: 12_345,
      owedScore: 0,
      expectedScore: 88,
      leastScore: 100,
    },
  },
});

export const scoreApply = call({
  method: 'POST',
  path: '/api/Score/Apply',
  summary: '申请成为代理',
  session: 'player',
  changes: 'state',
  signed: true,
  idempotent: true,
  fields: {},
  answer: object({ rates: list(rate) }),
  refuses: ['stateChanged'],
  example: { fields: {}, models: { rates: [sampleRate] } },
});

export const scoreCreateLink = call({
  method: 'POST',
  path: '/api/Score/CreateLink',
  summary: '新建推广链接',
  session: 'player',
  changes: 'state',
  signed: true,
  idempotent: true,
  fields: {
    name: Type.String({ minLength: 1, maxLength: 12, description: 'A note that only the agent sees.' }),
    rateBp: bp('The rates of new players.'),
  },
  answer: link,
  refuses: ['overCap', 'limitReached'],
  example: { fields: { name: '朋友圈', rateBp: 200 }, models: sampleLink },
});

export const scoreStopLink = call({
  method: 'POST',
  path: '/api/Score/StopLink',
  summary: '停用推广链接：之后打开的人只能直接注册',
  session: 'player',
  changes: 'state',
  signed: true,
  idempotent: true,
  fields: { linkId: id('promotion link') },
  answer: object({ linkId: id('promotion link') }),
  refuses: ['notFound'],
  example: { fields: { linkId: sampleLink.linkId }, models: { linkId: sampleLink.linkId } },
});

const discountRow = object({
  ...rate.properties,
  theirs: bp('The rate of the requested player from tomorrow on; 0 if none was requested.'),
  theirsToday: bp('The rate of that player today.'),
  keeps: bp('The difference from tomorrow on, which the agent earns.'),
  leastBp: bp('The least rate of that player, because a player below has it.'),
});

export const scoreDiscount = call({
  method: 'GET',
  path: '/api/Score/Discount',
  summary: '返点设置：自己的返点、下级的返点与差额',
  session: 'player',
  fields: { who: optional(mid("A player directly below. The answer then has this player's rates too.")) },
  answer: object({
    agent: flag(),
    who: orNull(object({ mid: text(), name: text('The nickname, or else the masked login name.') }), 'The requested player.'),
    rates: list(discountRow),
    stepBp: bp('The step of rates.'),
    tiers: list(object({ fromFen: fen('The least turnover of the team in the month before.'), bp: bp('The addition to the rate.') })),
    monthFen: fen('Turnover of the team this month, which decides the tier of the next.'),
    changes: list(
      object({
        changeId: text(),
        at: instant(),
        who: text('The player of the rate, masked; 我 for the agent.'),
        name: text('Name of the family.'),
        before: bp('The rate before the change.'),
        after: bp('The rate after the change.'),
        fromDay: text('The first day of the new rate, yyyy-MM-dd.'),
      }),
      'The latest 50 changes, of the agent and of players directly below.',
    ),
  }),
  refuses: ['notFound'],
  example: {
    fields: {},
    models: {
      agent: true,
      who: null,
      rates: [{ ...sampleRate, theirs: 0, theirsToday: 0, keeps: 300, leastBp: 0 }],
      stepBp: 10,
      tiers: [{ fromFen: 1_000_000, bp: 10 }],
      monthFen: 1_250_000,
      changes: [
        {
          changeId: '100002number20780',
          at: 1_795_300_000_000,
          who: '小***鱼',
          name: '数字彩',
          before: 0,
          after: 200,
          fromDay: '2026-11-24',
        },
      ],
    },
  },
});

export const scoreSetRebate = call({
  method: 'POST',
  path: '/api/Score/SetRebate',
  summary: '设置直属下级的返点，次日 00:00 生效',
  session: 'player',
  changes: 'state',
  signed: true,
  idempotent: true,
  fields: { who: mid('A player directly below.'), family: family('Code of a family of games.'), rateBp: bp('The rate from tomorrow on.') },
  answer: object({ mid: text(), family: text(), rateBp: bp('The new rate.'), fromDay: text('yyyy-MM-dd') }),
  refuses: ['notFound', 'overCap', 'limitReached'],
  example: {
    fields: { who: '100002', family: 'number', rateBp: 200 },
    models: { mid: '100002', family: 'number', rateBp: 200, fromDay: '2026-11-24' },
  },
});

export const scoreMove = call({
  method: 'POST',
  path: '/api/Score/Move',
  summary: '把团队中的一位连同他的下级移到另一位名下',
  session: 'player',
  changes: 'state',
  signed: true,
  idempotent: true,
  fields: { who: mid("A player of the caller's team."), under: mid('The new agent of that player: a player of the team, or the caller.') },
  answer: object({ mid: text(), under: text() }),
  refuses: ['notFound', 'stateChanged', 'overCap', 'limitReached'],
  example: { fields: { who: '100003', under: '100002' }, models: { mid: '100003', under: '100002' } },
});

export const scoreSubagent = call({
  method: 'GET',
  path: '/api/Score/Subagent',
  summary: '下级代理：一层一层往下看',
  session: 'player',
  fields: {
    parent: optional(mid('A player of the team, whose direct players are listed. Left out: those of the caller.')),
    q: optional(Type.String({ minLength: 1, maxLength: 20, description: 'Part of a nickname, or a public number.' })),
    ...paging(),
  },
  answer: object({
    items: list(
      object({
        mid: text('Public number.'),
        name: text('Nickname, or login name masked.'),
        level: count('Levels below the agent; 1 is directly below.'),
        joinedAt: instant(),
        rates: text('Rates of today by family, in words.'),
        members: count('Players below the agent.'),
        todayFen: fen("Valid turnover of this player's team today."),
        lastDay: text('The last day on which the player played, yyyy-MM-dd; empty: never.'),
        direct: flag('The player is directly below the agent, so the agent may set the rates.'),
      }),
    ),
    next: orNull(Type.String(), 'Cursor of the next page; null: there is none.'),
    crumbs: list(object({ mid: text(), name: text() }), 'The path from the player directly below the agent to the requested player.'),
    total: object({
      direct: count('Players directly below the requested player.'),
      members: count('All players below the requested player.'),
      todayFen: fen('Valid turnover of all of them today.'),
    }),
    agent: flag(),
    asOf: instant('The instant up to which figures are counted; 0: none yet.'),
  }),
  refuses: ['notFound'],
  example: {
    fields: { size: 20 },
    models: {
      items: [
        {
          mid: '100002',
          name: '小***鱼',
          level: 1,
          joinedAt: 1_795_300_000_000,
          rates: '数字彩 2%',
          members: 4,
          todayFen: 12_000,
          lastDay: '2026-11-23',
          direct: true,
        },
      ],
      next: null,
      crumbs: [],
      total: { direct: 1, members: 5, todayFen: 12_000 },
      agent: true,
      asOf: 1_795_300_000_000,
    },
  },
});

export const scoreWithdraw = call({
  method: 'POST',
  path: '/api/Score/Withdraw',
  summary: '积分转入余额，1 积分 1 分',
  session: 'player',
  changes: 'money',
  signed: true,
  idempotent: true,
  wallet: true,
  fields: { score: Type.Integer({ minimum: 1, maximum: 1_000_000_000_000, unit: 'score', description: 'How many.' }) },
  answer: object({
    score: score('The points that were turned into money.'),
    balanceScore: score('Left.'),
    balanceFen: fen('Main wallet after the call, fen.'),
  }),
  refuses: ['insufficientFunds', 'limitReached'],
  example: { fields: { score: 1_000 }, models: { score: 1_000, balanceScore: 11_345, balanceFen: 1_001_000 } },
});
