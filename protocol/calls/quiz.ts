/** Quizzes (竞猜, SSJC): rounds of questions, entered with points. Their descriptions are games/quiz/*.json. */
import { call } from './define.ts';
import { count, instant, list, object, oneOf, optional, orNull, page, paging, sharedId, text, Type } from './schema.ts';

const points = (description: string) => Type.Integer({ minimum: 0, unit: 'points', description });
const status = oneOf(['placed', 'won', 'lost', 'back'], 'placed: the round is not decided yet. back: all players got their points back.');

const option = object({
  code: text(),
  name: text(),
  points: points('Points on this option.'),
  percent: count("The option's part of all points of this round, in percent, rounded."),
  back: text('The return of ten points if the round ended now and this option were right: "18.5"; empty if all points would be returned.'),
});

export const quizQuestion = object({
  id: sharedId('round'),
  quiz: text('Code of the quiz.'),
  name: text('Name of the quiz.'),
  number: count('Which round of the quiz this is.'),
  ask: text('The question.'),
  note: text('How it is decided; may be empty.'),
  kind: oneOf(['draw', 'match'], 'The subject.'),
  gameCode: text('The game of the question.'),
  subject: text('The issue, or the id of the match.'),
  status: oneOf(['open', 'closed', 'decided', 'back'], 'closed: the result is not known yet. back: all players got their points back.'),
  opensAt: instant(),
  closesAt: instant('When entries close.'),
  dueAt: instant('When the result is expected.'),
  least: points('Least points of one entry.'),
  most: points('Most points of a player in this round.'),
  sharePercent: count('The share of the pool that is paid to right answers.'),
  pool: points('All points of the round, and its part of the carried-over points.'),
  taken: points('The part of the carried-over points that this round uses. It grows with the stakes.'),
  carried: points('Points carried over from earlier rounds.'),
  people: count('Players who entered.'),
  options: list(option),
  outcome: text('Code of the winning option; empty until then, and if none wins.'),
  outcomeName: text('The same in words.'),
  result: text('What happened: the numbers, the score. Empty until then.'),
  why: text('The reason why all players got their points back; otherwise empty.'),
  mine: orNull(
    object({
      option: text("The player's option."),
      optionName: text(),
      points: points("The player's points on it."),
      prize: points('The whole return.'),
      status,
    }),
    'Null: the player has no entry, or nobody is logged in.',
  ),
});

export const quizEntry = object({
  entryId: text('UUID of the entry.'),
  question: sharedId('round'),
  quiz: text('Code of the quiz.'),
  ask: text('The question.'),
  option: text(),
  optionName: text(),
  points: points('The points of the entry.'),
  prize: points('The whole return.'),
  net: Type.Integer({ unit: 'points', description: 'The return minus the points of the entry; 0 while it waits.' }),
  status,
  outcomeName: text('The winning option; empty until then, and if none wins.'),
  result: text('What happened; empty until then.'),
  why: text('The reason why all players got their points back; otherwise empty.'),
  at: instant(),
  endsAt: instant('When it was decided, or is expected to be decided.'),
});

const example = {
  question: {
    id: '019a2b3c-0000-7000-8000-000000000041',
    quiz: 'k3daxiao',
    name: '快三大小',
    number: 7,
    ask: '江苏快三第 261123015 期，三颗骰子的点数之和是大还是小？',
    note: '和值 11–17 为大，4–10 为小',
    kind: 'draw',
    gameCode: 'jsks',
    subject: '261123015',
    status: 'open',
    opensAt: 1_795_300_000_000,
    closesAt: 1_795_301_140_000,
    dueAt: 1_795_301_200_000,
    least: 10,
    most: 1_000,
    sharePercent: 95,
    pool: 130,
    taken: 6,
    carried: 10,
    people: 2,
    options: [
      { code: 'big', name: '大', points: 100, percent: 83, back: '12.3' },
      { code: 'small', name: '小', points: 20, percent: 17, back: '61.7' },
    ],
    outcome: '',
    outcomeName: '',
    result: '',
    why: '',
    mine: { option: 'big', optionName: '大', points: 100, prize: 0, status: 'placed' },
  },
  entry: {
    entryId: '019a2b3c-0000-7000-8000-000000000042',
    question: '019a2b3c-0000-7000-8000-000000000041',
    quiz: 'k3daxiao',
    ask: '江苏快三第 261123015 期，三颗骰子的点数之和是大还是小？',
    option: 'big',
    optionName: '大',
    points: 100,
    prize: 0,
    net: 0,
    status: 'placed',
    outcomeName: '',
    result: '',
    why: '',
    at: 1_795_300_000_000,
    endsAt: 1_795_301_200_000,
  },
} as const;

export const ssjcQuestions = call({
  method: 'GET',
  path: '/api/Activity/SSJCQuestions',
  summary: '竞猜：正在进行的题目，或已揭晓的题目',
  session: 'optional',
  fields: {
    state: optional(
      oneOf(['open', 'ended'], 'open (when left out): undecided rounds, the next to close first. ended: decided rounds, the newest first.'),
    ),
    quiz: optional(Type.String({ minLength: 1, maxLength: 32, description: 'Code of a quiz; left out: all.' })),
    question: optional(sharedId('round: only this one')),
    ...paging(),
  },
  answer: page(quizQuestion),
  example: { fields: { size: 20 }, models: { items: [example.question], next: null } },
});

export const ssjcQuizzes = call({
  method: 'GET',
  path: '/api/Activity/SSJCQuizzes',
  summary: '竞猜：有哪些题目',
  session: 'none',
  fields: {},
  answer: object({
    items: list(object({ code: text(), name: text(), disabled: text('The reason why it is not asked now; otherwise empty.') })),
  }),
  example: { fields: {}, models: { items: [{ code: 'k3daxiao', name: '快三大小', disabled: '' }] } },
});

export const doSsjcAct = call({
  method: 'GET',
  path: '/api/Activity/DoSSJCAct',
  summary: '竞猜：列出题目（op=list），或用积分参与（op=bet）',
  session: 'player',
  changes: 'state',
  signed: true,
  idempotent: true,
  fields: {
    op: oneOf(['list', 'bet'], 'list: lists the open questions. bet: enters one.'),
    question: optional(sharedId('round')),
    option: optional(Type.String({ minLength: 1, maxLength: 32, description: 'Code of an option of the round.' })),
    points: optional(Type.Integer({ minimum: 1, maximum: 1_000_000, unit: 'points', description: 'The points to enter.' })),
  },
  answer: object({
    points: points("The player's points now."),
    items: optional(list(quizQuestion, 'For op=list.')),
    entry: optional(quizEntry),
  }),
  refuses: ['issueClosed', 'insufficientFunds', 'overCap', 'notFound', 'limitReached', 'stateChanged'],
  example: {
    fields: { op: 'bet', question: example.entry.question, option: 'big', points: 100 },
    models: { points: 900, entry: example.entry },
  },
});

export const doSsjcActRecord = call({
  method: 'GET',
  path: '/api/Activity/DoSSJCActRecord',
  summary: '竞猜记录，新的在前',
  session: 'player',
  fields: {
    status: optional(oneOf(['placed', 'won', 'lost', 'back'], 'Left out: all.')),
    quiz: optional(Type.String({ minLength: 1, maxLength: 32, description: 'Code of a quiz; left out: all.' })),
    from: optional(instant('The first instant.')),
    to: optional(instant('Only before this instant.')),
    ...paging(),
  },
  answer: page(quizEntry),
  example: { fields: { size: 20 }, models: { items: [example.entry], next: null } },
});
