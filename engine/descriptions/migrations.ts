/**
 * Conversions between formats of descriptions. Each works in both directions, so that an operator can return to an older program after an
 * upgrade. It also maps places of the newer format to the older one, because a problem must point into the file as it is written.
 */
import { pointerOf, segmentsOf } from './problem.ts';
import { format1Pointer, toFormat1Screen, toCurrentScreen } from './screens/migrate.ts';

type Json = Readonly<Record<string, unknown>>;

export interface FormatMigration {
  readonly kind: string;
  /** Goes from format `from` to `from + 1`. */
  readonly from: number;
  readonly why: string;
  up(document: Json): Json;
  down(document: Json): Json;
  /** Maps a JSON pointer of the newer format to format `from`. `original` is the document in format `from`. */
  before(pointer: string, original: Json): string;
}

/** The present format of each kind. A kind that is not listed has format 1, because it has never changed. */
export const CURRENT_FORMAT: Readonly<Record<string, number>> = { game: 2, family: 2, screen: 2 };

export function currentFormat(kind: string): number {
  return CURRENT_FORMAT[kind] ?? 1;
}

/**
 * Format 1 has prices in yuan ("2.00"), and the caps of a game at the top level, named as in the list of games (maxBeishu, maxQishu).
 * Format 2 has prices in fen, like every other amount, and the caps in one property `caps`, which also has the cap `lines`.
 * A property that does not follow format 1 is left unchanged, and the check of the schema that comes next reports it.
 */
const moneyAndCaps = (kind: string): FormatMigration => ({
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

const screenTree: FormatMigration = {
  kind: 'screen',
  from: 1,
  why: 'a tree of blocks: record-detail and record-list become groups, rows and their siblings; confirm belongs to the action',
  up: toCurrentScreen,
  down: toFormat1Screen,
  before: format1Pointer,
};

export const FORMAT_MIGRATIONS: readonly FormatMigration[] = [moneyAndCaps('game'), moneyAndCaps('family'), screenTree];

export interface MigratedDocument {
  readonly document: Json;
  /** Maps a JSON pointer of the migrated document to the file. */
  readonly before: (pointer: string) => string;
}

/** Converts a document of `kind` from format `from` to format `to`, the present one when left out. The caller has checked that both exist. */
export function migrateFormat(kind: string, document: Json, from: number, to: number = currentFormat(kind)): MigratedDocument {
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

function stepFrom(kind: string, format: number): FormatMigration {
  const step = FORMAT_MIGRATIONS.find((candidate) => candidate.kind === kind && candidate.from === format);
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

/** Applies `change` to the description and to each of its plays, because both can have a price. */
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
