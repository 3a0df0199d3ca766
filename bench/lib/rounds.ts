/** Two sides measured in turn: what slows the machine for a while slows both, and medians drop the rest. */

export function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error('median of nothing');
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? (sorted[middle] as number) : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

/** The value that a share of all values do not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export interface Comparison {
  /** Medians of each side. */
  readonly a: number;
  readonly b: number;
  /** Median of the rounds' own ratios a / b: each round compares what ran under the same conditions. */
  readonly ratio: number;
  readonly range: readonly [number, number];
  readonly rounds: number;
}

/** Runs a and b in turn (the order changes every round), each returning one number, and compares them. One round before is not counted. */
export async function compare(rounds: number, a: () => Promise<number> | number, b: () => Promise<number> | number): Promise<Comparison> {
  await a();
  await b();
  const as: number[] = [];
  const bs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    if (round % 2 === 0) {
      as.push(await a());
      bs.push(await b());
    } else {
      bs.push(await b());
      as.push(await a());
    }
  }
  return summarise(as, bs);
}

/** The same from values that were measured elsewhere; the i-th of both sides belong to one round. */
export function summarise(as: readonly number[], bs: readonly number[]): Comparison {
  const ratios = as.map((value, i) => value / (bs[i] as number));
  return { a: median(as), b: median(bs), ratio: median(ratios), range: [Math.min(...ratios), Math.max(...ratios)], rounds: as.length };
}

/** CPU time of this process (µs) for one call of `work`, over as many calls as fill about `forMs`. Other programs do not count. */
export function cpuPerCall(work: () => unknown, forMs = 200): number {
  const from = performance.now();
  const cpu = process.cpuUsage();
  let calls = 0;
  do {
    work();
    calls += 1;
  } while (performance.now() - from < forMs);
  const { user, system } = process.cpuUsage(cpu);
  return (user + system) / calls;
}
