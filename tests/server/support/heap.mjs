/** Loaded into a server process (NODE_OPTIONS=--import): on SIGUSR2 it says how much it holds once all that can go has gone. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

if (isMainThread)
  process.on('SIGUSR2', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc');
    // What one collection finds to be finished may let go of more.
    for (let times = 0; times < 3; times += 1) {
      collect();
      await new Promise((resolve) => setImmediate(resolve));
    }
    const { heapUsed, external } = process.memoryUsage();
    process.stdout.write(`\nheld: ${heapUsed + external} bytes\n`);
  });
