/** What the house shows of itself on the desk: content, activities, agents, the audit list. */
import { count, fen, flag, instant, list, object, oneOf, optional, orNull, page, paging, signedFen, Type, text } from '../calls/schema.ts';
import { day } from './day.ts';
import { deskCall } from './define.ts';
import { playerId } from './players.ts';

export const deskContent = deskCall({
  method: 'GET',
  path: '/operator/api/desk/content',
  summary: '文章、帮助与横幅，连同文件里的问题',
  right: 'content',
  fields: { kind: optional(oneOf(['bulletin', 'banner', 'article', 'help'])) },
  answer: object({
    items: list(
      object({
        key: text('Kind and code.'),
        kind: oneOf(['bulletin', 'banner', 'article', 'help']),
        code: text(),
        title: text(),
        note: text('Dates, group or address.'),
        shown: oneOf(['shown', 'later', 'over'], 'later: its first day is in the future. over: its last day has passed.'),
        reads: orNull(count('Number of times that the article was opened; null: not counted.')),
      }),
    ),
    problems: list(object({ file: text(), line: count(), message: text() }), 'Problems of files. The former version stays in force.'),
  }),
  example: {
    fields: {},
    models: {
      items: [
        { key: 'article chase', kind: 'article', code: 'chase', title: '追号的真相', note: '2026-11-01 起', shown: 'shown', reads: 12 },
      ],
      problems: [{ file: 'articles/chase.json', line: 3, message: '缺少 title' }],
    },
  },
});

export const deskActivities = deskCall({
  method: 'GET',
  path: '/operator/api/desk/activities',
  summary: '活动：日期与领取人数',
  right: 'activities',
  fields: {},
  answer: object({
    items: list(
      object({
        code: text(),
        title: text(),
        from: day,
        to: day,
        running: oneOf(['before', 'running', 'ended']),
        passedBp: count('The part of its days that has passed, basis points.'),
        asks: text('The condition for a player: 投注满 100 元.'),
        gives: text('The reward that the player may claim.'),
        claimed: count('Players who have claimed it.'),
        claimedLastDay: count('Of these, in the last 24 hours.'),
      }),
    ),
  }),
  example: {
    fields: {},
    models: {
      items: [
        {
          code: 'spring',
          title: '新春签到',
          from: '2026-11-01',
          to: '2026-11-30',
          running: 'running',
          passedBp: 7_600,
          asks: '签到满 7 天',
          gives: '100 积分',
          claimed: 12,
          claimedLastDay: 3,
        },
      ],
    },
  },
});

const agent = {
  id: playerId,
  name: text('Nickname or masked login name.'),
  direct: count('Players directly below.'),
  members: count('Players below, of all levels.'),
  todayFen: fen('Valid turnover of the team today.'),
  since: instant(),
};
export const deskAgents = deskCall({
  method: 'GET',
  path: '/operator/api/desk/agents',
  summary: '代理树：最上层，或一位代理的直属下级',
  right: 'agents',
  fields: {
    parent: optional(playerId),
    q: optional(Type.String({ maxLength: 40, description: 'A number or part of a nickname.' })),
    ...paging(),
  },
  answer: object({
    items: list(object(agent)),
    next: orNull(Type.String()),
    crumbs: list(object({ id: playerId, name: text() }), 'From the top down to `parent`.'),
  }),
  refuses: ['notFound'],
  example: {
    fields: {},
    models: {
      items: [{ id: 100_001, name: '小红', direct: 3, members: 12, todayFen: 120_000, since: 1_795_200_000_000 }],
      next: null,
      crumbs: [],
    },
  },
});

export const deskAgent = deskCall({
  method: 'GET',
  path: '/operator/api/desk/agent',
  summary: '一位代理的团队报表',
  right: 'agents',
  fields: {
    id: playerId,
    period: Type.Enum(['today', 'yesterday', 'week', 'month', 'lastMonth'], { default: 'week' }),
  },
  answer: object({
    id: playerId,
    name: text(),
    rates: text('The rates: 体彩 2%、足球 1%.'),
    owedScore: count('Score that has to be taken back, but was already spent.'),
    from: day,
    to: day,
    total: object({
      stakeFen: fen(),
      validFen: fen(),
      rebateScore: signedFen('Score.'),
      netFen: orNull(
        signedFen('Prizes of the players minus their stakes. null: so few players played that the sum would reveal single players.'),
      ),
      joined: count(),
      active: count(),
    }),
    days: list(object({ day: text(), stakeFen: fen(), validFen: fen(), rebateScore: count() })),
  }),
  refuses: ['notFound'],
  example: {
    fields: { id: 100_001, period: 'week' },
    models: {
      id: 100_001,
      name: '小红',
      rates: '体彩 2%',
      owedScore: 0,
      from: '2026-11-17',
      to: '2026-11-23',
      total: { stakeFen: 1_000, validFen: 1_000, rebateScore: 12, netFen: -1_000, joined: 1, active: 2 },
      days: [{ day: '2026-11-23', stakeFen: 1_000, validFen: 1_000, rebateScore: 12 }],
    },
  },
});

export const deskAudit = deskCall({
  method: 'GET',
  path: '/operator/api/desk/audit',
  summary: '审计记录，新的在前，不含开奖；一次最多 92 天',
  right: 'audit',
  fields: {
    operator: optional(Type.String({ maxLength: 40, description: 'Name of an operator: the part before the @.' })),
    act: optional(
      Type.String({
        pattern: '^[a-z-]+(\\.[a-z-]+)?$',
        maxLength: 40,
        description: 'An act, such as player.read, or all acts of a kind, such as player.',
      }),
    ),
    from: optional(day),
    to: optional(day),
    ...paging(),
  },
  answer: page(
    object({
      seq: count('Number of the row.'),
      at: instant('Unix ms of the real clock.'),
      act: text(),
      actName: text('The same in words.'),
      who: text('Name of the operator; empty: unknown.'),
      from: text('Address.'),
      about: text('The subject of the act and the player, in words.'),
      hash: text('First digits of its hash.'),
    }),
  ),
  refuses: ['invalid'],
  example: {
    fields: { operator: '小王' },
    models: {
      items: [
        {
          seq: 12,
          at: 1_795_300_000_000,
          act: 'player.read',
          actName: '查看玩家',
          who: '小王',
          from: '203.0.113.5',
          about: '玩家 100001',
          hash: '3f9a0c11',
        },
      ],
      next: null,
    },
  },
});

export const deskAuditCheck = deskCall({
  method: 'GET',
  path: '/operator/api/desk/audit/chain',
  summary: '核对审计链的最后 2,000 行',
  right: 'audit',
  fields: {},
  answer: object({
    rows: count('Rows of the list.'),
    checked: count('Rows that were checked.'),
    whole: flag('Every row is linked to the row before, and its hash is right.'),
    fault: text('The first wrong row, in words; empty: none.'),
    head: text('Hash of the last row.'),
  }),
  example: { fields: {}, models: { rows: 12, checked: 12, whole: true, fault: '', head: '3f9a0c11' } },
});
