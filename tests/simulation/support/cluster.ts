/** The server processes of a simulated world: the real server without a port, started, killed and started again, and its operators. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildServer, type Server } from '../../../server/build-server.ts';
import { GROUP_TERMS } from '../../../server/social/group-buying/terms.ts';
import { root, temporaryFolder } from '../../server/support/server.ts';
import { type FaultyPool, faultyPool, type Weather } from './faulty-pool.ts';
import { addSports } from '../../server/support/sports.ts';
import type { WorldDatabase } from './world-database.ts';
import { SPORT } from './sports-world.ts';
import type { Stage } from './stage.ts';

export interface WireRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** The phone's address. */
  readonly from: string;
}

interface Running {
  readonly name: string;
  readonly server: Server;
  readonly life: { dead: boolean };
  readonly cut: () => Promise<void>;
  /** Told when the process is gone, and with it everything that was under way. */
  readonly gone: Set<() => void>;
}

/** Games that close every few moments, so that a run of minutes sees dozens of draws: made of real ones with a schedule of their own. */
const GAMES = [
  { from: 'jlffc', code: 'sim20', everySeconds: 20, closeBeforeSeconds: 4, issues: 12, groupBuy: false },
  { from: 'jsks', code: 'sim30', everySeconds: 30, closeBeforeSeconds: 5, issues: 10, groupBuy: true },
  // Its prizes float: what a winner gets depends on how many there are.
  { from: 'ssq', code: 'ssq', everySeconds: 60, closeBeforeSeconds: 10, issues: 6, groupBuy: true },
] as const;
// Group orders stop a moment before the close and need not live long, as issues and matches do here.
Object.assign(GROUP_TERMS, { stopBeforeSeconds: 2, minLiveSeconds: 5 });

export class ServerCluster {
  readonly weather: Weather = { faults: 0, slowMs: 5, outage: false, calm: true };
  readonly complaints: string[] = [];
  readonly gamesDir: string;
  readonly #folder = temporaryFolder();
  readonly #running: Running[] = [];
  readonly #stage: Stage;
  readonly #database: WorldDatabase;
  #starts = 0;

  constructor(stage: Stage, database: WorldDatabase) {
    this.#stage = stage;
    this.#database = database;
    this.gamesDir = join(this.#folder, 'games');
    mkdirSync(join(this.gamesDir, 'families'), { recursive: true });
    for (const family of ['ssc', 'k3']) cpSync(join(root, `games/families/${family}.json`), join(this.gamesDir, `families/${family}.json`));
    for (const game of GAMES) this.write(game.code, gameFile(game));
    addSports(this.gamesDir, [SPORT]);
    mkdirSync(join(this.#folder, 'app/brands'), { recursive: true });
    for (const file of ['routes.json', 'brands/caipu.json', 'terms.json', 'functions.json'])
      cpSync(join(root, 'app/descriptions', file), join(this.#folder, 'app', file));
  }

  get games(): readonly string[] {
    return GAMES.map(({ code }) => code);
  }

  /** Of these, the ones whose tickets are bought in groups. */
  get groupGames(): readonly string[] {
    return GAMES.filter(({ groupBuy }) => groupBuy).map(({ code }) => code);
  }

  get servers(): readonly Server[] {
    return this.#running.map(({ server }) => server);
  }

  /** Starts one more server process. */
  async start(): Promise<void> {
    this.#starts += 1;
    const name = `s${this.#starts}`;
    const life = { dead: false };
    const { pool, cut } = this.#database.open(() => life.dead);
    // A start takes no time of the world: it reads files, and that is not the seed's to decide.
    const { calm } = this.weather;
    this.weather.calm = true;
    const faulty: FaultyPool = faultyPool(
      pool,
      this.#stage,
      this.#stage.chance.of(`database of ${name}`),
      this.weather,
      () => life.dead,
      name,
    );
    const server = await buildServer({
      dataDir: '',
      pool: faulty,
      gamesDir: this.gamesDir,
      appDir: join(this.#folder, 'app'),
      webDir: join(this.#folder, 'no-web'),
      watch: false,
      limits: Number.POSITIVE_INFINITY,
      history: 0,
      onWrongAnswer: (fault) => this.complaints.push(fault),
      log: (line) => {
        // That operators drop wrong files is part of a world.
        if (/^error in|wrong/.test(line) && !line.startsWith('alarm description-refused')) this.complaints.push(line);
      },
    });
    await this.#stage.settle();
    if (this.#starts === 1)
      for (const { file, message } of server.context.publication.problems()) this.complaints.push(`${file}: ${message}`);
    this.weather.calm = calm;
    const abandon = async () => {
      await faulty.abandon();
      await cut();
    };
    this.#running.push({ name, server, life, cut: abandon, gone: new Set() });
    this.#stage.note(`${name} started`);
  }

  /** kill -9: what it was doing stays as it is. */
  async kill(at: number): Promise<void> {
    const [running] = this.#running.splice(at, 1);
    if (running === undefined) return;
    running.life.dead = true;
    await running.cut();
    this.#stage.note(`${running.name} killed`);
    for (const tell of running.gone) tell();
  }

  /** One request to one of the servers. Rejects when there is none, and when it is killed before it answered. */
  async answer(wire: WireRequest, at: number): Promise<{ readonly status: number; readonly text: string }> {
    const running = this.#running[at % Math.max(1, this.#running.length)];
    if (running === undefined) throw new TypeError('connection refused');
    let fall: () => void = () => {};
    const fallen = new Promise<never>((_, reject) => {
      fall = () => reject(new TypeError('connection lost'));
    });
    running.gone.add(fall);
    try {
      const { method, url, headers, body, from } = wire;
      const response = await Promise.race([
        fallen,
        running.server.app.inject({
          method: method as 'GET',
          url,
          headers,
          remoteAddress: from,
          ...(body === undefined ? {} : { payload: body }),
        }),
      ]);
      return { status: response.statusCode, text: response.payload };
    } finally {
      running.gone.delete(fall);
      this.#stage.stirred();
    }
  }

  read(code: string): Record<string, unknown> {
    return JSON.parse(readFileSync(join(this.gamesDir, `${code}.json`), 'utf8')) as Record<string, unknown>;
  }

  write(code: string, content: unknown): void {
    writeFileSync(join(this.gamesDir, `${code}.json`), typeof content === 'string' ? content : JSON.stringify(content, null, 2));
  }

  /** Every server looks at its folder, as the watch would make it do. */
  async look(): Promise<void> {
    for (const { server } of this.#running) await server.context.publication.refresh();
    this.#stage.stirred();
  }

  async close(): Promise<void> {
    for (const running of this.#running) running.life.dead = true;
    for (const running of this.#running) await running.cut();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function gameFile({ from, code, everySeconds, closeBeforeSeconds, issues, groupBuy }: (typeof GAMES)[number]): unknown {
  const game = JSON.parse(readFileSync(join(root, `games/${from}.json`), 'utf8')) as { caps: object };
  return {
    ...game,
    ...(groupBuy ? { groupBuy } : {}),
    code,
    name: `模拟 ${everySeconds} 秒`,
    schedule: {
      kind: 'interval',
      utcOffset: '+08:00',
      first: '00:01:00',
      everySeconds,
      drawsPerDay: Math.floor(86_340 / everySeconds),
      closeBeforeSeconds,
      issue: '{yyyy}{MM}{dd}{seq:4}',
    },
    caps: { ...game.caps, multiplier: 50, issues },
  };
}
