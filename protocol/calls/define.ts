/**
 * What a call of the API is. Each call is written once, in the file of its namespace beside this one; the server's registration, the
 * phone's client, the signing list, /openapi.json, the contract tests and the check of screens all read that one place.
 */
import type { TObject, TProperties, TSchema } from 'typebox';
import { SIGNED_PATHS } from '../signing.ts';
import { STATUS, type StatusName } from '../status.ts';
import { COMMON } from './common.ts';
import type { LimitKind } from './limits.ts';
import { Type, type TypeOf } from './schema.ts';

/**
 * none: nobody is asked who he is. optional: a session is used when there is one. player: refused with notLoggedIn without a session.
 * token: a token must be sent, what it is worth is the call's own matter (logout).
 */
export type Session = 'none' | 'optional' | 'player' | 'token';

/** Prefixes of the calls: the API's, and that of the match-data service, which may lie on another origin. */
const PREFIXES = ['/api/', '/matchdata/'] as const;

interface Common {
  /** Path as the specification writes it; the server matches it without regard to case. */
  readonly path: `${(typeof PREFIXES)[number]}${string}`;
  /** For people, in Chinese. */
  readonly summary: string;
  readonly session: Session;
  /** Carries the true client type; every other call says 1. Exactly the calls that the specification lists (SIGNED_PATHS). */
  readonly clientType?: true;
  /** How long the phone waits: short is 10 s, long (when left out) 20 s. */
  readonly timeout?: 'short';
  /** The phone leaves its token out even when it has one. */
  readonly withoutToken?: true;
  /** What counts against its limit; left out: what follows from the call (`limitKindOf` in limits.ts). */
  readonly limit?: LimitKind;
  /**
   * A phone keeps the latest answer and shows it while there is no network. Only what is the same for everybody: never money, and nothing of
   * a player.
   */
  readonly kept?: true;
  /** The answer says in `balanceFen` what the main wallet holds after the call; the phone shows it. */
  readonly wallet?: true;
  /** Fields of the query (GET) or form (POST) beside the common parameters. All arrive as text; the schema says what they become. */
  readonly fields: TProperties;
  /** `models` of an answer with status 0. */
  readonly answer: TSchema;
  /** Business statuses that this call may give beside those that follow from what it is (see `statusesOf`). */
  readonly refuses?: readonly StatusName[];
  /** `models` of a refusal, by status; null where nothing is said. */
  readonly refusalModels?: Partial<Readonly<Record<StatusName, TSchema>>>;
}

/** Only what is signed may move money or be repeated under a key, and a GET that changes state must be signed as well. */
type Safety =
  | { readonly method: 'GET' | 'POST'; readonly changes?: undefined; readonly signed?: boolean; readonly idempotent?: undefined }
  | { readonly method: 'POST'; readonly changes: 'state'; readonly signed?: boolean; readonly idempotent?: undefined }
  | { readonly method: 'GET' | 'POST'; readonly changes: 'state'; readonly signed: true; readonly idempotent?: true }
  | {
      readonly method: 'GET' | 'POST';
      readonly changes: 'money';
      readonly signed: true;
      readonly idempotent: true;
      readonly session: 'player';
    };

export type Definition = Common & Safety;
/** A definition with an example of its fields and of the answer; both are checked against the schemas by a test. */
export type Call<D extends Definition = Definition> = D & { readonly example: Example<D> };

/** What a handler gets: typed values, the defaults filled in. */
export type FieldsOf<D extends Definition> = TypeOf<TObject<D['fields']>>;
/** What `models` holds when all went well. */
export type AnswerOf<D extends Definition> = TypeOf<D['answer']>;

interface Example<D extends Definition> {
  readonly fields: Partial<FieldsOf<D>>;
  readonly models: AnswerOf<D>;
}

/** Declares a call. Throws when it contradicts itself, so that a wrong table cannot be loaded. */
export function call<const D extends Definition>(definition: D & { readonly example: Example<D> }): Call<D> {
  const fault = faultOf(definition);
  if (fault !== undefined) throw new Error(`call ${definition.method} ${definition.path}: ${fault}`);
  return definition;
}

/** The fault of a definition; the types say most of it too, this holds where types were cast away. */
export function faultOf(definition: Definition): string | undefined {
  const { path, method, changes, signed, idempotent, session, clientType } = definition as Definition & {
    changes?: string;
    idempotent?: boolean;
  };
  if (!/^(\/[A-Za-z0-9_]+)+$/.test(path)) return 'the path may hold letters, digits and _ only, without a slash or "?" at the end';
  const matchData = path.toLowerCase().startsWith('/matchdata/');
  if (!matchData && !path.toLowerCase().startsWith('/api/')) return `a path begins with one of ${PREFIXES.join(', ')}`;
  if (matchData && (session !== 'none' || signed || changes !== undefined))
    return "the match-data service knows no players and changes nothing; say session: 'none', without signature";
  if (changes === 'money' && !signed) return 'it moves money and is not signed; add signed: true';
  if (changes === 'money' && !idempotent) return 'it moves money and has no idempotency key; add idempotent: true';
  if (idempotent && !signed) return 'it is idempotent and not signed; add signed: true';
  if (idempotent && session !== 'player') return "a key belongs to a player; say session: 'player'";
  if (idempotent && changes === undefined) return "only what changes something needs a key; say changes: 'state' or 'money'";
  if (method === 'GET' && changes !== undefined && !signed) return 'a GET that changes state must be signed; add signed: true';
  if (definition.kept === true && (method !== 'GET' || session !== 'none' || signed || changes !== undefined))
    return "a phone keeps only what is the same for everybody: a kept call is an unsigned GET with session: 'none' that changes nothing";
  const listed = SIGNED_PATHS.includes(path.toLowerCase());
  if (listed && !signed) return 'the specification lists it as signed; add signed: true';
  if (listed !== (clientType === true))
    return listed ? 'the specification lists it; add clientType: true' : 'only listed calls carry the client type';
  if (definition.wallet === true && !Object.hasOwn((definition.answer as { properties?: object }).properties ?? {}, 'balanceFen'))
    return 'it says wallet and its answer has no balanceFen; add it to the answer';
  const common = Object.keys(definition.fields).find((name) => Object.hasOwn(COMMON, name));
  if (common !== undefined) return `the field ${common} has the name of a common parameter; choose another`;
  return undefined;
}

/** The schema of a call's fields as typed values. A field with a default may be left out by the phone and is there for the handler. */
export function fieldSchema(definition: Definition): TObject {
  return Type.Object(definition.fields);
}

/** Names of the fields that the phone must send. */
export function requiredFields(definition: Definition): string[] {
  return (fieldSchema(definition).required ?? []).filter((name) => !('default' in (definition.fields[name] as object)));
}

/** Every business status that an answer of this call may have, 0 first. */
export function statusesOf(definition: Definition): StatusName[] {
  // The common parameters may be wrong in every call.
  const names = new Set<StatusName>(['ok', 'invalid']);
  if (definition.session === 'player' || definition.session === 'token') names.add('notLoggedIn');
  // A signature is checked wherever one is sent.
  names.add('badSignature');
  if (definition.idempotent) names.add('keyConflict');
  // Every call has a limit.
  names.add('tooMany');
  for (const name of definition.refuses ?? []) names.add(name);
  if (!/^\/api\/SystemConfig\//i.test(definition.path)) names.add('maintenance');
  names.add('unavailable');
  names.add('internal');
  return [...names].sort((a, b) => STATUS[a] - STATUS[b]);
}

/** Form of an Idempotency-Key. It is the client's own: a UUID, or anything as long and as plain. */
export const KEY = /^[A-Za-z0-9_-]{8,64}$/;

/** Typed values as the texts that travel in a query or form. */
export function asTexts(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(values))
    if (value !== undefined) texts[name] = typeof value === 'boolean' ? (value ? '1' : '0') : String(value);
  return texts;
}
