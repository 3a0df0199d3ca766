/**
 * Golden paths: what each machine does on the generated paths, written down line by line and reviewed like a trace. A line is one step: the
 * state it starts from, the event, the state after it, the fields of the context that changed, and the effects that were asked for.
 *
 *   14 < 6 COUNT value=99 → ready  count=3 plan()=[1:1,2:1,3:1]  !refused reason=issuesCap limit=3
 *
 * Number, `<`, number of the line whose state it starts from, event, state after it, changes, effects. `event.issues` and `was.lines` are
 * what the event brought and what stood in the context before, `∅` is a field that is gone, `plan()` what screens compute from the state.
 * Long events are named ("PLAY#2") and written out above the lines.
 *
 * All generated paths together repeat themselves: a step is kept when no step before it left the same state by the same event with the same
 * fields changed and the same effects. Steps that change nothing are one line for each state.
 */
import { type AnyMachineSnapshot, type AnyStateMachine, initialTransition, transition } from 'xstate';
import { type Fields, paths, type TraceEvent } from '../../../../engine/replay/index.ts';
import { pathOf } from '../../../../engine/replay/replay.ts';
import { BOUNDS } from './bounds.ts';
import { SAMPLES } from './samples.ts';

/** What a section of a golden file is made of: events whose paths are generated, and ways that were written down. */
export interface GoldenSource {
  readonly name: string;
  readonly input?: unknown;
  readonly events: readonly TraceEvent[];
  readonly ways: readonly (readonly TraceEvent[])[];
  readonly paths: () => readonly (readonly TraceEvent[])[];
}

/** The sections of a machine's golden file. */
export function goldenSourcesOf(name: string, machine: AnyStateMachine): GoldenSource[] {
  const generated = (SAMPLES[name] ?? []).map(
    (sample): GoldenSource => ({ ...sample, ways: [], paths: () => paths(machine, sample).map(({ events }) => events) }),
  );
  const written = (BOUNDS[name] ?? []).map((each): GoldenSource => {
    const known = new Map(each.ways.flat().map((event) => [json(event), event]));
    const ways = each.ways.map((way) => way.map((event) => known.get(json(event)) as TraceEvent));
    return { ...each, ways, events: [...known.values()], paths: () => [] };
  });
  return [...generated, ...written];
}

/** What screens compute from a snapshot; shown like fields of the context. */
export type View = (snapshot: AnyMachineSnapshot) => Fields;

interface Line {
  readonly node: number;
  /** Number of the line before; -1 for the start. */
  readonly from: number;
  /** As the file says it; '' for the start. */
  readonly event: string;
  readonly outcome: string;
}

/** Events that do nothing in a state. */
interface Ignored {
  readonly from: number;
  readonly events: readonly string[];
}

export interface GoldenSection {
  readonly sample: string;
  readonly lines: readonly Line[];
  readonly ignored: readonly Ignored[];
}

/** Where a machine does something else than its golden file says. */
export interface GoldenDifference {
  readonly sample: string;
  readonly line: string;
  /** The events that lead there, the last one included. */
  readonly way: readonly string[];
  readonly golden: string;
  readonly now: string;
}

/** Events longer than this are named. */
const LONG_EVENT = 64;
/** Values from this length on are written as a reference when the event or the context before holds the same. */
const LONG_VALUE = 14;
const STARTS = 'starts';

const isPlain = (value: unknown): value is Fields => typeof value === 'object' && value !== null && !Array.isArray(value);
const json = (value: unknown): string => JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each)) ?? 'undefined';

type References = ReadonlyMap<string, string>;

function note(value: unknown, path: string, found: Map<string, string>): void {
  if (typeof value !== 'object' || value === null) return;
  const text = json(value);
  if (text.length < LONG_VALUE) return;
  if (!found.has(text)) found.set(text, path);
  for (const [key, inner] of Object.entries(value)) note(inner, `${path}.${key}`, found);
}

function say(value: unknown, references?: References): string {
  if (typeof value === 'string') return /^[\w./:·一-鿿-]+$/.test(value) && !/^(-?\d|true$|false$|null$)/.test(value) ? value : json(value);
  if (typeof value !== 'object' || value === null) return json(value);
  const known = references?.get(json(value));
  if (known !== undefined) return known;
  if (Array.isArray(value)) return `[${value.map((each) => say(each, references)).join(',')}]`;
  return `{${Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .map(([key, each]) => `${key}:${say(each, references)}`)
    .join(',')}}`;
}

interface Change {
  readonly path: string;
  readonly text: string;
}

function changes(before: unknown, after: unknown, path: string, references: () => References): Change[] {
  if (before === after) return [];
  const text = json(after);
  if (json(before) === text) return [];
  if (after === undefined) return [{ path, text: '∅' }];
  const known = text.length >= LONG_VALUE && typeof after === 'object' ? references().get(text) : undefined;
  const alike = isPlain(before) && isPlain(after);
  const lists = Array.isArray(before) && Array.isArray(after) && before.length === after.length && after.some(isPlain);
  if (known === undefined && (alike || lists)) {
    const keys = new Set([...Object.keys(before as Fields), ...Object.keys(after as Fields)]);
    return [...keys].flatMap((key) => changes((before as Fields)[key], (after as Fields)[key], path ? `${path}.${key}` : key, references));
  }
  return [{ path, text: say(after, references()) }];
}

interface Emission {
  readonly type: string;
  readonly effect?: Fields;
}

/** The effect of an emission; one that no driver would hear is not one. */
const wanted = ({ type, effect }: Emission): Fields => (type === 'effect' && effect ? effect : { do: `unheard-${type}` });

interface Stepped {
  readonly snapshot: AnyMachineSnapshot;
  readonly shown: Fields;
  readonly outcome: string;
  /** The key of a kind of outcome: the state, the names of changed fields, the effects without their values. */
  readonly kind: string;
  /** Neither state nor context nor effects. */
  readonly nothing: boolean;
}

function stepped(
  machine: AnyStateMachine,
  view: View | undefined,
  before: Stepped | undefined,
  event: TraceEvent | undefined,
  input: unknown,
): Stepped {
  const [snapshot, actions] = (before
    ? transition(machine, before.snapshot, event as never)
    : initialTransition(machine, input as never)) as unknown as [
    AnyMachineSnapshot,
    readonly { readonly type: string; readonly params?: { readonly event?: Emission } }[],
  ];
  const effects = actions.flatMap(({ type, params }) => (type === 'xstate.emit' && params?.event ? [wanted(params.event)] : []));
  const views = view ? Object.fromEntries(Object.entries(view(snapshot)).map(([name, value]) => [`${name}()`, value])) : {};
  const shown: Fields = { ...(snapshot.context as Fields), ...views };
  let known: Map<string, string> | undefined;
  const references = (): References => {
    if (!known) {
      known = new Map();
      for (const [key, value] of Object.entries(event ?? {})) note(value, `event.${key}`, known);
      if (before) for (const [key, value] of Object.entries(before.shown)) note(value, `was.${key}`, known);
    }
    return known;
  };
  const changed = changes(before?.shown ?? {}, shown, '', references);
  if (snapshot.status === 'error') throw snapshot.error;
  const state = pathOf(snapshot.value as never);
  const effectTexts = effects.map(({ do: name, ...fields }) => {
    const fieldTexts = Object.entries(fields).flatMap(([key, value]) =>
      value === undefined ? [] : [`${key}=${say(value, references())}`],
    );
    return `!${[String(name), ...fieldTexts].join(' ')}`;
  });
  return {
    snapshot,
    shown,
    outcome: [state, changed.map(({ path, text }) => `${path}=${text}`).join(' '), effectTexts.join(' ')].filter(Boolean).join('  '),
    kind: json([
      state,
      changed.map(({ path }) => path.replace(/\.\d+/g, '.n')),
      effects.map(({ do: name, reason, area, key, order }) => [name, reason, area, key, order]),
    ]),
    nothing: before !== undefined && changed.length === 0 && effects.length === 0 && state === pathOf(before.snapshot.value as never),
  };
}

/** Names of a sample's events, and what the long ones are. */
export function eventNames({ events }: Pick<GoldenSource, 'events'>): {
  readonly byName: ReadonlyMap<string, TraceEvent>;
  readonly legend: readonly string[];
} {
  const byName = new Map<string, TraceEvent>();
  const counts = new Map<string, number>();
  const legend: string[] = [];
  for (const event of events) {
    const { type, ...fields } = event;
    const nth = (counts.get(type) ?? 0) + 1;
    counts.set(type, nth);
    const full = [type, ...Object.entries(fields).map(([key, value]) => `${key}=${say(value)}`)].join(' ');
    const name = full.length > LONG_EVENT ? `${type}#${nth}` : full;
    if (name !== full) legend.push(`${name} = ${full}`);
    byName.set(name, event);
  }
  return { byName, legend };
}

/** The steps of a sample that are kept. */
export function goldenSection(machine: AnyStateMachine, sample: GoldenSource, view?: View): GoldenSection {
  const { byName } = eventNames(sample);
  const nameOf = new Map([...byName].map(([name, event]) => [event, name]));
  const start = stepped(machine, view, undefined, undefined, sample.input);
  const lines: Line[] = [{ node: 0, from: -1, event: '', outcome: start.outcome }];
  const ignored = new Map<number, string[]>();
  const nodes = new Map<string, { readonly node: number; readonly at: Stepped }>([['', { node: 0, at: start }]]);
  const walked = new Map<string, Stepped>([['', start]]);
  const seen = new Set<string>();
  const keyOf = (events: readonly TraceEvent[]): string => events.map((event) => nameOf.get(event)).join('\n');
  const at = (events: readonly TraceEvent[]): Stepped => {
    const key = keyOf(events);
    let found = walked.get(key);
    if (!found) walked.set(key, (found = stepped(machine, view, at(events.slice(0, -1)), events.at(-1), undefined)));
    return found;
  };
  const keep = (events: readonly TraceEvent[]): number => {
    const key = keyOf(events);
    const known = nodes.get(key);
    if (known) return known.node;
    const from = keep(events.slice(0, -1));
    const node = nodes.size;
    const after = at(events);
    nodes.set(key, { node, at: after });
    lines.push({ node, from, event: nameOf.get(events.at(-1) as TraceEvent) as string, outcome: after.outcome });
    return node;
  };
  for (const way of sample.ways) for (let length = 1; length <= way.length; length++) keep(way.slice(0, length));
  for (const events of sample.paths()) {
    const before = at(events.slice(0, -1));
    const after = at(events);
    const name = nameOf.get(events.at(-1) as TraceEvent) as string;
    const kind = `${pathOf(before.snapshot.value as never)}\n${name}\n${after.nothing ? '' : after.kind}`;
    if (seen.has(kind)) continue;
    seen.add(kind);
    if (after.nothing) {
      const from = keep(events.slice(0, -1));
      ignored.set(from, [...(ignored.get(from) ?? []), name]);
    } else keep(events);
  }
  return { sample: sample.name, lines, ignored: [...ignored].map(([from, events]) => ({ from, events })) };
}

/** The whole file of a machine. */
export function goldenText(name: string, machine: AnyStateMachine, samples: readonly GoldenSource[], view?: View): string {
  const out = [`# ${name}: what it does on its generated paths. How to read and rewrite this: docs/replay.md`];
  for (const sample of samples) {
    const { lines, ignored } = goldenSection(machine, sample, view);
    out.push('', `## ${sample.name}`, ...eventNames(sample).legend, '');
    for (const { node, from, event, outcome } of lines) {
      out.push(from < 0 ? `${node} ${STARTS} → ${outcome}` : `${node} < ${from} ${event} → ${outcome}`);
      const none = ignored.find((each) => each.from === node);
      if (none) out.push(`  ${node} ignores ${none.events.join(' ; ')}`);
    }
  }
  return `${out.join('\n')}\n`;
}

/** Parses a golden file. @throws for an invalid line. */
export function parseGolden(text: string): GoldenSection[] {
  const sections: { sample: string; lines: Line[]; ignored: Ignored[] }[] = [];
  for (const row of text.split('\n')) {
    if (row.startsWith('## ')) sections.push({ sample: row.slice(3), lines: [], ignored: [] });
    const current = sections.at(-1);
    if (!current) continue;
    const step = /^(\d+) (?:starts|< (\d+) (.*?)) → (.*)$/.exec(row);
    const none = /^ {2}(\d+) ignores (.*)$/.exec(row);
    if (step) {
      const [, node, from, event = '', outcome = ''] = step;
      current.lines.push({ node: Number(node), from: from === undefined ? -1 : Number(from), event, outcome });
    } else if (none) current.ignored.push({ from: Number(none[1]), events: (none[2] ?? '').split(' ; ') });
  }
  return sections;
}

/**
 * Walks the ways of a golden file and hands over each difference, until `stop` says that it has seen enough. A way that threw is not gone on.
 * The file is the measure: neither the machine nor its paths say what is expected.
 */
export function compareWithGolden(
  machine: AnyStateMachine,
  samples: readonly GoldenSource[],
  golden: readonly GoldenSection[],
  view: View | undefined,
  stop: (difference: GoldenDifference) => boolean,
): void {
  for (const { sample: name, lines, ignored } of golden) {
    const sample = samples.find((each) => each.name === name);
    const byName = sample ? eventNames(sample).byName : new Map<string, TraceEvent>();
    const done = new Map<number, Stepped>();
    const wayTo = (node: number): string[] => {
      const line = lines[node];
      return !line || line.from < 0 ? [] : [...wayTo(line.from), line.event];
    };
    const differs = (way: readonly string[], line: string, expected: string, now: string): boolean =>
      stop({ sample: name, line, way, golden: expected, now });
    const step = (from: number, event: string): Stepped | string => {
      try {
        if (from >= 0 && !byName.has(event)) return `no event ${event} among the samples`;
        return stepped(machine, view, done.get(from), byName.get(event), sample?.input);
      } catch (error) {
        return `throws ${error instanceof Error ? error.message : String(error)}`;
      }
    };
    for (const { node, from, event, outcome } of lines) {
      if (from >= 0 && !done.has(from)) continue;
      const after = step(from, event);
      if (typeof after !== 'string') done.set(node, after);
      const now = typeof after === 'string' ? after : after.outcome;
      if (now !== outcome && differs(wayTo(node), `${node}`, outcome, now)) return;
    }
    for (const { from, events } of ignored) {
      if (!done.has(from)) continue;
      for (const event of events) {
        const after = step(from, event);
        const now = typeof after === 'string' ? after : after.nothing ? undefined : after.outcome;
        if (now !== undefined && differs([...wayTo(from), event], `${from} ignores`, 'nothing changes', now)) return;
      }
    }
  }
}
