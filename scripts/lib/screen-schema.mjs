// Puts schemas/screen.schema.json together: what every screen has (engine/screens/core/screen.schema.json) and one definition for
// each block, from the block.json in its folder. Nothing else lists the blocks.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Keywords of ours: they say what a text is and which names it may use, and decide nothing about the shape. */
export const ANNOTATIONS = ['leaf', 'tsType', 'names', 'inScope', 'declares', 'needs'];

/** The folders under engine/screens that hold a block.json, sorted by the block's name. */
export function blockFolders(root) {
  const base = join(root, 'engine/screens');
  return readdirSync(base, { recursive: true })
    .filter((file) => basename(file) === 'block.json')
    .map((file) => join(base, dirname(file)))
    .sort((a, b) => (basename(a) < basename(b) ? -1 : 1));
}

const read = (file) => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} is not JSON: ${error.message}`);
  }
};
const ref = (name) => ({ $ref: `#/$defs/${name}` });
const pascal = (name) => name.replace(/(^|-)(\w)/g, (_, _dash, letter) => letter.toUpperCase());

/** What every block has besides its own. */
const ID = {
  ...ref('name'),
  description: '名称：别的积木移动时，它还是同一个。\nNames the block, so that it stays the same one when others move.',
};
const WHEN = { ...ref('expression'), description: '为假时没有这个积木。\nWhile this is false the block is not there.' };

/** The schema of screens. Throws, with both places, for a definition that two blocks give. */
export function assembleScreenSchema(root) {
  const schema = read(join(root, 'engine/screens/core/screen.schema.json'));
  const owner = new Map(Object.keys(schema.$defs).map((name) => [name, 'engine/screens/core/screen.schema.json']));
  const define = (name, definition, file) => {
    if (name !== 'block' && owner.has(name))
      throw new Error(`${file}: "${name}" is defined in ${owner.get(name)} too; give it another name`);
    owner.set(name, file);
    schema.$defs[name] = definition;
  };
  const names = [];
  for (const folder of blockFolders(root)) {
    const file = join(folder, 'block.json');
    const block = read(file);
    if (block.block !== basename(folder))
      throw new Error(`${file}: the block is called "${block.block}", its folder "${basename(folder)}"`);
    names.push(block.block);
    for (const [name, definition] of Object.entries(block.$defs ?? {})) define(name, definition, file);
    define(
      `block-${block.block}`,
      {
        title: `${pascal(block.block)}Block`,
        ...(block.needs ? { needs: block.needs } : {}),
        description: block.summary,
        type: 'object',
        additionalProperties: false,
        required: ['block', ...(block.required ?? [])],
        properties: { block: { const: block.block, description: block.summary }, id: ID, when: WHEN, ...block.properties },
      },
      file,
    );
  }
  schema.$defs.block = {
    ...schema.$defs.block,
    properties: { block: { enum: names, description: '哪种积木。\nWhich block.' } },
    discriminator: { propertyName: 'block' },
    oneOf: names.map((name) => ref(`block-${name}`)),
  };
  return saidAtEachPlace(schema);
}

/**
 * Editors show the description of a definition in place of that of a reference to it. Where a reference has a description of its own, the
 * definition's therefore becomes a comment, and is copied to the references that have none.
 */
function saidAtEachPlace(schema) {
  const words = new Map();
  const definitionOf = ({ $ref }) => schema.$defs[$ref.split('/').pop()];
  for (const place of referencesIn(schema)) {
    const definition = definitionOf(place);
    if (place.description !== undefined && definition.description !== undefined) words.set(definition, definition.description);
  }
  const copy = (node) => {
    if (Array.isArray(node)) return node.map(copy);
    if (typeof node !== 'object' || node === null) return node;
    const entries = Object.entries(node).map(([key, value]) => [words.has(node) && key === 'description' ? '$comment' : key, copy(value)]);
    const said = typeof node.$ref === 'string' && node.description === undefined ? words.get(definitionOf(node)) : undefined;
    return Object.fromEntries(said === undefined ? entries : [...entries, ['description', said]]);
  };
  return copy(schema);
}

function* referencesIn(node) {
  if (typeof node !== 'object' || node === null) return;
  if (typeof node.$ref === 'string') yield node;
  else for (const value of Object.values(node)) yield* referencesIn(value);
}

/**
 * The schema as json-schema-to-typescript wants it: a reference with words beside it would become a type of its own each time, and what
 * a definition keeps as a comment is what its type is explained by.
 */
export function withoutAnnotations(node) {
  if (Array.isArray(node)) return node.map(withoutAnnotations);
  if (typeof node !== 'object' || node === null) return node;
  if (typeof node.$ref === 'string') return { $ref: node.$ref };
  // One of several is a plain union: what all have in common is in each of them.
  if (node.discriminator) return { ...(node.title ? { title: node.title } : {}), oneOf: node.oneOf.map(withoutAnnotations) };
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => key === 'tsType' || !ANNOTATIONS.includes(key))
      .map(([key, value]) => [key === '$comment' ? 'description' : key, withoutAnnotations(value)]),
  );
}

/**
 * Where a screen's texts, addresses and expressions stand, as a table that the phone compiles a screen by:
 *
 *   't' text, 'a' address, 'e' expression; '#name' the definition `name`;
 *   {p: {property: …}} members, {v: …} the value of any member, {i: …} each item, {d: property, of: {value: '#name'}} one of several, or
 *   {d: property, of: 'prefix-'} where the definition of each value is called '#prefix-value', or {d: property, of: {'*': …}} where one
 *   table serves all values.
 *
 * `names` says what a member of a definition is that its table does not name: most names mean the same wherever they stand. A definition behind a prefix
 * that is not listed has members of this kind alone; any other without texts is left out.
 */
export function screenLeaves(schema) {
  const defs = {};
  /** Names of members that are none of these in some object: each table says by itself whether it has one. */
  const plain = new Set();
  for (const [name, definition] of Object.entries(schema.$defs)) defs[name] = leavesOf(definition, plain);
  // Variants that agree on what their members are need no table each.
  for (const [name, leaf] of Object.entries(defs)) if (leaf?.d) defs[name] = { ...leaf, of: merged(leaf.of, defs) ?? leaf.of };
  // What refers only to what has none has none either: until nothing changes.
  for (let changed = true; changed; ) {
    changed = false;
    for (const name of Object.keys(defs)) {
      const pruned = prune(defs[name], defs, plain);
      if (JSON.stringify(pruned) === JSON.stringify(defs[name])) continue;
      changed = true;
      if (pruned === undefined) delete defs[name];
      else defs[name] = pruned;
    }
  }
  const used = new Set();
  const root = inline(prune(leavesOf({ ...schema, $defs: undefined }, plain), defs, plain), defs, used);
  const kept = {};
  for (let size = -1; size !== used.size; ) {
    size = used.size;
    for (const name of used) kept[name] ??= inline(defs[name], defs, used);
  }
  return named(root, kept, plain);
}

/** Takes the members out of the definitions' tables whose name says what they are. */
function named(root, defs, plain) {
  const all = Object.values(defs);
  const tables = all.flatMap((leaf) => [...tablesIn(leaf)]);
  const meanings = new Map();
  for (const [name, leaf] of tables.flatMap(({ p }) => Object.entries(p))) {
    if (plain.has(name)) continue;
    const counts = meanings.get(name) ?? new Map();
    meanings.set(name, counts.set(JSON.stringify(leaf), (counts.get(JSON.stringify(leaf)) ?? 0) + 1));
  }
  const most = [...meanings].map(([name, counts]) => [name, [...counts].sort(([, a], [, b]) => b - a)[0][0]]);
  const usual = new Map(most);
  const leaveOut = ({ p }) => {
    for (const [name, leaf] of Object.entries(p)) if (JSON.stringify(leaf) === usual.get(name)) delete p[name];
  };
  const names = Object.fromEntries(most.map(([name, leaf]) => [name, JSON.parse(leaf)]));
  for (const table of [...tables, ...Object.values(names).flatMap((leaf) => [...tablesIn(leaf)])]) leaveOut(table);
  const prefixes = all.flatMap(({ of }) => (typeof of === 'string' ? [of] : []));
  const said = ([name, leaf]) => JSON.stringify(leaf) === '{"p":{}}' && prefixes.some((prefix) => name.startsWith(prefix));
  return { root, names, defs: Object.fromEntries(Object.entries(defs).filter((entry) => !said(entry))) };
}

function* tablesIn(leaf) {
  if (typeof leaf !== 'object') return;
  if (leaf.p) yield leaf;
  const within = leaf.p ? Object.values(leaf.p) : leaf.d ? (typeof leaf.of === 'string' ? [] : Object.values(leaf.of)) : [leaf.v ?? leaf.i];
  for (const each of within) yield* tablesIn(each);
}

const LETTER = { text: 't', address: 'a', expression: 'e' };

function leavesOf(node, plain) {
  if (node?.$ref) return `#${node.$ref.split('/').pop()}`;
  if (node?.leaf) return LETTER[node.leaf];
  if (node?.discriminator) {
    const property = node.discriminator.propertyName;
    const names = node.properties[property].enum;
    return { d: property, of: Object.fromEntries(node.oneOf.map((one, at) => [names[at], leavesOf(one, plain)])) };
  }
  const members = Object.entries(node?.properties ?? {}).map(([name, child]) => [name, leavesOf(child, plain)]);
  const found = members.filter(([, leaf]) => leaf !== undefined);
  if (found.length > 0) for (const [name, leaf] of members) if (leaf === undefined) plain.add(name);
  if (found.length > 0) return { p: Object.fromEntries(found) };
  if (typeof node?.additionalProperties === 'object') return wrap('v', leavesOf(node.additionalProperties, plain));
  if (node?.items) return wrap('i', leavesOf(node.items, plain));
  return undefined;
}

const wrap = (key, leaf) => (leaf === undefined ? undefined : { [key]: leaf });

function prune(leaf, defs, plain) {
  if (leaf === undefined) return undefined;
  if (typeof leaf === 'string') return leaf.startsWith('#') && defs[leaf.slice(1)] === undefined ? undefined : leaf;
  if (leaf.d) {
    const of = pruneAll(leaf.of, defs, plain);
    return of && { d: leaf.d, of };
  }
  if (leaf.p) {
    const p = pruneAll(leaf.p, defs, plain, true);
    return p && { p };
  }
  const key = leaf.v ? 'v' : 'i';
  return wrap(key, prune(leaf[key], defs, plain));
}

function pruneAll(record, defs, plain, members = false) {
  const found = Object.entries(record).flatMap(([name, child]) => {
    const kept = prune(child, defs, plain);
    if (kept === undefined && members) plain.add(name);
    return kept === undefined ? [] : [[name, kept]];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/** Puts a definition that is a single letter in place of its name, and notes the others as used. */
function inline(leaf, defs, used) {
  if (typeof leaf === 'string') {
    if (!leaf.startsWith('#')) return leaf;
    const target = defs[leaf.slice(1)];
    if (typeof target === 'string') return inline(target, defs, used);
    used.add(leaf.slice(1));
    return leaf;
  }
  if (leaf.d) {
    const of = mapValues(leaf.of, (child) => inline(child, defs, used));
    return { d: leaf.d, of: prefixOf(of) ?? of };
  }
  if (leaf.p) return { p: mapValues(leaf.p, (child) => inline(child, defs, used)) };
  return leaf.v ? { v: inline(leaf.v, defs, used) } : { i: inline(leaf.i, defs, used) };
}

/** One table of members for all variants, under "*"; undefined when two of them mean different things by a name. */
function merged(of, defs) {
  const all = {};
  for (const name of Object.values(of)) {
    const leaf = name === undefined ? undefined : defs[name.slice(1)];
    if (leaf === undefined) continue;
    if (!leaf.p) return undefined;
    for (const [member, child] of Object.entries(leaf.p)) {
      const known = all[member];
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(child)) return undefined;
      all[member] = child;
    }
  }
  return { '*': { p: all } };
}

/** Definitions that are called as their tags, behind one prefix, are said by the prefix. */
function prefixOf(of) {
  if (of['*']) return undefined;
  const prefixes = new Set(Object.entries(of).map(([tag, name]) => (name.endsWith(`-${tag}`) ? name.slice(1, -tag.length) : undefined)));
  const [prefix] = prefixes;
  return prefixes.size === 1 ? prefix : undefined;
}

const mapValues = (record, change) => Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
