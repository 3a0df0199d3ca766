/**
 * Writes what each browser test took (npm test -- --profile): wall time, and the processor time of its worker with the browser and the
 * servers that the worker started. Two workers run at once, and each has processes of its own.
 */
import { appendFileSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';
import { childrenOf, ProcessTree } from '../../../scripts/lib/processor.mjs';

/** A process that ends between two readings loses what it used since the last one. */
const LOOK_EVERY_MS = 250;

/** Playwright gives the number of a worker to the worker's children, as a variable of their environment. */
function workerIn(pid: string): string | undefined {
  try {
    return /(?:^|\0)TEST_WORKER_INDEX=(\d+)/.exec(readFileSync(`/proc/${pid}/environ`, 'latin1'))?.[1];
  } catch {
    return undefined;
  }
}

const workerOf = (pid: string): string | undefined => [pid, ...childrenOf(pid)].map(workerIn).find((name) => name !== undefined);

export default class ProfileReporter implements Reporter {
  readonly #tree = new ProcessTree(process.pid, workerOf);
  /** By worker: what its tests have been charged so far. The start of a worker and of its browser belongs to its first test. */
  readonly #charged = new Map<string, number>();
  #beat: NodeJS.Timeout | undefined;

  onBegin(): void {
    this.#beat = setInterval(() => this.#tree.look(), LOOK_EVERY_MS);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#tree.look();
    const worker = String(result.workerIndex);
    const all = this.#tree.ms(worker);
    const children = Math.round(all - (this.#charged.get(worker) ?? 0));
    this.#charged.set(worker, all);
    const file = relative(process.cwd(), test.location.file);
    const title = test.titlePath().slice(3).join(' > ');
    this.#write({ kind: 'test', file, title, wall: Math.round(result.duration), own: 0, children });
  }

  onEnd(): void {
    clearInterval(this.#beat);
    this.#tree.look();
    const { user, system } = process.cpuUsage();
    this.#write({ kind: 'whole', own: Math.round((user + system) / 1000), children: Math.round(this.#tree.ms()) });
  }

  #write(line: object): void {
    appendFileSync(join(process.env.CAIPU_PROFILE ?? '.', 'e2e.jsonl'), `${JSON.stringify(line)}\n`);
  }
}
