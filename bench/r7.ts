/**
 * R7: how soon a server is ready again after kill -9 under load, on the embedded database and as one of two on PostgreSQL whose other one
 * goes on taking bets. That nothing is lost or doubled is what the tests hold.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../tests/server/support/postgres.ts';
import { registerPlayers, differentBets, runLoad } from './lib/bets.ts';
import type { Bench, Context, Figure } from './lib/figure.ts';
import { build, startServer } from './lib/product.ts';
import { median } from './lib/rounds.ts';
import { cpuNote } from './s3.ts';

const CLIENTS = 16;
/** Clients of the load during a start on PostgreSQL: as many as in the measurement of bets. */
const BESIDE = 32;
/** Duration of that load: longer than a start takes. */
const LOAD_SECONDS = 12;

const bench: Bench = {
  id: 'R7',
  title: 'kill -9 under load, then ready again',
  async run(context) {
    await build(context);
    const folder = mkdtempSync(join(tmpdir(), 'caipu-bench-r7-'));
    context.onEnd(() => rmSync(folder, { recursive: true, force: true }));
    const env = { CAIPU_DATA: join(folder, 'data') };
    let server = await startServer(context, env);
    const bets = await differentBets(server.url);
    const tokens = (await registerPlayers(server.url, CLIENTS * 2)).map(({ token }) => token);
    const times: number[] = [];
    const cpu: number[] = [];
    for (let round = 0; round < context.rounds; round++) {
      // The benchmark breaks the connections with the server, so their error is expected.
      const loading = runLoad({ urls: [server.url], connections: CLIENTS, seconds: 30, bets, tokens, expected: 100, doomed: true }).catch(
        () => undefined,
      );
      await until(server.url, tokens[round % CLIENTS] as string);
      await server.kill();
      await loading;
      server = await startServer(context, env);
      times.push(server.readyMs);
      if (server.readyCpuMs !== undefined) cpu.push(server.readyCpuMs);
    }
    await server.stop();
    return [
      {
        id: 'R7.reopen',
        what: 'start after kill -9 under load, until the server says it is ready (embedded database)',
        value: median(times) / 1000,
        unit: 's',
        goal: { at: 'most', value: 2 },
        rounds: times.length,
        range: [Math.min(...times) / 1000, Math.max(...times) / 1000],
        ...cpuNote(cpu),
      },
      await beside(context),
    ];
  },
};
export default bench;

/** One of two processes on PostgreSQL is killed and started while 32 connections bet with the other. */
async function beside(context: Context): Promise<Figure> {
  const postgres = await startPostgres([]);
  context.onEnd(() => postgres.stop());
  const folder = mkdtempSync(join(tmpdir(), 'caipu-bench-r7-'));
  context.onEnd(() => rmSync(folder, { recursive: true, force: true }));
  const env = { DATABASE_URL: postgres.url, CAIPU_DATA: folder };
  const staying = await startServer(context, env);
  const bets = await differentBets(staying.url);
  const tokens = (await registerPlayers(staying.url, BESIDE)).map(({ token }) => token);
  let killed = await startServer(context, env);
  const times: number[] = [];
  const cpu: number[] = [];
  const rates: number[] = [];
  for (let round = 0; round < context.rounds; round++) {
    const load = { urls: [staying.url], connections: BESIDE, bets, tokens, expected: 4_000 };
    const loading = runLoad({ ...load, seconds: LOAD_SECONDS, live: true });
    await until(staying.url, tokens[round % BESIDE] as string);
    await killed.kill();
    killed = await startServer(context, env);
    times.push(killed.readyMs);
    if (killed.readyCpuMs !== undefined) cpu.push(killed.readyCpuMs);
    const { accepted, seconds } = await loading;
    rates.push(accepted / seconds);
  }
  await Promise.all([killed.stop(), staying.stop()]);
  return {
    id: 'R7.beside',
    what: 'start after kill -9 of one of two processes on PostgreSQL, the other under 32 connections of bets, until it says it is ready',
    value: median(times) / 1000,
    unit: 's',
    goal: { at: 'most', value: 3 },
    rounds: times.length,
    range: [Math.min(...times) / 1000, Math.max(...times) / 1000],
    note: `${Math.round(median(rates))} bets/s meanwhile, none refused${cpu.length > 0 ? `; ${(median(cpu) / 1000).toFixed(2)} s of processor until ready` : ''}`,
  };
}

/** Until the load has bet something: a kill before that would test nothing. */
async function until(url: string, token: string): Promise<void> {
  const list = async () => {
    const answer = (await (await fetch(`${url}/api/order/list?tk=${token}&p=caipu&c=1`)).json()) as {
      models: { items: { orderId: string }[] };
    };
    return answer.models.items[0]?.orderId;
  };
  const before = await list();
  for (let attempt = 0; attempt < 400; attempt++) {
    if ((await list()) !== before) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error('the load placed no bet in ten seconds');
}
