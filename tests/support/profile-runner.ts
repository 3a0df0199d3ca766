/**
 * Runs tests as vitest does, and writes what each file and each test took (npm test -- --profile): wall time, processor time of the worker,
 * and processor time of the processes that it started. Processor time is comparable between runs on a busy machine; wall time is not.
 */
import { appendFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { type RunnerTask, type RunnerTestFile, TestRunner, type RunnerTestSuite } from 'vitest';
import { childrenMs } from '../../scripts/lib/processor.mjs';

interface Reading {
  readonly wall: number;
  readonly own: number;
  readonly children: number;
}

/** The clock as it is before a test replaces it. */
const clock = performance.now.bind(performance);

function readNow(): Reading {
  const { user, system } = process.cpuUsage();
  return { wall: clock(), own: (user + system) / 1000, children: childrenMs() };
}

const since = (before: Reading, now = readNow()) => ({
  wall: Math.round(now.wall - before.wall),
  own: Math.round(now.own - before.own),
  children: Math.round(now.children - before.children),
});

/** One process runs one file after the other; what it used between two is its own start-up and the page of the next. */
let fileEnded: Reading = { wall: clock(), own: 0, children: 0 };

export default class ProfileRunner extends TestRunner {
  #fileStarted: Reading = fileEnded;
  #loading = 0;
  readonly #tests = new Map<string, Reading>();

  override onCollectStart(file: RunnerTestFile): void {
    this.#fileStarted = readNow();
    this.#loading = 0;
    this.#write({ kind: 'between', file: relative(this.config.root, file.filepath), ...since(fileEnded, this.#fileStarted) });
    super.onCollectStart(file);
  }

  override async importFile(filepath: string, source: Parameters<TestRunner['importFile']>[1]): Promise<unknown> {
    const before = process.cpuUsage();
    try {
      return await super.importFile(filepath, source);
    } finally {
      const { user, system } = process.cpuUsage(before);
      this.#loading += (user + system) / 1000;
    }
  }

  override async onBeforeRunTask(test: RunnerTask): Promise<void> {
    await super.onBeforeRunTask(test);
    this.#tests.set(test.id, readNow());
  }

  override onAfterRunTask(test: RunnerTask): void {
    const before = this.#tests.get(test.id);
    if (before !== undefined)
      this.#write({ kind: 'test', file: relative(this.config.root, test.file.filepath), title: titleOf(test), ...since(before) });
    super.onAfterRunTask(test);
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite);
    if (suite.file !== suite) return;
    fileEnded = readNow();
    const { projectName: project, filepath } = suite.file;
    const file = relative(this.config.root, filepath);
    this.#write({ kind: 'file', file, project, ...since(this.#fileStarted, fileEnded), loading: Math.round(this.#loading) });
  }

  #write(line: object): void {
    appendFileSync(join(process.env.CAIPU_PROFILE ?? '.', `unit-${process.pid}.jsonl`), `${JSON.stringify(line)}\n`);
  }
}

function titleOf(test: RunnerTask): string {
  const names = [test.name];
  for (let suite = test.suite; suite !== undefined && suite.name !== ''; suite = suite.suite) names.unshift(suite.name);
  return names.join(' > ');
}
