/** The values that screens compute from a machine's state, by machine. Golden files hold them beside the context. Functions of the machine's module compute them. */
import type { AnyMachineSnapshot } from 'xstate';
import type { Fields } from '../../../../engine/replay/index.ts';
import type { View } from './golden.ts';

export type Exports = Readonly<Record<string, unknown>>;

type Compute = (exports: Exports, snapshot: AnyMachineSnapshot) => Fields;
/** Calls an export of the module by name, since a module that was loaded from its text has no types. */
const call = (exports: Exports, name: string, ...given: unknown[]): unknown =>
  (exports[name] as (...given: unknown[]) => unknown)(...given);

const VIEWS: Readonly<Record<string, { readonly names: readonly string[]; readonly compute: Compute }>> = {
  betSlip: {
    names: ['isMoved', 'isRepriced'],
    compute: (exports, snapshot) => ({ isMoved: call(exports, 'isMoved', snapshot), isRepriced: call(exports, 'isRepriced', snapshot) }),
  },
  chase: {
    names: ['planOf', 'timesOf', 'playedIssues'],
    compute: (exports, { context }) => {
      const plan = call(exports, 'planOf', context) as readonly { readonly issue: string; readonly multiplier: number }[];
      return {
        plan: plan.map(({ issue, multiplier }) => `${issue}·${multiplier}`),
        times: String(call(exports, 'timesOf', plan)),
        played: call(exports, 'playedIssues', plan),
      };
    },
  },
  drawClock: {
    names: ['secondsLeft', 'shareLeft'],
    compute: (exports, { context }) => ({
      secondsLeft: call(exports, 'secondsLeft', context),
      shareLeft: Number((call(exports, 'shareLeft', context) as number).toFixed(4)),
    }),
  },
  matchPicks: { names: ['mostBankers'], compute: (exports, { context }) => ({ mostBankers: call(exports, 'mostBankers', context) }) },
  matchSlip: {
    names: ['unplanned'],
    compute: (exports, { context }) => (context.plan ? { unplanned: call(exports, 'unplanned', context.plan) } : {}),
  },
  submission: { names: ['isUnderWay'], compute: (exports, snapshot) => ({ isUnderWay: call(exports, 'isUnderWay', snapshot) }) },
  framePage: {
    names: ['titleOf', 'hasTools'],
    compute: (exports, { context }) => ({ title: call(exports, 'titleOf', context), tools: call(exports, 'hasTools', context) }),
  },
};

/** The names of the exports of a machine's module that its view calls. */
export const viewNames = (machine: string): readonly string[] => VIEWS[machine]?.names ?? [];

/** The view of a machine, computed with the exports of its module. */
export function viewOf(machine: string, exports: Exports): View | undefined {
  const compute = VIEWS[machine]?.compute;
  return compute && ((snapshot) => compute(exports, snapshot));
}
