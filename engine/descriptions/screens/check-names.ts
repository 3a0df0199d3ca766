/** Things that a screen names: calls, pages, menus, functions of the app, icons, and parts of itself. One check for each kind of `names`. */
import type { ReportFinding } from '../semantics/report.ts';
import { unknownNameDetails } from '../semantics/report.ts';
import { nearestName } from '../suggest.ts';
import { ICON_NAMES, SCENE_NAMES } from '../icons.ts';
import { isRecord, hasRoute, type ScreenFacts } from './scope.ts';
import type { CallVocabulary, Vocabulary } from './vocabulary.ts';

type Json = Readonly<Record<string, unknown>>;

export interface NameContext {
  readonly pointer: string;
  /** The object that the name is a property of. */
  readonly owner: Json;
  readonly ownerPointer: string;
  readonly screen: Json;
  readonly vocabulary: Vocabulary;
  readonly facts: ScreenFacts;
  readonly add: ReportFinding;
}

type NameCheck = (name: string, context: NameContext) => void;

/** A text with expressions in it can only be judged when it is shown. */
const isFixed = (text: string): boolean => !/(?<!\{)\{(?!\{)/.test(text);
const among = (known: readonly string[] | undefined, code: Parameters<ReportFinding>[0], exact = true): NameCheck => {
  const key = (name: string): string => (exact ? name : name.toLowerCase());
  return (name, { pointer, add }) => {
    if (known === undefined || !isFixed(name) || known.some((each) => key(each) === key(name))) return;
    add(code, pointer, unknownNameDetails(name, known));
  };
};

const CHECKS: Readonly<Record<string, NameCheck>> = {
  source: (name, context) => among(Object.keys(context.facts.sources), 'SCREEN_SOURCE')(name, context),
  state: (name, context) => among(Object.keys(context.facts.state), 'SCREEN_STATE')(name, context),
  icon: among(ICON_NAMES, 'SCREEN_ICON'),
  /** Where there is room for a scene. */
  picture: among([...SCENE_NAMES, ...ICON_NAMES], 'SCREEN_ICON'),
  theme: (name, context) => among(context.vocabulary.themes, 'SCREEN_THEME')(name, context),
  list: (name, context) => among(context.vocabulary.lists, 'SCREEN_LIST')(name, context),
  menu: (name, context) => among(context.vocabulary.menus, 'SCREEN_MENU')(name, context),
  menuCode: (name, context) => among(context.vocabulary.menuCodes, 'SCREEN_MENU_CODE', false)(name, context),
  function: (name, context) => {
    const { functions } = context.vocabulary;
    among(functions && Object.keys(functions), 'SCREEN_HOST_FUNCTION')(name, context);
    const missing = Object.entries(functions?.[name]?.arguments ?? {}).filter(([, need]) => need === 'required');
    const args = isRecord(context.owner.args) ? context.owner.args : {};
    for (const [argument] of missing)
      if (!Object.hasOwn(args, argument)) context.add('SCREEN_ARGUMENT_MISSING', context.ownerPointer, { of: name, name: argument });
  },
  sheet: (name, context) => among(sheetsOf(context.screen.blocks), 'SCREEN_SHEET')(name, context),
  screen: (name, { pointer, vocabulary, add }) => {
    const { screens } = vocabulary;
    if (screens === undefined || screens.includes(name)) return;
    add('SCREEN_SCREEN', pointer, { name, guess: nearestName(name, screens) ?? '' });
  },
  route,
  target: (name, context) => {
    if (name.startsWith('menu:')) CHECKS.menuCode?.(name.slice(5), context);
    else if (name.startsWith('/')) route(name, context);
  },
  call,
};

/** Checks a name, or the names of an object's members where those are what is named. */
export function checkName(kind: string, value: string | Json, context: NameContext): void {
  if (typeof value === 'string') CHECKS[kind]?.(value, context);
  else if (kind === 'fields') parameters(value, context);
  else if (kind === 'arguments') argumentsOf(value, context);
}

/** The path of an address, values in it standing for any segment; a text that begins with a value may lead anywhere. */
function route(address: string, { vocabulary, pointer, add }: NameContext): void {
  const { routes } = vocabulary;
  if (routes === undefined || !address.startsWith('/') || hasRoute(address, routes)) return;
  const path = address.split(/[?#]/, 1)[0] ?? '';
  add('SCREEN_ROUTE', pointer, {
    name: path,
    guess:
      nearestName(
        path,
        [...routes.routes, ...routes.aliases].map((each) => each.path),
      ) ?? '',
  });
}

function call(path: string, { owner, ownerPointer, pointer, vocabulary, add }: NameContext): void {
  const { calls } = vocabulary;
  if (calls === undefined) return;
  const known = calls[path.toLowerCase()];
  if (known === undefined)
    return add('SCREEN_CALL', pointer, {
      name: path,
      guess:
        nearestName(
          path,
          Object.values(calls).map((each) => each.path),
        ) ?? '',
    });
  const isSource = ownerPointer.startsWith('/sources/');
  if (isSource && known.changes !== 'nothing') return add('SCREEN_SOURCE_CALL', pointer, { name: known.path });
  const method = isSource ? 'GET' : (owner.method ?? 'POST');
  if (method !== known.method) {
    const at = owner.method === undefined ? pointer : `${ownerPointer}/method`;
    return isSource
      ? add('SCREEN_SOURCE_CALL', pointer, { name: known.path })
      : add('SCREEN_METHOD', at, { name: known.path, wanted: known.method });
  }
  if (known.idempotent && owner.key !== true) add('SCREEN_KEYED', pointer, { name: known.path });
  if (!known.idempotent && owner.key === true) add('SCREEN_NOT_KEYED', `${ownerPointer}/key`, { name: known.path });
  const params = isRecord(owner.params) ? owner.params : {};
  for (const [name, { required }] of Object.entries(known.fields))
    if (required && !Object.hasOwn(params, name)) add('SCREEN_PARAMETER_MISSING', ownerPointer, { call: known.path, name });
}

const callOf = ({ owner, vocabulary }: NameContext): CallVocabulary | undefined => vocabulary.calls?.[String(owner.call).toLowerCase()];

function parameters(params: Json, context: NameContext): void {
  const known = callOf(context);
  if (known === undefined) return;
  // The page of a list is the source's own business.
  const names = Object.keys(known.fields);
  for (const name of Object.keys(params))
    if (!names.includes(name))
      context.add('SCREEN_PARAMETER', `${context.pointer}/${name}`, { call: known.path, ...unknownNameDetails(name, names) });
}

function argumentsOf(args: Json, { owner, vocabulary, pointer, add }: NameContext): void {
  const named = vocabulary.functions?.[String(owner.name)];
  if (named === undefined) return;
  const names = Object.keys(named.arguments ?? {});
  for (const name of Object.keys(args))
    if (!names.includes(name)) add('SCREEN_ARGUMENT', `${pointer}/${name}`, { of: String(owner.name), ...unknownNameDetails(name, names) });
}

function sheetsOf(blocks: unknown): string[] {
  if (!Array.isArray(blocks)) return [];
  return blocks
    .filter(isRecord)
    .flatMap((block) => [...(block.show === 'sheet' && typeof block.name === 'string' ? [block.name] : []), ...sheetsOf(block.blocks)]);
}
