/**
 * Wrong values, put into the machines one at a time, are seen in their golden files: those that tests once missed, and a share of all that can
 * be seeded (`npm run nightly` has every one). Their texts are changed and loaded in this process.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { compareWithGolden, type GoldenSection, type GoldenSource, goldenSourcesOf } from './support/golden.ts';
import { readGolden } from './support/golden-files.ts';
import { moduleLinker, machineIn, machineSources } from './support/sources.ts';
import { viewOf } from './support/views.ts';
import { type MachineFile, machineFiles, type WrongValue, withFault, wrongValues } from './support/wrong-values.ts';

/** How many are seeded in one run. */
const FAULTS = Number(process.env.CAIPU_FAULTS ?? 250);
const SEED = 15;

interface Named {
  readonly machine: string;
  readonly file: string;
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** Why nobody can see it. */
  readonly same?: string;
}

/** Faults that the unit tests and the recorded traces once missed. */
const NAMED: readonly Named[] = [
  {
    machine: 'ballSelection',
    file: 'ball-selection.ts',
    name: 'banker mode kept over a publish, of another play too',
    from: 'event.play === context.play ? { ...next.bankerMode, ...stillAsked(context, event.areas) } : next.bankerMode',
    to: '{ ...next.bankerMode, ...stillAsked(context, event.areas) }',
  },
  {
    machine: 'ballSelection',
    file: 'ball-selection.ts',
    name: 'banker mode lost over a publish',
    from: '{ ...next.bankerMode, ...stillAsked(context, event.areas) }',
    to: 'next.bankerMode',
  },
  {
    machine: 'submission',
    file: 'submission.ts',
    name: 'submit lock begins with an old count',
    from: "event.type === 'SUBMIT' ? { ...NOTHING, submission: event.submission }",
    to: "event.type === 'SUBMIT' ? { submission: event.submission, answer: null, msg: '', refusal: null }",
  },
  {
    machine: 'drawClock',
    file: 'draw-clock.ts',
    name: 'draw clock keeps the older issue',
    from: 'context.issue ?? context.awaiting',
    to: 'context.awaiting ?? context.issue',
  },
  {
    machine: 'floatingBall',
    file: 'floating-ball.ts',
    name: 'ball snaps by its left edge',
    from: 'x + size / 2 < width / 2',
    to: 'x < width / 2',
  },
  { machine: 'floatingBall', file: 'floating-ball.ts', name: 'exactly the slop is a drag', from: '> SLOP_PX', to: '>= SLOP_PX' },
  {
    machine: 'chase',
    file: 'chase.ts',
    name: 'chase beyond the cap: what was set by hand',
    from: 'Math.min(value, next.multiplier)',
    to: 'value',
  },
  {
    machine: 'chase',
    file: 'chase.ts',
    name: 'chase beyond the cap: doubled',
    from: 'Math.min(multiplier * 2, caps.multiplier)',
    to: 'multiplier * 2',
  },
  {
    machine: 'chase',
    file: 'chase.ts',
    name: 'chase beyond the cap: count',
    from: 'count: whole(context.count, 1, next.issues)',
    to: 'count: context.count',
  },
  {
    machine: 'pageTransition',
    file: 'page-transition.ts',
    name: 'another query is the same page',
    from: 'event.address === context.current?.address',
    to: "event.address.split('?')[0] === context.current?.address.split('?')[0]",
  },
  {
    machine: 'pageTransition',
    file: 'page-transition.ts',
    name: 'the query is cut off',
    from: "current: { key, address: event.address, back: event.direction === 'backward' },\n        leaving: context.current",
    to: "current: { key, address: event.address.split('?')[0], back: event.direction === 'backward' },\n        leaving: context.current",
  },
  {
    machine: 'drawClock',
    file: 'draw-clock.ts',
    name: 'closing still at the very instant',
    from: 'now >= issue.closesAt - CLOSING_MS && now < issue.closesAt',
    to: 'now >= issue.closesAt - CLOSING_MS && now <= issue.closesAt',
    same: 'the candidate before it has that instant: isClosed',
  },
];

/** The same order in every run: a share is the same share. */
function shuffled<T>(list: readonly T[], seed: number): T[] {
  const left = [...list];
  let state = seed;
  for (let at = left.length - 1; at > 0; at--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = state % (at + 1);
    [left[at], left[other]] = [left[other] as T, left[at] as T];
  }
  return left;
}

it('golden files see at least 95 % of seeded wrong values', async () => {
  const sources = machineSources();
  const link = moduleLinker(sources);
  const rows: (readonly [machine: string, fault: string, by: string])[] = [];

  const expected = new Map<string, { readonly steps: readonly GoldenSource[]; readonly golden: readonly GoldenSection[] }>();
  async function expectedOf({ machine, file }: MachineFile) {
    let found = expected.get(machine);
    if (!found) {
      const { exports } = await link.load(file);
      found = { steps: goldenSourcesOf(machine, machineIn(exports)), golden: readGolden(machine) };
      expected.set(machine, found);
    }
    return found;
  }

  /** The line of the golden file that is another with the fault; undefined when none is. */
  async function killedBy({ machine, file }: MachineFile, fault: WrongValue): Promise<string | undefined> {
    const { steps, golden } = await expectedOf({ machine, file });
    let by: string | undefined;
    try {
      const { exports } = await link.load(file, withFault(sources, fault));
      compareWithGolden(machineIn(exports), steps, golden, viewOf(machine, exports), ({ sample, line, way }) => {
        by = `${sample}, line ${line}: ${way.at(-1) ?? 'start'}`;
        return true;
      });
    } catch (error) {
      by = `does not load: ${error instanceof Error ? error.message : String(error)}`;
    }
    rows.push([machine, fault.name, by ?? '– survived']);
    return by;
  }

  const known = new Map(machineFiles(sources).map((model) => [model.machine, model]));
  for (const { machine, file, name, from, to, same } of NAMED) {
    const source = sources.get(file) as string;
    expect(source.split(from), `${name}: ${from}`).toHaveLength(2);
    const start = source.indexOf(from);
    const by = await killedBy(known.get(machine) as MachineFile, {
      name: `${file} ${name}`,
      file,
      start,
      end: start + from.length,
      text: to,
    });
    expect(by === undefined, `${name}: ${same ?? 'to be seen'}`).toBe(same !== undefined);
  }

  const all = [...known.values()].flatMap((model) => wrongValues(model, sources).map((fault) => ({ model, fault })));
  const seeded = shuffled(all, SEED).slice(0, FAULTS);
  let killed = 0;
  for (const { model, fault } of seeded) if (await killedBy(model, fault)) killed += 1;

  const table = [
    ...rows.map(([machine, fault, by]) => `${machine.padEnd(15)}${fault.slice(0, 100).padEnd(101)}${by.slice(0, 90)}`),
    `${killed} of ${seeded.length} seeded wrong values seen, out of ${all.length} that there are`,
  ].join('\n');
  console.log(table);
  const folder = fileURLToPath(new URL('../../../test-results/', import.meta.url));
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}wrong-values.txt`, `${table}\n`);
  expect(seeded.length).toBeGreaterThanOrEqual(Math.min(200, FAULTS));
  expect(killed / seeded.length).toBeGreaterThanOrEqual(0.95);
});
