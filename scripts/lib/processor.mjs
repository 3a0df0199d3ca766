// Processor time of a process and of its descendants, read from /proc. Other systems have no such files: there the answer is 0.
// The kernel adds the time of an ended child to its parent when the parent waits for it. A child that outlives its parent is not added.
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in ticks of 10 ms on every platform that Node supports. */
const TICK_MS = 10;

function read(path) {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return undefined;
  }
}

/** Fields 14 to 17 and 22 of /proc/PID/stat. The name of the program before them may hold spaces and brackets. */
function statOf(pid) {
  const text = read(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [user, system, childrenUser, childrenSystem] = fields.slice(11, 15).map((ticks) => Number(ticks) * TICK_MS);
  return { own: user + system, ended: childrenUser + childrenSystem, started: fields[19] };
}

/** Each thread lists the processes that it started. */
export function childrenOf(pid) {
  let threads;
  try {
    threads = readdirSync(`/proc/${pid}/task`);
  } catch {
    return [];
  }
  return threads.flatMap((thread) => (read(`/proc/${pid}/task/${thread}/children`) ?? '').split(' ').filter(Boolean));
}

/** Milliseconds of processor that the descendants of a process have used so far, whether they have ended or not. */
export function childrenMs(pid = process.pid) {
  const stat = statOf(pid);
  if (stat === undefined) return 0;
  return stat.ended + childrenOf(pid).reduce((sum, child) => sum + (statOf(child)?.own ?? 0) + childrenMs(child), 0);
}

/**
 * Follows the descendants of a process and remembers the last reading of each. Some processes of a browser outlive their parent by an
 * instant, so that the parent's own count misses them. `nameOf` gives a process a name, which its descendants inherit.
 */
export class ProcessTree {
  #seen = new Map();
  #pid;
  #nameOf;

  constructor(pid = process.pid, nameOf = () => undefined) {
    this.#pid = String(pid);
    this.#nameOf = nameOf;
  }

  /** Reads every descendant that lives now. */
  look() {
    this.#walk(this.#pid, undefined);
    // A process that has lost its parent counts for as long as it lives.
    for (const [key, each] of this.#seen) {
      const stat = statOf(each.pid);
      if (stat !== undefined && key === `${each.pid} ${stat.started}`) each.own = stat.own;
    }
  }

  #walk(pid, name) {
    for (const child of childrenOf(pid)) {
      const stat = statOf(child);
      if (stat === undefined) continue;
      const key = `${child} ${stat.started}`;
      const named = this.#seen.get(key)?.name ?? name ?? this.#nameOf(child);
      this.#seen.set(key, { pid: child, own: stat.own, name: named });
      this.#walk(child, named);
    }
  }

  /** Milliseconds of all processes so far, or of those with one name. */
  ms(name) {
    let sum = 0;
    for (const each of this.#seen.values()) if (name === undefined || each.name === name) sum += each.own;
    return sum;
  }
}
