/** Quizzes from end to end on the embedded database: rounds open, close, are decided and paid, and every point has its owner. */
import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { splitPool, pointsFromCarryover } from '../../../engine/quiz/split.ts';
import type { QuizQuestion } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import { openIssues } from '../../../server/lottery/draws/open-issues.ts';
import { decideRounds, openRounds, payRounds, runQuizzes } from '../../../server/mini-games/quiz/job.ts';
import { runCount } from '../../engine/rules/support/runs.ts';
import { clockTo } from '../support/game-clock.ts';
import type { Client } from '../support/client.ts';
import { addQuizzes, drawIssue, enterQuiz, givePoints, quizQuestions, quizRecords } from '../support/quiz.ts';
import { copyGames, expectBooksInOrder, startServer, temporaryFolder, type TestServer, waitFor } from '../support/server.ts';
import { addMatch, addSports, changeOffer, endMatch, score } from '../support/sports.ts';

let server: TestServer;
let people: Client[];

beforeAll(async () => {
  // No background jobs: this test opens, decides and pays itself.
  const gamesDir = copyGames(temporaryFolder());
  addSports(gamesDir, ['jczq']);
  addQuizzes(gamesDir, ['k3daxiao', 'zuqiu']);
  server = await startServer({ clockSpeed: 1, role: 'web', gamesDir });
  people = await Promise.all(Array.from({ length: 4 }, () => server.client().register()));
  await givePoints(
    server.context.database,
    people.map(({ userId }) => userId),
    1_000_000,
  );
});
afterEach(() => expectBooksInOrder(server.context.database));
afterAll(() => server?.stop());

const points = async ({ userId }: Client): Promise<number> =>
  (await server.context.database.query<{ balance: number }>(`SELECT balance FROM purses WHERE user_id = $1 AND purse = 'points'`, [userId]))
    .rows[0]?.balance ?? 0;

/** A new round about a draw of 快三. Those before it are over: what they carried is in this one. */
async function nextRound() {
  const { context } = server;
  for (;;) {
    await context.database.query(
      `DELETE FROM issues WHERE game = 'jsks' AND issue IN (SELECT subject FROM quiz_rounds WHERE state = 'open')`,
    );
    await decideRounds(context);
    while ((await payRounds(context)) > 0);
    const version = context.games.published('jsks');
    if (version === undefined) throw new Error('jsks is not published');
    await openIssues(context, version);
    await openRounds(context);
    const { rows } = await context.database.query<{ id: string }>(`SELECT id FROM quiz_rounds WHERE quiz = 'k3daxiao' AND state = 'open'`);
    const [who] = people as [Client];
    await who.sync();
    for (const each of people) each.now = who.now;
    // By its id: the list of all is a second old.
    if (rows[0] !== undefined) return (await decided(rows[0].id)) as QuizQuestion;
    await context.clock.advance(300_000);
  }
}

async function pass(at: number): Promise<void> {
  await clockTo(server.context, at);
  for (const who of people) await who.sync();
}

/** Lets a round close and sets its draw to `dice`; undefined: the issue is removed. */
async function draw(round: { subject: string; dueAt: number }, dice: readonly number[] | undefined): Promise<void> {
  await pass(round.dueAt + 1);
  if (dice === undefined) await server.context.database.query(`DELETE FROM issues WHERE game = 'jsks' AND issue = $1`, [round.subject]);
  else await drawIssue(server, 'jsks', round.subject, { dice });
  await decideRounds(server.context);
  while ((await payRounds(server.context)) > 0);
}

const decided = async (id: string) => (await quizQuestions(people[0] as Client, { question: id })).models.items[0];

describe('a round about a draw', () => {
  it('[Q1] is opened once while the draw is on sale, with the question in words', async () => {
    const round = await nextRound();
    expect(round).toMatchObject({
      quiz: 'k3daxiao',
      status: 'open',
      least: 10,
      most: 1_000,
      sharePercent: 95,
      mine: null,
    });
    expect(round.ask).toBe(`江苏快三第 ${round.subject} 期，三颗骰子的点数之和是大还是小？`);
    const { rows } = await server.context.database.query<{ closes_at: number }>(
      `SELECT closes_at FROM issues WHERE game = 'jsks' AND issue = $1`,
      [round.subject],
    );
    expect(round.closesAt).toBe((rows[0]?.closes_at ?? 0) - 30_000);
    expect(await openRounds(server.context)).toBe(0);
    const visitor = server.client();
    visitor.now = (people[0] as Client).now;
    expect((await quizQuestions(visitor, { question: round.id })).models.items[0]?.mine).toBeNull();
  });

  it('[Q2] takes points under a key once, says what the pool is, and shows what is mine', async () => {
    const [a, b] = people as [Client, Client];
    const round = await nextRound();
    const before = await points(a);
    const key = { headers: { 'idempotency-key': randomUUID() } };
    const first = await enterQuiz(a, round.id, 'big', 100, key);
    expect(first).toMatchObject({
      status: STATUS.ok,
      models: { points: before - 100, entry: { optionName: '大', points: 100, status: 'placed' } },
    });
    expect(await enterQuiz(a, round.id, 'big', 100, key)).toEqual(first);
    expect((await enterQuiz(a, round.id, 'big', 200, key)).status).toBe(STATUS.keyConflict);
    expect(await points(a)).toBe(before - 100);
    const moved = await a.get<{ items: unknown[] }>('/api/UserCenter/GrowthList', { purse: 'points', size: '1' });
    expect(moved.models.items[0]).toMatchObject({ label: '竞猜投入', subject: round.ask, amount: -100 });
    await enterQuiz(b, round.id, 'small', 20);
    const seen = await decided(round.id);
    expect(seen).toMatchObject({
      pool: 120 + pointsFromCarryover(120, round.carried, 95),
      people: 2,
      mine: { option: 'big', optionName: '大', points: 100, status: 'placed' },
    });
    expect(seen?.options.map(({ points: on, percent }) => [on, percent])).toEqual([
      [100, 83],
      [20, 17],
    ]);
    const list = await a.get<{ items: unknown[]; points: number }>('/api/Activity/DoSSJCAct', { op: 'list' });
    expect(list.models).toMatchObject({ points: before - 100 });
    expect(list.models.items.length).toBeGreaterThan(0);
  });

  it('[Q3] refuses the other side, too little, too much, nothing there, no points, and a player in a break', async () => {
    const [a, b] = people as [Client, Client];
    const round = await nextRound();
    await enterQuiz(a, round.id, 'big', 900);
    const refused = async (who: Client, option: string, amount: number, question = round.id) => {
      const before = await points(who);
      const answer = await enterQuiz(who, question, option, amount);
      expect(await points(who)).toBe(before);
      return [answer.status, answer.msg];
    };
    expect(await refused(a, 'small', 10)).toEqual([STATUS.stateChanged, '您已选“大”，每题只能选一项，可继续追加']);
    expect(await refused(a, 'big', 101)).toEqual([STATUS.overCap, '本题最多 1000 积分，还可投 100']);
    expect(await refused(b, 'big', 9)).toEqual([STATUS.overCap, '每次至少 10 积分']);
    expect(await refused(b, 'huge', 10)).toEqual([STATUS.invalid, '没有这个选项（/option）']);
    expect(await refused(b, 'big', 10, randomUUID())).toEqual([STATUS.notFound, '题目不存在或已下线']);
    const poor = await server.client().register();
    expect(await refused(poor, 'big', 10)).toEqual([STATUS.insufficientFunds, '积分不足：现有 0 积分']);
    await givePoints(server.context.database, [poor.userId], 100);
    const rested = await poor.post('/api/Protection/Pause', { kind: 'break', code: 'day' });
    expect(rested.status, rested.msg).toBe(STATUS.ok);
    expect((await refused(poor, 'big', 10))[0]).toBe(STATUS.limitReached);
    expect((await enterQuiz(a, round.id, 'big', 60)).status).toBe(STATUS.ok);
    expect(await refused(a, 'big', 41)).toEqual([STATUS.overCap, '本题最多 1000 积分，还可投 40']);
    expect((await enterQuiz(a, round.id, 'big', 40)).status).toBe(STATUS.ok);
    expect(await refused(a, 'big', 10)).toEqual([STATUS.overCap, '本题最多 1000 积分，您已投满']);
  });

  it('[Q5] pays the right entries to the point; the rest is in the next pool', async () => {
    const [a, b, c] = people as [Client, Client, Client];
    const round = await nextRound();
    const carried = round.carried;
    await enterQuiz(a, round.id, 'big', 100);
    await enterQuiz(b, round.id, 'big', 33);
    await enterQuiz(c, round.id, 'small', 77);
    const before = await points(a);
    await draw(round, [6, 5, 1]);
    const { paid, left } = splitPool(
      [
        { option: 'big', points: 100 },
        { option: 'big', points: 33 },
        { option: 'small', points: 77 },
      ],
      carried,
      95,
      'big',
    );
    expect(await points(a)).toBe(before + (paid[0] as number));
    expect(await decided(round.id)).toMatchObject({
      status: 'decided',
      outcome: 'big',
      outcomeName: '大',
      result: '开奖 6 5 1',
      mine: { prize: paid[0], status: 'won' },
    });
    expect((await quizRecords(c, { size: '1' })).models.items[0]).toMatchObject({
      option: 'small',
      prize: 0,
      net: -77,
      status: 'lost',
      outcomeName: '大',
    });
    expect((await nextRound()).carried).toBe(left);
  });

  it('[Q6] gives everything back when nothing came true, nobody was right, all were, and when the draw is off', async () => {
    const [a, b] = people as [Client, Client];
    const cases = [
      { dice: [4, 4, 4], of: ['big', 'small'], why: '开奖 4 4 4，积分已全部退回' },
      { dice: [1, 2, 4], of: ['big', 'big'], why: '没有人猜中，积分已全部退回' },
      { dice: [6, 2, 4], of: ['big', 'big'], why: '所有人都选了同一项，积分已全部退回' },
      { dice: undefined, of: ['big', 'small'], why: '本期取消，积分已全部退回' },
    ];
    for (const { dice, of, why } of cases) {
      const round = await nextRound();
      const before = [await points(a), await points(b)];
      await enterQuiz(a, round.id, of[0] as string, 40);
      await enterQuiz(b, round.id, of[1] as string, 60);
      await draw(round, dice);
      expect(await decided(round.id)).toMatchObject({ status: 'back', why, mine: { prize: 40, status: 'back' } });
      // The own record says it too: the side that was right may be the one that was taken.
      expect((await quizRecords(a)).models.items[0]).toMatchObject({ question: round.id, status: 'back', why });
      expect([await points(a), await points(b)]).toEqual(before);
      expect((await nextRound()).carried).toBe(round.carried);
    }
    // A draw that never comes.
    const round = await nextRound();
    await enterQuiz(a, round.id, 'big', 40);
    await pass(round.dueAt + 24 * 3_600_000 - 1_000);
    expect((await decided(round.id))?.status).toBe('closed');
    await decideRounds(server.context);
    expect((await decided(round.id))?.status).toBe('closed');
    await pass(round.dueAt + 24 * 3_600_000 + 1);
    await decideRounds(server.context);
    await payRounds(server.context);
    expect(await decided(round.id)).toMatchObject({ status: 'back', why: '未取得结果，积分已全部退回' });
  });

  it('[Q2] is open in its last millisecond and closed in the next', async () => {
    const [a] = people as [Client];
    const { database } = server.context;
    const round = await nextRound();
    // The close is put before and after an instant that the entry itself reads: a clock that stands still.
    const still = async (closes: string, work: () => Promise<unknown>) => {
      await database.query(`UPDATE quiz_rounds SET closes_at = ${closes} WHERE id = $1`, [round.id]);
      return work();
    };
    await database.query(`ALTER FUNCTION caipu_now_ms() RENAME TO caipu_now_ms_real`);
    const { rows } = await database.query<{ now: number }>('SELECT caipu_now_ms_real() AS now');
    const now = rows[0]?.now ?? 0;
    await database.query(`CREATE FUNCTION caipu_now_ms() RETURNS bigint LANGUAGE sql STABLE AS 'SELECT ${now}::bigint'`);
    try {
      expect(((await still(`${now + 1}`, () => enterQuiz(a, round.id, 'big', 10))) as { status: number }).status).toBe(STATUS.ok);
      expect(((await still(`${now}`, () => enterQuiz(a, round.id, 'big', 10))) as { status: number }).status).toBe(STATUS.issueClosed);
    } finally {
      await database.query('DROP FUNCTION caipu_now_ms()');
      await database.query('ALTER FUNCTION caipu_now_ms_real() RENAME TO caipu_now_ms');
    }
    await draw(round, [1, 1, 2]);
  });
});

it('[Q4] a round keeps the description that it was opened with', async () => {
  const [a, b] = people as [Client, Client];
  const round = await nextRound();
  await enterQuiz(a, round.id, 'big', 50);
  await enterQuiz(b, round.id, 'small', 50);
  const file = join(server.gamesDir, 'quiz/k3daxiao.json');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace('"big"', '"huge"').replace('"sharePercent":95', '"sharePercent":50'));
  await server.context.publication.refresh();
  await draw(round, [6, 6, 5]);
  expect(await decided(round.id)).toMatchObject({ outcome: 'big', sharePercent: 95 });
  writeFileSync(file, text);
  await server.context.publication.refresh();
});

it('[Q1] rounds about matches: those that are sold next, closed at once when one is, and decided by the score', async () => {
  const [a, b, c] = people as [Client, Client, Client];
  const { database } = server.context;
  for (const [at, id] of ['m1', 'm2', 'm3', 'm4', 'm5'].entries()) await addMatch(database, { id, startsIn: 3_600_000 * (at + 1) });
  await openRounds(server.context);
  // The list is a second old.
  const fresh = () =>
    waitFor(
      'the list is read anew',
      async () => (await quizQuestions(a, { quiz: 'zuqiu' })).models.items.filter(({ status }) => status === 'open').length === 4,
    );
  await fresh();
  const rounds = (await quizQuestions(a, { quiz: 'zuqiu' })).models.items;
  expect(rounds.map(({ subject }) => subject)).toEqual(['m1', 'm2', 'm3', 'm4']);
  const [first, second, third] = rounds as [(typeof rounds)[0], (typeof rounds)[0], (typeof rounds)[0]];
  expect(first).toMatchObject({ ask: '测试联赛：AA 队 对 BB 队，谁会获胜？', kind: 'match', gameCode: 'jczq' });
  expect(first.options.map(({ name }) => name)).toEqual(['AA 队', '平局', 'BB 队']);
  await enterQuiz(a, first.id, 'home', 100);
  await enterQuiz(b, first.id, 'draw', 100);
  await enterQuiz(c, first.id, 'away', 100);
  await enterQuiz(a, second.id, 'home', 100);
  await enterQuiz(b, second.id, 'away', 100);
  await changeOffer(database, 'jczq', 'm3', `suspended = '延期'`);
  expect((await enterQuiz(a, third.id, 'home', 10)).status).toBe(STATUS.issueClosed);
  await pass(first.closesAt + 1);
  expect((await enterQuiz(a, first.id, 'home', 10)).status).toBe(STATUS.issueClosed);
  await endMatch(database, 'm1', score([1, 1]));
  await runQuizzes(server.context);
  await fresh();
  expect(await decided(first.id)).toMatchObject({
    status: 'decided',
    outcomeName: '平局',
    result: '全场 1:1，半场 0:0',
    mine: { status: 'lost' },
  });
  const paid = (await quizRecords(b, { quiz: 'zuqiu', status: 'won' })).models.items;
  expect(paid).toMatchObject([{ prize: Math.floor((100 * 300 * 95) / 100 / 100), net: 185 }]);
  // The rest is in the pool that closes next. The next match takes the free place.
  const open = (await quizQuestions(a, { quiz: 'zuqiu' })).models.items.filter(({ status }) => status === 'open');
  expect(open.map(({ subject, carried }) => [subject, carried])).toEqual([
    ['m2', 15],
    ['m3', 0],
    ['m4', 0],
    ['m5', 0],
  ]);
  await endMatch(database, 'm2', { void: true });
  await pass(second.closesAt + 1);
  // What waits for its result comes after what can be entered.
  const listed = async () => (await quizQuestions(a, { quiz: 'zuqiu' })).models.items;
  const waiting = await waitFor('the list is read anew', async () => {
    const items = await listed();
    return items.some(({ status }) => status === 'closed') && items;
  });
  expect(waiting.map(({ subject }) => subject)).toEqual(['m3', 'm4', 'm5', 'm2']);
  await runQuizzes(server.context);
  expect(await decided(second.id)).toMatchObject({ status: 'back', why: '比赛取消，积分已全部退回' });
  // [Q9] What is corrected later changes nothing.
  await endMatch(database, 'm1', score([3, 1]));
  await runQuizzes(server.context);
  expect(await decided(first.id)).toMatchObject({ outcomeName: '平局' });
});

it('[Q9] the first result counts; lists page through what was, and say who is asked', async () => {
  const [a] = people as [Client];
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const { models } = await quizQuestions(a, { state: 'ended', size: '2', ...(cursor === undefined ? {} : { cursor }) });
    seen.push(...models.items.map(({ id }) => id));
    if (models.next === null) break;
    cursor = models.next;
  }
  const { rows } = await server.context.database.query<{ id: string }>(
    `SELECT id FROM quiz_rounds WHERE state <> 'open' ORDER BY decided_at DESC, id DESC`,
  );
  expect(seen).toEqual(rows.map(({ id }) => id));
  const { models } = await a.get<{ items: unknown[] }>('/api/Activity/SSJCQuizzes');
  expect(models.items).toEqual([
    { code: 'zuqiu', name: '足球胜平负', disabled: '' },
    { code: 'k3daxiao', name: '快三大小', disabled: '' },
  ]);
});

it('[Q8] random rounds: what is paid is what the exact split says, and every point has its owner at every step', async () => {
  const { database } = server.context;
  const sides = ['big', 'small'] as const;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ who: fc.integer({ min: 0, max: 3 }), points: fc.integer({ min: 10, max: 250 }) }), { maxLength: 12 }),
      fc.tuple(...people.map(() => fc.constantFrom(...sides))),
      fc.constantFrom([6, 6, 5], [1, 2, 1], [2, 2, 2]),
      async (entries, choice, dice) => {
        const round = await nextRound();
        const stakes = [];
        for (const { who, points: amount } of entries) {
          const answer = await enterQuiz(people[who] as Client, round.id, choice[who] as string, amount);
          if (answer.status === STATUS.ok) stakes.push({ id: answer.models.entry?.entryId, option: choice[who] as string, points: amount });
          else expect(answer.status).toBe(STATUS.overCap);
        }
        await expectBooksInOrder(database);
        const outcome = dice[0] === 2 ? undefined : dice[0] === 6 ? 'big' : 'small';
        const { paid, left } = splitPool(stakes, round.carried, 95, outcome);
        await draw(round, dice);
        const { rows } = await database.query<{ id: string; prize: number }>('SELECT id, prize FROM quiz_entries WHERE round = $1', [
          round.id,
        ]);
        expect(new Map(rows.map(({ id, prize }) => [id, prize]))).toEqual(new Map(stakes.map(({ id }, at) => [id, paid[at]])));
        expect((await nextRound()).carried).toBe(left);
      },
    ),
    { numRuns: Math.min(60, runCount(6)) },
  );
}, 120_000);
