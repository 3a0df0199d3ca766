/** Processor time of programs that are not this one (Linux): what holds where the clock on the wall says what else ran. */
import { readdirSync, readFileSync } from 'node:fs';

/** What /proc says of a process; undefined when it is gone. Times are ms. */
function statOf(pid: number | string): { readonly parent: number; readonly own: number; readonly ofEnded: number } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // After the name, which may hold anything: state is field 3, the parent 4, times of its own 14 and 15, of ended children 16 and 17, in
    // hundredths of a second.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const at = (field: number) => Number(fields[field - 3]);
    return { parent: at(4), own: (at(14) + at(15)) * 10, ofEnded: (at(16) + at(17)) * 10 };
  } catch {
    return undefined;
  }
}

/** ms of a process so far; undefined where the system does not tell. */
export const cpuMsOf = (pid: number | undefined): number | undefined => (pid === undefined ? undefined : statOf(pid)?.own);

/** ms of a process and of its children, those that have ended included. */
export function familyCpuMs(pid: number): number {
  const head = statOf(pid);
  if (head === undefined) throw new Error(`there is no process ${pid}`);
  let sum = head.own + head.ofEnded;
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const child = statOf(name);
    if (child?.parent === pid) sum += child.own + child.ofEnded;
  }
  return sum;
}

/** ms of the programs that this process has run and that have ended. */
export const endedCpuMs = (): number => statOf('self')?.ofEnded ?? 0;
