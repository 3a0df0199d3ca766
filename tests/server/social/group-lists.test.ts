/** The view of other players on group orders (合买): the plan by its secrecy, and the lists (server/social/group-buying/SPEC.md). */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { GroupDetailModels, GroupJoinsModels, GroupListModels } from '../../../protocol/calls.ts';
import { STATUS } from '../../../protocol/status.ts';
import { stopDueGroups } from '../../../server/social/group-buying/job.ts';
import type { Services } from '../../../server/services.ts';
import { choosePinned } from '../../../server/social/group-buying/pinned.ts';
import type { Client } from '../support/client.ts';
import { groupDetail, groupJoins, joinGroup, SLOW_GAME } from '../support/groups.ts';
import { groupStage } from '../support/group-stage.ts';
import type { TestServer } from '../support/server.ts';

let server: TestServer;
let context: Services;
let initiator: Client;
let first: Client;
let second: Client;
const { onSale, losing, to, started } = groupStage((stage) => {
  ({ server, context, initiator, first, second } = stage);
});

describe('[G8] secrecy', () => {
  const secrets = ['前三直选', '"wan"', 'Q3_ZX'];
  const planOf = async (who: Client, hmId: string) => {
    const texts = await Promise.all(
      (
        [
          ['/api/hm/detail', { id: hmId }],
          ['/api/hm/list', { game: SLOW_GAME, size: '50' }],
          ['/api/hm/joinlist', { id: hmId }],
          ['/api/hm/QueryTogetherList', { scope: 'of', who: String(initiator.userId) }],
          ['/api/order/list', { size: '50', kind: 'group' }],
          ['/api/fund/list', { size: '50' }],
        ] as const
      ).map(async ([path, fields]) => JSON.stringify(await who.get(path, fields))),
    );
    return texts.some((text) => secrets.some((secret) => text.includes(secret)));
  };

  it('every answer shows the plan to the players that the secrecy admits, before and after the stop', async () => {
    const stranger = await server.client().register();
    const visitor = server.client();
    for (const security of [0, 1, 2, 3]) {
      const other = await server.client().register();
      await onSale();
      const { hmId, stopsAt } = await started(other, losing(), { shares: 20, own: 10, guarantee: 10, security });
      await joinGroup(first, hmId, 1);
      const seen = async () => [
        (await groupDetail(stranger, hmId)).models.plan.visible,
        (await groupDetail(first, hmId)).models.plan.visible,
        (await groupDetail(other, hmId)).models.plan.visible,
      ];
      const before = await seen();
      expect(before, `secrecy ${security}`).toEqual([security === 0, security <= 1, true]);
      // The page of one order is for players: a visitor must log in, for every secrecy.
      for (const { status, models } of [await groupDetail(visitor, hmId), await groupJoins(visitor, hmId)])
        expect({ status, models }).toEqual({ status: STATUS.notLoggedIn, models: null });
      expect(await planOf(stranger, hmId)).toBe(security === 0);
      await to(stopsAt);
      await stopDueGroups(context);
      const after = await seen();
      expect(after, `secrecy ${security} after the stop`).toEqual([security === 0 || security === 2, security !== 3, true]);
    }
    const { models } = await stranger.get<GroupDetailModels>('/api/hm/detail', { id: randomUUID() });
    expect(models).toBeNull();
  });
});

describe('lists', () => {
  it('have each open order once over all their pages, in every sort, and hold to the filters', async () => {
    await onSale();
    const who = await server.client().register();
    for (const own of [2, 4, 6, 8]) await started(who, losing(), { shares: 20, own, guarantee: own === 4 ? 3 : 0, commission: own });
    for (const sort of ['progress', 'amount', 'share', 'people', 'record', 'left', 'stop']) {
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const page: GroupListModels = (
          await who.get<GroupListModels>('/api/hm/list', { game: SLOW_GAME, sort, size: '3', ...(cursor === null ? {} : { cursor }) })
        ).models;
        seen.push(...page.items.map(({ hmId }) => hmId));
        cursor = page.next;
      } while (cursor !== null);
      expect(new Set(seen).size, sort).toBe(seen.length);
      expect(seen.length, sort).toBeGreaterThanOrEqual(4);
    }
    const { models } = await who.get<GroupListModels>('/api/hm/list', { commissionMax: '4', guaranteed: '1', size: '50' });
    expect(models.items.every(({ commission, guaranteeShares }) => commission <= 4 && guaranteeShares > 0)).toBe(true);
    expect((await who.get<GroupListModels>('/api/hm/list', { band: 'w5' })).models.items).toEqual([]);
    const mine = (await who.get<GroupListModels>('/api/hm/QueryTogetherList', {})).models.items;
    expect(mine.map(({ myShares }) => myShares)).toEqual([8, 6, 4, 2]);
    expect((await first.get<GroupListModels>('/api/hm/QueryTogetherList', { scope: 'joined', size: '2' })).models.items).toHaveLength(2);
    expect((await server.client().get('/api/hm/QueryTogetherList', {})).status).toBe(STATUS.notLoggedIn);
  });

  it('of members begin with the own shares, and have every share once over all their pages', async () => {
    await onSale();
    const { hmId } = await started(initiator, losing(), { shares: 20, own: 2 });
    for (const who of [second, first, second, first, first]) expect((await joinGroup(who, hmId, 1)).status).toBe(STATUS.ok);
    for (const [who, own] of [
      [first, 3],
      [initiator, 1],
      [await server.client().register(), 0],
    ] as const)
      for (const size of ['1', '2', '3', '50']) {
        const seen: { readonly joinId: string; readonly mine: boolean }[] = [];
        for (let cursor: string | null = ''; cursor !== null; ) {
          const { items, next }: GroupJoinsModels = (await groupJoins(who, hmId, { size, ...(cursor === '' ? {} : { cursor }) })).models;
          expect(items.length).toBeLessThanOrEqual(Number(size));
          seen.push(...items);
          cursor = next;
        }
        expect(seen.map(({ mine }) => mine)).toEqual(Array.from({ length: 6 }, (_, at) => at < own));
        expect(new Set(seen.map(({ joinId }) => joinId)).size).toBe(6);
      }
  });

  it('begin with the pinned orders that the filters admit, and have every other order once', async () => {
    await onSale();
    const who = await server.client().register();
    const low: string[] = [];
    for (const own of [3, 5, 7, 9]) low.push((await started(who, losing(), { shares: 20, own })).hmId);
    // No other player has shares of it, so it would be the last one by people if it were not pinned.
    const almost = await started(who, losing(), { shares: 20, own: 12, guarantee: 7 });
    const page = async (fields: Record<string, string>) =>
      (await first.get<GroupListModels>('/api/hm/list', { game: SLOW_GAME, order: 'asc', ...fields })).models;
    await expect
      .poll(async () => (await page({ size: '50' })).items.find(({ hmId }) => hmId === almost.hmId)?.pinned, { timeout: 10_000 })
      .toBe(true);
    for (const sort of ['progress', 'amount', 'people', 'stop']) {
      const seen: { readonly hmId: string; readonly pinned: boolean }[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { items, next } = await page({ sort, size: '4', ...(cursor === '' ? {} : { cursor }) });
        expect(items.length).toBeLessThanOrEqual(4);
        seen.push(...items);
        cursor = next;
      }
      expect(
        seen.findLastIndex(({ pinned }) => pinned),
        sort,
      ).toBeLessThan(seen.findIndex(({ pinned }) => !pinned));
      const ids = seen.map(({ hmId }) => hmId);
      expect(new Set(ids).size, sort).toBe(ids.length);
      expect(ids, sort).toEqual(expect.arrayContaining([...low, almost.hmId]));
    }
    expect((await page({ guaranteed: '1' })).items[0]?.hmId).toBe(almost.hmId);
    expect((await page({ commissionMax: '0', band: 'w5' })).items).toEqual([]);
  });

  it('pin at most fifteen, eight of a game, three of a player', () => {
    const rows = Array.from({ length: 60 }, (_, at) => ({ id: String(at), game: `g${at % 3}`, initiator: at % 20 }));
    expect(choosePinned(rows)).toHaveLength(15);
    expect(choosePinned(rows.map((row) => ({ ...row, game: 'g' })))).toHaveLength(8);
    expect(choosePinned(rows.map((row) => ({ ...row, initiator: 1 })))).toHaveLength(3);
  });
});
