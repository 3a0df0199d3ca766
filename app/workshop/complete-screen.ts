/** The names that a screen may use: of the product (its vocabulary), of the screen itself, and of the scope at a place. */
import { findNodeAtLocation, getNodeValue } from 'jsonc-parser';
import { pointerOf } from '../../engine/descriptions/problem.ts';
import { namesAt } from '../../engine/descriptions/screens/check.ts';
import { HELPER_NAMES } from '../../engine/descriptions/screens/expression.ts';
import { ICON_NAMES, SCENE_NAMES } from '../../engine/descriptions/icons.ts';
import type { Names } from '../../engine/descriptions/screens/infer.ts';
import { memberOf, membersOf, type Type, valuesOf } from '../../engine/descriptions/screens/types.ts';
import type { Vocabulary } from '../../engine/descriptions/screens/vocabulary.ts';
import type { CompletionGuide, NameSuggestion, SchemaPlace } from './complete.ts';

type Json = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);
const keysOf = (value: unknown): string[] => (isRecord(value) ? Object.keys(value) : []);

export function screenGuide(vocabulary: Vocabulary): CompletionGuide {
  return {
    schema: 'screen.schema.json',
    values: (place) => {
      const screen = screenOf(place);
      return place.schemas.flatMap(({ schema }) => (schema.names === undefined ? [] : named(schema.names, place, screen, vocabulary)));
    },
    keys: (place) => place.schemas.flatMap(({ schema }) => membersNamed(schema.names, ownerOf(place), vocabulary)),
    inText(place, before) {
      const leaf = place.schemas.find(({ schema }) => schema.leaf !== undefined)?.schema.leaf;
      const expression = leaf === 'expression' ? before : leaf === undefined ? undefined : openExpression(before);
      if (expression === undefined) return undefined;
      const names = namesAt(screenOf(place), vocabulary, pointerOf(...place.path));
      return names && continuations(expression, names, vocabulary);
    },
  };
}

const screenOf = ({ root }: SchemaPlace): Json => {
  const value: unknown = root === undefined ? {} : getNodeValue(root);
  return isRecord(value) ? value : {};
};

/** The object that the place is a property of. */
function ownerOf({ root, path }: SchemaPlace): Json {
  const node = root && findNodeAtLocation(root, path.slice(0, -1));
  const value: unknown = node && getNodeValue(node);
  return isRecord(value) ? value : {};
}

/** What a text that names something of this kind may be. */
function named(kind: string, { path }: SchemaPlace, screen: Json, vocabulary: Vocabulary): readonly string[] {
  const { calls = {}, routes, menus = [], menuCodes = [], functions = {}, lists = [], themes = [], screens = [] } = vocabulary;
  const paths = (): string[] => [...(routes?.routes ?? []), ...(routes?.aliases ?? [])].map((each) => each.path);
  switch (kind) {
    case 'source':
      return keysOf(screen.sources);
    case 'state':
      return keysOf(screen.state);
    case 'sheet':
      return sheetsOf(screen.blocks);
    case 'call':
      return Object.values(calls)
        .filter(({ changes }) => path[0] !== 'sources' || changes === 'nothing')
        .map((each) => each.path);
    case 'icon':
      return ICON_NAMES;
    case 'picture':
      return [...SCENE_NAMES, ...ICON_NAMES];
    case 'screen':
      return screens;
    case 'theme':
      return themes;
    case 'list':
      return lists;
    case 'menu':
      return menus;
    case 'menuCode':
      return menuCodes;
    case 'function':
      return Object.keys(functions);
    case 'route':
      return paths();
    case 'target':
      return [...menuCodes.map((code) => `menu:${code}`), ...paths()];
    default:
      return [];
  }
}

/** Members that the call or function beside them takes. */
function membersNamed(kind: string | undefined, owner: Json, { calls, functions }: Vocabulary): readonly NameSuggestion[] {
  if (kind === 'fields') {
    const { fields = {} } = calls?.[String(owner.call).toLowerCase()] ?? {};
    return Object.entries(fields).map(([label, { required }]) => ({ label, detail: required ? '必填' : '' }));
  }
  if (kind !== 'arguments') return [];
  const needs = functions?.[String(owner.name)]?.arguments ?? {};
  return Object.entries(needs).map(([label, need]) => ({ label, detail: need === 'required' ? '必填' : '' }));
}

function sheetsOf(blocks: unknown): string[] {
  if (!Array.isArray(blocks)) return [];
  return blocks
    .filter(isRecord)
    .flatMap((block) => [...(block.show === 'sheet' && typeof block.name === 'string' ? [block.name] : []), ...sheetsOf(block.blocks)]);
}

/** The expression of a template that is being written; undefined outside of braces. */
function openExpression(before: string): string | undefined {
  const at = before.lastIndexOf('{');
  if (at < 0 || before.indexOf('}', at) >= 0 || before[at - 1] === '{') return undefined;
  return before.slice(at + 1);
}

function continuations(expression: string, names: Names, { terms = {} }: Vocabulary): ReturnType<NonNullable<CompletionGuide['inText']>> {
  const [, list] = /\b(?:label|tone)\(\s*'(\w*)$/.exec(expression) ?? [];
  if (list !== undefined) return { typed: list, names: Object.keys(terms).map((label) => ({ label })) };
  const [, compared, text] = /([A-Za-z_][\w.]*)\s*[!=]==?\s*'([^']*)$/.exec(expression) ?? [];
  if (compared !== undefined && text !== undefined) {
    const type = typeOfPath(compared.split('.'), names);
    const values = (type && valuesOf(type)) ?? [];
    return { typed: text, names: values.map((label) => ({ label })) };
  }
  // Within a text of the expression nothing is a name.
  if (expression.split("'").length % 2 === 0) return undefined;
  const [, owner = '', typed = ''] = /((?:[A-Za-z_]\w*\.)*)(\w*)$/.exec(expression) ?? [];
  if (owner === '') {
    const helpers = HELPER_NAMES.map((name): NameSuggestion => ({ label: name, insert: `${name}(`, detail: '函数' }));
    return { typed, names: [...[...names.keys()].map((label) => ({ label, detail: detailOf(names.get(label)) })), ...helpers] };
  }
  const type = typeOfPath(owner.split('.').slice(0, -1), names);
  const members = type === undefined ? [] : membersOf(type);
  return { typed, names: members.map((label) => ({ label, detail: detailOf(type && memberOf(type, label)) })) };
}

function typeOfPath([first = '', ...rest]: readonly string[], names: Names): Type | undefined {
  return rest.reduce<Type | undefined>((type, name) => type && memberOf(type, name), names.get(first));
}

const detailOf = (type: Type | undefined): string => (typeof type?.description === 'string' ? type.description : '');
