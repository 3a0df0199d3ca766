/** Quizzes with two server processes on a real PostgreSQL: a round is decided once and every entry paid once, also when one of them is killed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { splitPool } from '../../../engine/quiz/split.ts';
import { STATUS } from '../../../protocol/status.ts';
import { killCount } from '../../engine/rules/support/runs.ts';
import { addQuizzes, enterQuiz, scheduleFarFromClose } from '../support/quiz.ts';
import { waitFor } from '../support/server.ts';
import { twoProcesses } from '../support/two-processes.ts';

function prepare(games: string): void {
  addQuizzes(games, ['k3daxiao']);
  const file = join(games, 'jsks.json');
  const game = JSON.parse(readFileSync(file, 'utf8')) as { readonly schedule: object };
  writeFileSync(file, JSON.stringify({ ...game, schedule: { ...game.schedule, ...scheduleFarFromClose() } }));
}
const { ask, base, players, kill } = twoProcesses({ prepare });
const RICH = { points: 1_000_000 };

let rounds = 0;

/** The open round, about an issue of this test's own, whose end is where the test wants it: nobody waits for a draw. */
async function ownRound(): Promise<{ id: string; issue: string; carried: number }> {
  rounds += 1;
  const issue = `T${rounds}`;
  let id = '';
  await waitFor('an open round', async () => {
    const [open] = await ask<{ id: string }>(`SELECT id FROM quiz_rounds WHERE state = 'open' AND closes_at > caipu_now_ms() + 60000`);
    id = open?.id ?? '';
    return id !== '';
  });
  await ask(
    `INSERT INTO issues (game, issue, opens_at, closes_at, draws_at, state, hash, commitment, seed)
     SELECT game, $1, caipu_now_ms() - 1, caipu_now_ms() + 86400000, caipu_now_ms() + 86400000, 'open', hash, repeat('0', 64), repeat('0', 64)
       FROM issues WHERE game = 'jsks' LIMIT 1`,
    [issue],
  );
  const [row] = await ask<{ carried: number }>(
    'UPDATE quiz_rounds SET subject = $2, most = 1000000, closes_at = caipu_now_ms() + 3600000, due_at = caipu_now_ms() + 3600000, void_at = caipu_now_ms() + 7200000 WHERE id = $1 RETURNING carried::int',
    [id, issue],
  );
  return { id, issue, carried: row?.carried ?? 0 };
}

async function end({ id, issue }: { id: string; issue: string }, dice: readonly number[]): Promise<void> {
  await ask(`UPDATE quiz_rounds SET closes_at = caipu_now_ms(), due_at = caipu_now_ms() WHERE id = $1`, [id]);
  await ask(
    `UPDATE issues SET state = 'drawn', closes_at = opens_at + 1, draws_at = opens_at + 1, numbers = $2::jsonb WHERE game = 'jsks' AND issue = $1`,
    [issue, JSON.stringify({ dice })],
  );
}

const done = (id: string) => async () => (await ask(`SELECT 1 FROM quiz_rounds WHERE id = $1 AND state = 'done'`, [id])).length > 0;

/** Every entry of a round is paid what the exact split says, by one movement or none. */
async function expectPaid(id: string, carried: number, outcome: string): Promise<void> {
  const entries = await ask<{ id: string; option: string; points: number; prize: number }>(
    'SELECT id, option, points::int, prize::int FROM quiz_entries WHERE round = $1 ORDER BY user_id, id',
    [id],
  );
  const { paid } = splitPool(entries, carried, 95, outcome);
  expect(entries.map(({ prize }) => prize)).toEqual(paid);
  expect(
    await ask(`SELECT ref FROM movements WHERE kind = 'quizPrize' AND ref = ANY($1::uuid[]) GROUP BY ref HAVING count(*) > 1`, [
      entries.map((entry) => entry.id),
    ]),
  ).toEqual([]);
}

it('[Q2] forty entries at two processes up to the close: those before it count, those after take nothing', async () => {
  const people = await players(10, RICH);
  const round = await ownRound();
  const before = people.map((who, at) => enterQuiz(who.twin(base(at)), round.id, at % 3 === 0 ? 'small' : 'big', 10 + at));
  const first = await Promise.all(before);
  expect(first.map(({ status }) => status)).toEqual(people.map(() => STATUS.ok));
  const racing = people.flatMap((who, at) =>
    Array.from({ length: 3 }, (_, n) => enterQuiz(who.twin(base(at + n)), round.id, at % 3 === 0 ? 'small' : 'big', 20)),
  );
  await end(round, [6, 5, 4]);
  const answers = await Promise.all(racing);
  for (const { status } of answers) expect([STATUS.ok, STATUS.issueClosed]).toContain(status);
  const taken = answers.filter(({ status }) => status === STATUS.ok).length;
  await waitFor('the round is paid', done(round.id));
  expect(await ask('SELECT count(*)::int AS n FROM quiz_entries WHERE round = $1', [round.id])).toEqual([{ n: people.length + taken }]);
  await expectPaid(round.id, round.carried, 'big');
}, 60_000);

it('[Q7] a process killed while a round is paid: every entry is paid once, and the rest is in the next pool', async () => {
  const people = await players(6, RICH);
  for (let n = 0; n < killCount(1); n++) {
    const round = await ownRound();
    // Many entries, put down as entering does, so that paying takes many steps.
    await ask(
      `WITH made AS (SELECT u.id AS user_id, gen_random_uuid() AS id, CASE WHEN u.id % 2 = 0 THEN 'big' ELSE 'small' END AS option, 10 + (n % 90) AS points
                       FROM users u, generate_series(1, 700) n WHERE u.id = ANY($2)),
            paid AS MATERIALIZED (SELECT *, post(user_id, 'quiz', 'points', 'house:quiz', points, 'play', id) AS after FROM made)
       INSERT INTO quiz_entries (user_id, id, round, option, points, running, placed_at)
       SELECT user_id, id, $1, option, points, sum(points) OVER (PARTITION BY user_id ORDER BY id), caipu_now_ms() FROM paid WHERE after IS NOT NULL`,
      [round.id, people.map(({ userId }) => userId)],
    );
    await end(round, [1, 2, 1]);
    const settled = async () =>
      (await ask<{ n: number }>(`SELECT count(*)::int AS n FROM quiz_entries WHERE round = $1 AND status <> 'placed'`, [round.id]))[0]?.n ??
      0;
    await waitFor('some are paid', async () => (await settled()) > 0);
    await kill(n, () => waitFor('all are paid', done(round.id), 60));
    await expectPaid(round.id, round.carried, 'small');
    const [left] = await ask<{ points: number; carried: number }>(
      `SELECT left_points::int AS points, (SELECT coalesce(sum(points), 0) FROM quiz_pots)::int + (SELECT coalesce(sum(carried), 0) FROM quiz_rounds WHERE state = 'open')::int AS carried
         FROM quiz_rounds WHERE id = $1`,
      [round.id],
    );
    expect(left?.carried).toBe(left?.points);
  }
}, 600_000);
