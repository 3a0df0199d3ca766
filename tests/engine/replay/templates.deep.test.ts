/** Every event of every machine has a complete template in the workbench: the machine takes it in each state that accepts it, and JSON can hold it. */
import { expect, it } from 'vitest';
import { type AnyMachineSnapshot, type AnyStateMachine, initialTransition, transition } from 'xstate';
import { TEMPLATES, templateOf } from '../../../app/workbench/templates.ts';
import { acceptedEvents } from '../../../engine/replay/charts/chart.ts';
import { MACHINES, type TraceEvent } from '../../../engine/replay/index.ts';
import { readGolden } from './support/golden-files.ts';
import { eventNames, goldenSourcesOf } from './support/golden.ts';

const typesOf = (machine: AnyStateMachine): string[] => {
  const found = new Set<string>();
  const visit = (node: { readonly transitions: ReadonlyMap<string, unknown>; readonly states: Readonly<Record<string, never>> }): void => {
    for (const type of node.transitions.keys()) found.add(type);
    for (const child of Object.values(node.states)) visit(child);
  };
  visit(machine.root as never);
  return [...found].sort();
};

it.each(Object.entries(MACHINES))('the machine %s has a template for each of its events', (name, machine) => {
  expect(Object.keys(TEMPLATES[name] ?? {}).sort()).toEqual(typesOf(machine));
  const eventTypes = new Set<string>();
  for (const { sample, lines } of readGolden(name)) {
    const source = goldenSourcesOf(name, machine).find((each) => each.name === sample);
    const events = eventNames(source ?? { events: [] }).byName;
    const states = new Map<number, AnyMachineSnapshot>();
    // The first 300 lines of a golden file reach states for every event; the last assertion checks this.
    for (const { node, from, event } of lines.slice(0, 300)) {
      const before = states.get(from);
      const [snapshot] = (before
        ? transition(machine, before, events.get(event) as never)
        : initialTransition(machine, source?.input as never)) as unknown as [AnyMachineSnapshot];
      states.set(node, snapshot);
      for (const type of acceptedEvents(snapshot)) {
        const template = templateOf(name, type, snapshot, 1_000) as TraceEvent;
        expect(template.type).toBe(type);
        expect(JSON.parse(JSON.stringify(template))).toEqual(template);
        expect(() => transition(machine, snapshot, template as never)).not.toThrow();
        eventTypes.add(type);
      }
    }
  }
  expect([...eventTypes].sort()).toEqual(typesOf(machine));
});
