/** Faults in every model are caught by its generated paths: their outcomes on the sound machine are what is expected of it. */
import { expect, it } from 'vitest';
import { type AnyMachineSnapshot, type AnyStateMachine, initialTransition, transition } from 'xstate';
import { MACHINES, type Path, paths } from '../../engine/replay/index.ts';
import { mutantsOf } from './support/mutants.ts';
import { SAMPLES } from './support/samples.ts';

/**
 * Faults that change nothing that anyone can see: they lead to a state without entry or exit actions which, by its own eventless
 * transitions, leads on in the same step to the state that is meant. They are not counted, and the test fails if one is caught after all.
 */
const SAME: ReadonlySet<string> = new Set([
  'matchSlip: redirected, open.asking --ACCEPT[0] to settling',
  // The one state that it begins in.
  'scratchCard: redirected, ready --STROKE[0] to under',
  'ballSelection: redirected, empty --always[0] to partial',
  'ballSelection: redirected, empty --always[1] to ready',
  'ballSelection: redirected, partial --always[0] to ready',
  'ballSelection: redirected, partial --always[1] to empty',
  'ballSelection: redirected, ready --always[0] to partial',
  'ballSelection: redirected, ready --always[1] to empty',
  'betSlip: redirected, empty --always[0] to editing',
  'betSlip: redirected, empty --always[1] to filled',
  'betSlip: redirected, filled --always[0] to editing',
  'betSlip: redirected, filled --always[1] to empty',
  'betSlip: redirected, editing --always[0] to filled',
  'betSlip: redirected, editing --always[1] to empty',
  'matchPicks: redirected, empty --always[0] to some',
  'matchPicks: redirected, empty --always[1] to full',
  'matchPicks: redirected, some --always[0] to full',
  'matchPicks: redirected, some --always[1] to empty',
  'matchPicks: redirected, full --always[0] to some',
  'matchPicks: redirected, full --always[1] to empty',
  'submission: redirected, sending --NO_ANSWER[0] to idle',
  'drawClock: redirected, idle --always[0] to open',
  'drawClock: redirected, idle --always[0] to closing',
  'drawClock: redirected, idle --always[1] to open',
  'drawClock: redirected, idle --always[2] to closing',
  'drawClock: redirected, open --always[0] to idle',
  'drawClock: redirected, open --always[0] to closing',
  'drawClock: redirected, open --always[1] to idle',
  'drawClock: redirected, closing --always[0] to idle',
  'drawClock: redirected, closing --always[0] to open',
  'drawClock: redirected, closing --always[1] to idle',
]);

type Outcome = string;

function outcomes(machine: AnyStateMachine, runs: readonly Path[], stop: (at: number, outcome: Outcome) => boolean): void {
  // Paths share their beginnings: each way is walked once.
  const known = new Map<unknown, Map<string, AnyMachineSnapshot>>();
  runs.forEach(({ input }) => {
    if (!known.has(input)) known.set(input, new Map());
  });
  for (let at = 0; at < runs.length; at++) {
    const { input, events } = runs[at] as Path;
    const seen = known.get(input) as Map<string, AnyMachineSnapshot>;
    let outcome: Outcome;
    try {
      let snapshot = seen.get('');
      let actions: readonly { readonly type: string; readonly params?: unknown }[] = [];
      if (!snapshot) {
        [snapshot, actions] = initialTransition(machine, input as never) as unknown as [AnyMachineSnapshot, typeof actions];
        seen.set('', snapshot);
      }
      let key = '';
      for (const event of events) {
        key += `\n${JSON.stringify(event)}`;
        const there = event === events.at(-1) ? undefined : seen.get(key);
        if (there) snapshot = there;
        else [snapshot, actions] = transition(machine, snapshot, event as never) as unknown as [AnyMachineSnapshot, typeof actions];
        seen.set(key, snapshot);
      }
      const emitted = actions.flatMap(({ type, params }) => (type === 'xstate.emit' ? [params] : []));
      outcome = JSON.stringify([snapshot.status, snapshot.value, snapshot.context, emitted]);
    } catch (error) {
      outcome = `threw ${error instanceof Error ? error.message : String(error)}`;
    }
    if (stop(at, outcome)) return;
  }
}

it('at least 95 % of seeded faults are caught', () => {
  const rows: string[] = [];
  const total = { faults: 0, caught: 0 };
  const survived: string[] = [];
  for (const [name, machine] of Object.entries(MACHINES)) {
    const runs: Path[] = (SAMPLES[name] ?? []).flatMap((sample) => [
      { input: sample.input, source: '', target: '', events: [] },
      ...paths(machine, sample),
    ]);
    const expected: Outcome[] = [];
    outcomes(machine, runs, (_, outcome) => {
      expected.push(outcome);
      return false;
    });
    const counts: Record<string, [number, number]> = {};
    for (const mutant of mutantsOf(machine)) {
      const what = `${name}: ${mutant.kind}, ${mutant.what}`;
      let caught = false;
      outcomes(mutant.machine, runs, (at, outcome) => (caught = outcome !== expected[at]));
      if (SAME.has(what)) {
        expect(caught, `${what} is listed as a fault that changes nothing`).toBe(false);
        continue;
      }
      const count = (counts[mutant.kind] ??= [0, 0]);
      count[1] += 1;
      total.faults += 1;
      if (caught) {
        count[0] += 1;
        total.caught += 1;
      } else survived.push(what);
    }
    const cell = (kind: string) => (counts[kind] ? `${counts[kind][0]}/${counts[kind][1]}` : '–').padStart(15);
    rows.push(`${name.padEnd(14)}${String(runs.length).padStart(7)}${cell('guard removed')}${cell('redirected')}${cell('action dropped')}`);
  }
  console.log(
    [
      `${'model'.padEnd(14)}${'paths'.padStart(7)}${'guard removed'.padStart(15)}${'redirected'.padStart(15)}${'action dropped'.padStart(15)}`,
      ...rows,
      `${total.caught} of ${total.faults} caught; ${SAME.size} more change nothing that anyone can see`,
      ...survived.map((each) => `survived: ${each}`),
    ].join('\n'),
  );
  expect(total.faults).toBeGreaterThan(100);
  expect(total.caught / total.faults).toBeGreaterThanOrEqual(0.95);
});
