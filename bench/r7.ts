/** R7: how soon the embedded database answers again after kill -9 under load. That nothing is lost or doubled is what the tests hold. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { players, readyBets, runLoad } from './lib/bets.ts';
import type { Bench } from './lib/figure.ts';
import { build, startServer } from './lib/product.ts';
import { median } from './lib/rounds.ts';
import { cpuNote } from './s3.ts';

const CLIENTS = 16;

const bench: Bench = {
  id: 'R7',
  title: 'kill -9 under load, then ready again',
  async run(context) {
    await build(context);
    const folder = mkdtempSync(join(tmpdir(), 'caipu-bench-r7-'));
    context.onEnd(() => rmSync(folder, { recursive: true, force: true }));
    const env = { CAIPU_DATA: join(folder, 'data') };
    let server = await startServer(context, env);
    const bets = await readyBets(server.url);
    const tokens = (await players(server.url, CLIENTS * 2)).map(({ token }) => token);
    const times: number[] = [];
    const cpu: number[] = [];
    for (let round = 0; round < context.rounds; round++) {
      // The connections break with the server: that is the point, and their error is expected.
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
    ];
  },
};
export default bench;

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
