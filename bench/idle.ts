/** What a process takes that nobody asks anything of: processor time and statements a second, all games and the feed on. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../tests/server/support/postgres.ts';
import type { Bench, Figure } from './lib/figure.ts';
import { cpuMsOf } from './lib/processor.ts';
import { build, startServer, untilIdle } from './lib/product.ts';
import { median } from './lib/rounds.ts';
import { mostFrequentText, StatementLog } from './lib/statements.ts';

const SECONDS = 60;

const bench: Bench = {
  id: 'idle',
  title: 'a process that nobody asks anything of',
  async run(context) {
    await build(context);
    const log = new StatementLog();
    context.onEnd(() => log.remove());
    const postgres = await startPostgres(log.settings);
    context.onEnd(() => postgres.stop());
    const figures: Figure[] = [];
    for (const [id, where, env] of [
      ['postgres', 'PostgreSQL', { DATABASE_URL: postgres.url }],
      ['embedded', 'the embedded database', {}],
    ] as const) {
      const folder = mkdtempSync(join(tmpdir(), 'caipu-bench-idle-'));
      context.onEnd(() => rmSync(folder, { recursive: true, force: true }));
      const server = await startServer(context, { ...env, CAIPU_DATA: folder });
      await untilIdle(context, [server]);
      const position = log.length();
      context.say(`${SECONDS} s of nothing on ${where}`);
      const seconds: number[] = [];
      for (let before = cpuMsOf(server.child.pid) ?? 0; seconds.length < SECONDS; ) {
        await new Promise((resolve) => setTimeout(resolve, 1000));
        const now = cpuMsOf(server.child.pid) ?? 0;
        seconds.push(now - before);
        before = now;
      }
      const mean = seconds.reduce((sum, ms) => sum + ms, 0) / SECONDS;
      figures.push({
        id: `idle.${id}.cpu`,
        what: `processor time of an idle process on ${where}, a second, at the median`,
        value: median(seconds),
        unit: 'ms',
        // What a first start leaves for later, the past of draws, is work and not idleness.
        note: `${mean.toFixed(0)} ms in the mean`,
      });
      const counts = log.since(position);
      const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
      if (id === 'postgres')
        figures.push({
          id: 'idle.statements',
          what: 'statements of an idle process, a second',
          value: all / SECONDS,
          unit: '',
          note: mostFrequentText(counts, SECONDS),
        });
      await server.stop();
    }
    return figures;
  },
};
export default bench;
