/** A thread of its own for work that would hold up everybody else's answers: questions by number, and an end when it has rested for a while. */
import { Worker } from 'node:worker_threads';

/** What a thread answers: the number of the question, with what was asked for or what went wrong. */
export type Answered<A> = { readonly id: number } & (A | { readonly fault: string });

export interface Thread<Q, A> {
  /** Rejects with what went wrong in the thread, also when it ended before it answered. */
  ask(question: Q): Promise<A>;
  close(): Promise<void>;
}

interface Running<A> {
  readonly worker: Worker;
  /** By the number of the question. */
  readonly waiting: Map<number, (answer: Answered<A>) => void>;
}

/** Real idle ms after which the thread ends. The next question starts another. */
const IDLE_MS = 5_000;

/** `program` runs with `task` as its `workerData`, so that it knows what it is; a question comes to it with its number as `id`. */
export function createThread<Q extends object, A extends object>(program: URL, task: string): Thread<Q, A> {
  let now: Running<A> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let count = 0;

  function running(): Running<A> {
    clearTimeout(idle);
    if (now !== undefined) return now;
    // The sources are not what Node runs by itself.
    const worker = program.pathname.endsWith('.ts')
      ? new Worker(`import('tsx/esm/api').then(({ register }) => (register(), import('${program.href}')))`, {
          eval: true,
          workerData: task,
          execArgv: [],
        })
      : new Worker(program, { workerData: task, execArgv: [] });
    // Each has its own: one that has rested ends a little later, when the next may be at work.
    const waiting: Running<A>['waiting'] = new Map();
    const made = { worker, waiting };
    worker.unref();
    worker.on('message', (answer: Answered<A>) => {
      waiting.get(answer.id)?.(answer);
      waiting.delete(answer.id);
      if (waiting.size > 0) return;
      // It keeps a process alive for as long as somebody waits for it.
      worker.unref();
      if (now === made) rest();
    });
    const lost = (fault: string) => {
      if (now === made) now = undefined;
      for (const [id, tell] of waiting) tell({ id, fault });
      waiting.clear();
    };
    worker.on('error', (error) => lost(error.message));
    worker.on('exit', () => lost('the thread ended'));
    now = made;
    return made;
  }

  function rest(): void {
    clearTimeout(idle);
    idle = setTimeout(() => {
      void now?.worker.terminate();
      now = undefined;
    }, IDLE_MS);
    idle.unref();
  }

  return {
    ask(question) {
      const id = ++count;
      return new Promise((resolve, reject) => {
        const { worker, waiting } = running();
        worker.ref();
        waiting.set(id, (answer) => {
          if ('fault' in answer) reject(new Error(answer.fault));
          else resolve(answer);
        });
        worker.postMessage({ ...question, id });
      });
    },
    async close() {
      clearTimeout(idle);
      await now?.worker.terminate();
    },
  };
}
