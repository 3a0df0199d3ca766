// Turns schemas/*.schema.json into what code uses: TypeScript types and compiled validators in
// engine/descriptions/generated/. The schemas are the one source; nothing that this command writes is committed.
// Compiled ahead of time, because a browser under `script-src 'self'` cannot compile them, and 42 KB of Ajv stay out.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generateCalls } from './generate-calls.mjs';
import { DRAWING_FILES, generateDrawings } from './generate-drawings.mjs';
import { generateProductGames } from './generate-product-games.mjs';
import { ANNOTATIONS, assembleScreenSchema, screenLeaves, withoutAnnotations } from './lib/screen-schema.mjs';
import { ofWholePlays } from './lib/whole-plays.mjs';
import { takeWords } from './lib/words.mjs';

takeWords('npm run generate: rewrites types, validators and sprites from the schemas of descriptions. It has no arguments');

const root = fileURLToPath(new URL('..', import.meta.url));
const schemaDir = `${root}schemas`;
const out = `${root}engine/descriptions/generated`;

const PLAN_BANNER = [
  '// Generated from schemas/screen.schema.json by scripts/generate.mjs. Do not edit.',
  "import type { Expression as CompiledExpression, Template as CompiledText } from '../screens/expression.ts';",
].join('\n');

/** Functions that compiled validators call. They are written into the generated file, so that it imports nothing. */
function ucs2length(text) {
  let length = text.length;
  for (let i = 0; i < text.length - 1; i += 1) {
    if ((text.charCodeAt(i) & 0xfc00) === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
      length -= 1;
      i += 1;
    }
  }
  return length;
}
function equal(a, b) {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && equal(a[key], b[key]));
}
function isDate(text) {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const date = new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])));
  return date.getUTCMonth() + 1 === Number(match[2]) && date.getUTCDate() === Number(match[3]);
}
const support = { ucs2length, equal, isDate };

// The schema of screens is put together from the blocks' folders, for editors, and for the types and validators below.
writeScreenSchema();

/** Kinds whose types code reads; validators are made of all. */
const TYPED = [
  'activity',
  'article',
  'banner',
  'bulletin',
  'calendar',
  'family',
  'game',
  'help',
  'league',
  'outright',
  'passes',
  'product',
  'quiz',
  'scratch',
  'screen',
  'small',
  'sport',
  'ticket',
];

const files = readdirSync(schemaDir)
  .filter((name) => name.endsWith('.schema.json'))
  .sort();
const stamp = createHash('sha256').update(readFileSync(fileURLToPath(import.meta.url)));
for (const name of ['read-only-types', 'screen-schema', 'whole-plays'])
  stamp.update(readFileSync(new URL(`./lib/${name}.mjs`, import.meta.url)));
for (const file of files) stamp.update(`\0${file}\0`).update(readFileSync(`${schemaDir}/${file}`));
const hash = stamp.digest('hex');
const stampFile = `${out}/.stamp`;
const wanted = ['validators.js', 'validators.d.ts', 'screen-leaves.js', 'screen-leaves.d.ts', ...TYPED.map((name) => `${name}.ts`)];
const fresh = existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash && wanted.every((name) => existsSync(`${out}/${name}`));

if (!fresh) {
  mkdirSync(out, { recursive: true });
  const schemas = files.map((file) => ({ file, name: file.replace('.schema.json', ''), schema: readSchema(file) }));
  await writeTypes(schemas);
  await writeValidators(schemas);
  writeLeaves(schemas.find(({ name }) => name === 'screen').schema);
  for (const name of readdirSync(out))
    if (!wanted.includes(name) && !DRAWING_FILES.includes(name) && name !== '.stamp') rmSync(`${out}/${name}`, { recursive: true });
  write('.stamp', hash);
}
generateDrawings();
await generateCalls();
generateProductGames();

function readSchema(file) {
  try {
    return ofWholePlays(JSON.parse(readFileSync(`${schemaDir}/${file}`, 'utf8')));
  } catch (error) {
    throw new Error(`schemas/${file} is not JSON: ${error.message}`);
  }
}

/** Renamed into place, so that a concurrent reader sees the old file or the new one and never half of one. */
function write(name, text) {
  const temporary = `${out}/.${name}.${process.pid}`;
  writeFileSync(temporary, text);
  renameSync(temporary, `${out}/${name}`);
}

function writeScreenSchema() {
  const file = `${schemaDir}/screen.schema.json`;
  const text = `${JSON.stringify(assembleScreenSchema(root), null, 2)}\n`;
  if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
}

function writeLeaves(schema) {
  const { root, names, defs } = screenLeaves(schema);
  // Most names have one of a few leaves. A list of names for each packs smaller than a table, and every page loads this.
  const lists = new Map();
  for (const [name, leaf] of Object.entries(names)) if (typeof leaf === 'string') lists.set(leaf, [...(lists.get(leaf) ?? []), name]);
  const others = Object.fromEntries(Object.entries(names).filter(([, leaf]) => typeof leaf !== 'string'));
  write(
    'screen-leaves.js',
    [
      '// Generated from schemas/screen.schema.json by scripts/generate.mjs. Do not edit.',
      `const names = ${JSON.stringify(others)};`,
      `const lists = ${JSON.stringify([...lists].map(([leaf, list]) => [leaf, list.join(' ')]))};`,
      "for (const [leaf, list] of lists) for (const name of list.split(' ')) names[name] = leaf;",
      `export const LEAVES = { root: ${JSON.stringify(root)}, names, defs: ${JSON.stringify(defs)} };`,
      '',
    ].join('\n'),
  );
  write(
    'screen-leaves.d.ts',
    [
      '// Generated from schemas/screen.schema.json by scripts/generate.mjs. Do not edit.',
      'export type Leaf =',
      '  | string',
      '  | { readonly p: Readonly<Record<string, Leaf>> }',
      '  | { readonly v: Leaf }',
      '  | { readonly i: Leaf }',
      '  | { readonly d: string; readonly of: string | Readonly<Record<string, Leaf>> };',
      'type Leaves = Readonly<Record<string, Leaf>>;',
      'export declare const LEAVES: { readonly root: Leaf; readonly names: Leaves; readonly defs: Leaves };',
      '',
    ].join('\n'),
  );
}

async function writeTypes(schemas) {
  // Types are for development; an installation without development packages runs without them.
  const compiler = await import('json-schema-to-typescript').catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  });
  if (compiler === undefined) return;
  const { compile } = compiler;
  const { readOnlyTypes } = await import('./lib/read-only-types.mjs');
  /** What a schema refers to is read as the schemas themselves are. */
  const read = ({ url }) => JSON.stringify(readSchema(basename(url)));
  const options = {
    cwd: schemaDir,
    bannerComment: '// Generated from schemas/ by scripts/generate.mjs. Do not edit.',
    additionalProperties: false,
    ignoreMinAndMaxItems: true,
    declareExternallyReferenced: true,
    format: false,
    $refOptions: { resolve: { file: { order: 1, canRead: true, read } } },
  };
  for (const { name, schema } of schemas.filter(({ name: each }) => TYPED.includes(each))) {
    // The types of a screen are those of its plan: each text and expression is compiled.
    const types =
      name === 'screen'
        ? await compile(withoutAnnotations(schema), 'ScreenDescription', { ...options, bannerComment: PLAN_BANNER })
        : await compile(schema, name, options);
    write(`${name}.ts`, readOnlyTypes(types));
  }
}

function withoutDescriptions(node) {
  if (Array.isArray(node)) return node.map(withoutDescriptions);
  if (typeof node !== 'object' || node === null) return node;
  // A property may be called so; then it is a schema and no text.
  const kept = Object.entries(node).filter(([key, value]) => !['description', '$comment'].includes(key) || typeof value !== 'string');
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutDescriptions(value)]));
}

async function writeValidators(schemas) {
  const { default: Ajv2020 } = await import('ajv/dist/2020.js');
  const { default: standalone } = await import('ajv/dist/standalone/index.js');
  const { _ } = await import('ajv/dist/compile/codegen/index.js');
  const ajv = new Ajv2020.default({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    allErrors: true,
    discriminator: true,
    verbose: true,
    code: { source: true, esm: true, lines: true, formats: _`caipuFormats` },
  });
  ajv.addVocabulary(ANNOTATIONS);
  ajv.addFormat('date', { type: 'string', validate: isDate });
  // An error carries the schema that it broke. The descriptions in it, which editors show, would be half of the script that phones load.
  for (const { schema } of schemas) ajv.addSchema(withoutDescriptions(schema));

  // A schema is known by the kind of document that it is for; one without a kind (a ticket) by its file's name.
  const kinds = schemas.map(({ name, schema }) => [schema.properties?.kind?.const ?? name, schema.$id]);
  const exports = Object.fromEntries(kinds.map(([kind, id]) => [`validate_${kind.replace(/\W/g, '_')}`, id]));
  let code = standalone.default(ajv, exports);
  code = code
    .replace(/require\("ajv\/dist\/runtime\/ucs2length"\)\.default/g, 'ucs2length')
    .replace(/require\("ajv\/dist\/runtime\/equal"\)\.default/g, 'equal');
  const left = /require\("[^"]*"\)[.\w]*/.exec(code);
  if (left !== null) throw new Error(`a compiled validator wants ${left[0]}: give scripts/generate.mjs a function for it`);

  const table = kinds.map(([kind]) => `  ${JSON.stringify(kind)}: validate_${kind.replace(/\W/g, '_')},`);
  write(
    'validators.js',
    [
      '// Generated from schemas/ by scripts/generate.mjs. Do not edit.',
      ...Object.values(support).map((one) => one.toString()),
      "const caipuFormats = { date: { type: 'string', validate: isDate } };",
      code.replace('"use strict";', ''),
      `export const validators = Object.freeze({\n${table.join('\n')}\n});`,
      '',
    ].join('\n'),
  );
  write(
    'validators.d.ts',
    [
      '// Generated from schemas/ by scripts/generate.mjs. Do not edit.',
      'export interface ShapeError {',
      '  readonly instancePath: string;',
      '  readonly keyword: string;',
      '  readonly params: Readonly<Record<string, unknown>>;',
      '  readonly message?: string;',
      '  /** The value that the schema says of this keyword, and the value that broke it. */',
      '  readonly schema?: unknown;',
      '  readonly parentSchema?: Readonly<Record<string, unknown>>;',
      '  readonly data?: unknown;',
      '}',
      'export interface Validator {',
      '  (data: unknown): boolean;',
      '  errors?: readonly ShapeError[] | null;',
      '}',
      `export declare const validators: {\n${kinds.map(([kind]) => `  readonly ${JSON.stringify(kind)}: Validator;`).join('\n')}\n};`,
      '',
    ].join('\n'),
  );
}
