// `npm run bench` runs the benchmarks, each against a yardstick in the same run, prints a table and compares it with bench/baselines.json.
// `npm run bench -- e1 s1` runs these two. `--write` makes the figures the new baseline, `--quick` takes fewer rounds, and `--full` adds the
// benchmarks that take minutes.
import { spawn } from 'node:child_process';
import { root } from './lib/run.mjs';

const child = spawn(process.execPath, ['--import', 'tsx', 'bench/main.ts', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
