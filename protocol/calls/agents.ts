/** /api/Score: agents (代理): promotion, rates, the tree, and what becomes of rebates. Reports: agent-reports.ts. */
import { bp, score } from './agent-shapes.ts';
import { call } from './define.ts';
import { count, fen, flag, id, instant, list, object, optional, orNull, paging, text, Type } from './schema.ts';

const mid = (description: string) => Type.String({ pattern: '^[0-9]{1,15}$', description });
const family = (description: string) => Type.String({ minLength: 1, maxLength: 32, description });

const rate = object({
  family: text('Code of a family of games.'),
  name: text('Its name.'),
  bp: bp('In force today.'),
  tierBp: bp('On top of it, by the turnover of the team in the month before.'),
  nextBp: bp('In force from tomorrow on.'),
});

const link = object({
  linkId: id('promotion link'),
  name: text(),
  code: text('What new players register with.'),
  bp: bp('What they get, at most what the agent has.'),
  path: text('Address within the app.'),
  url: text('The whole address, for a QR code.'),
  visits: count('Times that it was opened.'),
  registrations: count('Players who came by it.'),
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
    agent: flag('He has a rate in some family, or asked to be an agent.'),
    canApply: flag('He may ask to be one.'),
    code: text('His own code, without any rate.'),
    path: text(),
    url: text(),
    rates: list(rate),
    starts: list(
      object({ family: text(), name: text(), bp: bp('From the day after he asks.') }),
      'Rates that an agent begins with whom nobody brought.',
    ),
    links: list(link, 'The newest first.'),
    mostLinks: count('Links that an agent may have.'),
    mostBp: bp('Highest rate that he can promise.'),
    stepBp: bp('Rates go in steps of it.'),
    members: count('Players below him.'),
    balanceScore: score('Rebates that can be turned into money.'),
    owedScore: score('To be taken back from the next rebates.'),
    expectedScore: score('Reckoned and not booked yet.'),
    leastScore: score('Least that can be turned into money.'),
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
  keyed: true,
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
  keyed: true,
  fields: {
    name: Type.String({ minLength: 1, maxLength: 12, description: 'For the agent alone.' }),
    rateBp: bp('What new players get.'),
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
  keyed: true,
  fields: { linkId: id('promotion link') },
  answer: object({ linkId: id('promotion link') }),
  refuses: ['notFound'],
  example: { fields: { linkId: sampleLink.linkId }, models: { linkId: sampleLink.linkId } },
});

const discountRow = object({
  ...rate.properties,
  theirs: bp('Of the player that was asked about, from tomorrow on; 0 when nobody was.'),
  theirsToday: bp('Of that player, today.'),
  keeps: bp('The difference from tomorrow on: what stays with the agent.'),
  leastBp: bp('That player can have no less, since somebody below him has as much.'),
});

export const scoreDiscount = call({
  method: 'GET',
  path: '/api/Score/Discount',
  summary: '返点设置：自己的返点、下级的返点与差额',
  session: 'player',
  fields: { who: optional(mid('A player right below: his rates too.')) },
  answer: object({
    agent: flag(),
    who: orNull(object({ mid: text(), name: text('Masked unless he chose a nickname.') }), 'The player that was asked about.'),
    rates: list(discountRow),
    stepBp: bp('Rates go in steps of it.'),
    tiers: list(object({ fromFen: fen('Turnover of the team in the month before, at least.'), bp: bp('On top of the rate.') })),
    monthFen: fen('Turnover of the team this month, which decides the tier of the next.'),
    changes: list(
      object({
        changeId: text(),
        at: instant(),
        who: text('Whose rate, masked; 我 for one’s own.'),
        name: text('Name of the family.'),
        before: bp('Before it.'),
        after: bp('After it.'),
        fromDay: text('From which day on, yyyy-MM-dd.'),
      }),
      'The latest 50, own ones and those of players right below.',
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
  keyed: true,
  fields: { who: mid('A player right below.'), family: family('Code of a family of games.'), rateBp: bp('From tomorrow on.') },
  answer: object({ mid: text(), family: text(), rateBp: bp('From then on.'), fromDay: text('yyyy-MM-dd') }),
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
  keyed: true,
  fields: { who: mid('A player of the own team.'), under: mid('Under whom: of the own team as well, or oneself.') },
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
    parent: optional(mid('Whose players: of the own team; left out: the own ones.')),
    q: optional(Type.String({ minLength: 1, maxLength: 20, description: 'Part of a nickname, or a public number.' })),
    ...paging(),
  },
  answer: object({
    items: list(
      object({
        mid: text('Public number.'),
        name: text('Nickname, or login name masked.'),
        level: count('How far below the agent: 1 is right below.'),
        joinedAt: instant(),
        rates: text('Rates of today by family, in words.'),
        members: count('Players below him.'),
        todayFen: fen('Valid turnover of his team today.'),
        lastDay: text('The last day on which he played, yyyy-MM-dd; empty: never.'),
        direct: flag('Right below the agent, who may set his rates.'),
      }),
    ),
    next: orNull(Type.String(), 'Cursor of the next page; null: there is none.'),
    crumbs: list(object({ mid: text(), name: text() }), 'From right below the agent down to the one that was asked about.'),
    total: object({
      direct: count('Players right below the one that was asked about.'),
      members: count('Everybody below him.'),
      todayFen: fen('Valid turnover of all of them today.'),
    }),
    agent: flag(),
    asOf: instant('Figures are counted up to then; 0: not yet.'),
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
  keyed: true,
  wallet: true,
  fields: { score: Type.Integer({ minimum: 1, maximum: 1_000_000_000_000, unit: 'score', description: 'How many.' }) },
  answer: object({ score: score('What was turned.'), balanceScore: score('Left.'), balanceFen: fen('Main wallet after it, fen.') }),
  refuses: ['insufficientFunds', 'limitReached'],
  example: { fields: { score: 1_000 }, models: { score: 1_000, balanceScore: 11_345, balanceFen: 1_001_000 } },
});
