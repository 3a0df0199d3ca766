/**
 * Positions of the parts of a chart. A state with inner states is laid out by itself, the innermost first, and is then one box in its
 * parent. A transition is drawn in the common parent of its two states, between the boxes that contain them. Units are CSS px.
 */
import { Graph, layout } from '@dagrejs/dagre';
import type { Chart, ChartState, ChartTransition } from './chart.ts';

/** A line of text. `transition` is the name of its transition; '' for an entry or exit action. */
export interface LaidLine {
  readonly transition: string;
  readonly text: string;
}

export interface LaidState {
  readonly path: string;
  readonly label: string;
  readonly kind: ChartState['kind'];
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Entry and exit actions, and transitions without a target. */
  readonly lines: readonly LaidLine[];
}

/** Small marks: `start` points at the initial state. Transitions of the parent itself, which apply in every inner state, begin at `any`. */
export interface LaidMark {
  readonly is: 'start' | 'any';
  readonly x: number;
  readonly y: number;
}

export interface LaidEdge {
  /** Texts of all transitions between the same two boxes; empty for the edge of the start mark. */
  readonly lines: readonly LaidLine[];
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** Left upper corner of the text. */
  readonly x: number;
  readonly y: number;
}

export interface LaidChart {
  readonly machine: string;
  readonly width: number;
  readonly height: number;
  /** Outer states before those inside them. */
  readonly states: readonly LaidState[];
  readonly marks: readonly LaidMark[];
  readonly edges: readonly LaidEdge[];
}

export const LINE = 16;
export const HEAD = 26;
export const PAD = 10;
const CHARACTER = 7.25;
/** Room for the label of a marked state. */
const WORD = 62;
const MARK = 12;
const START = '#start';
const ANY = '#any';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
interface Box {
  readonly width: number;
  readonly height: number;
  /** Everything inside, relative to the box's own corner; the box itself comes first. */
  readonly states: Mutable<LaidState>[];
  readonly marks: Mutable<LaidMark>[];
  readonly edges: Mutable<LaidEdge>[];
}

const textWidth = (lines: readonly string[]): number => Math.max(0, ...lines.map((line) => line.length)) * CHARACTER;

/** "OUTCOME [isLanded] / resolve" */
export function transitionText({ event, guard, actions }: ChartTransition, withActions: boolean): string {
  return `${event}${guard ? ` [${guard}]` : ''}${withActions && actions.length > 0 ? ` / ${actions.join(', ')}` : ''}`;
}

export function layoutChart(chart: Chart): LaidChart {
  const box = place(chart.root, chart.transitions);
  const { states, marks, edges, width, height } = box;
  return { machine: chart.machine, width, height, states, marks, edges };
}

const within = (path: string, outer: string): boolean => outer === '' || path === outer || path.startsWith(`${outer}.`);

function place(state: ChartState, transitions: readonly ChartTransition[]): Box {
  const lines: LaidLine[] = [
    ...(state.entry.length > 0 ? [{ transition: '', text: `entry / ${state.entry.join(', ')}` }] : []),
    ...(state.exit.length > 0 ? [{ transition: '', text: `exit / ${state.exit.join(', ')}` }] : []),
    ...transitions
      .filter(({ source, target }) => source === state.path && target === undefined)
      .map((each) => ({ transition: each.name, text: transitionText(each, true) })),
  ];
  const head = HEAD + lines.length * LINE + (lines.length > 0 ? PAD / 2 : 0);
  const least = Math.ceil(
    Math.max(textWidth(lines.map(({ text }) => text)), state.label.length * 8 + (state.path === '' ? 0 : WORD)) + 2 * PAD,
  );
  const inner = state.states.length > 0 ? placeInside(state, transitions) : undefined;
  const width = Math.max(least, inner?.width ?? 0);
  const height = inner ? head + inner.height : head + PAD / 2;
  const own: LaidState = { path: state.path, label: state.label, kind: state.kind, x: 0, y: 0, width, height, lines };
  if (inner) shift(inner, (width - inner.width) / 2, head);
  return { width, height, states: [own, ...(inner?.states ?? [])], marks: inner?.marks ?? [], edges: inner?.edges ?? [] };
}

function shift(box: Box, x: number, y: number): void {
  for (const each of [...box.states, ...box.marks, ...box.edges]) {
    each.x += x;
    each.y += y;
  }
  for (const edge of box.edges) edge.points = edge.points.map((point) => ({ x: point.x + x, y: point.y + y }));
}

function placeInside(parent: ChartState, transitions: readonly ChartTransition[]): Box {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 36, ranksep: 34, edgesep: 18, marginx: PAD * 1.5, marginy: PAD });
  graph.setDefaultEdgeLabel(() => ({}));
  const boxes = new Map(parent.states.map((child) => [child.path, place(child, transitions)]));
  for (const [path, { width, height }] of boxes) graph.setNode(path, { width, height });
  const childHolding = (path: string) => parent.states.find((child) => within(path, child.path))?.path;

  const edges = new Map<string, { readonly from: string; readonly to: string; readonly lines: LaidLine[] }>();
  const start = childHolding(parent.initial);
  if (parent.kind !== 'parallel' && start !== undefined && parent.initial !== '') edges.set(START, { from: START, to: start, lines: [] });
  for (const each of transitions) {
    const { source, target } = each;
    if (target === undefined || !within(source, parent.path)) continue;
    const to = childHolding(target);
    const from = source === parent.path ? ANY : childHolding(source);
    if (from === undefined || to === undefined) continue;
    // If one box contains both ends, the transition is drawn inside that box. A transition of the box to itself is drawn here.
    if (from === to && (source !== to || target !== to)) continue;
    const far = `${source === from || from === ANY ? '' : `${source.slice(from.length + 1)}: `}`;
    const near = target === to ? '' : ` → ${target.slice(to.length + 1)}`;
    const key = `${from} ${to}`;
    const known = edges.get(key) ?? { from, to, lines: [] };
    known.lines.push({ transition: each.name, text: `${far}${transitionText(each, false)}${near}` });
    edges.set(key, known);
  }
  for (const { from, to, lines } of edges.values()) {
    if (from.startsWith('#') && !graph.hasNode(from)) graph.setNode(from, { width: MARK, height: MARK });
    graph.setEdge(from, to, {
      width: textWidth(lines.map(({ text }) => text)) + (lines.length > 0 ? 8 : 0),
      height: lines.length * LINE,
      labelpos: 'c',
    });
  }
  layout(graph);

  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  const inside: Box = { width, height, states: [], marks: [], edges: [] };
  for (const id of graph.nodes()) {
    const { x = 0, y = 0, width: w = 0, height: h = 0 } = graph.node(id) as Record<string, number>;
    const box = boxes.get(id);
    if (!box) {
      inside.marks.push({ is: id === START ? 'start' : 'any', x, y });
      continue;
    }
    shift(box, x - w / 2, y - h / 2);
    inside.states.push(...box.states);
    inside.marks.push(...box.marks);
    inside.edges.push(...box.edges);
  }
  for (const { from, to, lines } of edges.values()) {
    const edge = graph.edge(from, to) as { points?: { x: number; y: number }[]; x?: number; y?: number; width?: number; height?: number };
    const { points = [], x = 0, y = 0, width: w = 0, height: h = 0 } = edge;
    inside.edges.push({ lines, points: points.map((point) => ({ x: point.x, y: point.y })), x: x - w / 2 + 4, y: y - h / 2 });
  }
  return inside;
}
