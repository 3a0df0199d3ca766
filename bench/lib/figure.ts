/** What every benchmark answers with, and how a figure is judged. */

export interface Goal {
  readonly at: 'most' | 'least' | 'exactly';
  readonly value: number;
}

export interface Figure {
  /** Stable name: the workload's id and what of it, "E1.80.cpu". */
  readonly id: string;
  readonly what: string;
  readonly value: number;
  /** "×" for a ratio, else ms, µs, KB, bets/s, points … */
  readonly unit: string;
  /** What the value compares to, and both sides as measured. */
  readonly against?: { readonly what: string; readonly ours: string; readonly theirs: string };
  /** Left out for a figure that is only noted. */
  readonly goal?: Goal;
  readonly rounds?: number;
  /** Smallest and largest value of the rounds. */
  readonly range?: readonly [number, number];
  readonly note?: string;
}

export interface Context {
  /** Rounds for every comparison: 9, or fewer with --quick. */
  readonly rounds: number;
  readonly quick: boolean;
  /** Sizes that take many minutes as well. */
  readonly full: boolean;
  say(text: string): void;
  /** Work to do when the run ends, however it ends: stop started processes, remove created files. Last in, first out. */
  onEnd(work: () => void | Promise<void>): void;
}

export interface Bench {
  readonly id: string;
  readonly title: string;
  run(context: Context): Promise<readonly Figure[]>;
}

export function goalMet({ value, goal }: Pick<Figure, 'value' | 'goal'>): boolean | undefined {
  if (!goal) return undefined;
  if (goal.at === 'most') return value <= goal.value;
  if (goal.at === 'least') return value >= goal.value;
  return value === goal.value;
}

export function goalText({ goal, unit }: Pick<Figure, 'goal' | 'unit'>): string {
  if (!goal) return '–';
  const sign = { most: '≤', least: '≥', exactly: '=' }[goal.at];
  return `${sign} ${valueText(goal.value, unit)}`;
}

export function valueText(value: number, unit: string): string {
  const digits = Number.isInteger(value) ? 0 : Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  const text = value.toFixed(digits);
  return unit === '×' ? `${text}×` : unit === '' ? text : `${text} ${unit}`;
}
