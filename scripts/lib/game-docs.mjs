// Writes every property of games and families into the reference pages, from the schemas: each part of a schema stands on one page.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filled } from './marks.mjs';

const FILES = ['game.schema.json', 'family.schema.json'];

/** The parts of the schemas that each page has, in the order of the page. A choice among parts has a section too. */
const PAGES = {
  'game-fields': ['game', 'family', 'prizeTable'],
  'game-schedules': ['intervalSchedule', 'weeklySchedule', 'sessionsSchedule'],
  'game-draws': ['draw', 'zone', 'place', 'slice', 'sets', 'facts', 'factNumber', 'factWord', 'source', 'derivedNumber'],
  'game-plays': ['playGroup', 'play', 'likePlay', 'numbersArea', 'optionsArea', 'linesArea'],
  'game-prizes': ['fixedPrize', 'floatingPrize', 'datedPrizes', 'datedPrize', 'bonusPeriods', 'bonusPrize', 'poolPrizes'],
  'game-limits': ['limits', 'playLimits', 'selectionLimits', 'namedLimits'],
  'rule-kinds': ['rule', 'combinationRule', 'directRule', 'groupRule', 'crossRule', 'tuplesRule', 'anywhere', 'optionsRule', 'hitTiers'],
  conditions: [
    'predicate',
    'comparePredicate',
    'inPredicate',
    'parityPredicate',
    'listPredicate',
    'notPredicate',
    'value',
    'numberValue',
    'pickValue',
    'atValue',
    'foldValue',
    'countValue',
    'tallyValue',
    'groupsValue',
    'rankValue',
    'modValue',
  ],
};
/** A choice among more parts than this is linked by its own name, and a smaller one by its parts. */
const MOST_PARTS = 3;

/** [[page, text]]: the reference pages with the properties as the schemas have them now. Throws when marks are missing, or a part has no page. */
export function gamePages(root) {
  const schemas = FILES.map((file) => JSON.parse(readFileSync(join(root, 'schemas', file), 'utf8')));
  const parts = new Map(
    schemas.flatMap((schema, at) => [[FILES[at].replace('.schema.json', ''), schema], ...Object.entries(schema.$defs)]),
  );
  // Choices and parts with properties have sections; everything else is written where it is used.
  const choices = new Map([...parts].filter(([, { oneOf }]) => oneOf).map(([name, { oneOf }]) => [name, oneOf.map(refName)]));
  const needed = [...parts].flatMap(([name, schema]) => {
    if (choices.has(name)) return choices.get(name).length > MOST_PARTS ? [name] : [];
    return (schema.properties ?? schema.items?.properties) === undefined ? [] : [name];
  });
  const pageOf = new Map(Object.entries(PAGES).flatMap(([page, names]) => names.map((name) => [name, page])));
  const wrong = [...needed.filter((name) => !pageOf.has(name)), ...[...pageOf.keys()].filter((name) => !needed.includes(name))];
  if (wrong.length > 0)
    throw new Error(`${wrong.join(', ')}: each part of the schemas has one page; correct PAGES in scripts/lib/game-docs.mjs`);
  return Object.entries(PAGES).map(([page, names]) => {
    const link = (name) => `[${name}](${pageOf.get(name) === page ? '' : `${pageOf.get(name)}.md`}#${name.toLowerCase()})`;
    const known = { parts, choices, names: new Set(needed), link };
    const file = `docs/reference/${page}.md`;
    return [file, filled(root, file, 'properties', names.map((name) => section(name, known)).join('\n\n'))];
  });
}

function section(name, known) {
  const schema = known.parts.get(name);
  // A definition that several properties refer to has no description: an editor would show it in place of theirs.
  const said = schema.description ?? schema.$comment;
  const about = [`### \`${name}\``, ...(said === undefined ? [] : [said.replaceAll('\n', '\n\n')])];
  const members = known.choices.get(name);
  if (members) return [...about, `One of ${members.map(known.link).join(', ')}.`].join('\n\n');
  const rows = schema.properties === undefined ? rowsOf(schema.items, '[].', known) : rowsOf(schema, '', known);
  return [...about, ['| property | value | 中文 | English |', '|---|---|---|---|', ...rows].join('\n')].join('\n\n');
}

/** One row for each property, and for each property of an unnamed object within: `caps.issues`, `prizes[].fen`. */
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
    const targets = known.names.has(name) ? [name] : known.choices.get(name);
    if (targets) return targets.map(known.link).join(' or ');
    if (Object.hasOwn(TEXTS, name)) return TEXTS[name];
    const target = known.parts.get(name);
    return target === undefined ? name : valueOf(target, known);
  }
  if (value.const !== undefined) return code(value.const);
  if (value.enum !== undefined) return value.enum.map(code).join(' ');
  if (value.type === 'array') return `list of ${value.items.properties ? 'objects' : valueOf(value.items, known)}`;
  const choice = value.oneOf ?? value.anyOf;
  if (choice !== undefined) return choice.map((each) => valueOf(each, known)).join(' or ');
  if (value.type === 'integer') return rangeOf(value);
  if (value.format === 'date') return 'day';
  if (value.pattern !== undefined) return `text \`${value.pattern}\``;
  return (
    { string: 'text', object: 'object', boolean: 'true or false' }[value.type] ?? [value.type ?? 'as in the other play'].flat().join(' or ')
  );
}

/** A limit that is only what a number can hold says nothing. */
function rangeOf({ minimum, maximum }) {
  const most = maximum === Number.MAX_SAFE_INTEGER ? undefined : maximum;
  if (minimum === undefined && most === undefined) return 'whole number';
  return most === undefined ? `${minimum} or more` : `${minimum ?? ''}–${most}`;
}
