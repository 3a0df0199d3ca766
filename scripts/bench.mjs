// `npm run bench`: measures against yardsticks that run beside ours, prints a table, compares with bench/baselines.json.
// `npm run bench -- e1 s1` runs some; `npm run bench -- --write` keeps what was measured as the new baseline; `--quick` takes fewer rounds.
import { spawn } from 'node:child_process';
import { root } from './lib/run.mjs';

const child = spawn(process.execPath, ['--import', 'tsx', 'bench/main.ts', ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
