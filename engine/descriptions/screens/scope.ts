/** The names that a screen's expressions may read, and what the blocks around a place add to them. */
import type { ReportFinding } from '../semantics/report.ts';
import { matchRoute, type RoutesDescription } from '../routes.ts';
import { inferList, infer, type Names } from './infer.ts';
import { ANY, itemOf, memberOf, membersOf, NUMBER, recordOf, TEXT, BOOLEAN, type Type } from './types.ts';
import type { Vocabulary } from './vocabulary.ts';

type Json = Readonly<Record<string, unknown>>;
export const isRecord = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const SESSION = recordOf({ loggedIn: BOOLEAN, userName: TEXT, mid: TEXT, balanceFen: { type: ['number', 'null'] } });
const BRAND = { ...recordOf({ name: TEXT, slogan: TEXT }), additionalProperties: false };
/**
 * install: how the app gets onto this device's home screen: wrapper, installed, ios, android, desktop. push: whether the device can get messages
 * while the app is closed: none (its browser cannot), home (once it is on the home screen), denied, default, granted.
 */
const DEVICE = { ...recordOf({ install: TEXT, push: TEXT }), additionalProperties: false };
const ISSUE = { gameCode: TEXT, gameName: TEXT };

const SIDE = recordOf({ id: TEXT, name: TEXT, rank: NUMBER });
const LIVE_MATCH = recordOf({
  id: TEXT,
  sport: TEXT,
  league: TEXT,
  leagueName: TEXT,
  home: SIDE,
  away: SIDE,
  startsAt: NUMBER,
  state: TEXT,
  measures: ANY,
  events: ANY,
});

/** The types of a screen's sources and state values, by name. */
export interface ScreenFacts {
  readonly sources: Readonly<Record<string, Type>>;
  readonly state: Readonly<Record<string, Type>>;
}

export function screenNames(screen: Json, facts: ScreenFacts, { routes }: Vocabulary): Names {
  return new Map<string, Type>([
    ['params', paramsOf(String(screen.code), routes)],
    ['query', { type: 'object', additionalProperties: TEXT }],
    ['state', { ...recordOf(facts.state), additionalProperties: false }],
    ['session', SESSION],
    ['sources', { ...recordOf(facts.sources), additionalProperties: false }],
    ['brand', BRAND],
    ['device', DEVICE],
    ...(screen.game === undefined && screen.sport === undefined ? [] : ([['game', ANY]] as const)),
  ]);
}

/** Parameters of the routes that show a screen; anything for a screen that no route shows, such as one under a tab. */
function paramsOf(code: string, routes: RoutesDescription | undefined): Type {
  const own = routes?.routes.filter((route) => route.screen === code) ?? [];
  if (own.length === 0) return { type: 'object', additionalProperties: TEXT };
  const names = own.flatMap(({ path, params }) => [
    ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string),
    ...Object.keys(params ?? {}),
  ]);
  // The page itself adds the title of its route and its address.
  return { ...recordOf(Object.fromEntries(['title', 'path', ...names].map((name) => [name, TEXT]))), additionalProperties: false };
}

export interface ScopeContext {
  readonly names: Names;
  readonly vocabulary: Vocabulary;
  readonly facts: ScreenFacts;
  /** The object with the property that holds the expression, and the object's JSON pointer. */
  readonly owner: Json;
  readonly ownerPointer: string;
}

const SILENT: ReportFinding = () => {};

/**
 * The names at a place that the schema marks with `inScope`:
 *
 *   group             the members of the group's source, scope, or of an item of its list
 *   items(a|b)        the members of an item of the list at a sibling: an expression, or a source's items
 *   data(source)      the members of a source's answer
 *   models(call)      `models`: the answer of the call
 *   refusal           `status`, `msg`, `models` of a refused call
 *   event(on)         `event`: an event of the stream
 *   record(on)        `event`, and `record`: the record that it carries
 *   form              `form`: the values of the fields
 *   writing           `form.text`, `form.picture`: what was written in a field of comments, and the key of its picture
 *   choice            `value`: what was chosen
 *   day               `day`: the day that was chosen in a calendar
 *   liveMatch         the members of a match with its live score, and `leagueName`
 *   game, draw, placed, slip   what blocks of lotteries hand over
 *   match             what blocks of sports games hand over of a match
 *   short             `missingFen`: what the wallet lacks of an amount, in fen
 */
export function namesInScope(mark: string, context: ScopeContext): Names {
  const { names, owner, vocabulary } = context;
  const [, kind = '', inside = ''] = /^(\w+)(?:\(([^)]*)\))?$/.exec(mark) ?? [];
  switch (kind) {
    case 'group':
      return groupNames(context);
    case 'items': {
      const item = inside
        .split('|')
        .map((sibling) => itemType(sibling, context))
        .find((type) => type !== undefined);
      return withItem(names, item ?? ANY);
    }
    case 'data':
      return withMembers(names, sourceType(owner[inside], context));
    case 'models': {
      const call = vocabulary.calls?.[String(owner.call).toLowerCase()];
      return plus(names, [['models', call?.answer ?? ANY]]);
    }
    case 'refusal':
      return plus(names, [
        ['status', NUMBER],
        ['msg', TEXT],
        ['models', ANY],
      ]);
    case 'event':
      return plus(names, [['event', vocabulary.events?.[String(owner.on)] ?? ANY]]);
    case 'record': {
      const event = vocabulary.events?.[String(owner.on)] ?? ANY;
      const carried = isRecord(owner.put) ? memberOf(event, String(owner.put.of)) : undefined;
      return plus(names, [
        ['event', event],
        ['record', (carried === undefined ? undefined : itemOf(carried)) ?? carried ?? ANY],
      ]);
    }
    case 'form': {
      const fields = Array.isArray(owner.fields) ? owner.fields.filter(isRecord) : [];
      const form = { ...recordOf(Object.fromEntries(fields.map(({ name }) => [String(name), TEXT]))), additionalProperties: false };
      return plus(names, [['form', form]]);
    }
    case 'writing':
      return plus(names, [['form', { ...recordOf({ text: TEXT, picture: TEXT }), additionalProperties: false }]]);
    case 'choice':
      return plus(names, [['value', TEXT]]);
    case 'day':
      return plus(names, [['day', TEXT]]);
    case 'liveMatch':
      return withMembers(names, LIVE_MATCH);
    case 'game':
      return withMembers(names, recordOf(ISSUE));
    case 'draw':
      return withMembers(names, recordOf({ ...ISSUE, issue: TEXT, drawsAt: NUMBER }));
    case 'match':
      return withMembers(names, recordOf({ gameCode: TEXT, matchId: TEXT, code: TEXT, home: TEXT, away: TEXT }));
    case 'placed':
      return withMembers(names, recordOf({ gameCode: TEXT, orderId: TEXT, chaseId: TEXT, releaseId: TEXT, hmId: TEXT }));
    case 'short':
      return withMembers(names, recordOf({ missingFen: NUMBER }));
    case 'slip':
      return withMembers(names, recordOf({ ...ISSUE, amountFen: TEXT, bets: TEXT }));
    default:
      return names;
  }
}

/** Adds names. Open names stay open. */
function plus(names: Names, more: readonly (readonly [string, Type])[]): Names {
  return new OpenNames([...names, ...more], names instanceof OpenNames && names.open);
}

function groupNames(context: ScopeContext): Names {
  const { owner } = context;
  let { names } = context;
  // A sheet has the names of the block that opens it. That block is not known here, so any name is accepted.
  if (owner.show === 'sheet') names = new OpenNames([...names], true);
  if (typeof owner.source === 'string') names = withMembers(names, sourceType(owner.source, context));
  if (typeof owner.scope === 'string') names = withMembers(names, silently(owner.scope, { ...context, names }));
  if (typeof owner.each === 'string') names = withItem(names, inferList(owner.each, { names, terms: undefined, pointer: '', add: SILENT }));
  return names;
}

function itemType(sibling: string, context: ScopeContext): Type | undefined {
  const value = context.owner[sibling];
  if (typeof value !== 'string') return undefined;
  if (sibling === 'source') return itemOf(memberOf(sourceType(value, context), 'items') ?? ANY) ?? ANY;
  return inferList(value, { names: context.names, terms: undefined, pointer: '', add: SILENT });
}

const silently = (source: string, { names }: ScopeContext): Type => infer(source, { names, terms: undefined, pointer: '', add: SILENT });

function sourceType(name: unknown, { facts }: ScopeContext): Type {
  return typeof name === 'string' && Object.hasOwn(facts.sources, name) ? (facts.sources[name] as Type) : ANY;
}

/** Adds the members of a record as names. If no members of the record are known, any name is accepted. */
function withMembers(names: Names, record: Type): Names {
  const members = membersOf(record).map((name): [string, Type] => [name, memberOf(record, name) ?? ANY]);
  return new OpenNames([...names, ...members], members.length === 0 || (names instanceof OpenNames && names.open));
}

function withItem(names: Names, item: Type): Names {
  const within = withMembers(names, item);
  return new OpenNames(
    [...within, ['item', item], ['index', NUMBER]],
    within instanceof OpenNames && within.open && membersOf(item).length === 0 && !isScalar(item),
  );
}

const isScalar = (type: Type): boolean =>
  ['string', 'number', 'integer', 'boolean'].includes(String(type.type)) || 'const' in type || 'enum' in type;

/** Names of a scope. If `open`, the list may be incomplete: an unknown name is accepted and may have any value. */
class OpenNames extends Map<string, Type> {
  readonly open: boolean;
  constructor(entries: Iterable<readonly [string, Type]>, open: boolean) {
    super(entries);
    this.open = open;
  }
  override get(name: string): Type | undefined {
    return super.get(name) ?? (this.open ? ANY : undefined);
  }
}

/** True if a route matches the address. A placeholder such as {id} matches any segment. */
export function hasRoute(address: string, routes: RoutesDescription): boolean {
  return matchRoute(routes, address.replace(/\{[^}]*\}/g, 'x')) !== undefined;
}
