/**
 * S10: what the lobby of group orders (合买) costs a server that tells 1,000 phones of it, over event streams that are written the same bytes
 * and know nothing: processor time of both processes over the same seconds. Every second fifty group orders change, as many as an event holds.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MOST_GROUPS_PER_EVENT } from '../server/platform/stream/group-topics.ts';
import type { Bench, Context, Figure } from './lib/figure.ts';
import { openServices, emptyPostgres, writeUsers } from './lib/parts.ts';
import { summarise } from './lib/rounds.ts';
import type { StreamPhonesThreadInput } from './lib/stream-phones.ts';
import type { StreamServerInput, StreamServerMessage } from './lib/stream-server.ts';

const PHONES = 1_000;
/** Seconds of one round. */
const SECONDS = 5;
const USERS = 100;

function start(context: Context, file: string, order: StreamServerInput | StreamPhonesThreadInput): ChildProcess {
  const child = fork(fileURLToPath(new URL(`lib/${file}.ts`, import.meta.url)), [JSON.stringify(order)], { execArgv: ['--import', 'tsx'] });
  context.onEnd(() => void child.kill());
  return child;
}

/** The next word of a process that `is` what is waited for; rejects when the process ends. */
function heard<T extends object>(child: ChildProcess, name: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const gone = (code: number | null) => reject(new Error(`a process of the streams ended with ${code}`));
    const hear = (word: object) => {
      if (!(name in word)) return;
      child.off('message', hear).off('exit', gone);
      resolve(word as T);
    };
    child.on('message', hear).on('exit', gone);
  });
}
async function cpuOf(child: ChildProcess): Promise<number> {
  const answer = heard<{ readonly cpuMs: number }>(child, 'cpuMs');
  child.send('cpu' satisfies StreamServerMessage);
  return (await answer).cpuMs;
}

const bench: Bench = {
  id: 'S10',
  title: `events of the lobby of group orders to ${PHONES.toLocaleString('en')} phones`,
  async run(context) {
    const url = await emptyPostgres(context);
    const { database } = await openServices(url, context.onEnd);
    await writeUsers(database, USERS);
    await database.query(
      `INSERT INTO group_buy_orders (id, initiator, kind, game, issue, hash, ticket, bets, multiplier, total, shares, share_fen, own_shares, sold, guarantee,
                              guarantee_id, commission, base, security, started_at, stops_at, due_at, ruled)
       SELECT md5('hm' || n)::uuid, 200001 + n % ${USERS}, 'ticket', 'ssq', '1', 'h', '{"game":"ssq","lines":[]}', 1, 1, 10000, 100, 100, 5, 5 + n % 90, 5,
              md5('g' || n)::uuid, 5, 'profit', 2, n, 4000000000000, 4000000000000, true FROM generate_series(1, ${MOST_GROUPS_PER_EVENT}) n`,
    );
    const hub = start(context, 'stream-server', { side: 'hub', databaseUrl: url });
    const bare = start(context, 'stream-server', { side: 'bare' });
    const ports = await Promise.all([hub, bare].map(async (child) => (await heard<{ readonly port: number }>(child, 'port')).port));
    const urls = ports.map((port, at) => `http://127.0.0.1:${port}/events${at === 0 ? '?topics=hm' : ''}`);
    const crowd = start(context, 'stream-phones', { count: PHONES, urls });
    let events = 0;
    let bytes = 0;
    // The other side writes the events that the hub sends to its phones.
    crowd.on('message', (news: { readonly event?: string }) => {
      if (news.event === undefined) return;
      events += 1;
      bytes += Buffer.byteLength(news.event);
      bare.send({ write: news.event } satisfies StreamServerMessage);
    });
    await heard(crowd, 'open');
    context.say(`${PHONES} phones on each side`);
    const counts = async () => {
      const answer = heard<{ readonly counts: readonly number[] }>(crowd, 'counts');
      crowd.send('counts');
      return (await answer).counts;
    };

    /** Some seconds of changes, until both sides have told all their phones of all of it. */
    async function round(): Promise<{ readonly hub: number; readonly bare: number; readonly events: number; readonly bytes: number }> {
      const [eventsFrom, bytesFrom, hubFrom, bareFrom] = [events, bytes, await cpuOf(hub), await cpuOf(bare)];
      for (let second = 0; second < SECONDS; second += 1) {
        await database.query(
          'WITH changed AS (UPDATE group_buy_orders SET people = people + 1 RETURNING id) SELECT announce_progress(id) FROM changed',
        );
        await pause(1_000);
      }
      // The hub tells fifty a second at most: the rest of the last change comes within two.
      await pause(2_500);
      const until = performance.now() + 30_000;
      while (!(await counts()).every((count) => count === events * PHONES)) {
        if (performance.now() > until) throw new Error(`${await counts()} events arrived of ${events * PHONES} on each side`);
        await pause(50);
      }
      return {
        hub: (await cpuOf(hub)) - hubFrom,
        bare: (await cpuOf(bare)) - bareFrom,
        events: events - eventsFrom,
        bytes: bytes - bytesFrom,
      };
    }

    await round();
    const rounds = [];
    for (let at = 0; at < context.rounds; at += 1) rounds.push(await round());
    const eventCount = rounds.reduce((sum, each) => sum + each.events, 0);
    const size = rounds.reduce((sum, each) => sum + each.bytes, 0) / eventCount / 1024;
    const each = eventCount / rounds.length;
    const compared = summarise(
      rounds.map((each) => each.hub),
      rounds.map((each) => each.bare),
    );
    const figure: Figure = {
      id: 'S10.lobby',
      what: `processor time of the server for an event of up to ${MOST_GROUPS_PER_EVENT} group orders (${size.toFixed(1)} KB) to ${PHONES.toLocaleString('en')} phones on the lobby`,
      value: compared.ratio,
      unit: '×',
      goal: { at: 'most', value: 1.5 },
      against: {
        what: 'bare event streams that are written the same bytes',
        ours: `${(compared.a / each).toFixed(1)} ms`,
        theirs: `${(compared.b / each).toFixed(1)} ms`,
      },
      rounds: compared.rounds,
      range: compared.range,
    };
    return [figure];
  },
};
export default bench;
