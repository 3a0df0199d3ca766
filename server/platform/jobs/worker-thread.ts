/** A worker thread for computations that would block the event loop. It answers numbered questions, and ends after some idle time. */
import { Worker } from 'node:worker_threads';

/** Message of a thread: the number of the question, with the answer or the error's text. */
export type WorkerAnswer<A> = { readonly id: number } & (A | { readonly fault: string });

export interface WorkerThread<Q, A> {
  /** Rejects with the error of the thread, and when the thread ends before it answers. */
  ask(question: Q): Promise<A>;
  close(): Promise<void>;
}

interface Running<A> {
  readonly worker: Worker;
  /** The unanswered questions by number, with the callback of each. */
  readonly waiting: Map<number, (answer: WorkerAnswer<A>) => void>;
}

/** Real ms without a question after which the thread ends. The next question starts a new thread. */
const IDLE_MS = 5_000;

/** `program` is the module of the thread. Its `workerData` is `task`, which selects its work. A question has its number as `id`. */
export function createWorkerThread<Q extends object, A extends object>(program: URL, task: string): WorkerThread<Q, A> {
  let now: Running<A> | undefined;
  let idle: NodeJS.Timeout | undefined;
  let count = 0;

  function running(): Running<A> {
    clearTimeout(idle);
    if (now !== undefined) return now;
    // Node does not run the TypeScript sources, so tsx loads them.
    const worker = program.pathname.endsWith('.ts')
      ? new Worker(`import('tsx/esm/api').then(({ register }) => (register(), import('${program.href}')))`, {
          eval: true,
          workerData: task,
          execArgv: [],
        })
      : new Worker(program, { workerData: task, execArgv: [] });
    // One map for each thread: a terminated thread exits later, when its successor may have questions already.
    const waiting: Running<A>['waiting'] = new Map();
    const made = { worker, waiting };
    worker.unref();
    worker.on('message', (answer: WorkerAnswer<A>) => {
      waiting.get(answer.id)?.(answer);
      waiting.delete(answer.id);
      if (waiting.size > 0) return;
      // The thread keeps the process alive only while a question is unanswered.
      worker.unref();
      if (now === made) endWhenIdle();
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

  function endWhenIdle(): void {
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
