/**
 * Steps between formats of descriptions. Each goes both ways, so that an operator can go back after an upgrade,
 * and says where a place of the newer form stood in the older one, so that a problem points into the file as it is written.
 */
import { pointerOf, segmentsOf } from './problem.ts';
import { format1Pointer, toFormat1Screen, toCurrentScreen } from './screens/migrate.ts';

type Json = Readonly<Record<string, unknown>>;

export interface Migration {
  readonly kind: string;
  /** Goes from format `from` to `from + 1`. */
  readonly from: number;
  readonly why: string;
  up(document: Json): Json;
  down(document: Json): Json;
  /** The pointer in format `from` of a place that the newer format has at `pointer`; `original` is the document in format `from`. */
  before(pointer: string, original: Json): string;
}

/** The format that each kind has now. A kind that is not listed has never changed: 1. */
export const CURRENT_FORMAT: Readonly<Record<string, number>> = { game: 2, family: 2, screen: 2 };

export function currentFormat(kind: string): number {
  return CURRENT_FORMAT[kind] ?? 1;
}

/**
 * Format 1 wrote prices in yuan ("2.00") and a game's caps at the top under the names of the game list (maxBeishu, maxQishu).
 * Format 2 writes fen, like every other amount, and gathers the caps, which grew a third (lines).
 * What is not written as format 1 says stays as it is: the check of the shape that follows names it.
 */
const moneyAndCaps = (kind: string): Migration => ({
  kind,
  from: 1,
  why: 'unitYuan "2.00" → unitFen 200; maxBeishu, maxQishu, maxLines → caps',
  up: (document) => ({ ...gatherCaps(mapPrices(document, priceToFen)), format: 2 }),
  down: (document) => ({ ...spreadCaps(mapPrices(document, priceToYuan)), format: 1 }),
  before: (pointer) => {
    const segments = segmentsOf(pointer);
    if (segments.length > 1 && segments[0] === 'caps') return pointerOf(CAPS_BEFORE[segments[1] ?? ''] ?? 'caps');
    return pointer.replace(/\/unitFen$/, '/unitYuan');
  },
});

const CAPS_BEFORE: Readonly<Record<string, string>> = { multiplier: 'maxBeishu', issues: 'maxQishu', lines: 'maxLines' };

const screenTree: Migration = {
  kind: 'screen',
  from: 1,
  why: 'a tree of blocks: record-detail and record-list become groups, rows and their siblings; confirm belongs to the action',
  up: toCurrentScreen,
  down: toFormat1Screen,
  before: format1Pointer,
};

export const MIGRATIONS: readonly Migration[] = [moneyAndCaps('game'), moneyAndCaps('family'), screenTree];

export interface Migrated {
  readonly document: Json;
  /** Where a place of the migrated document stands in the file. */
  readonly before: (pointer: string) => string;
}

/** Brings a document of `kind` from its format to `to` (the current one unless told). The caller has checked the number. */
export function migrate(kind: string, document: Json, from: number, to: number = currentFormat(kind)): Migrated {
  let result = document;
  const maps: ((pointer: string) => string)[] = [];
  for (let format = from; format < to; format += 1) {
    const step = stepFrom(kind, format);
    const original = result;
    result = step.up(original);
    maps.unshift((pointer) => step.before(pointer, original));
  }
  for (let format = from; format > to; format -= 1) result = stepFrom(kind, format - 1).down(result);
  return { document: result, before: (pointer) => maps.reduce((at, map) => map(at), pointer) };
}

function stepFrom(kind: string, format: number): Migration {
  const step = MIGRATIONS.find((candidate) => candidate.kind === kind && candidate.from === format);
  if (step === undefined) throw new Error(`no migration of ${kind} from format ${format}`);
  return step;
}

function gatherCaps(document: Json): Json {
  const { maxBeishu, maxQishu, maxLines, ...rest } = document;
  const caps = { multiplier: maxBeishu, issues: maxQishu, lines: maxLines };
  const given = Object.fromEntries(Object.entries(caps).filter(([, value]) => value !== undefined));
  if (Object.keys(given).length === 0) return document;
  return { ...rest, caps: isRecord(rest.caps) ? { ...given, ...rest.caps } : given };
}

function spreadCaps(document: Json): Json {
  if (!isRecord(document.caps)) return document;
  const { caps, ...rest } = document;
  const old = Object.entries(caps as Json).map(([name, value]) => [CAPS_BEFORE[name] ?? name, value] as const);
  return { ...rest, ...Object.fromEntries(old) };
}

/** Applies `change` to the description itself and to each of its plays: the places that have a price. */
function mapPrices(document: Json, change: (holder: Json) => Json): Json {
  const changed = change(document);
  if (!Array.isArray(changed.playGroups)) return changed;
  const playGroups = changed.playGroups.map((group: unknown) => {
    if (!isRecord(group) || !Array.isArray(group.plays)) return group;
    return { ...group, plays: group.plays.map((play: unknown) => (isRecord(play) ? change(play) : play)) };
  });
  return { ...changed, playGroups };
}

function priceToFen(holder: Json): Json {
  const match = typeof holder.unitYuan === 'string' ? /^(\d{1,12})\.(\d\d)$/.exec(holder.unitYuan) : null;
  if (match === null || 'unitFen' in holder) return holder;
  const { unitYuan: _, ...rest } = holder;
  return { ...rest, unitFen: Number(match[1]) * 100 + Number(match[2]) };
}

function priceToYuan(holder: Json): Json {
  if (typeof holder.unitFen !== 'number') return holder;
  const { unitFen, ...rest } = holder;
  const digits = String(unitFen).padStart(3, '0');
  return { ...rest, unitYuan: `${digits.slice(0, -2)}.${digits.slice(-2)}` };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
