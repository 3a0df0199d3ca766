/** Agents on the picture page: teams and figures take weeks, so what the calls answer is made up here, from their examples. */
import { callOf } from '../../../protocol/calls/table.ts';
import { answered, at, filled, LONG_FEN, press, type State, state, then, waiting, without } from './ways.ts';

const example = (name: string): Record<string, unknown> => callOf(`/api/Score/${name}`)?.example.models as Record<string, unknown>;
const first = <T>(name: string, list: string): T => (example(name)[list] as readonly T[])[0] as T;

const NAMES = ['小***鱼', '一路长虹的很长的昵称', '白***虎', '晨***星', '139***11', '阿***布'];
const GAMES = [
  ['ssq', '双色球'],
  ['jlffc', '吉利分分彩'],
  ['jczq', '竞彩足球'],
  ['lhc', '香港六合彩'],
  ['jsks', '极速快三'],
] as const;
const DAYS = Array.from({ length: 7 }, (_, at) => `2026-11-${String(23 - at).padStart(2, '0')}`);

const many = <T extends object>(count: number, row: T, patch: (at: number) => Partial<T>): T[] =>
  Array.from({ length: count }, (_, at) => ({ ...row, ...patch(at) }));

const link = first<{ linkId: string; name: string; stopped: boolean; visits: number }>('Promote', 'links');
const rate = first<{ family: string; name: string }>('Promote', 'rates');
const FAMILIES = ['数字彩', '竞技彩', '刮刮卡', '小游戏'];
const families = <T extends object>(row: T) => FAMILIES.map((name, at) => ({ ...row, family: `family${at}`, name }));

const promote = {
  ...example('Promote'),
  rates: families(rate),
  links: many(3, link, (at) => ({
    linkId: `${link.linkId}${at}`,
    name: ['朋友圈', '十二个字的推广链接名称', '旧活动'][at] as string,
    stopped: at === 2,
  })),
};
const discount = { ...example('Discount'), rates: families(first<object>('Discount', 'rates')) };
const theirs = { ...discount, who: { mid: '100002', name: NAMES[1] } };
const subagent = {
  ...example('Subagent'),
  items: many(6, first<{ mid: string; name: string; members: number; todayFen: number; lastDay: string }>('Subagent', 'items'), (at) => ({
    mid: String(100_002 + at),
    name: NAMES[at] as string,
    members: at === 1 ? 12_345 : at,
    todayFen: at === 1 ? LONG_FEN : 12_000 * at,
    lastDay: at === 5 ? '' : (DAYS[at] as string),
  })),
};
const games = {
  ...example('GameReport'),
  rows: many(5, first<{ gameCode: string; name: string; stakeFen: number }>('GameReport', 'rows'), (at) => ({
    gameCode: GAMES[at]?.[0] as string,
    name: GAMES[at]?.[1] as string,
    stakeFen: at === 0 ? LONG_FEN : 24_000 * (5 - at),
  })),
};
const report = {
  ...example('Report'),
  items: many(7, first<{ day: string; stakeFen: number; corrected: boolean }>('Report', 'items'), (at) => ({
    day: DAYS[at] as string,
    stakeFen: 24_000 + 7_000 * at,
    corrected: at === 2,
  })),
  days: many(7, first<{ day: string; stakeFen: number; validFen: number }>('Report', 'days'), (at) => ({
    day: DAYS[6 - at] as string,
    stakeFen: 24_000 + 7_000 * (6 - at),
    validFen: 20_000 + 6_000 * ((at * 3) % 7),
  })),
};
const returns = {
  ...example('ReturnList'),
  items: many(6, first<{ returnId: string; who: string; day: string; state: string }>('ReturnList', 'items'), (at) => ({
    returnId: `r${at}`,
    who: NAMES[at] as string,
    day: DAYS[Math.floor(at / 2)] as string,
    state: ['due', 'posted', 'taken'][at % 3] as string,
  })),
};

const score = (name: string, models: object, open: State['open']): State['open'] => answered({ [`/api/Score/${name}`]: models }, open);

export const AGENT_STATES: readonly State[] = [
  state('agent-promote', '推广积分', 'bettor', score('Promote', promote, at('/ScorePromote'))),
  state('agent-promote-newcomer', '推广积分，还不是代理', 'newcomer', at('/ScorePromote')),
  state(
    'agent-promote-link',
    '新建推广链接',
    'bettor',
    score(
      'Promote',
      promote,
      then('/ScorePromote', (page) => press(page, /新建.*链接/)),
    ),
  ),
  state('agent-rates', '返点设置', 'bettor', score('Discount', discount, at('/ScoreDiscount'))),
  state('agent-rates-member', '返点设置，一位下级', 'bettor', score('Discount', theirs, at('/ScoreDiscount?who=100002'))),
  state('agent-team', '下级代理', 'bettor', score('Subagent', subagent, at('/ScoreSubagent'))),
  state('agent-team-newcomer', '下级代理，还没有', 'newcomer', at('/ScoreSubagent')),
  state('agent-games', '游戏报表', 'bettor', score('GameReport', games, at('/ScoreGameReport'))),
  state('agent-games-error', '游戏报表，服务器不在', 'bettor', without(/Score\/GameReport/, at('/ScoreGameReport'))),
  state('agent-report', '积分报表', 'bettor', score('Report', report, at('/ScoreReprot'))),
  { ...state('agent-report-loading', '积分报表，加载中', 'bettor', waiting(/Score\/Report/, '/ScoreReprot')), loading: true },
  state('agent-returns', '返点列表', 'bettor', score('ReturnList', returns, at('/ScoreReturnList'))),
  state('agent-bets', '投注报表', 'bettor', filled(['/api/Score/BetReport'], at('/ScoreBetReport?scope=team'))),
  state('agent-bets-newcomer', '投注报表，新账号', 'newcomer', at('/ScoreBetReport')),
];
