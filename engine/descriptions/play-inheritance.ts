/**
 * Plays that are `like` another play of their file and have only the differences. They are merged before any other check, so that
 * schema, semantic checks, prices, hashes and phones see whole plays, and a file may be written short or long without becoming another version.
 *
 * The patch follows RFC 7396 (JSON Merge Patch) for objects: a written value replaces the other's, objects are merged recursively,
 * and null removes a property. There are two extensions, since descriptions are lists of named things and unions:
 * - An object in the place of a list changes items of it, by their names (`id`, `value`, `tier`, `area`, `place`: the first of these that
 *   tells all items apart) or, where they have none, by their positions from 0. null takes an item out. A list takes the place of the list.
 * - An object with another `kind`, `op` or `get` replaces the whole object: no property of the other would fit.
 *
 * A play that others are like is written whole itself, so there are no chains and no circles.
 */
import { MAX_VALUES } from './parse.ts';
import { type Finding, pointerOf, segmentsOf } from './problem.ts';
import { unknownNameDetails } from './semantics/report.ts';
import { abbreviatedList } from './suggest.ts';

type Json = Readonly<Record<string, unknown>>;

export interface ResolvedPlays {
  readonly document: Json;
  /** The fault of the patches themselves; then `document` is of no use. Pointers as written. */
  readonly findings: readonly Finding[];
  /** Where a place of the unfolded document is written: in the patch, or at the `like` that brought it. */
  readonly before: (pointer: string) => string;
  /** Without those that a play only has from another one which has them too. */
  readonly own: (findings: readonly Finding[]) => readonly Finding[];
}

/** A play that is like another one: the two as they are written. */
interface InheritedPlay {
  readonly base: Json;
  readonly basePointer: string;
  readonly patch: Json;
}

const LIKE = 'like';
/** What a play never has from another one. */
const OWN: readonly string[] = ['code', 'name'];
const NAMES: readonly string[] = ['id', 'value', 'tier', 'area', 'place'];
/** Properties that name the kind of an object. */
const TAGS: readonly string[] = ['kind', 'op', 'get'];

/** Never throws, whatever the document looks like: the check of the shape comes after it. */
export function resolveInheritance(document: Json): ResolvedPlays {
  const plays = playsOf(document);
  if (!plays.some(({ play }) => Object.hasOwn(play, LIKE))) {
    return { document, findings: [], before: (pointer) => pointer, own: (findings) => findings };
  }
  const whole = new Map<unknown, PlacedPlay>();
  const likes = new Map<unknown, unknown>();
  for (const placed of plays) {
    const { play } = placed;
    if (Object.hasOwn(play, LIKE)) likes.set(play.code, play[LIKE]);
    else if (!whole.has(play.code)) whole.set(play.code, placed);
  }

  const findings: Finding[] = [];
  const pairs: { readonly base: PlacedPlay; readonly patch: PlacedPlay }[] = [];
  const unfolded = new Map<Json, Json>();
  let values = 0;
  // Many plays are like one.
  const sizes = new Map<Json, number>();
  const sizeOfBase = (base: Json): number => {
    const size = sizes.get(base) ?? sizeOf(base);
    sizes.set(base, size);
    return size;
  };
  const merge = merger(findings);
  for (const patch of plays) {
    const { play } = patch;
    if (!Object.hasOwn(play, LIKE)) continue;
    const base = whole.get(play[LIKE]);
    for (const property of OWN)
      if (!Object.hasOwn(play, property)) findings.push({ code: 'SHAPE_MISSING', pointer: pointerTo(patch), details: { property } });
    if (base === undefined) {
      findings.push(inheritanceFinding(`${pointerTo(patch)}/${LIKE}`, play[LIKE], [...whole.keys()].filter(isText), likes));
      continue;
    }
    // Before they are made: a short file may say a lot.
    values += sizeOfBase(base.play);
    if (values > MAX_VALUES) {
      findings.push({ code: 'FILE_TOO_MANY', pointer: `${pointerTo(patch)}/${LIKE}`, details: { count: values, limit: MAX_VALUES } });
      break;
    }
    pairs.push({ base, patch });
    unfolded.set(play, merge(base.play, patch));
  }

  // Only problems ask where something is written.
  let placed: ReadonlyMap<string, InheritedPlay> | undefined;
  const pairsByPlace = (): ReadonlyMap<string, InheritedPlay> => (placed ??= new Map(pairs.map(pairAt)));
  return {
    document: { ...document, playGroups: withPlays(document.playGroups, (play) => unfolded.get(play) ?? play) },
    findings,
    before: (pointer) => placeOf(pointer, pairsByPlace()).written,
    own: (all) => {
      const reported = new Set(all.map(({ code, pointer }) => `${code}\n${pointer}`));
      return all.filter(({ code, pointer }) => {
        const { from } = placeOf(pointer, pairsByPlace());
        return from === undefined || !reported.has(`${code}\n${from}`);
      });
    },
  };
}

function pairAt({ base, patch }: { readonly base: PlacedPlay; readonly patch: PlacedPlay }): [string, InheritedPlay] {
  const { [LIKE]: _, ...patchWithoutLike } = patch.play;
  return [pointerTo(patch), { base: base.play, basePointer: pointerTo(base), patch: patchWithoutLike }];
}

function inheritanceFinding(pointer: string, wanted: unknown, known: readonly string[], likes: ReadonlyMap<unknown, unknown>): Finding {
  if (!isText(wanted)) return { code: 'SHAPE_TYPE', pointer, details: { wanted: '文字|text', found: JSON.stringify(wanted).slice(0, 40) } };
  if (!likes.has(wanted)) return { code: 'LIKE_PLAY', pointer, details: unknownNameDetails(wanted.slice(0, 40), known) };
  // One step further stands the play that both can be like; of a circle there is none.
  const next = likes.get(wanted);
  return {
    code: 'LIKE_CHAIN',
    pointer,
    details: { name: wanted, known: isText(next) && known.includes(next) ? next : abbreviatedList(known) },
  };
}

/** Puts patches onto what they change; what they name and is not there becomes a finding. */
function merger(findings: Finding[]): (base: Json, patch: PlacedPlay) => Json {
  // A list that many patches change has one set of names.
  const known = new Map<readonly unknown[], readonly string[]>();
  const namesIn = (items: readonly unknown[]): readonly string[] => {
    let names = known.get(items);
    if (names === undefined) known.set(items, (names = namesOf(items)));
    return names;
  };
  // The way from the play to here; it is written as a pointer only when there is something to report.
  const path: string[] = [];
  let play: PlacedPlay | undefined;
  const report = (key: string, names: readonly string[]): void => {
    if (play !== undefined) findings.push(missingMember([...segmentsOf(pointerTo(play)), ...path], key, names));
  };

  function merge(base: unknown, patch: unknown): unknown {
    if (!isRecord(patch)) return patch;
    if (Array.isArray(base)) return mergeList(base, patch);
    if (!isRecord(base) || replacesWhole(base, patch)) return patch;
    return mergeRecord(base, patch);
  }

  function mergeRecord(base: Json, patch: Json): Json {
    let left = false;
    // JSON has made both: what for-in meets are their own properties.
    for (const key in patch) if (patch[key] === null) left = true;
    const merged: Record<string, unknown> = left ? without(base, patch) : { ...base };
    for (const key in patch) {
      const value = patch[key];
      if (key === LIKE && path.length === 0) continue;
      if (value === null) {
        if (!Object.hasOwn(base, key)) report(key, Object.keys(base));
      } else if (typeof value !== 'object') merged[key] = value;
      else {
        path.push(key);
        merged[key] = merge(base[key], value);
        path.pop();
      }
    }
    return merged;
  }

  function mergeList(base: readonly unknown[], patch: Json): unknown[] {
    const names = namesIn(base);
    for (const key in patch) if (!names.includes(key)) report(key, names);
    const merged: unknown[] = [];
    for (let index = 0; index < base.length; index += 1) {
      const name = names[index] as string;
      if (!Object.hasOwn(patch, name)) merged.push(base[index]);
      else if (patch[name] !== null) {
        path.push(name);
        merged.push(merge(base[index], patch[name]));
        path.pop();
      }
    }
    return merged;
  }

  return (base, patch) => {
    play = patch;
    path.length = 0;
    return replacesWhole(base, patch.play) ? without(patch.play, { [LIKE]: null }) : mergeRecord(base, patch.play);
  };
}

/** A copy without what the patch takes out. Not by `delete`: that would make each later look at the object slower. */
function without(base: Json, patch: Json): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const key in base) if (patch[key] !== null) copy[key] = base[key];
  return copy;
}

const missingMember = (path: readonly string[], name: string, known: readonly string[]): Finding => ({
  code: 'LIKE_LACKS',
  pointer: pointerOf(...path, name),
  details: unknownNameDetails(name.slice(0, 40), known),
  atKey: true,
});

function replacesWhole(base: Json, patch: Json): boolean {
  for (const tag of TAGS) if (patch[tag] !== base[tag] && Object.hasOwn(patch, tag) && Object.hasOwn(base, tag)) return true;
  return false;
}

/** What the items of a list are called in a patch. */
function namesOf(items: readonly unknown[]): readonly string[] {
  for (const name of NAMES) {
    const names = items.map((item) => (isRecord(item) && isText(item[name]) ? item[name] : undefined));
    if (!names.includes(undefined) && new Set(names).size === names.length) return names as string[];
  }
  return items.map((_, index) => String(index));
}

interface Place {
  readonly written: string;
  /** The same place in the play that it comes from, when the patch does not say it. */
  readonly from?: string;
}

function placeOf(pointer: string, pairs: ReadonlyMap<string, InheritedPlay>): Place {
  const segments = segmentsOf(pointer);
  const at = pointerOf(...segments.slice(0, 4));
  const pair = pairs.get(at);
  if (pair === undefined) return { written: pointer };
  let [base, patch]: [unknown, unknown] = [pair.base, pair.patch];
  const rest = segments.slice(4);
  const path: string[] = [];
  const basePath: string[] = [];
  for (const [step, segment] of rest.entries()) {
    const fromBase = isRecord(patch) && (Array.isArray(base) || (isRecord(base) && !replacesWhole(base, patch)));
    let [key, inBase] = [segment, segment];
    if (fromBase && Array.isArray(base)) {
      const names = namesOf(base);
      // Positions of the list that was made are those of the other's without what was taken out.
      const keptIndexes = names.flatMap((name, index) => ((patch as Json)[name] === null ? [] : [index]));
      const index = keptIndexes[Number(segment)] ?? -1;
      [key, inBase] = [names[index] ?? '', String(index)];
    }
    if (fromBase && !Object.hasOwn(patch as Json, key)) {
      const from = pair.basePointer + pointerOf(...basePath, inBase, ...rest.slice(step + 1));
      return { written: at + (path.length === 0 ? pointerOf(LIKE) : pointerOf(...path)), from };
    }
    path.push(key);
    basePath.push(inBase);
    base = fromBase ? (base as Json)[inBase] : undefined;
    patch = (patch as Json | undefined)?.[key];
  }
  return { written: at + pointerOf(...path) };
}

interface PlacedPlay {
  readonly play: Json;
  readonly group: number;
  readonly at: number;
}

const pointerTo = ({ group, at }: PlacedPlay): string => `/playGroups/${group}/plays/${at}`;

function playsOf(document: Json): PlacedPlay[] {
  const plays: PlacedPlay[] = [];
  if (!Array.isArray(document.playGroups)) return plays;
  for (const [g, group] of document.playGroups.entries()) {
    if (!isRecord(group) || !Array.isArray(group.plays)) continue;
    for (const [p, play] of group.plays.entries()) if (isRecord(play)) plays.push({ play, group: g, at: p });
  }
  return plays;
}

function withPlays(groups: unknown, of: (play: Json) => Json): unknown {
  if (!Array.isArray(groups)) return groups;
  return groups.map((group: unknown) => {
    if (!isRecord(group) || !Array.isArray(group.plays)) return group;
    return { ...group, plays: group.plays.map((play: unknown) => (isRecord(play) ? of(play) : play)) };
  });
}

function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  let size = 1;
  if (Array.isArray(value)) for (const item of value) size += sizeOf(item);
  else for (const key in value) size += sizeOf((value as Json)[key]);
  return size;
}

const isText = (value: unknown): value is string => typeof value === 'string';

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
