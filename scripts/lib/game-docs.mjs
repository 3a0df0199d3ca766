// Writes every property of games and families into docs/add-a-game.md, from the schemas, between the two marks there.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const BEGIN = '<!-- properties: written by `npm run docs` from schemas/game.schema.json and schemas/family.schema.json -->';
const END = '<!-- end of properties -->';
const FILES = ['game.schema.json', 'family.schema.json'];

/** The page with the properties as the schemas have them now. Throws when the marks are missing. */
export function gamePage(root) {
  const text = readFileSync(join(root, 'docs/add-a-game.md'), 'utf8');
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`docs/add-a-game.md: the marks "${BEGIN}" and "${END}" are to stand there, in this order`);
  return `${text.slice(0, from + BEGIN.length)}\n\n${propertiesText(root)}\n\n${text.slice(to)}`;
}

function propertiesText(root) {
  const schemas = FILES.map((file) => [file, JSON.parse(readFileSync(join(root, 'schemas', file), 'utf8'))]);
  const parts = schemas.flatMap(([file, schema]) => [
    { name: file.replace('.schema.json', ''), schema },
    ...Object.entries(schema.$defs).map(([name, each]) => ({ name, schema: each })),
  ]);
  const titled = parts.filter(({ schema }) => (schema.properties ?? schema.items?.properties) !== undefined && schema.oneOf === undefined);
  const names = new Set(titled.map(({ name }) => name));
  // Of one of several the members are what is read.
  const members = new Map(parts.filter(({ schema }) => schema.oneOf).map(({ name, schema }) => [name, schema.oneOf.map(refName)]));
  return titled.map(({ name, schema }) => section(name, schema, { names, members, schemas })).join('\n\n');
}

function section(name, schema, known) {
  const rows = schema.properties === undefined ? rowsOf(schema.items, '[].', known) : rowsOf(schema, '', known);
  // What several properties refer to says nothing of itself to an editor, which would show it in the place of what they say.
  const said = schema.description ?? schema.$comment;
  const about = said === undefined ? [] : [said.replaceAll('\n', ' ')];
  return [`### \`${name}\``, ...about, ['| property | value | 中文 | English |', '|---|---|---|---|', ...rows].join('\n')].join('\n\n');
}

/** One row for each property, and for those of what lies within without a name of its own: `caps.issues`, `prizes[].fen`. */
function rowsOf(schema, before, known) {
  const needed = new Set(schema.required ?? []);
  return Object.entries(schema.properties).flatMap(([property, value]) => {
    const [zh = '', en = ''] = (value.description ?? '').split('\n');
    const name = `${before}${property}`;
    const inside = value.type === 'array' ? value.items : value;
    const within = inside?.properties && !inside.oneOf ? rowsOf(inside, `${name}${value.type === 'array' ? '[]' : ''}.`, known) : [];
    const row = [`\`${name}\`${needed.has(property) ? '' : ' ?'}`, valueOf(value, known), zh, en].map((text) =>
      text.replaceAll('|', '\\|'),
    );
    return [`| ${row.join(' | ')} |`, ...within];
  });
}

/** What texts of these are is said in the guide. */
const TEXTS = { code: 'code', label: 'text', text: 'text', fen: 'fen', route: 'route', icon: 'icon', time: 'hh:mm:ss', offset: '±hh:mm' };

const refName = ({ $ref }) => $ref.split('/').pop();
const code = (value) => `\`${JSON.stringify(value)}\``;

/** What stands there, short: a value, the values, a range, or the name of the part that says it. */
function valueOf(value, known) {
  if (value.$ref !== undefined) {
    const name = refName(value);
    const targets = known.names.has(name) ? [name] : known.members.get(name);
    if (targets) return targets.map((each) => `[${each}](#${each.toLowerCase()})`).join(' or ');
    if (Object.hasOwn(TEXTS, name)) return TEXTS[name];
    const target = known.schemas.map(([, schema]) => schema.$defs[name]).find((each) => each !== undefined);
    return target === undefined ? name : valueOf(target, known);
  }
  if (value.const !== undefined) return code(value.const);
  if (value.enum !== undefined) return value.enum.map(code).join(' ');
  if (value.type === 'array') return `list of ${value.items.properties ? 'objects' : valueOf(value.items, known)}`;
  if (value.oneOf !== undefined) return value.oneOf.map((each) => valueOf(each, known)).join(' or ');
  if (value.type === 'integer') return rangeOf(value);
  if (value.format === 'date') return 'day';
  if (value.pattern !== undefined) return `text \`${value.pattern}\``;
  return { string: 'text', object: 'object', boolean: 'true or false' }[value.type] ?? [value.type].flat().join(' or ');
}

/** A limit that is only what a number can hold says nothing. */
function rangeOf({ minimum, maximum }) {
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (minimum === undefined && most === undefined) return 'whole number';
  return most === undefined ? `${minimum} or more` : `${minimum ?? ''}–${most}`;
}
