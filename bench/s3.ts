/** S3: the same bets over HTTP on the embedded database and on PostgreSQL, and how soon the embedded one takes its first bet. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../tests/server/support/postgres.ts';
import { Client } from '../tests/server/support/client.ts';
import { placeBet, registerPlayers, differentBets, runLoad } from './lib/bets.ts';
import type { Bench } from './lib/figure.ts';
import { build, startServer } from './lib/product.ts';
import { compare, median } from './lib/rounds.ts';
import { grantPlayMoney } from './s1.ts';

const CLIENTS = 32;

const bench: Bench = {
  id: 'S3',
  title: 'bets on the embedded database against PostgreSQL; boot to first bet',
  async run(context) {
    await build(context);
    const folder = mkdtempSync(join(tmpdir(), 'caipu-bench-s3-'));
    context.onEnd(() => rmSync(folder, { recursive: true, force: true }));

    const fresh: number[] = [];
    const again: number[] = [];
    const cpu = new Map<readonly number[], number[]>([
      [fresh, []],
      [again, []],
    ]);
    const boots = context.quick ? 1 : 5;
    for (let boot = 0; boot < boots; boot++) {
      const data = join(folder, `boot-${boot}`);
      for (const times of [fresh, again]) {
        const from = performance.now();
        const server = await startServer(context, { CAIPU_DATA: data });
        const client = await new Client(server.url).login('demo', 'demo1234');
        if (server.readyCpuMs !== undefined) cpu.get(times)?.push(server.readyCpuMs);
        await placeBet(client, (await differentBets(server.url, 1))[0] as never);
        times.push(performance.now() - from);
        await server.stop();
      }
    }

    const postgres = await startPostgres(['max_connections=100']);
    context.onEnd(() => postgres.stop());
    const side = async (env: Readonly<Record<string, string>>) => {
      const server = await startServer(context, env);
      const bets = await differentBets(server.url);
      // Enough players that the opening grant of each lasts: the embedded database cannot be reached from outside.
      const all = await registerPlayers(server.url, env.DATABASE_URL ? CLIENTS : 4 * CLIENTS);
      if (env.DATABASE_URL) await grantPlayMoney(env.DATABASE_URL, all);
      return { server, bets, tokens: all.map(({ token }) => token), expected: 3_000, next: 0 };
    };
    const embedded = await side({ CAIPU_DATA: join(folder, 'load') });
    const real = await side({ CAIPU_DATA: join(folder, 'pg'), DATABASE_URL: postgres.url });
    const seconds = context.quick ? 2 : 4;
    const rate = async (which: Awaited<ReturnType<typeof side>>) => {
      // Another group of players each time, so that no wallet runs empty.
      const tokens = Array.from({ length: CLIENTS }, (_, i) => which.tokens[(which.next + i) % which.tokens.length] as string);
      which.next += CLIENTS;
      const { bets, server } = which;
      const report = await runLoad({ urls: [server.url], connections: CLIENTS, seconds, bets, tokens, expected: which.expected });
      which.expected = Math.max(1_000, report.accepted / report.seconds);
      return report.accepted / report.seconds;
    };
    const rounds = Math.min(context.rounds, 9);
    const compared = await compare(
      rounds,
      () => rate(embedded),
      () => rate(real),
    );
    await embedded.server.stop();
    await real.server.stop();
    return [
      {
        id: 'S3.bets',
        what: `accepted bets/s on PGlite, one server process, ${CLIENTS} connections`,
        value: compared.ratio,
        unit: '×',
        goal: { at: 'least', value: 0.4 },
        against: { what: 'PostgreSQL, same server', ours: `${compared.a.toFixed(0)}/s`, theirs: `${compared.b.toFixed(0)}/s` },
        rounds: compared.rounds,
        range: compared.range,
      },
      {
        id: 'S3.firstBoot',
        what: 'first boot on an empty folder to the first accepted bet (tables, past draws, demo player, login, bet)',
        value: median(fresh) / 1000,
        unit: 's',
        goal: { at: 'most', value: 5 },
        rounds: boots,
        range: [Math.min(...fresh) / 1000, Math.max(...fresh) / 1000],
        ...cpuNote(cpu.get(fresh)),
      },
      {
        id: 'S3.boot',
        what: 'boot on a folder in use to the first accepted bet',
        value: median(again) / 1000,
        unit: 's',
        goal: { at: 'most', value: 5 },
        rounds: boots,
        range: [Math.min(...again) / 1000, Math.max(...again) / 1000],
        ...cpuNote(cpu.get(again)),
      },
    ];
  },
};
export default bench;

/** What of a time was work of the process itself: that part does not depend on what else runs. */
export function cpuNote(times: readonly number[] | undefined): { note?: string } {
  return times && times.length > 0 ? { note: `${(median(times) / 1000).toFixed(2)} s of processor until ready` } : {};
}
