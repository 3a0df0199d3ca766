/** The quiz and games of companies on the picture page, answered in the shapes of the calls. */
import type { CompanyBetsModels, OutsideGamesModels, QuizEntry, QuizQuestion } from '../../../protocol/calls.ts';
import { answered, at, dialog, press, state, type State, then, uuid, without } from './ways.ts';

const NOW = Date.now();
const HOUR = 3_600_000;
const QUESTIONS = '/api/Activity/SSJCQuestions';
const RECORDS = '/api/Activity/DoSSJCActRecord';
const LEVELS = '/api/UserCenter/Levels';
const BETS = '/api/fund/CompanyBets';
const GAMES = '/api/SiteMsg/GetSlotsGameList';

const option = (code: string, name: string, points: number, percent: number, back: string) => ({ code, name, points, percent, back });
const round: QuizQuestion = {
  id: uuid(701),
  quiz: 'zuqiu',
  name: '足球胜平负',
  number: 12,
  ask: '英格兰超级联赛：曼彻斯特联 对 托特纳姆热刺，谁会获胜？',
  note: '以 90 分钟（含补时）的比分为准，比赛取消则退回积分',
  kind: 'match',
  gameCode: 'jczq',
  subject: 'm1',
  status: 'open',
  opensAt: NOW - HOUR,
  closesAt: NOW + 3 * HOUR,
  dueAt: NOW + 5 * HOUR,
  least: 10,
  most: 1_000,
  sharePercent: 95,
  pool: 128_410,
  taken: 1_210,
  carried: 1_210,
  people: 386,
  options: [
    option('home', '曼彻斯特联', 61_200, 48, '19.9'),
    option('draw', '平局', 20_400, 16, '59.7'),
    option('away', '托特纳姆热刺', 45_600, 36, '26.7'),
  ],
  outcome: '',
  outcomeName: '',
  result: '',
  why: '',
  mine: { option: 'home', optionName: '曼彻斯特联', points: 200, prize: 0, status: 'placed' },
};
const dice: QuizQuestion = {
  ...round,
  id: uuid(702),
  quiz: 'k3daxiao',
  name: '快三大小',
  ask: '江苏快三第 261123036 期，三颗骰子的点数之和是大还是小？',
  note: '和值 11–17 为大，4–10 为小；三颗骰子点数相同则退回积分',
  kind: 'draw',
  gameCode: 'jsks',
  subject: '261123036',
  status: 'closed',
  closesAt: NOW - 20_000,
  dueAt: NOW + 40_000,
  pool: 340,
  taken: 0,
  carried: 0,
  people: 9,
  options: [option('big', '大', 340, 100, ''), option('small', '小', 0, 0, '')],
  mine: null,
};
const ended: QuizQuestion[] = [
  {
    ...dice,
    id: uuid(703),
    status: 'decided',
    dueAt: NOW - HOUR,
    outcome: 'small',
    outcomeName: '小',
    result: '开奖 1 2 4',
    mine: { option: 'small', optionName: '小', points: 100, prize: 231, status: 'won' },
  },
  {
    ...round,
    id: uuid(704),
    status: 'decided',
    dueAt: NOW - 2 * HOUR,
    outcome: 'draw',
    outcomeName: '平局',
    result: '全场 1:1，半场 0:1',
    mine: { ...(round.mine as NonNullable<QuizQuestion['mine']>), status: 'lost' },
  },
  { ...dice, id: uuid(705), status: 'back', dueAt: NOW - 3 * HOUR, result: '开奖 4 4 4', why: '开奖 4 4 4，积分已全部退回' },
];
const LIST = { items: [round, dice], next: null };
const POINTS = { points: 2_460, growth: 300, level: 1 };

const entry = (n: number, status: QuizEntry['status'], more: Partial<QuizEntry>): QuizEntry => ({
  entryId: uuid(n),
  question: round.id,
  quiz: round.quiz,
  ask: round.ask,
  option: 'home',
  optionName: '曼彻斯特联',
  points: 200,
  prize: 0,
  net: 0,
  status,
  outcomeName: '',
  result: '',
  why: '',
  at: NOW - n * 60_000,
  endsAt: NOW + HOUR,
  ...more,
});
const ENTRIES = {
  items: [
    entry(711, 'placed', {}),
    entry(712, 'won', { prize: 398, net: 198, outcomeName: '曼彻斯特联', result: '全场 2:1，半场 1:0' }),
    entry(713, 'lost', { net: -200, outcomeName: '平局', result: '全场 1:1，半场 0:1' }),
    entry(714, 'back', { prize: 200, result: '比赛取消', why: '比赛取消，积分已全部退回' }),
  ],
  next: null,
};

const bet = (n: number, stakeFen: number, prizeFen: number, result: string): CompanyBetsModels['items'][number] => ({
  betId: uuid(n),
  company: 'demo2',
  gameCode: 'coin',
  gameName: '猜硬币',
  stakeFen,
  prizeFen,
  netFen: prizeFen - stakeFen,
  result,
  at: NOW - n * 60_000,
});
const PLAYED: CompanyBetsModels = {
  company: 'demo2',
  name: '演示棋牌',
  items: [bet(721, 100, 200, '猜正面，开正面'), bet(722, 500, 0, '猜反面，开正面'), bet(723, 1_000, 2_000, '猜反面，开反面')],
  next: null,
};
const CENTRE: OutsideGamesModels = {
  company: 'demo',
  name: '演示游戏',
  items: [
    { company: 'demo', code: 'cards', name: '翻牌', note: '翻两张，相同得分', page: '1', starred: true, playedAt: null },
    {
      company: 'demo',
      code: 'wheel',
      name: '幸运转盘',
      note: '每转一次 10 积分，最高得 50 积分',
      page: '1',
      starred: false,
      playedAt: NOW - HOUR,
    },
  ],
  next: null,
};
const NONE = { items: [], next: null };

/** The sheet of the first question, opened by its first option. */
const sheet = (answers: Readonly<Record<string, object>>): State['open'] =>
  answered(
    { [QUESTIONS]: LIST, [LEVELS]: POINTS, ...answers },
    then('/Ssjc', async (page) => {
      await page.unroute((url) => url.pathname === QUESTIONS);
      await page.route(
        (url) => url.pathname === QUESTIONS,
        (route) => route.fulfill({ json: { status: 0, models: { items: [{ ...round, mine: null }], next: null }, msg: '' } }),
      );
      await press(page, /^曼彻斯特联/);
      await dialog(page);
      await page.getByRole('button', { name: /^投入/ }).waitFor();
    }),
  );

export const QUIZ_STATES: readonly State[] = [
  state('quiz', '赛事竞猜', 'bettor', answered({ [QUESTIONS]: LIST, [LEVELS]: POINTS }, at('/Ssjc'))),
  state('quiz-none', '赛事竞猜，没有题目', 'visitor', answered({ [QUESTIONS]: NONE }, at('/Ssjc'))),
  state('quiz-error', '赛事竞猜，没有加载出来', 'visitor', without(/SSJCQuestions/, at('/Ssjc'))),
  state('quiz-entry', '参与竞猜', 'bettor', sheet({})),
  state('quiz-no-points', '参与竞猜，积分不足', 'bettor', sheet({ [LEVELS]: { ...POINTS, points: 3 } })),
  state(
    'quiz-ended',
    '竞猜，已揭晓',
    'bettor',
    answered({ [QUESTIONS]: { items: ended, next: null }, [LEVELS]: POINTS }, at('/Ssjc?view=ended')),
  ),
  state('quiz-records', '竞猜记录', 'bettor', answered({ [RECORDS]: ENTRIES }, at('/betRecordSSJC'))),
  state('quiz-records-empty', '竞猜记录，没有', 'newcomer', answered({ [RECORDS]: NONE }, at('/betRecordSSJC'))),
  state('company-games', '游戏中心', 'bettor', answered({ [GAMES]: CENTRE }, at('/gamecenter/demo'))),
  state('company-bets', '第三方游戏记录', 'bettor', answered({ [BETS]: PLAYED }, at('/betRecordDGG'))),
  state('company-bets-empty', '第三方游戏记录，没有', 'newcomer', answered({ [BETS]: { ...PLAYED, items: [] } }, at('/betRecordDGG'))),
];
