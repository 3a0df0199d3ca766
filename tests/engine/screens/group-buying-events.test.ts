/** Group orders on the screen follow the event stream: the shown rows change, and no list is requested. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ScreenDocument } from '../../../engine/screens/core/contract.ts';
import { groupDetail, groupJoins, groupList } from '../../../protocol/calls/hm.ts';
import type { GroupItem } from '../../../protocol/calls.ts';
import { groupProgressOf } from '../../../server/social/group-buying/stream-rows.ts';
import { okAnswer, settle, settlePages, testHost } from './support/host.ts';
import { openScreen } from './support/open.ts';
import { manualPace } from './support/pace.ts';

const screenOf = (code: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../../app/descriptions/screens/${code}.json`), 'utf8')) as ScreenDocument;
const ROW = groupList.example.models.items[0] as GroupItem;
const row = (hmId: string, change: Partial<GroupItem> = {}): GroupItem => ({ ...ROW, hmId, ...change });
const LIST = '/api/hm/list';

/** A phone in the lobby, and the topics that it follows. */
function lobby(items: readonly GroupItem[], next: string | null = null) {
  const topics: string[] = [];
  const host = testHost(
    { [LIST]: ({ cursor }) => okAnswer(cursor === undefined ? { items, next } : { items: [items[0], row('later')], next: null }) },
    {
      follow: (topic) => {
        topics.push(topic);
        return () => void topics.splice(topics.indexOf(topic), 1);
      },
    },
  );
  const pace = manualPace();
  const store = openScreen(screenOf('buyTogether'), host, { pace });
  const shown = () => (store.source('orders')?.state().data as { items: GroupItem[] } | undefined)?.items ?? [];
  return { host, pace, store, topics, shown };
}

it('progress and new orders come into the lobby without a call', async () => {
  const { host, shown } = lobby([row('a'), row('b')]);
  await settle();
  const changed = groupProgressOf(row('b', { soldShares: 90, leftShares: 10, progress: 90 }));
  for (let i = 0; i < 20; i += 1) host.emit('group', { changed: [changed, groupProgressOf(row('elsewhere'))], started: [] });
  expect(shown().map(({ hmId, progress }) => [hmId, progress])).toEqual([
    ['a', ROW.progress],
    ['b', 90],
  ]);
  host.emit('group', { changed: [], started: [row('new', { progress: 5 })] });
  expect(shown().map(({ hmId }) => hmId)).toEqual(['new', 'a', 'b']);
  host.emit('group', { changed: [groupProgressOf(row('a', { state: 'played', stateName: '已出票', leftShares: 0 }))], started: [] });
  expect(shown()[1]).toMatchObject({ state: 'played', leftShares: 0, who: ROW.who });
  await settle();
  expect(host.calls.filter(({ path }) => path === LIST)).toHaveLength(1);
});

it('what a filter leaves out does not come, and the topic is that of the game', async () => {
  const { host, store, topics, shown } = lobby([row('a')]);
  await settle();
  expect(topics).toEqual(['hm']);
  store.setState('game', 'ssq');
  await settle();
  expect(topics).toEqual(['hm:ssq']);
  host.emit('group', { changed: [], started: [row('n', { gameCode: 'dlt' }), row('s', { gameCode: 'ssq' })] });
  expect(shown().map(({ hmId }) => hmId)).toEqual(['s', 'a']);
  for (const [name, value] of [
    ['guaranteed', '1'],
    ['sort', 'amount'],
    ['stage', 'full'],
  ] as const) {
    store.setState(name, value);
    await settle();
    host.emit('group', { changed: [], started: [row(`not by ${name}`)] });
    expect(shown().map(({ hmId }) => hmId)).toEqual(['a']);
    store.setState(name, '');
    await settle();
  }
  store.setState('stage', 'ended');
  expect(topics).toEqual([]);
  store.stop();
});

it('a lobby that nobody loads again takes fifty new ones, and its pages stay whole', async () => {
  const { host, pace, store, shown } = lobby([row('a'), row('b')], 'more');
  await settlePages();
  await store.source('orders')?.state().more?.();
  await settlePages();
  // What moved down meanwhile was on the next page as well, and stands there once.
  expect(shown().map(({ hmId }) => hmId)).toEqual(['a', 'b', 'later']);
  for (let i = 0; i < 60; i += 1) host.emit('group', { changed: [], started: [row(`n${i}`)] });
  expect(shown()).toHaveLength(53);
  pace.advance(72_000);
  await settlePages();
  expect(shown().map(({ hmId }) => hmId)).toEqual(['a', 'b', 'later']);
});

it('a lobby that is still being loaded loads once, whatever events come meanwhile; events that were missed load it again', async () => {
  const { host, pace } = lobby([row('a')]);
  host.emit('group', { changed: [groupProgressOf(row('a'))], started: [row('n')] });
  await settle();
  expect(host.calls.filter(({ path }) => path === LIST)).toHaveLength(1);
  host.emit('group');
  pace.advance(2_000);
  await settle();
  expect(host.calls.filter(({ path }) => path === LIST)).toHaveLength(2);
});

it('the detail shows the progress at once, and is loaded again when the order is another or it is one’s own', async () => {
  const plan = groupDetail.example.models;
  const detail = async (change: object) => {
    const topics: string[] = [];
    const host = testHost(
      { '/api/hm/detail': () => okAnswer({ ...plan, ...change }), '/api/hm/joinlist': () => okAnswer(groupJoins.example.models) },
      { follow: (topic) => (topics.push(topic), () => {}) },
    );
    const store = openScreen(screenOf('togetherOrder'), host, { query: { id: plan.hmId } });
    await settle();
    await settle();
    expect(topics).toEqual([`hm:${plan.hmId}`]);
    const detailRequests = () => host.calls.filter(({ path }) => path === '/api/hm/detail').length;
    const emit = async (item: GroupItem) => {
      host.emit('group', { changed: [groupProgressOf(item)], started: [] });
      await settle();
    };
    return {
      emit,
      detailRequests,
      data: () => store.source('plan')?.state().data as { leftShares: number; joinFen: number; plan: object },
    };
  };
  const joined = { ...ROW, hmId: plan.hmId, state: plan.state, soldShares: 99, leftShares: 1 };
  const other = await detail({ initiator: false });
  await other.emit(joined);
  expect(other.data()).toMatchObject({ leftShares: 1, joinFen: ROW.shareFen, plan: plan.plan });
  await other.emit({ ...joined, hmId: 'another', state: 'cancelled' });
  expect(other.detailRequests()).toBe(1);
  await other.emit({ ...joined, state: 'cancelled' });
  expect(other.detailRequests()).toBe(2);
  const own = await detail({ initiator: true });
  await own.emit(joined);
  expect(own.detailRequests()).toBe(2);
});
