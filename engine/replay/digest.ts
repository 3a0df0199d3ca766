/**
 * One walk over a value gives three things: the value without its secrets, a hash of that, and about how long it is as JSON.
 *
 * Contexts share what did not change with the context before, so each object is walked once and remembered: an event costs what it
 * changed. Redaction depends on field names alone. So a machine that is replayed with redacted events has, redacted, the context that
 * the recorded machine had: the hashes can be compared although the secrets are gone.
 */
import { REDACTED, withoutSecrets } from './addresses.ts';
import { isSecretName, plainName } from './secret-names.ts';
import { factsOf } from './redaction.ts';
import { MACHINE_RULES, type MachineRules } from './rules.ts';

export interface Digest {
  readonly value: unknown;
  /** 64 bits in two halves. */
  readonly a: number;
  readonly b: number;
  /** Length as JSON, roughly. */
  readonly size: number;
}

export type Digester = (value: unknown) => Digest;

/** Is this the hash, as hashText writes it? */
export function hasHash({ a, b }: Digest, text: string): boolean {
  let at = 0;
  for (const half of [a, b]) {
    for (let shift = 28; shift >= 0; shift -= 4) {
      const code = text.charCodeAt(at++);
      if (((half >>> shift) & 15) !== (code > 57 ? code - 87 : code - 48)) return false;
    }
  }
  return text.length === 16;
}

export const hashText = ({ a, b }: Digest): string => (a >>> 0).toString(16).padStart(8, '0') + (b >>> 0).toString(16).padStart(8, '0');

function mix(seed: number, value: number): number {
  const h = Math.imul(seed ^ value, 0x9e3779b1);
  return h ^ (h >>> 15);
}
function mix2(seed: number, value: number): number {
  const h = Math.imul(seed ^ value, 0x85ebca6b);
  return h ^ (h >>> 13);
}

function ofText(tag: number, text: string): { a: number; b: number } {
  let a = tag ^ 0x1b873593;
  let b = tag ^ 0x2c1b3c6d;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 0x9e3779b1);
    b = Math.imul(b ^ code, 0x85ebca6b);
    a ^= a >>> 15;
    b ^= b >>> 13;
  }
  return { a: mix(a, text.length), b: mix2(b, text.length) };
}

/** Begin the hash of a whole number. */
const WHOLE_A = 0x7000001;
const WHOLE_B = 0x7000003;

const constant = (value: unknown, tag: number): Digest => ({ value, ...ofText(tag, String(value)), size: 5 });
const NULL = constant(null, 1);
const TRUE = constant(true, 2);
const FALSE = constant(false, 3);
const ABSENT: Digest = { ...constant(undefined, 4), size: 0 };

const text = (value: string, shown = value): Digest => ({ value: shown, ...ofText(5, shown), size: shown.length + 2 });
const MARK = text(REDACTED);

/** Length from which a value is remembered: walking what is shorter again costs less than a place in a weak map. */
const WORTH_REMEMBERING = 1000;

/** Field names are few and come again and again. */
const NAME_LIMIT = 4_096;

/** The name of a field, with the object that last stood under it: it is walked once while it stays. */
interface Name {
  readonly a: number;
  readonly b: number;
  readonly secret: boolean;
  value: unknown;
  part: Digest;
}

export type DigestRules = Pick<MachineRules, 'secret' | 'described' | 'addresses' | 'facts'>;

/**
 * Where an address leads, and no more: "https://games.example/[redacted]". What is no address stays none, and one that names a user
 * before the host still does, because models refuse both.
 */
function origin(address: string): string {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return REDACTED;
  }
  if (url.host === '') return `${url.protocol}${REDACTED}`;
  const user = url.username !== '' || url.password !== '' ? `${REDACTED}@` : '';
  return `${url.protocol}//${user}${url.host}/${REDACTED}`;
}

/** Makes the walk for one model: its own secret fields beside the common ones. */
export function createDigester(rules: DigestRules = {}): Digester {
  return walker(rules, walker(undefined));
}

/** Field names of a model, each looked at once. */
function namesBy(isSecret: (name: string) => boolean): (name: string) => Name {
  const names = new Map<string, Name>();
  return (name) => {
    let found = names.get(name);
    if (!found) {
      if (names.size >= NAME_LIMIT) names.clear();
      found = { ...ofText(6, name), secret: isSecret(name), value: undefined, part: ABSENT };
      names.set(name, found);
    }
    return found;
  };
}

function ofNumber(value: number): Digest {
  // What JSON cannot say, it says as null.
  if (!Number.isFinite(value)) return NULL;
  if (Number.isInteger(value) && value >= -0x80000000 && value <= 0x7fffffff)
    return { value, a: mix(WHOLE_A, value | 0), b: mix2(WHOLE_B, value | 0), size: 6 };
  const written = String(value);
  return { value, ...ofText(7, written), size: written.length };
}

/** `digest` walks the items. */
function ofList(list: readonly unknown[], digest: Digester): Digest {
  let a = 0x51ed270b;
  let b = 0x2545f491;
  let size = 2;
  let copy: unknown[] | undefined;
  for (let at = 0; at < list.length; at++) {
    const item = list[at];
    // The picked numbers: most of the walk.
    if (typeof item === 'number' && (item | 0) === item) {
      a = mix(Math.imul(a, 31) + 1, mix(WHOLE_A, item));
      b = mix2(Math.imul(b, 33) + 1, mix2(WHOLE_B, item));
      size += 7;
      copy?.push(item);
      continue;
    }
    const each = digest(item);
    const part = each === ABSENT ? NULL : each;
    if (part.value !== list[at] && !copy) copy = list.slice(0, at);
    copy?.push(part.value);
    a = mix(Math.imul(a, 31) + 1, part.a);
    b = mix2(Math.imul(b, 33) + 1, part.b);
    size += part.size + 1;
  }
  return { value: copy ?? list, a: mix(a, list.length), b: mix2(b, list.length), size };
}

/** Reads the facts of answers, each answer once, so that it stays one and the same from event to event. */
function readFacts(plain: Digester): Digester {
  const answers = new WeakMap<object, Digest>();
  return (value) => {
    if (typeof value !== 'object' || value === null) return plain(factsOf(value));
    let found = answers.get(value);
    if (!found) {
      found = plain(factsOf(value));
      answers.set(value, found);
      answers.set(found.value as object, found);
    }
    return found;
  };
}

/** `rules` undefined: field names say nothing. `inDescribed` walks what is below a field that descriptions name. */
function walker(rules: DigestRules | undefined, inDescribed?: Digester): Digester {
  const own = new Set(rules?.secret?.map(plainName));
  const described = new Set(rules?.described);
  const addresses = new Set(rules?.addresses);
  const facts = new Set(rules?.facts);
  const known = new WeakMap<object, Digest>();
  const ofFacts = inDescribed && readFacts(inDescribed);

  const isSecret = (name: string): boolean => rules !== undefined && (isSecretName(name) || own.has(plainName(name)));
  const nameOf = namesBy(isSecret);
  const hidden = (value: unknown): Digest => {
    if (value === undefined || typeof value === 'function') return ABSENT;
    return value === null || typeof value === 'boolean' ? digest(value) : MARK;
  };

  function remember(value: object, found: Digest): Digest {
    known.set(value, found);
    // A redacted copy is redacted already, and means the same.
    if (found.value !== value) known.set(found.value as object, found);
    return found;
  }

  function digest(value: unknown): Digest {
    switch (typeof value) {
      case 'string':
        return text(value, withoutSecrets(value, isSecret));
      case 'number':
        return ofNumber(value);
      case 'boolean':
        return value ? TRUE : FALSE;
      case 'object': {
        if (value === null) return NULL;
        const remembered = known.get(value);
        if (remembered) return remembered;
        const found = Array.isArray(value) ? ofList(value, digest) : ofFields(value as Record<string, unknown>);
        // Remembering costs more than walking something small again; a copy is remembered, so that it stays one and the same.
        return found.value !== value || found.size >= WORTH_REMEMBERING ? remember(value, found) : found;
      }
      default:
        return typeof value === 'bigint' ? text(`${value}`) : ABSENT;
    }
  }

  function ofFields(object: Record<string, unknown>): Digest {
    let a = 0x1234567;
    let b = 0x7654321;
    let size = 2;
    let count = 0;
    let same = true;
    const keys = Object.keys(object);
    for (let at = 0; at < keys.length; at++) {
      const key = keys[at] as string;
      const name = nameOf(key);
      const value = object[key];
      let part = name.part;
      // Most fields of a context are those of the context before.
      if (typeof value !== 'object' || value === null) part = partOf(name.secret, key, value);
      else if (name.value !== value) {
        part = partOf(name.secret, key, value);
        if (part.size < WORTH_REMEMBERING) {
          name.value = value;
          name.part = part;
        }
      }
      if (part.value !== value) same = false;
      if (part === ABSENT) {
        same = false;
        continue;
      }
      // A sum, so that the order of the fields says nothing.
      a = (a + mix(mix(name.a, part.a), part.b)) | 0;
      b = (b + mix2(mix2(name.b, part.b), part.a)) | 0;
      size += key.length + part.size + 4;
      count += 1;
    }
    let copy = object;
    if (!same) {
      copy = {};
      for (const key of keys) {
        const part = partOf(nameOf(key).secret, key, object[key]);
        if (part !== ABSENT) copy[key] = part.value;
      }
    }
    return { value: copy, a: mix(a, count), b: mix2(b, count), size };
  }

  function partOf(secret: boolean, key: string, value: unknown): Digest {
    if (secret) return hidden(value);
    if (typeof value === 'string' && addresses.has(key)) return text(origin(value));
    if (ofFacts && facts.has(key)) return ofFacts(value);
    return inDescribed && described.has(key) ? inDescribed(value) : digest(value);
  }

  // The root is a context, and the next event has another one: shared parts are cached, and not the root. Thousands
  // of contexts in a weak map cost the collector more than walking their fields.
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || known.has(value)) return digest(value);
    const found = ofFields(value as Record<string, unknown>);
    return found.value === value ? found : remember(value, found);
  };
}

/** The walk over what is redacted already, where field names say nothing: whatever else stands in a redacted field has another hash. */
export const createPlainDigester = (): Digester => walker(undefined);

const digesters = new Map<string, Digester>();

/** The walk for a model by its name. */
export function digesterOf(machine: string): Digester {
  let found = digesters.get(machine);
  if (!found) digesters.set(machine, (found = createDigester(MACHINE_RULES[machine])));
  return found;
}
