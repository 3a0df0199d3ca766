/** One simulated world from its seed: players, network, database, clocks, processes and operators, until everything has come to rest. */
import { loadHmac } from '../../../app/platform/client.ts';
import { loadCiphers } from '../../../app/platform/device.ts';
import { loadStartUp } from '../../../app/platform/index.ts';
import type { Querying } from '../../../server/platform/database/database.ts';
import type { WorldDatabase } from './world-database.ts';
import { ServerCluster } from './cluster.ts';
import { Invariants } from './invariants.ts';
import type { NetworkWeather } from './network.ts';
import { Operator } from './operator.ts';
import { Phone, type SimulatedWorld } from './phone.ts';
import { SportsWorld } from './sports-world.ts';
import { BEGIN_MS, createStage } from './stage.ts';
import { Witness } from './witness.ts';

export interface WorldRun {
  /** The name that all its chance comes from. */
  readonly world: string;
  readonly hash: string;
  readonly lines: readonly string[];
  /** What is broken; none is what is hoped for. */
  readonly broken: readonly string[];
  /** How much happened. */
  readonly counts: {
    readonly commits: number;
    readonly orders: number;
    /** Of the orders, those on matches. */
    readonly sports: number;
    /** Group orders by their outcome, bets that follow a release, standing rules and what they did. */
    readonly together: Readonly<Record<string, number>>;
    readonly draws: number;
    readonly kills: number;
  };
}

export interface RunOptions {
  /** Changes the database before anything happens: a fault put in on purpose. */
  readonly mutant?: (admin: Querying) => Promise<void>;
  /** ms that players play. */
  readonly playMs?: number;
}

const PLAY_MS = 150_000;
/** A request may be that late (network.ts), and the last issues that were bet on are drawn by then. */
const LATEST_MS = 75_000;
/** What a request, or a statement, takes at most once all is calm. */
const FINISH_MS = 15_000;
/** The world must have come to rest by then. */
const REST_MS = 240_000;

export async function simulate(database: WorldDatabase, name: string, { mutant, playMs = PLAY_MS }: RunOptions = {}): Promise<WorldRun> {
  await database.reset();
  // Loading a file takes real time, which is not the seed's to decide: what phones load when they need it is there before the world begins.
  await Promise.all([loadHmac(), loadCiphers(), loadStartUp()]);
  const stage = createStage(name, database.outside);
  const witness = new Witness();
  const invariants = new Invariants(database.admin);
  const broken: string[] = [];
  let commits = 0;
  let kills = 0;
  const air: NetworkWeather = { faults: 0 };
  const cluster = new ServerCluster(stage, database);
  const social = name.startsWith('together');
  const parts: SimulatedWorld = { stage, cluster, witness, air, together: social, players: [] };
  const phones: Phone[] = [];
  database.onCommit = async () => {
    commits += 1;
    if (broken.length > 0) return;
    for (const what of await invariants.afterCommit()) {
      broken.push(what);
      stage.note(`BROKEN  ${what}`);
    }
  };
  const reached = async (done: () => boolean, until: number): Promise<void> => {
    while (!done() && broken.length === 0 && Date.now() - BEGIN_MS < until) await stage.step();
  };
  try {
    await mutant?.(database.admin);
    const chance = stage.chance.of('world');
    while (cluster.servers.length < database.servers) await cluster.start();
    for (let number = 1; number <= chance.between(3, 5); number += 1) phones.push(new Phone(parts, number));
    const sportsWorld = new SportsWorld(stage, cluster, stage.chance.of('stadium'), social);
    let begun = 0;
    for (const each of [sportsWorld, ...phones]) void each.begin().then(() => (begun += 1));
    await reached(() => begun === phones.length + 1, 60_000);

    // From here on things go wrong: in some worlds often, in some seldom.
    cluster.weather.calm = false;
    cluster.weather.faults = chance.one([0, 0.005, 0.02, 0.06]);
    cluster.weather.slowMs = chance.one([5, 30, 200]);
    air.faults = chance.one([0, 0.05, 0.15, 0.3]);
    stage.note(`faults: database ${cluster.weather.faults} (${cluster.weather.slowMs} ms), network ${air.faults}`);
    const end = Date.now() - BEGIN_MS + playMs;
    const misfortune = async () => {
      for (;;) {
        await stage.pause(chance.between(4_000, 40_000));
        if (cluster.weather.calm || Date.now() - BEGIN_MS > end) return;
        if (chance.happens(0.6) && cluster.servers.length > 0) {
          kills += 1;
          next = { kind: 'kill', at: chance.below(database.servers), downMs: chance.between(200, 12_000) };
        } else {
          cluster.weather.outage = true;
          stage.note('the database is gone');
          await stage.pause(chance.between(200, 10_000));
          cluster.weather.outage = false;
          stage.note('the database is back');
        }
      }
    };
    // A process is killed and started between two steps of the world, never in the middle of one.
    let next: { kind: 'kill'; at: number; downMs: number } | undefined;
    const starts: number[] = [];
    if (chance.happens(0.8)) void misfortune();
    const operator = new Operator(stage, cluster, stage.chance.of('operator'));
    operator.begin();
    while (broken.length === 0 && Date.now() - BEGIN_MS < end) {
      await stage.step();
      if (next !== undefined) {
        await cluster.kill(next.at);
        await stage.settle();
        starts.push(Date.now() + next.downMs);
        setTimeout(() => {}, next.downMs);
        next = undefined;
      }
      if (starts.some((at) => at <= Date.now()) && !cluster.weather.outage && cluster.servers.length < database.servers) {
        starts.splice(
          starts.findIndex((at) => at <= Date.now()),
          1,
        );
        await cluster.start();
      }
      await operator.work();
    }

    // Everything works again, nobody wishes for more: what is under way must come to its end.
    stage.note('calm');
    cluster.weather.outage = false;
    cluster.weather.faults = 0;
    cluster.weather.slowMs = 5;
    air.faults = 0;
    for (const each of [sportsWorld, ...phones]) each.resting = true;
    await operator.tidy();
    while (cluster.servers.length < database.servers) await cluster.start();
    // What phones and the sports world began by now goes on for a moment, and no match may come on sale after the last result.
    let finished = false;
    setTimeout(() => void sportsWorld.finish().then(() => (finished = true)), FINISH_MS);
    for (const phone of phones) phone.wake();
    const rest = Date.now() - BEGIN_MS + REST_MS;
    const calmFor = Date.now() - BEGIN_MS + LATEST_MS;
    await reached(() => finished && Date.now() - BEGIN_MS > calmFor && phones.every(({ inDoubt }) => inDoubt.length === 0), rest);
    for (const phone of phones) for (const scope of phone.inDoubt) broken.push(`${phone.name} still does not know the outcome of ${scope}`);
    if (broken.length === 0) broken.push(...(await invariants.atTheEnd(witness, Date.now() - 30_000)), ...cluster.complaints);
    for (const what of broken) stage.note(`BROKEN  ${what}`);
    const { rows } = await database.admin.query<{
      orders: number;
      sports: number;
      draws: number;
      wallets: string;
      together: Record<string, number>;
    }>(
      `SELECT (SELECT count(*)::int FROM orders) AS orders, (SELECT count(*)::int FROM sport_orders) AS sports, (SELECT count(*)::int FROM issues WHERE state = 'settled') AS draws,
              (SELECT string_agg(balance_fen::text, ' ' ORDER BY user_id) FROM wallets) AS wallets,
              (SELECT jsonb_object_agg(what, n) FROM (
                 SELECT state AS what, count(*) AS n FROM group_buy_orders GROUP BY 1 UNION ALL SELECT 'joins', count(*) FROM group_buy_joins WHERE type = 'join'
                 UNION ALL SELECT 'releases', count(*) FROM releases UNION ALL SELECT 'follows', count(*) FROM follows
                 UNION ALL SELECT 'rules', (SELECT count(*) FROM follow_rules) + (SELECT count(*) FROM group_buy_rules)
                 UNION ALL SELECT 'runs of follow rules', count(*) FROM follow_runs UNION ALL SELECT 'followed by rules', count(*) FROM follow_runs WHERE result = 'done'
                 UNION ALL SELECT 'runs of group rules', count(*) FROM group_buy_rule_runs UNION ALL SELECT 'joined by rules', count(join_id) FROM group_buy_rule_runs) t) AS together`,
    );
    const { orders = 0, sports = 0, draws = 0, wallets = '', together = {} } = rows[0] ?? {};
    stage.note(`${orders} orders (${sports} on matches), ${draws} draws; wallets ${wallets}; ${JSON.stringify(together)}`);
    return { world: name, hash: stage.hash(), lines: stage.lines, broken, counts: { commits, orders, sports, draws, kills, together } };
  } finally {
    database.onCommit = async () => {};
    for (const phone of phones) phone.close();
    await cluster.close();
    stage.leave();
  }
}
