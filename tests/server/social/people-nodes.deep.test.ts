/** Attention and comments on a real PostgreSQL with two servers: limits hold exactly, and what goes away at the same moment is counted once. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CommentItem, CommentListModels, ReplyItem } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Client } from '../support/client.ts';
import { commentableThing } from '../support/people.ts';
import { startWithSchema, type TestPostgres } from '../support/postgres.ts';
import { startServer, type TestServer } from '../support/server.ts';

const WAIT_MS = 120_000;
let postgres: TestPostgres;
const nodes: TestServer[] = [];
beforeAll(async () => {
  postgres = await startWithSchema();
  for (const role of ['all', 'web'] as const) nodes.push(await startServer({ databaseUrl: postgres.url, clockSpeed: 1, role, history: 0 }));
}, WAIT_MS);
afterAll(async () => {
  for (const node of nodes) await node.stop();
  await postgres?.stop();
});

/** The same player on both. */
async function player(): Promise<readonly [Client, Client]> {
  const made = await (nodes[0] as TestServer).client().register();
  return [made, made.twin(nodes[1]?.base)];
}
const sql = (text: string, values: readonly unknown[]) => (nodes[0] as TestServer).context.database.query<{ n: number }>(text, values);
const either = <T>(who: readonly [Client, Client], times: number, act: (one: Client, n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, n) => act(who[n % 2] as Client, n)));
const comment = (one: Client, releaseId: string, text: string) =>
  one.get<CommentItem>('/api/order/addUserComment', { releaseId, id: randomUUID(), text });

it('[N2] the last two places for attention are two, for all requests at once', { timeout: WAIT_MS }, async () => {
  const who = await player();
  await sql(
    `INSERT INTO users (name, name_key, password_hash, created_at) SELECT 'crowd' || n, 'crowd' || n, '', 0 FROM generate_series(1, $1::int) n`,
    [510],
  );
  await sql(
    `INSERT INTO followed_players (user_id, target, at) SELECT $1, id, id FROM (SELECT id FROM users WHERE name LIKE 'crowd%' ORDER BY id LIMIT 498) c`,
    [who[0].userId],
  );
  const { rows } = await sql(`SELECT id AS n FROM users WHERE name LIKE 'crowd%' ORDER BY id DESC LIMIT 10`, []);
  const answers = await either(who, 10, (one, n) => one.get('/api/attention/AttentionUser', { who: String(rows[n]?.n) }));
  expect(answers.filter(({ status }) => status === STATUS.ok).length).toBe(2);
  expect(answers.filter(({ status }) => status === STATUS.limitReached).length).toBe(8);
  expect((await sql('SELECT count(*)::int AS n FROM followed_players WHERE user_id = $1', [who[0].userId])).rows[0]?.n).toBe(500);
});

it('[N8] three comments a minute are three on two processes', { timeout: WAIT_MS }, async () => {
  const [who, about] = [await player(), commentableThing()];
  const answers = await either(who, 12, (one, n) => comment(one, about, `第 ${n} 句`));
  expect(answers.filter(({ status }) => status === STATUS.ok).length).toBe(3);
  expect(answers.filter(({ status }) => status === STATUS.limitReached).length).toBe(9);
});

it('[N11] replies that come and go at once leave their number right, and one request is one comment', { timeout: WAIT_MS }, async () => {
  const about = commentableThing();
  const [author, ...others] = await Promise.all(Array.from({ length: 5 }, player));
  if (author === undefined) throw new Error('no author');
  const { id } = (await comment(author[0], about, '说一句')).models;
  const replies = (
    await Promise.all(
      others.map((who) =>
        either(who, 3, (one, n) => one.get<ReplyItem>('/api/order/AddUserReply', { commentId: id, id: randomUUID(), text: `回 ${n}` })),
      ),
    )
  ).map((answers) => answers.map(({ models }) => models.id));
  // Each takes his first back twice at once, and writes nothing more, while somebody reads.
  const taken = await Promise.all(
    others.map((who, at) => either(who, 2, (one) => one.post('/api/order/DeleteComment', { id: replies[at]?.[0] ?? '' }))),
  );
  expect(taken.map((answers) => answers.filter(({ status }) => status === STATUS.ok).length)).toEqual([1, 1, 1, 1]);
  const list = (await author[1].get<CommentListModels>('/api/order/CommentList', { releaseId: about })).models;
  expect(list).toMatchObject({ total: 9, items: [{ replyCount: 8 }] });
  expect((await author[0].get<{ items: unknown[] }>('/api/order/ReplyList', { commentId: id })).models.items.length).toBe(8);
  // The comment goes while answers to it come: none is left that nobody can see counted, and none comes after.
  const late = await Promise.all([
    author[1].post('/api/order/DeleteComment', { id }),
    ...others.map(async (who) => {
      await sql('UPDATE comments SET at = 1 WHERE user_id = $1', [who[0].userId]);
      return who[0].get('/api/order/AddUserReply', { commentId: id, id: randomUUID(), text: '晚了吗' });
    }),
  ]);
  expect(late[0]?.status).toBe(STATUS.ok);
  for (const { status } of late.slice(1)) expect([STATUS.ok, STATUS.notFound]).toContain(status);
  expect(await author[0].get('/api/order/AddUserReply', { commentId: id, id: randomUUID(), text: '还在吗' })).toMatchObject({
    status: STATUS.notFound,
  });
});
