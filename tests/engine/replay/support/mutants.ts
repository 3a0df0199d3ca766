/** Faults seeded into a machine's definition: a guard taken away, a transition led elsewhere, an action left out. */
import { type AnyStateMachine, createMachine } from 'xstate';

export interface MachineMutant {
  readonly kind: 'guard removed' | 'redirected' | 'action dropped';
  readonly what: string;
  readonly machine: AnyStateMachine;
}

type Plain = Record<string, unknown>;
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value);

function copied<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copied) as T;
  // Actions made by xstate are functions with fields of their own, and stay as they are.
  return isPlain(value) ? (Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copied(inner)])) as T) : value;
}

const asList = (value: unknown): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value]);

interface Place {
  readonly kind: MachineMutant['kind'];
  readonly what: string;
  /** Way to the object that is changed, from the root of the definition. */
  readonly way: readonly (string | number)[];
  readonly change: (parent: Plain, key: string | number) => void;
}

/** State names that a target may name instead. */
function others(target: string, siblings: readonly string[], own: readonly string[]): string[] {
  const [, mark = '', name = ''] = /^(\.|#[\w.]*\.)?([\w]+)$/.exec(target) ?? [];
  const there = mark === '' ? siblings : mark === '.' ? own : siblings.includes(name) ? siblings : own;
  return there.filter((each) => each !== name).map((each) => mark + each);
}

function places(config: Plain): Place[] {
  const found: Place[] = [];
  const actionsOf = (holder: Plain, key: string, way: readonly (string | number)[], label: string) => {
    const list = asList(holder[key]);
    list.forEach((_, at) =>
      found.push({
        kind: 'action dropped',
        what: `${label} ${key}[${at}]`,
        way,
        change: (parent) => {
          parent[key] = list.filter((__, each) => each !== at);
        },
      }),
    );
  };
  const visit = (node: Plain, way: readonly (string | number)[], siblings: readonly string[]) => {
    const label = way.filter((each) => each !== 'states').join('.') || '(any state)';
    const own = Object.keys((node.states as Plain | undefined) ?? {});
    actionsOf(node, 'entry', way, label);
    actionsOf(node, 'exit', way, label);
    const groups: [string, Plain, string][] = Object.keys((node.on as Plain | undefined) ?? {}).map((event) => [
      'on',
      node.on as Plain,
      event,
    ]);
    if (node.always !== undefined) groups.push(['', node, 'always']);
    for (const [under, holder, event] of groups) {
      // One form for all: a list of candidates.
      holder[event] = asList(holder[event]).map((each) => (typeof each === 'string' ? { target: each } : each));
      (holder[event] as Plain[]).forEach((candidate, at) => {
        const here = [...way, ...(under ? [under] : []), event, at];
        const name = `${label} --${event}[${at}]`;
        if (candidate.guard !== undefined)
          found.push({ kind: 'guard removed', what: name, way: here, change: (parent) => void delete parent.guard });
        if (typeof candidate.target === 'string')
          for (const target of others(candidate.target, siblings, own))
            found.push({
              kind: 'redirected',
              what: `${name} to ${target}`,
              way: here,
              change: (parent) => {
                parent.target = target;
              },
            });
        actionsOf(candidate, 'actions', here, name);
      });
    }
    for (const [child, inner] of Object.entries((node.states as Plain | undefined) ?? {}))
      visit(inner as Plain, [...way, 'states', child], own);
  };
  visit(config, [], []);
  return found;
}

const MOST_MICROSTEPS = 50;

export function machineMutants(machine: AnyStateMachine): MachineMutant[] {
  const normal = copied(machine.config as unknown as Plain);
  return places(normal).map(({ kind, what, way, change }) => {
    const config = copied(normal);
    let at: Plain = config;
    for (const key of way) at = at[key] as Plain;
    change(at, '');
    config.options = { ...(config.options as Plain | undefined), maxIterations: MOST_MICROSTEPS };
    return { kind, what, machine: createMachine(config as never, machine.implementations as never) as unknown as AnyStateMachine };
  });
}
