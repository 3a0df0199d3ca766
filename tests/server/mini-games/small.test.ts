/** Small games from end to end on the embedded database: one call takes the stake, draws and pays, once, and everything can be checked. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { FundDetailModels, FundItem, FundListModels, FundReportModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Proof } from '../../../engine/screens/small/answers.ts';
import { verifyPlay } from '../../../engine/screens/small/verify.ts';
import { isPair, ranksBeside } from '../../../engine/small/gate.ts';
import type { SmallGame } from '../../../engine/small/types.ts';
import { postDue } from '../../../server/loyalty/member/growth.ts';
import { ledgerReport } from '../../../server/ledger/report.ts';
import { totalsSince } from '../../../server/ledger/totals.ts';
import { requireTurnover, withdrawableAmount } from '../../../server/payments/turnover.ts';
import { settleDueRound } from '../../../server/mini-games/small/rounds.ts';
import type { Client } from '../support/client.ts';
import { copyGames, expectBooksInOrder, root, startServer, temporaryFolder, type TestServer } from '../support/server.ts';
import { checkSmall, checkAndPlay, playSmall, smallRecords } from '../support/small.ts';

let server: TestServer;
let player: Client;

beforeAll(async () => {
  // No background jobs: this test settles rounds itself.
  const gamesDir = copyGames(temporaryFolder());
  cpSync(join(root, 'games/small'), join(gamesDir, 'small'), { recursive: true });
  server = await startServer({ clockSpeed: 1, role: 'web', gamesDir });
  player = await server.client().register();
});
afterEach(() => expectBooksInOrder(server.context.database));
afterAll(() => server?.stop());

const movements = async (ref: string) =>
  (
    await server.context.database.query<{ row: string }>(
      `SELECT kind || ' ' || debit || '→' || credit || ' ' || amount AS row FROM movements WHERE ref = $1 ORDER BY seq`,
      [ref],
    )
  ).rows.map(({ row }) => row);
const wallet = async (who: Client) => (await checkSmall(who, 'slm')).models.balanceFen;
const shoot = (fen: number) => [{ code: 'shoot', fen }];

describe('a gate', () => {
  it('is dealt under a commitment, stays until it is shot at or skipped, and costs nothing', async () => {
    const first = (await checkSmall(player, 'SLM')).models;
    expect(first).toMatchObject({ gameCode: 'slm', name: '射龙门', postTimes: 2, shared: false, drawsAt: null });
    expect(first.offer.posts).toHaveLength(2);
    expect(first.odds).toHaveLength(11);
    expect(first.odds[4]).toMatchObject({ code: 'gate-5', pays: '1.7', returns: '96.00%', exact: '24/25', fraction: '2/5' });
    expect((await checkSmall(player, 'slm')).models.offer).toEqual(first.offer);
    expect((await checkSmall(player, 'slm', randomUUID())).models.offer).toEqual(first.offer);
    const other = (await checkSmall(player, 'slm', first.offer.play)).models;
    expect(other.offer.play).not.toBe(first.offer.play);
    expect(other.balanceFen).toBe(first.balanceFen);
    const gone = await playSmall(player, { game: 'slm', play: first.offer.play, hash: first.hash, bets: shoot(1_000) });
    expect(gone.status).toBe(STATUS.stateChanged);
  });

  it('holds twice the stake and moves exactly what it cost and paid', async () => {
    const seen = new Set<string>();
    for (let i = 0; i < 300 && seen.size < 3; i += 1) {
      const before = await wallet(player);
      const { status, models } = await checkAndPlay(player, 'slm', shoot(1_000));
      expect(status).toBe(STATUS.ok);
      const end = models.result.split(' ').at(-1) as string;
      if (!seen.has(end)) {
        seen.add(end);
        const cost = end === '撞柱' ? 2_000 : 1_000;
        expect(await movements(models.playId)).toEqual([
          'hold wallet→held 2000',
          `game held→house:stakes ${cost}`,
          ...(cost === 2_000 ? [] : ['release held→wallet 1000']),
          ...(end === '射中' ? [`gamePrize house:prizes→wallet ${models.prizeFen}`] : []),
        ]);
        expect(models.balanceFen).toBe(before - cost + models.prizeFen);
        // Each of them, also a held sum, names its game and leads to the play.
        const { items } = (await player.get<{ items: FundItem[] }>('/api/fund/list', { size: '4' })).models;
        const [last] = items;
        expect(last).toMatchObject({ subject: '射龙门', to: `/betRecordSmallGame?play=${models.playId}` });
        const bill = (await player.get<FundDetailModels>('/api/fund/Detail', { id: last?.id ?? '' })).models;
        expect(bill).toMatchObject({ subject: '射龙门', ref: models.playId });
      }
      expect(models.book.at(-1)?.do).toBe('end');
      expect(models.next?.posts).toHaveLength(2);
    }
    expect([...seen].sort()).toEqual(['射中', '射偏', '撞柱'].sort());
  });

  it('is income and outgo by what was staked and won: a sum that was held and given back only changed its place', async () => {
    const who = await server.client().register();
    const { items: before } = (await who.get<{ items: FundItem[] }>('/api/fund/list')).models;
    let staked = 0;
    let won = 0;
    for (let i = 0; i < 4; i += 1) {
      const { models } = await checkAndPlay(who, 'slm', shoot(1_000));
      staked += models.result.endsWith('撞柱') ? 2_000 : 1_000;
      won += models.prizeFen;
    }
    const { items, sums } = (await who.get<FundListModels>('/api/fund/list')).models;
    const brought = won + (before[0]?.dayInFen ?? 0);
    expect(items[0]).toMatchObject({ dayInFen: brought, dayOutFen: staked });
    expect(sums?.[0]).toMatchObject({ inFen: brought, outFen: staked });
    const { total } = (await who.get<FundReportModels>('/api/fund/Report', {})).models;
    expect([total.inFen, total.outFen]).toEqual([brought, staked]);
    // A list of holds alone has the held sum unchanged.
    const held = (await who.get<FundListModels>('/api/fund/list', { group: 'transfer' })).models.sums?.[0];
    expect(held?.outFen).toBe(8_000);
  });

  it('is not shot at by a wallet that does not cover twice the stake, nor after its time', async () => {
    const poor = await server.client().register();
    await server.context.database.query(
      `SELECT post($1, 'stake', 'wallet', 'house:stakes', balance_fen - 1500, 'bet', NULL) FROM wallets WHERE user_id = $1`,
      [poor.userId],
    );
    const refused = await checkAndPlay(poor, 'slm', shoot(1_000));
    expect(refused).toMatchObject({ status: STATUS.insufficientFunds, msg: '余额不足：本局最多输 20.00 元，余额不能低于该金额' });
    expect(await wallet(poor)).toBe(1_500);
    const { models } = await checkSmall(player, 'slm');
    await server.context.clock.advance(121_000);
    await player.sync();
    const late = await playSmall(player, { game: 'slm', play: models.offer.play, hash: models.hash, bets: shoot(1_000) });
    expect(late.status).toBe(STATUS.issueClosed);
    const again = (await checkSmall(player, 'slm')).models;
    expect(again.offer.play).not.toBe(models.offer.play);
    expect(again.balanceFen).toBe(models.balanceFen);
  });
});

it('a gate that deals pairs takes a side of one and nothing else, and its play is checked like any other', async () => {
  const who = await server.client().register();
  const file = join(server.gamesDir, 'small/slm.json');
  const text = readFileSync(file, 'utf8');
  const game = JSON.parse(text) as SmallGame;
  const pays = ['11.5', '5.25', '3.166', '2.125', '1.5', '1.083', '0.785', '0.562', '0.388', '0.25', '0.136', '0.041'];
  writeFileSync(file, JSON.stringify({ ...game, gate: { ...game.gate, pairs: pays.map((each, i) => ({ ranks: i + 1, pays: each })) } }));
  await server.context.publication.refresh();
  await server.context.smalls.refresh();
  let hand = (await checkSmall(who, 'slm')).models;
  expect(hand.odds.find(({ code }) => code === 'pair-6')).toMatchObject({ pays: '1.083', chance: '48.00%' });
  // One hand of fifteen.
  for (let n = 0; n < 400 && !isPair(hand.offer.posts ?? []); n += 1) hand = (await checkSmall(who, 'slm', hand.offer.play)).models;
  const posts = hand.offer.posts ?? [];
  expect(isPair(posts)).toBe(true);
  const of = (code: string) => playSmall(who, { game: 'slm', play: hand.offer.play, hash: hand.hash, bets: [{ code, fen: 1_000 }] });
  expect(await of('shoot')).toMatchObject({ status: STATUS.invalid, msg: expect.stringContaining('同点时可选比大或比小') });
  const side = ranksBeside(posts, 'higher') > 0 ? 'high' : 'low';
  const { status, msg, models } = await of(side);
  expect(status, msg).toBe(STATUS.ok);
  const end = models.result.split(' ').at(-1) as string;
  expect(['大', '小', '撞柱']).toContain(end);
  expect([models.costFen, models.prizeFen > 0]).toEqual([end === '撞柱' ? 2_000 : 1_000, end === (side === 'high' ? '大' : '小')]);
  const { items } = (await smallRecords(who, { play: models.playId })).models;
  expect(items).toMatchObject([{ what: `${side === 'high' ? '比大' : '比小'} ¥10.00`, result: models.result }]);
  const folder = join(server.gamesDir, 'small');
  const records = join(temporaryFolder(), 'records.json');
  writeFileSync(records, JSON.stringify({ items }));
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'tests/independent/verify-play.mjs'), records, folder]);
  expect(stdout).toBe('1 plays checked, 0 wrong\n');
  writeFileSync(file, text);
  await server.context.publication.refresh();
  await server.context.smalls.refresh();
});

describe('a play', () => {
  it('is one effect and one answer for a key, and its offer is played once', async () => {
    const { models } = await checkSmall(player, 'slot');
    const headers = { 'idempotency-key': randomUUID() };
    const play = { game: 'slot', play: models.offer.play, hash: models.hash, bets: [{ code: 'line', fen: 100 }], seed: 'a'.repeat(32) };
    const answers = await Promise.all(Array.from({ length: 10 }, () => playSmall(player, play, { headers })));
    expect(new Set(answers.map(({ models: each }) => JSON.stringify(each))).size).toBe(1);
    expect(answers[0]?.status).toBe(STATUS.ok);
    expect((await playSmall(player, { ...play, seed: 'b'.repeat(32) }, { headers })).status).toBe(STATUS.keyConflict);
    expect((await playSmall(player, play)).status).toBe(STATUS.stateChanged);
    const outcome = await player.get<{ state: string; answer: { models: unknown } }>('/api/order/outcome', {
      key: headers['idempotency-key'],
    });
    expect(outcome.models.answer.models).toEqual(answers[0]?.models);
    expect((await movements(answers[0]?.models.playId ?? '')).filter((row) => row.startsWith('game '))).toHaveLength(1);
  });

  it('a wrong play is refused with its reason and costs nothing', async () => {
    const before = await wallet(player);
    const { models } = await checkSmall(player, 'slot');
    const of = (change: object) =>
      playSmall(player, { game: 'slot', play: models.offer.play, hash: models.hash, bets: [{ code: 'line', fen: 100 }], ...change });
    expect(await of({ hash: '0'.repeat(32) })).toMatchObject({ status: STATUS.descriptionChanged });
    expect(await of({ amountFen: 99 })).toMatchObject({ status: STATUS.invalid, msg: '金额与注不符：应为 100 分（/amountFen）' });
    expect(await of({ bets: [{ code: 'line', fen: 1_010 }] })).toMatchObject({
      status: STATUS.overCap,
      msg: '每注最多 10.00 元（/bets/0/fen）',
    });
    expect(await of({ bets: [{ code: 'line', fen: 101 }] })).toMatchObject({ status: STATUS.invalid });
    expect(await of({ bets: Array(3).fill({ code: 'line', fen: 100 }) })).toMatchObject({ status: STATUS.invalid });
    expect(await of({ play: 'nothing' })).toMatchObject({ status: STATUS.stateChanged });
    expect((await checkSmall(player, 'nosuch')).status).toBe(STATUS.notFound);
    expect(await wallet(player)).toBe(before);
  });

  it('a play of another player cannot be read', async () => {
    const other = await server.client().register();
    const { models } = await checkSmall(player, 'lyb');
    const stolen = await playSmall(other, { game: 'lyb', play: models.offer.play, hash: models.hash, bets: [{ code: 'big', fen: 100 }] });
    expect(stolen.status).toBe(STATUS.stateChanged);
    expect((await smallRecords(other)).models.items).toEqual([]);
  });

  it('stays within what the player allowed himself', async () => {
    const careful = await server.client().register();
    const { rows } = await server.context.database.query<{ n: number }>(
      `INSERT INTO limited_players (user_id, utc_offset_ms) VALUES ($1, 28800000) RETURNING 1 AS n`,
      [careful.userId],
    );
    expect(rows).toHaveLength(1);
    await server.context.database.query(`INSERT INTO player_limits (user_id, what, period, value) VALUES ($1, 'stake', 'day', 1500)`, [
      careful.userId,
    ]);
    // Twice the stake can be lost, so twice the stake must fit.
    expect(await checkAndPlay(careful, 'slm', shoot(1_000))).toMatchObject({
      status: STATUS.limitReached,
      msg: '超出您设定的今日投注上限 ¥15.00，还可投注 ¥15.00；本局最多输 ¥20.00，按此计算',
    });
    expect((await checkAndPlay(careful, 'slot', [{ code: 'line', fen: 1_000 }])).status).toBe(STATUS.ok);
    expect((await checkAndPlay(careful, 'slot', [{ code: 'line', fen: 1_000 }])).status).toBe(STATUS.limitReached);
    expect((await checkSmall(careful, 'slm')).models, 'not even the least shot fits').toMatchObject({
      ok: false,
      reason: '超出您设定的今日投注上限 ¥15.00，还可投注 ¥5.00；本局最多输 ¥20.00，按此计算',
    });
    expect((await checkSmall(careful, 'lyb')).models).toMatchObject({ ok: true, reason: '' });
  });
});

/**
 * Moves the clock to the beginning of a round that nobody has bet in. A test would otherwise begin at any second of one, also in the last
 * five, in which no bets are taken.
 */
async function toNextRound(): Promise<void> {
  const { clock, smalls } = server.context;
  const ms = (smalls.published('lyb30')?.game.dice?.round?.seconds ?? 0) * 1000;
  // A moment into it: the process's copy of the clock may be ahead of the database's.
  await clock.advance(ms - (clock.now() % ms) + 500);
  await player.sync();
}

describe('a shared round', () => {
  beforeEach(toNextRound);
  const bets = [
    { code: 'big', fen: 1_000 },
    { code: 'small', fen: 1_000 },
    { code: 'any-triple', fen: 100 },
  ];

  it('takes bets until its close by the clock of the database, is settled once, and pays', async () => {
    const { models } = await checkSmall(player, 'LYB30');
    expect(models).toMatchObject({ shared: true, mineFen: 0, mine: [], before: null });
    const of = (client: Client, play = models.offer.play) => playSmall(client, { game: 'lyb30', play, hash: models.hash, bets });
    const placed = await of(player);
    expect(placed).toMatchObject({
      status: STATUS.ok,
      models: { status: 'placed', proof: null, outcome: {}, prizeFen: 0, settlesAt: models.drawsAt },
    });
    expect((await checkSmall(player, 'lyb30')).models).toMatchObject({ mineFen: 2_100, mine: bets });
    const rounds = (text: string, values: unknown[] = []) => server.context.database.query<{ ok: boolean }>(text, values);
    // The close is put a moment ahead and then behind, which is what a ms does.
    await rounds(`UPDATE small_rounds SET closes_at = caipu_now_ms() + 60000, draws_at = caipu_now_ms() + 60000 WHERE round = $1`, [
      Number(models.offer.play),
    ]);
    expect((await of(player)).status).toBe(STATUS.ok);
    await rounds(`UPDATE small_rounds SET closes_at = caipu_now_ms(), draws_at = caipu_now_ms() + 60000 WHERE round = $1`, [
      Number(models.offer.play),
    ]);
    expect((await of(player)).status).toBe(STATUS.issueClosed);
    expect((await checkSmall(player, 'lyb30')).models).toMatchObject({ ok: false, reason: '本局已截止，下一局即将开始' });
    expect(await settleDueRound(server.context)).toBe(false);
    await rounds(`UPDATE small_rounds SET draws_at = caipu_now_ms() WHERE round = $1`, [Number(models.offer.play)]);
    expect(await Promise.all([settleDueRound(server.context), settleDueRound(server.context), settleDueRound(server.context)])).toContain(
      true,
    );
    expect(await settleDueRound(server.context)).toBe(false);
    const { items } = (await smallRecords(player, { game: 'lyb30' })).models;
    expect(items).toHaveLength(2);
    for (const { status, prizeFen, result, netFen, proof } of items) {
      const [dice = ''] = result.split('，');
      expect(status).toBe('won');
      expect(prizeFen).toBe(new Set(dice.split(' ')).size === 1 ? 3_200 : 2_000);
      expect([netFen, proof?.phoneSeed]).toEqual([prizeFen - 2_100, '']);
    }
    const after = (await checkSmall(player, 'lyb30')).models;
    expect(after.last[0]).toMatchObject({ round: models.offer.play, text: items[0]?.result });
    // The outcome of the player's bets, of both plays together.
    const prizeFen = items.reduce((sum, item) => sum + item.prizeFen, 0);
    expect(after.before).toMatchObject({ round: models.offer.play, stakeFen: 4_200, prizeFen });
    expect(after.before?.bets.map(({ code, fen }) => ({ code, fen }))).toEqual(bets.map(({ code, fen }) => ({ code, fen: 2 * fen })));
    const other = await server.client().register();
    await other.sync();
    expect((await checkSmall(other, 'lyb30')).models).toMatchObject({ mine: [], before: null });
  });

  it('takes no more than its table takes', async () => {
    const rich = await server.client().register();
    await rich.sync();
    const { models } = await checkSmall(rich, 'lyb30');
    const most = ['big', 'small', 'odd', 'even'].map((code) => ({ code, fen: 50_000 }));
    const of = (each: typeof most) => playSmall(rich, { game: 'lyb30', play: models.offer.play, hash: models.hash, bets: each });
    const answers = [await of(most), await of(most.slice(0, 1))];
    expect([STATUS.ok, STATUS.insufficientFunds]).toContain(answers[0]?.status);
    if (answers[0]?.status === STATUS.ok) expect(answers[1]?.status).toBe(STATUS.overCap);
  });
});

it('every play follows from its seeds, by an independent script; and a changed one does not', async () => {
  for (let i = 0; i < 5; i += 1) {
    await checkAndPlay(player, 'slot', Array(5).fill({ code: 'line', fen: 10 }));
    await checkAndPlay(player, 'lyb', [{ code: 'face-1', fen: 100 }]);
  }
  const { models } = await smallRecords(player, { size: '50' });
  expect(new Set(models.items.map(({ gameCode }) => gameCode))).toEqual(new Set(['slm', 'slot', 'lyb', 'lyb30']));
  const file = join(temporaryFolder(), 'records.json');
  const verify = () =>
    promisify(execFile)(process.execPath, [join(root, 'tests/independent/verify-play.mjs'), file, join(root, 'games/small')]).then(
      ({ stdout }) => stdout,
      ({ stdout }: { stdout: string }) => stdout,
    );
  writeFileSync(file, JSON.stringify(models));
  expect(await verify()).toMatch(/^\d+ plays checked, 0 wrong\n$/);
  const changed = models.items.map((item) =>
    item.gameCode === 'lyb' ? { ...item, outcome: { dice: [...(item.outcome.dice ?? [])].reverse().map((die) => (die % 6) + 1) } } : item,
  );
  writeFileSync(file, JSON.stringify({ items: changed }));
  expect(await verify()).toMatch(/, [1-9]\d* wrong\n$/);
});

it('a play of a version that is replaced is checked under that version, which is there for good', async () => {
  const who = await server.client().register();
  const { models: played } = await checkAndPlay(who, 'slot', [{ code: 'line', fen: 10 }]);
  const file = join(server.gamesDir, 'small/slot.json');
  const text = readFileSync(file, 'utf8');
  const game = JSON.parse(text) as SmallGame;
  // The same symbols, every strip turned by one: the same return, and other windows.
  const reels = game.slot?.reels.map(([first = '', ...others]) => [...others, first]);
  writeFileSync(file, JSON.stringify({ ...game, slot: { ...game.slot, reels } }));
  await server.context.publication.refresh();
  await server.context.smalls.refresh();
  const now = (await checkSmall(who, 'slot')).models;
  const hash = played.proof?.hash ?? '';
  expect(now.hash).not.toBe(hash);
  const of = async (version: string) => (await (await fetch(`${server.base}/descriptions/small/slot.${version}.json`)).json()) as SmallGame;
  const proof = played.proof as Proof;
  expect(verifyPlay(await of(hash), played.outcome, proof)).toMatchObject({ ok: true, text: expect.stringContaining(played.result) });
  // Under the present file the stops are the same, but their symbols are not.
  expect(verifyPlay(await of(now.hash), played.outcome, proof).text).not.toContain(played.result);
  expect((await playSmall(who, { game: 'slot', play: played.next?.play ?? '', hash, bets: [{ code: 'line', fen: 10 }] })).status).toBe(
    STATUS.descriptionChanged,
  );
  const { items } = (await smallRecords(who, { play: played.playId })).models;
  expect(items).toMatchObject([{ playId: played.playId, result: played.result, proof: { hash } }]);
  expect((await smallRecords(player, { play: played.playId })).models.items).toEqual([]);
  writeFileSync(file, text);
  await server.context.publication.refresh();
  await server.context.smalls.refresh();
});

it('[L20] [M1] plays count for turnover, growth and points with what they cost, and stand in the totals of the day', async () => {
  const who = await server.client().register();
  const { database, clock } = server.context;
  await requireTurnover(database, who.userId, { why: 'bonus', requiredFen: 1_000_000, ref: randomUUID() }, clock.now() - 1);
  let cost = 0;
  let prize = 0;
  for (let n = 0; n < 12; n += 1) {
    const { models } = await checkAndPlay(who, 'slm', shoot(1_000));
    cost += models.costFen;
    prize += models.prizeFen;
  }
  const [row] = await database.transaction(async (client) => {
    await client.query('SELECT lock_player($1)', [who.userId]);
    return (await withdrawableAmount(client, who.userId, server.context.orderKinds)).rows;
  });
  expect(row?.doneFen).toBe(cost);
  expect(await totalsSince(database, who.userId, 0)).toEqual({ stakeFen: cost, refundFen: 0, prizeFen: prize, netFen: prize - cost });
  const { total } = await ledgerReport(database, who.userId, { by: 'day', now: clock.now(), offsetMs: 28_800_000 });
  expect(total).toMatchObject({ stakeFen: -cost, prizeFen: prize });
  await database.transaction((client) => postDue(client, who.userId, 28_800_000));
  const { rows } = await database.query<{ purse: string; balance: number }>(
    `SELECT purse, balance FROM purses WHERE user_id = $1 AND purse IN ('growth', 'points') ORDER BY purse`,
    [who.userId],
  );
  expect(rows).toEqual([
    { purse: 'growth', balance: cost / 100 },
    { purse: 'points', balance: cost / 100 },
  ]);
});

it('records are walked page by page, and filtered', async () => {
  const all = (await smallRecords(player, { size: '50' })).models.items.map(({ playId }) => playId);
  const walked: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null && walked.length < 50) {
    const { models } = await smallRecords(player, { size: '7', ...(cursor === '' ? {} : { cursor }) });
    walked.push(...models.items.map(({ playId }) => playId));
    cursor = models.next;
  }
  expect(walked.slice(0, all.length)).toEqual(all);
  const won = (await smallRecords(player, { status: 'won', game: 'SLM' })).models.items;
  expect(won.every(({ status, gameCode, netFen }) => status === 'won' && gameCode === 'slm' && netFen > 0)).toBe(true);
});
