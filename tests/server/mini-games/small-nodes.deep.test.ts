/** Small games with two server processes on a real PostgreSQL: an offer is played once, and what a killed process began is one play or none. */
import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { outcomeOf } from '../../../engine/small/play.ts';
import type { Outcome, SmallGame } from '../../../engine/small/types.ts';
import type { BetSmallModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import { killCount } from '../../engine/rules/support/runs.ts';
import type { Client } from '../support/client.ts';
import { root, waitFor } from '../support/server.ts';
import { checkSmall, playSmall, type SmallPlay, smallRecords } from '../support/small.ts';
import { twoProcesses } from '../support/two-processes.ts';

/** Every sort of play that is decided at once. */
const PLAYS: readonly (readonly [game: string, bets: SmallPlay['bets']])[] = [
  ['slm', [{ code: 'shoot', fen: 1_000 }]],
  ['slot', Array<SmallPlay['bets'][number]>(5).fill({ code: 'line', fen: 10 })],
  [
    'lyb',
    [
      { code: 'big', fen: 100 },
      { code: 'face-3', fen: 200 },
    ],
  ],
];
/** Plays that are made before and after each kill. */
const BETWEEN = 12;

const { ask, base, players, answered, kill } = twoProcesses({
  prepare: (games) => cpSync(join(root, 'games/small'), join(games, 'small'), { recursive: true }),
});
const RICH = { fen: 100_000_000 };

interface Done {
  readonly key: string;
  readonly models: BetSmallModels;
}

async function play(who: Client, at: number): Promise<Done> {
  const [game, bets] = PLAYS[at % PLAYS.length] as (typeof PLAYS)[number];
  const { models } = await answered(who, (client) => checkSmall(client, game), at);
  const key = randomUUID();
  const item = { game, play: models.offer.play, hash: models.hash, bets, seed: randomBytes(16).toString('hex') };
  const options = { headers: { 'idempotency-key': key } };
  const answer = await answered(who, (client) => playSmall(client, item, options), at);
  expect(answer.status, answer.msg).toBe(STATUS.ok);
  return { key, models: answer.models };
}

it('one offer, asked for by many keys at two processes at once, is played once', async () => {
  const [who] = (await players(1, RICH)) as [Client];
  for (const [game, bets] of PLAYS) {
    const { models } = await checkSmall(who, game);
    const item = { game, play: models.offer.play, hash: models.hash, bets };
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => playSmall(who.twin(base(at)), item)));
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([STATUS.ok, ...Array(7).fill(STATUS.stateChanged)]);
  }
  expect(await ask('SELECT count(*)::int AS n FROM small_plays WHERE user_id = $1', [who.userId])).toEqual([{ n: PLAYS.length }]);
}, 60_000);

it('a process killed in the middle of plays: each is made once, with the result that its seeds give, and is the same after reopening', async () => {
  const people = await players(6, RICH);
  const done = new Map<Client, Done[]>(people.map((who) => [who, []]));
  const made = () => [...done.values()].reduce((sum, own) => sum + own.length, 0);
  let enough = false;
  // The seats alternate between the processes, so that some are always at the one that is killed.
  const playing = people.map(async (who, at) => {
    for (let n = at; !enough; n++) done.get(who)?.push(await play(who, n));
  });
  // A fault of a player is heard at once, and not after the last kill.
  const failed = Promise.all(playing);
  const more = (n: number) => Promise.race([waitFor(`${n} more plays`, async () => made() >= n, 60), failed]);
  for (let n = 0; n < killCount(1); n++) {
    await more(made() + BETWEEN);
    await kill(n);
  }
  await more(made() + BETWEEN);
  enough = true;
  await failed;

  for (const [at, [who, own]] of [...done].entries()) {
    const rows = await ask<{ id: string; game: string; offer: string; seed: string; phone_seed: string; outcome: Outcome }>(
      'SELECT id, game, offer, seed, phone_seed, outcome FROM small_plays WHERE user_id = $1',
      [who.userId],
    );
    // Whose answer was lost asked again under the same key: what was answered is what there is.
    expect(rows.map(({ id }) => id).sort()).toEqual(own.map(({ models }) => models.playId).sort());
    for (const { id, game, offer, seed, phone_seed, outcome } of rows) {
      const playAnswer = own.find(({ models }) => models.playId === id)?.models;
      expect(playAnswer?.outcome).toEqual(outcome);
      expect(outcomeOf(smallGame(game), offer, phone_seed, Buffer.from(seed, 'hex'), hmac)).toEqual(outcome);
    }
    // Reopened at the other process: the key of the last play, and the list, say the same.
    const last = own.at(-1) as Done;
    const reopened = who.twin(base(at));
    const { models } = await reopened.get<{ state: string; answer: { models: unknown } }>('/api/order/outcome', { key: last.key });
    expect(models.answer.models).toEqual(last.models);
    const [first] = (await smallRecords(reopened, { size: '1' })).models.items;
    expect(first).toMatchObject({ playId: last.models.playId, prizeFen: last.models.prizeFen, result: last.models.result });
  }
}, 600_000);

it('a shared round is settled once, also when a process is killed while it is due', async () => {
  const people = await players(10, RICH);
  const bets = [
    { code: 'big', fen: 100 },
    { code: 'small', fen: 100 },
    { code: 'any-triple', fen: 100 },
  ];
  for (let n = 0; n < killCount(1); n++) {
    const look = () => checkSmall(people[0]?.twin(base(n + 1)) as Client, 'lyb30');
    let { models } = await look();
    // The end of the round is put where the test wants it: nobody waits half a minute.
    const timed = (closes: string) =>
      ask(
        `UPDATE small_rounds SET closes_at = caipu_now_ms() + ${closes}, draws_at = caipu_now_ms() + ${closes} WHERE round = $1 AND settled_at IS NULL RETURNING 1`,
        [models.offer.play],
      );
    // A round that was looked at in its last moment may be settled by now.
    while ((await timed('600000')).length === 0) ({ models } = await look());
    const round = Number(models.offer.play);
    const placed = await Promise.all(
      people.map((who, at) => playSmall(who.twin(base(at)), { game: 'lyb30', play: models.offer.play, hash: models.hash, bets })),
    );
    expect(placed.map(({ status }) => status)).toEqual(people.map(() => STATUS.ok));
    await timed('0');
    const waiting = () => ask(`SELECT 1 FROM small_plays WHERE game = 'lyb30' AND round = $1 AND status = 'placed'`, [round]);
    await kill(n, () => waitFor('the round is settled', async () => (await waiting()).length === 0));
    const ids = placed.map(({ models: { playId } }) => playId);
    const paid = await ask<{ n: number; fen: number }>(
      `SELECT count(*)::int AS n, sum(amount)::int AS fen FROM movements WHERE kind = 'gamePrize' AND ref = ANY($1::uuid[])`,
      [ids],
    );
    const [triple] = await ask<{ same: boolean }>(
      `SELECT outcome->'dice'->0 = outcome->'dice'->1 AND outcome->'dice'->1 = outcome->'dice'->2 AS same FROM small_rounds WHERE round = $1`,
      [round],
    );
    expect(paid).toEqual([{ n: people.length, fen: people.length * (triple?.same ? 3_200 : 200) }]);
  }
}, 600_000);

const hmac = (key: Uint8Array, message: Uint8Array) => new Uint8Array(createHmac('sha256', key).update(message).digest());
const smallGame = (code: string) => JSON.parse(readFileSync(join(root, 'games/small', `${code}.json`), 'utf8')) as SmallGame;
