/**
 * The topic `hm` of the event stream: the events of group orders that each client gets, and their cost. Secrecy is that of
 * server/social/group-buying/SPEC.md (G8).
 */
import { groupProgressOf } from '../../../server/social/group-buying/stream-rows.ts';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { GroupItem, GroupListModels, StreamEvent } from '../../../protocol/calls.ts';
import { groupList } from '../../../protocol/calls/hm.ts';
import { openIssues } from '../../../server/lottery/draws/open-issues.ts';
import { createGroupTopics, MOST_GROUPS_PER_EVENT } from '../../../server/platform/stream/group-topics.ts';
import type { Client } from '../support/client.ts';
import { cancelGroup, joinGroup, SLOW_GAME, startGroup, writeSlowGame } from '../support/groups.ts';
import { copyGames, startServer, temporaryFolder, type TestServer } from '../support/server.ts';
import { openStream, type Stream } from '../support/stream.ts';
import { gameVersion, pricedTicket } from '../support/tickets.ts';
import { waitFor } from '../support/server.ts';

let server: TestServer;
let initiator: Client;
let joiner: Client;
let stranger: Client;

beforeAll(async () => {
  const gamesDir = copyGames(temporaryFolder());
  writeSlowGame(gamesDir);
  server = await startServer({ clockSpeed: 1, role: 'web', gamesDir });
  await openIssues(server.context, gameVersion(server, SLOW_GAME));
  [initiator, joiner, stranger] = (await Promise.all([1, 2, 3].map(() => server.client().register()))) as [Client, Client, Client];
});
afterAll(() => server?.stop());

type GroupEvent = Extract<StreamEvent, { type: 'group' }>;
const losing = () =>
  pricedTicket(gameVersion(server, SLOW_GAME), [{ play: 'Q3_ZX', picks: { wan: [1], qian: [2], bai: [3] } }], { multiplier: 10 });
/** Words that would reveal the picks. */
const SECRETS = ['前三直选', 'Q3_ZX', '"wan"', '"picks"', '"ticket":', '"lines"'];
const own = (who: Client) => `&tk=${who.token}`;
const groupOf = async (stream: Stream, fits: (event: GroupEvent) => boolean): Promise<GroupEvent> => {
  const event = await stream.next((each) => each.type === 'group' && fits(each));
  return event as GroupEvent;
};

it('[G8] [G13] tells everybody of a group order what the lobby shows to a visitor, and no client the picks or the other members', async () => {
  const streams = {
    visitor: await openStream(`${server.base}/events?topics=hm`),
    stranger: await openStream(`${server.base}/events?topics=hm:${SLOW_GAME}${own(stranger)}`),
    joiner: await openStream(`${server.base}/events?topics=hm${own(joiner)}`),
    elsewhere: await openStream(`${server.base}/events?topics=hm:ssq`),
    silent: await openStream(`${server.base}/events`),
  };
  for (const security of [0, 1, 2, 3]) {
    const { models } = await startGroup(initiator, losing(), { shares: 20, own: 2, security, title: `第${security}种` });
    const { hmId } = models;
    const news = await groupOf(streams.visitor, ({ started }) => started.some((item) => item.hmId === hmId));
    const startedItem = news.started.find((item) => item.hmId === hmId) as GroupItem;
    const listed = (await server.client().get<GroupListModels>('/api/hm/list', { game: SLOW_GAME })).models.items;
    expect(startedItem).toEqual(listed.find((item) => item.hmId === hmId));
    expect(startedItem).not.toHaveProperty('myShares');
    await groupOf(streams.stranger, ({ started }) => started.some((item) => item.hmId === hmId));

    const looking = await openStream(`${server.base}/events?topics=hm:${hmId}`);
    expect(await joinGroup(joiner, hmId, 3)).toMatchObject({ status: 0 });
    const [atLobby, atOrder] = await Promise.all(
      [streams.visitor, looking].map((stream) => groupOf(stream, ({ changed }) => changed.some((one) => one.hmId === hmId))),
    );
    expect(atLobby?.changed.find((one) => one.hmId === hmId)).toMatchObject({ soldShares: 5, leftShares: 15, progress: 25, state: 'open' });
    expect(atOrder).toMatchObject({ started: [], changed: [{ hmId, soldShares: 5, people: 2, joinFen: 1_500, mayJoin: true }] });
    // A client that watches this order gets no event of another one.
    expect(looking.seen().every((event) => event.type !== 'group' || event.changed.every((one) => one.hmId === hmId))).toBe(true);
    looking.close();
    expect(await cancelGroup(initiator, hmId)).toMatchObject({ status: 0 });
    await groupOf(streams.visitor, ({ changed }) => changed.some((one) => one.hmId === hmId && one.state === 'cancelled' && !one.mayJoin));
  }
  for (const [name, stream] of Object.entries(streams)) {
    const text = JSON.stringify(stream.seen());
    for (const secret of SECRETS) expect(text, `${secret} to the ${name}`).not.toContain(secret);
    const kinds = new Set(stream.seen().map(({ type }) => type));
    // What is a player's own comes to him alone.
    expect(kinds.has('order'), name).toBe(name === 'joiner');
    if (name !== 'joiner') expect(text, name).not.toContain('balanceFen');
    if (name === 'elsewhere' || name === 'silent') expect(kinds.has('group'), name).toBe(false);
    stream.close();
  }
}, 60_000);

it('[G13] is one look at the database for a second of changes, however many follow and however often they changed', async () => {
  const looks: string[][] = [];
  const sent: [string, GroupEvent][] = [];
  let down = true;
  const row = groupList.example.models.items[0] as GroupItem;
  const topics = createGroupTopics(
    {
      progress: groupProgressOf,
      items: async (ids) => {
        if (down) {
          down = false;
          throw new Error('the database is away');
        }
        looks.push([...ids]);
        return ids.map((hmId) => ({ ...row, hmId, gameCode: 'ssq' }));
      },
    },
    (topic, event) => sent.push([topic, event as GroupEvent]),
    () => {},
  );
  topics.changed('nobody', 'ssq', true);
  for (const topic of ['hm', 'hm:dlt', 'hm:o7', 'hm:o99']) topics.follow(topic);
  const MANY = MOST_GROUPS_PER_EVENT + 10;
  for (let times = 0; times < 30; times += 1) for (let i = 0; i < MANY; i += 1) topics.changed(`o${i}`, 'ssq', i === 3);
  await waitFor('all of them', async () => looks.flat().length >= MANY || undefined);
  // What could not be looked up came with the next, fifty at a time, each once.
  expect(looks.map((ids) => ids.length)).toEqual([MOST_GROUPS_PER_EVENT, 10]);
  expect(new Set(looks.flat()).size).toBe(MANY);
  const lobby = sent.filter(([topic]) => topic === 'hm').map(([, event]) => event);
  expect(lobby.flatMap(({ started }) => started.map(({ hmId }) => hmId))).toEqual(['o3']);
  expect(lobby.flatMap(({ changed }) => changed)).toHaveLength(MANY - 1);
  expect(sent.filter(([topic]) => topic === 'hm:o7')).toMatchObject([['hm:o7', { changed: [{ hmId: 'o7' }], started: [] }]]);
  expect(sent.filter(([topic]) => topic === 'hm:dlt' || topic === 'hm:o99')).toEqual([]);
  for (const topic of ['hm', 'hm:dlt', 'hm:o7', 'hm:o99']) topics.leave(topic);
  topics.changed('o1', 'ssq', false);
  expect(looks).toHaveLength(2);
  topics.close();
});

it('[G13] an answer that is late comes before what changed after it, never after', async () => {
  const row = groupList.example.models.items[0] as GroupItem;
  const answers: ((people: number) => void)[] = [];
  const versions: number[] = [];
  const topics = createGroupTopics(
    {
      items: (ids) => new Promise((resolve) => answers.push((people) => resolve(ids.map((hmId) => ({ ...row, hmId, people }))))),
      progress: groupProgressOf,
    },
    (_, event) => versions.push(...(event as GroupEvent).changed.map(({ people }) => people)),
    () => {},
  );
  topics.follow('hm');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    topics.changed('o1', 'ssq', false);
    topics.changed('o1', 'ssq', false);
    // The second of the first look is over, and its answer is not there.
    await vi.advanceTimersByTimeAsync(5_000);
    expect(answers).toHaveLength(1);
    answers[0]?.(1);
    await vi.advanceTimersByTimeAsync(0);
    answers[1]?.(2);
    await vi.advanceTimersByTimeAsync(0);
    expect(versions).toEqual([1, 2]);
  } finally {
    topics.close();
    vi.useRealTimers();
  }
});
