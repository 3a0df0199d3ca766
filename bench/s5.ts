/**
 * S5: what is only read (files, descriptions, home, results, odds), compressed as a browser asks for it, and asked again with the tag that the browser
 * has (304), against a Fastify route that answers `{}`. Processor time of the server for one answer, over keep-alive connections. The
 * yardstick reads, checks, packs and heads nothing; ours carry every header that the product sends.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { readdirSync, statSync, mkdtempSync, rmSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DescriptionIndex } from '../engine/descriptions/types.ts';
import type { Bench, Figure } from './lib/figure.ts';
import { cpuMsOf } from './lib/processor.ts';
import { build, BUILD_FOLDER, startServer, untilIdle } from './lib/product.ts';
import { median, summarise } from './lib/rounds.ts';

const CLIENTS = 16;
const GAME = 'jlffc';

interface Read {
  readonly id: string;
  readonly what: string;
  readonly path: string;
}

const bench: Bench = {
  id: 'S5',
  title: 'reads and 304s against an empty Fastify route',
  async run(context) {
    await build(context);
    const folder = mkdtempSync(join(tmpdir(), 'caipu-bench-s5-'));
    context.onEnd(() => rmSync(folder, { recursive: true, force: true }));
    const server = await startServer(context, { CAIPU_DATA: folder });
    const empty = fork(fileURLToPath(new URL('lib/empty-server.ts', import.meta.url)), { execArgv: ['--import', 'tsx'] });
    context.onEnd(() => void empty.kill());
    const emptyUrl = await new Promise<string>((resolve) => empty.once('message', (url) => resolve(url as string)));
    const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
    context.onEnd(() => agent.destroy());

    const index = (await (await fetch(`${server.url}/descriptions/index.json`)).json()) as DescriptionIndex;
    const hash = index.games.find(({ code }) => code === GAME)?.hash ?? '';
    const assets = join(BUILD_FOLDER, 'app/assets');
    const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
    const script = scripts.sort((a, b) => statSync(join(assets, b)).size - statSync(join(assets, a)).size)[0] ?? '';
    const reads: readonly Read[] = [
      { id: 'script', what: 'the largest script', path: `/assets/${script}` },
      { id: 'game', what: 'the description of a game of 时时彩', path: `/descriptions/game/${GAME}.${hash}.json` },
      { id: 'index', what: 'the index of descriptions', path: '/descriptions/index.json' },
      { id: 'home', what: 'home', path: '/' },
      { id: 'results', what: 'the latest results of all games', path: '/api/lotteryresult/allresult?p=caipu&c=1' },
      { id: 'odds', what: 'the chances of a game', path: `/api/lottery/GetLotteryOdds?gameCode=${GAME}&p=caipu&c=1` },
    ];

    /** What a process takes by itself, ms of processor in a ms: the product draws, settles and looks at its clock meanwhile. */
    let idleShare = 0;
    async function measureIdle(): Promise<void> {
      const shares: number[] = [];
      for (let look = 0; look < 5; look++) {
        const before = cpuMsOf(server.child.pid) as number;
        const from = performance.now();
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        shares.push(((cpuMsOf(server.child.pid) as number) - before) / (performance.now() - from));
      }
      idleShare = median(shares);
    }

    /** As many answers as fit into so many ms, all of one status; µs of the process's processor for each, without what it takes by itself. */
    async function cost(url: string, child: ChildProcess, headers: Record<string, string>, status: number): Promise<number> {
      const before = cpuMsOf(child.pid) as number;
      const from = performance.now();
      const until = from + (context.quick ? 500 : 1_200);
      let done = 0;
      const one = () =>
        new Promise<void>((resolve, reject) => {
          get(url, { agent, headers }, (response) => {
            if (response.statusCode !== status) reject(new Error(`${url} answers ${response.statusCode} instead of ${status}`));
            response.on('end', resolve).resume();
          }).on('error', reject);
        });
      await Promise.all(
        Array.from({ length: CLIENTS }, async () => {
          while (performance.now() < until) {
            await one();
            done += 1;
          }
        }),
      );
      const byItself = child === server.child ? idleShare * (performance.now() - from) : 0;
      return (((cpuMsOf(child.pid) as number) - before - byItself) * 1000) / done;
    }

    const accept = { 'accept-encoding': 'br' };
    await untilIdle(context, [server]);
    await measureIdle();
    const figures: Figure[] = [];
    for (const { id, what, path } of reads) {
      const url = server.url + path;
      const first = await fetch(url, { headers: accept });
      await first.arrayBuffer();
      const tag = first.headers.get('etag');
      const sides: readonly (readonly [string, string, Record<string, string>, number, number])[] = [
        [`S5.${id}`, what, accept, 200, 0.6],
        ...(tag === null
          ? []
          : ([[`S5.${id}.304`, `${what}, which the browser has (304)`, { ...accept, 'if-none-match': tag }, 304, 0.8]] as const)),
      ];
      for (const [figure, named, headers, status, goal] of sides) {
        const ours: number[] = [];
        const theirs: number[] = [];
        const mine = async () => void ours.push(await cost(url, server.child, headers, status));
        const yardstick = async () => void theirs.push(await cost(emptyUrl, empty, {}, 200));
        await mine();
        await yardstick();
        ours.length = theirs.length = 0;
        for (let round = 0; round < context.rounds; round++) {
          for (const work of round % 2 === 0 ? [mine, yardstick] : [yardstick, mine]) await work();
        }
        const { ratio, a, b, rounds, range } = summarise(theirs, ours);
        figures.push({
          id: figure,
          what: `processor time of an empty route over that of ${named}`,
          value: ratio,
          unit: '×',
          goal: { at: 'least', value: goal },
          against: { what: 'a Fastify route that answers {}', ours: `${b.toFixed(0)} µs`, theirs: `${a.toFixed(0)} µs` },
          rounds,
          range,
          note: `the process takes ${(idleShare * 1000).toFixed(0)} ms a second by itself, which is not counted`,
        });
      }
    }
    await server.stop();
    empty.kill();
    return figures;
  },
};
export default bench;
