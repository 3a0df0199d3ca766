/**
 * Malformed description files by the thousand, the same ones every time: real files with one mutation each, and nasties written by
 * hand. That a file is malformed is known without the loader: by how it was made (a cut text, a doubled name, a reference to nothing),
 * or because a schema validator of its own, built here from schemas/, refuses it. A mutation that happens to stay valid is dropped.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { HOSTILE_TEXTS } from './hostile-nasties.ts';
import { root } from './server.ts';

export interface HostileFile {
  readonly folder: 'games' | 'families';
  /** Of the file, with .json. A file of a running game or family is overwritten; any other name is new. */
  readonly name: string;
  /** What was done to it, for the reader of a failed test. */
  readonly how: string;
  readonly bytes: Buffer;
  /** Where the mistake stands, when there is just one such place. */
  readonly pointer?: string;
}

export interface RealFile {
  readonly folder: 'games' | 'families';
  readonly name: string;
  readonly text: string;
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Path = readonly (string | number)[];

/** Uniform integers below n from a fixed seed (mulberry32). */
export function seeded(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), 1 | state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) % n;
  };
}

export function realFiles(gamesDir: string): RealFile[] {
  const read = (folder: RealFile['folder'], dir: string) =>
    readdirSync(dir)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => ({ folder, name, text: readFileSync(join(dir, name), 'utf8') }));
  return [...read('games', gamesDir), ...read('families', join(gamesDir, 'families'))];
}

/**
 * `count` malformed files. Overwrites come first in each round of files, so that `rounds` can deal them out without two for one name.
 * A third is under new names: codes that would be good ones of their family, were it not for the mutation.
 */
export function hostileFiles(real: readonly RealFile[], count: number, seed: number): HostileFile[] {
  const random = seeded(seed);
  const refused = schemaOracle();
  const pick = <T>(list: readonly T[]): T => list[random(list.length)] as T;
  const inFamily = real.filter(({ folder, text }) => folder === 'games' && 'family' in (JSON.parse(text) as object));
  const files: HostileFile[] = HOSTILE_TEXTS.map(({ folder = 'games', ...nasty }) => ({ folder, ...nasty }));
  const seen = new Set<string>();
  for (let n = 0; files.length < count; n += 1) {
    const fresh = n % 3 === 0;
    const from = fresh ? pick(inFamily) : (real[n % real.length] as RealFile);
    const value = JSON.parse(from.text) as { [key: string]: Json };
    const code = fresh ? `x${n}x` : basename(from.name, '.json');
    value.code = code;
    const mutation = pick(MUTATIONS)(value, pick, random);
    if (mutation === undefined) continue;
    const { how, bytes, pointer } = mutation;
    const mark = `${from.name} ${how} ${bytes.length > 4_000 ? pointer : bytes.toString('latin1')}`;
    if (seen.has(mark)) continue;
    if (mutation.schema === true && !refused(bytes.toString('utf8'))) continue;
    seen.add(mark);
    files.push({ folder: from.folder, name: `${code}.json`, how, bytes, ...(pointer === undefined ? {} : { pointer }) });
  }
  return files;
}

/** The files dealt out into rounds of at most `size`, none with two files of one name. */
export function filesInRounds(files: readonly HostileFile[], size: number): HostileFile[][] {
  const dealt: Map<string, HostileFile>[] = [];
  for (const file of files) {
    const key = `${file.folder}/${file.name}`.toLowerCase();
    let round = dealt.find((candidate) => candidate.size < size && !candidate.has(key));
    if (round === undefined) dealt.push((round = new Map()));
    round.set(key, file);
  }
  return dealt.map((round) => [...round.values()]);
}

/** True for a document that its schema refuses; built from the schemas themselves and not from the compiled validators. */
function schemaOracle(): (text: string) => boolean {
  const ajv = new Ajv2020({ strict: false, allErrors: false, discriminator: true });
  addFormats.default(ajv);
  const folder = join(root, 'schemas');
  for (const name of readdirSync(folder)) ajv.addSchema(JSON.parse(readFileSync(join(folder, name), 'utf8')) as object);
  return (text) => {
    const value = JSON.parse(text) as { kind?: unknown };
    const validate = ajv.getSchema(`${value.kind === 'family' ? 'family' : 'game'}.schema.json`);
    if (validate === undefined) throw new Error('no schema');
    return validate(value) !== true;
  };
}

interface Mutation {
  readonly how: string;
  readonly bytes: Buffer;
  readonly pointer?: string;
  /** Malformed only if the schema says so. */
  readonly schema?: true;
}
type Mutate = (value: { [key: string]: Json }, pick: <T>(list: readonly T[]) => T, random: (n: number) => number) => Mutation | undefined;

const text = (value: Json) => JSON.stringify(value, null, 2);
const pointerOf = (path: Path) => path.map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

/** Every place of a document, the root first. */
function places(value: Json, path: Path = []): { path: Path; value: Json }[] {
  const inside = Array.isArray(value)
    ? value.map((item, i) => [i, item] as const)
    : typeof value === 'object' && value
      ? Object.entries(value)
      : [];
  return [{ path, value }, ...inside.flatMap(([key, item]) => places(item, [...path, key]))];
}

function set(document: Json, path: Path, to: Json | undefined): void {
  let at = document as Record<string | number, Json>;
  for (const part of path.slice(0, -1)) at = at[part] as Record<string | number, Json>;
  const last = path.at(-1) as string | number;
  if (to !== undefined) at[last] = to;
  else if (Array.isArray(at)) (at as Json[]).splice(last as number, 1);
  else delete at[last];
}

const HERE = '@@here@@';
/** The document with a piece of text, which need not be JSON, instead of a value. */
function withRaw(document: Json, path: Path, raw: string): Buffer {
  set(document, path, HERE);
  return Buffer.from(text(document).replace(`"${HERE}"`, () => raw));
}
/** The document with a property as text in one of its objects. */
function withProperty(document: Json, path: Path, raw: string): Buffer {
  const object = path.reduce<Json>((at, part) => (at as Record<string | number, Json>)[part] as Json, document) as Record<string, Json>;
  object[HERE] = 0;
  return Buffer.from(text(document).replace(`"${HERE}": 0`, () => raw));
}
const isObject = (value: Json): value is { [key: string]: Json } => typeof value === 'object' && value !== null && !Array.isArray(value);

const NO_NUMBERS = [
  'NaN',
  'Infinity',
  '-Infinity',
  '01',
  '+1',
  '.5',
  '1.',
  '0x10',
  '1e999',
  '9007199254740993',
  '-9007199254740993',
  '1e',
  '--1',
  '１',
];
const NO_VALUES = [
  'undefined',
  "'text'",
  'True',
  'None',
  '/* */ 1',
  '1 // one',
  '{,}',
  '[1,]',
  '[1 2]',
  '"\\x41"',
  '"\\ud83g"',
  '"\u0001"',
  '"\n"',
  '@',
];
const TYPES: readonly Json[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  123456789012,
  '',
  'x'.repeat(5_000),
  [],
  {},
  [[]],
  ['nowhere'],
  { nowhere: 1 },
  '\u0000',
  '\u202e',
];
const FORBIDDEN = ['__proto__', 'constructor', 'prototype'];
/** Properties whose text names something else of the file or of another; in these files none is called "nowhere". */
const REFERENCES = ['zone', 'area', 'family', 'screen'];

const MUTATIONS: readonly Mutate[] = [
  (value, pick) => {
    const { path } = pick(places(value).slice(1));
    const to = pick(TYPES);
    set(value, path, structuredClone(to));
    return {
      how: `${JSON.stringify(to).slice(0, 30)} at ${pointerOf(path)}`,
      bytes: Buffer.from(text(value)),
      pointer: pointerOf(path),
      schema: true,
    };
  },
  (value, pick) => {
    const { path } = pick(places(value).slice(1));
    set(value, path, undefined);
    return { how: `without ${pointerOf(path)}`, bytes: Buffer.from(text(value)), pointer: pointerOf(path), schema: true };
  },
  (value, pick) => {
    const { path } = pick(places(value).filter((place) => isObject(place.value)));
    const name = pick(['nowhere', 'Code', 'toString', 'hasOwnProperty', '$ref', '', '\u200b', 'ｃｏｄｅ', 'x'.repeat(3_000)]);
    set(value, [...path, name], 1);
    return {
      how: `${JSON.stringify(name).slice(0, 30)} in ${pointerOf(path)}`,
      bytes: Buffer.from(text(value)),
      pointer: pointerOf([...path, name]),
      schema: true,
    };
  },
  (value, pick) => {
    const list = pick(places(value).filter((place) => Array.isArray(place.value) && place.value.length > 0));
    if (list === undefined) return undefined;
    const [first] = list.value as Json[];
    set(
      value,
      list.path,
      Array.from({ length: 2_001 }, () => structuredClone(first as Json)),
    );
    const bytes = Buffer.from(text(value));
    return { how: `2,001 items at ${pointerOf(list.path)}`, bytes, ...(bytes.length < 1_000_000 ? { pointer: pointerOf(list.path) } : {}) };
  },
  (value, pick) => {
    const { path } = pick(places(value).filter((place) => isObject(place.value)));
    const key = pick(FORBIDDEN);
    const bytes = withProperty(value, path, `"${key}": {"polluted": true}`);
    return { how: `${key} in ${pointerOf(path)}`, bytes, pointer: pointerOf([...path, key]) };
  },
  (value, pick) => {
    const { path, value: object } = pick(places(value).filter((place) => isObject(place.value) && Object.keys(place.value).length > 0));
    const key = pick(Object.keys(object as object));
    const bytes = withProperty(value, path, `${JSON.stringify(key)}: ${JSON.stringify((object as Record<string, Json>)[key])}`);
    return { how: `${key} twice in ${pointerOf(path)}`, bytes, pointer: pointerOf([...path, key]) };
  },
  (value, pick) => {
    const numbers = places(value).filter((place) => typeof place.value === 'number');
    const { path } = pick(numbers);
    const raw = pick(NO_NUMBERS);
    return { how: `${raw} at ${pointerOf(path)}`, bytes: withRaw(value, path, raw) };
  },
  (value, pick) => {
    const { path } = pick(places(value).slice(1));
    // Nothing at all is no value of a property, but a list may do without an item.
    const raw = pick(typeof path.at(-1) === 'string' ? [...NO_VALUES, ''] : NO_VALUES);
    return { how: `${JSON.stringify(raw)} at ${pointerOf(path)}`, bytes: withRaw(value, path, raw) };
  },
  (value, pick, random) => {
    const { path } = pick(places(value).slice(1));
    const depth = 65 + random(20_000);
    const [open, close] = pick([
      ['[', ']'],
      ['{"a":', '}'],
      ['[{"__proto__":', '}]'],
    ]) as [string, string];
    return {
      how: `${open} ${depth} deep at ${pointerOf(path)}`,
      bytes: withRaw(value, path, `${open.repeat(depth)}1${close.repeat(depth)}`),
    };
  },
  (value, pick) => {
    const found = places(value).filter((place) => typeof place.value === 'string' && REFERENCES.includes(String(place.path.at(-1))));
    if (found.length === 0) return undefined;
    const { path } = pick(found);
    set(value, path, 'nowhere');
    return { how: `nowhere at ${pointerOf(path)}`, bytes: Buffer.from(text(value)) };
  },
  (value, _pick, random) => {
    const whole = Buffer.from(text(value));
    const bytes = whole.subarray(0, 1 + random(whole.length - 2));
    return { how: `cut at byte ${bytes.length}`, bytes };
  },
  (value, pick, random) => {
    const whole = Buffer.from(text(value));
    const at = random(whole.length);
    const bad = pick([[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf8, 0x88, 0x80, 0x80, 0x80], [0x80], [0xf4, 0x90, 0x80, 0x80]]);
    return { how: `bytes ${bad} at ${at}`, bytes: Buffer.concat([whole.subarray(0, at), Buffer.from(bad), whole.subarray(at)]) };
  },
  (value, pick, random) => {
    const whole = text(value);
    const breaks = [...whole.matchAll(/\n/g)].map((match) => match.index);
    const at = pick(breaks);
    const junk = pick(['\uFEFF', '\u00a0', '\u0000', '}', ']', ',', ':', '"', '#!', '<!-- -->', '\u2028']);
    return {
      how: `${JSON.stringify(junk)} in line ${random(1) + breaks.indexOf(at) + 1}`,
      bytes: Buffer.from(whole.slice(0, at) + junk + whole.slice(at)),
    };
  },
];
