/**
 * The players that others see in follow-betting (跟单): the lobby, records, ranks and 大神, on the embedded database and on PostgreSQL
 * (server/social/copy-betting/SPEC.md).
 */
import { describe, expect, it } from 'vitest';
import type { FollowRankModels, ReleaseListModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import type { Services } from '../../../server/services.ts';
import { updateReleaserFigures } from '../../../server/social/copy-betting/job.ts';
import type { Client } from '../support/client.ts';
import { followBet, releaseDetail } from '../support/follow.ts';
import { chooseRecommended } from '../../../server/social/copy-betting/release-lists.ts';
import { followStage } from '../support/follow-stage.ts';
import { databaseKinds } from '../support/sport-stage.ts';
import { endMatch, score } from '../support/sports.ts';

describe.each(databaseKinds())('on %s', (home) => {
  let context: Services;
  const { ask, matches, settle, player, released, list } = followStage(home, (stage) => {
    ({ context } = stage);
  });

  it('[W9] the lobby is read to its end in every order, and is filtered', async () => {
    const fan = await player();
    const [a = ''] = await matches(1, { stopsIn: 7_200_000, startsIn: 7_300_000 });
    const owners = await Promise.all(Array.from({ length: 3 }, () => player()));
    const own: string[] = [];
    for (const [at, owner] of owners.entries()) own.push(await released(owner, [a], { multiplier: 100 + at }));
    const [first = '', second = ''] = own;
    await followBet(fan, second);
    await ask('INSERT INTO followed_players (user_id, target, at) VALUES ($1, $2, 0)', [fan.userId, owners[0]?.userId]);
    expect((await list(fan, 'QueryAttentionUserFollowOrderList')).map(({ releaseId }) => releaseId)).toEqual([first]);
    expect(await list(fan, 'queryFDList', { game: 'JCLQ' })).toEqual([]);
    expect((await list(fan, 'queryFDList', { sort: 'popular' }))[0]?.followers).toBeGreaterThan(0);
    for (const sort of ['time', 'amount', 'popular', 'hit', 'return']) {
      const seen: string[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { models }: { models: ReleaseListModels } = await fan.get<ReleaseListModels>('/api/order/queryFDList', {
          sort,
          size: '2',
          cursor,
        });
        seen.push(...models.items.map(({ releaseId }) => releaseId));
        cursor = models.next;
      }
      expect(new Set(seen).size, sort).toBe(seen.length);
      for (const id of own) expect(seen, sort).toContain(id);
    }
    // A player that hides his orders is in no list. Answers treat him as if he did not exist.
    await ask(
      `INSERT INTO profiles (user_id, show_orders) VALUES ($1, 'hidden') ON CONFLICT (user_id) DO UPDATE SET show_orders = 'hidden'`,
      [owners[0]?.userId],
    );
    expect((await list(fan)).some(({ releaseId }) => releaseId === first)).toBe(false);
    expect(await releaseDetail(fan, first)).toMatchObject({ http: 404, status: STATUS.notFound });
  });

  it('[W10] records and ranks: hits, returns, rows of wins, equal figures share a place, the own row, a player that hides is in none', async () => {
    const [good, fair, even, asker] = [await player(), await player(), await player(), await player()];
    const win = await matches(4);
    const lose = await matches(1);
    for (const match of win.slice(0, 3)) await released(good, [match]);
    await released(fair, [win[3] as string]);
    await released(fair, [lose[0] as string]);
    await released(even, [win[3] as string]);
    for (const match of win) await endMatch(context.database, match, score([1, 0]));
    for (const match of lose) await endMatch(context.database, match, score([0, 1]));
    await settle();
    while ((await updateReleaserFigures(context, context.database)) > 0);
    const rank = async (type: string, period: string, who = asker) =>
      (await who.get<FollowRankModels>('/api/order/QueryFollowOrderRank', { type, period })).models;
    const byHit = await rank('hit', 'week');
    const place = (models: FollowRankModels, who: Client) => models.rows.find(({ who: { mid } }) => mid === String(who.userId));
    expect(place(byHit, good)).toMatchObject({ valueBp: 10_000, orders: 3, last10: ['won', 'won', 'won'], last: null, mine: false });
    // Two settled orders are too few for a week.
    expect(place(byHit, fair)).toBeUndefined();
    expect(byHit).toMatchObject({ least: 3, me: null });
    expect(place(await rank('streak', 'week'), good)).toMatchObject({ value: 3 });
    expect(place(await rank('profit', 'all'), fair)).toMatchObject({ valueFen: 37_000 - 40_000 });
    const byRed = await rank('red', 'month', good);
    expect(byRed.me).toMatchObject({ value: 3, mine: true });
    // One win each gives the same place, and the player that released first stands above. The next place counts all players above it.
    expect([fair, even].map((who) => place(byRed, who)?.value)).toEqual([1, 1]);
    for (const { rank: own, value } of byRed.rows)
      expect(own).toBe(1 + byRed.rows.filter((other) => (other.value ?? 0) > (value ?? 0)).length);
    const order = byRed.rows.map(({ who: { mid } }) => mid);
    expect(order.indexOf(String(fair.userId))).toBeLessThan(order.indexOf(String(even.userId)));
    const [row] = (await list(asker, 'queryFDList')).filter(({ who }) => who.mid === String(good.userId));
    expect(row).toBeUndefined();
    // A player that switched `showRanks` off is in no rank and has no own row. The others move up. (No client has asked for this ranking yet.)
    await ask(`INSERT INTO profiles (user_id, show_ranks) VALUES ($1, false) ON CONFLICT (user_id) DO UPDATE SET show_ranks = false`, [
      fair.userId,
    ]);
    for (const [type, period] of [
      ['red', 'week'],
      ['popular', 'all'],
      ['profit', 'week'],
    ] as const) {
      const hidden = await rank(type, period, fair);
      expect([hidden.me, place(hidden, fair)], type).toEqual([null, undefined]);
    }
    expect(place(await rank('red', 'week'), even)).toMatchObject({ value: 1 });
  });

  it('[W15] a release shows the results of its player of 7 and 30 days, and recommends players with results first', async () => {
    const [good, fresh, asker] = [await player(), await player(), await player()];
    const [won = '', lost = ''] = await matches(2);
    await released(good, [won]);
    await released(good, [lost]);
    await endMatch(context.database, won, score([1, 0]));
    await endMatch(context.database, lost, score([0, 1]));
    await settle();
    const [open = ''] = await matches(1, { stopsIn: 7_200_000, startsIn: 7_300_000 });
    for (let n = 0; n < 3; n++) await released(fresh, [open], { multiplier: 200 + n });
    for (let n = 0; n < 3; n++) await released(good, [open], { multiplier: 200 + n });
    const items = await list(asker, 'queryFDRecommend');
    const of = (who: Client) => items.filter(({ who: { mid } }) => mid === String(who.userId));
    expect([of(good).length, of(fresh).length], 'two of each player').toEqual([2, 2]);
    expect(of(good)[0]).toMatchObject({ record7: { orders: 2, won: 1 }, record30: { orders: 2, won: 1 } });
    expect(of(good)[0]?.record7.returnBp).toBe(of(good)[0]?.record30.returnBp);
    expect(of(fresh)[0]).toMatchObject({ record30: { orders: 0, won: 0, returnBp: null } });
    const withResults = items.map(({ record30 }) => record30.orders > 0);
    expect(withResults, 'none with results after one without').toEqual([...withResults].sort((a, b) => Number(b) - Number(a)));
    // Results of 8 to 30 days ago are in the longer record only. Older results are in neither.
    await ask('UPDATE release_stats SET day = day - 10 WHERE user_id = $1 AND day > 0', [good.userId]);
    const after = (await list(asker, 'queryFDList')).find(({ who: { mid } }) => mid === String(good.userId));
    expect(after).toMatchObject({ record7: { orders: 0, returnBp: null }, record30: { orders: 2, won: 1 } });
    await ask('UPDATE release_stats SET day = day - 21 WHERE user_id = $1 AND day > 0', [good.userId]);
    expect((await list(asker, 'queryFDList')).find(({ who: { mid } }) => mid === String(good.userId))?.record30.orders).toBe(0);
  });

  it('[W11] 大神: in by its numbers over seven days, out on a later day only', async () => {
    const owner = await player();
    const ids = await matches(3);
    for (const match of ids) await released(owner, [match]);
    for (const match of ids) await endMatch(context.database, match, score([1, 0]));
    await settle();
    const okami = async () =>
      (await ask<{ on: boolean }>('SELECT okami_since IS NOT NULL AS on FROM releasers WHERE user_id = $1', [owner.userId]))[0]?.on;
    const judge = async () => {
      while ((await updateReleaserFigures(context, context.database)) > 0);
    };
    await judge();
    // All of one day: two days are asked.
    expect(await okami()).toBe(false);
    const [stat] = await ask<{ day: number }>('SELECT max(day) AS day FROM release_stats WHERE user_id = $1', [owner.userId]);
    const today = stat?.day ?? 0;
    await ask(
      `INSERT INTO release_stats (user_id, day, game, released, orders, hits, stake_fen, prize_fen, first_at) VALUES ($1, $2, 'jczq', 1, 1, 1, 20000, 37000, 0)`,
      [owner.userId, today - 1],
    );
    await ask('UPDATE releasers SET judged_on = NULL WHERE user_id = $1', [owner.userId]);
    await judge();
    expect(await okami()).toBe(true);
    // Three misses in a row: he stays until the day ends.
    await ask('UPDATE releasers SET misses = 3, judged_on = NULL WHERE user_id = $1', [owner.userId]);
    await judge();
    expect(await okami()).toBe(true);
    await ask('UPDATE releasers SET kept_on = kept_on - 1, judged_on = NULL WHERE user_id = $1', [owner.userId]);
    await judge();
    expect(await okami()).toBe(false);
    // His numbers would still let him in: he stays out as long as what put him out holds.
    const again = async () => {
      await ask('UPDATE releasers SET kept_on = kept_on - 1, judged_on = NULL WHERE user_id = $1', [owner.userId]);
      await judge();
      return okami();
    };
    expect(await again()).toBe(false);
    await ask('UPDATE releasers SET misses = 0 WHERE user_id = $1', [owner.userId]);
    expect(await again()).toBe(true);
    // Two whole days without a release, the day that begins not among them.
    const move = (days: number) => ask(`UPDATE release_stats SET day = day - $2 WHERE user_id = $1 AND day > 0`, [owner.userId, days]);
    await move(2);
    expect(await again()).toBe(true);
    await move(1);
    expect(await again()).toBe(false);
  });
});

describe('[W15] recommended releases', () => {
  const release = (mid: string, orders: number, id: number) => ({
    who: { mid, name: mid, avatar: '', level: 0 },
    record30: { orders, won: 0, returnBp: 0 },
    id,
  });
  const ids = (items: readonly { readonly id: number }[]) => items.map(({ id }) => id);

  it('have at most two of one player among the first ten, and all others after them', () => {
    const players = ['a', 'b', 'c', 'd', 'e', 'f'];
    const many = players.flatMap((mid, at) => [0, 1, 2].map((n) => release(mid, at === 0 ? 0 : 1, at * 3 + n)));
    const chosen = chooseRecommended(many);
    expect(ids(chosen.slice(0, 10))).toEqual([3, 4, 6, 7, 9, 10, 12, 13, 15, 16]);
    expect(chosen).toHaveLength(many.length);
  });

  it('are fewer than ten when there are too few players', () => {
    expect(ids(chooseRecommended([0, 1, 2, 3].map((id) => release('a', 1, id))))).toEqual([0, 1]);
  });
});
