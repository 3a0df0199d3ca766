/**
 * The one way from the text of a description to a document that the rest may trust: strict JSON, head, format, plays that are like others, shape, semantics.
 * Each stage runs only on what the one before let pass, so that one mistake is one report. Never throws, whatever the text is.
 */
import { deepFreeze } from './canonical.ts';
import { type Validator, validators } from './generated/validators.js';
import { resolveInheritance } from './play-inheritance.ts';
import { currentFormat, migrateFormat } from './migrations.ts';
import { MAX_PROBLEMS, parseJson, parseProven, type Source } from './parse.ts';
import { type Finding, makeProblem, type Problem } from './problem.ts';
import { iconFindings } from './semantics/icons.ts';
import { costFindings } from './semantics/costs.ts';
import { limitFindings } from './semantics/limits.ts';
import { FAMILY_PARTS, type Families, familyFindings, gameFindings, gameInFamilyFindings } from './semantics/index.ts';
import { scratchFindings } from './scratch/semantics.ts';
import type { ScratchDescription } from './scratch/types.ts';
import { calendarFindings, type CalendarDescription } from './calendars.ts';
import { activityFindings } from './activities/semantics.ts';
import type { ActivityDescription } from './activities/types.ts';
import { articleFindings, helpFindings, shownFindings } from './content/semantics.ts';
import type { ArticleDescription, BannerDescription, BulletinDescription, HelpDescription } from './content/types.ts';
import { productFindings } from './store/semantics.ts';
import type { ProductDescription } from './store/types.ts';
import { shapeFindings } from './shape.ts';
import { listFindings } from './list.ts';
import { leagueFindings } from './sports/leagues.ts';
import { passesFindings, sportFileFindings } from './sports/semantics.ts';
import { smallFindings } from '../small/semantics.ts';
import type { SmallGame } from '../small/types.ts';
import { quizFindings } from '../quiz/semantics.ts';
import type { QuizDescription } from '../quiz/types.ts';
import type { LeagueDescription, PassesDescription, SportFile } from './sports/types.ts';
import { abbreviatedList, nearestName } from './suggest.ts';
import type { FamilyDescription, GameDescription } from './types.ts';

/** What every description begins with. */
export interface Description {
  readonly $schema: string;
  readonly format: number;
  readonly kind: string;
  readonly code: string;
}

export interface LoadOptions {
  /** How problems name the file; its last part must be `code`.json. */
  readonly file: string;
  /** The kind that the file's folder holds; any known kind when left out. */
  readonly kind?: string;
  /** The families that a game may name. Without them a game is checked alone, and how it fits its family is not. */
  readonly families?: Families;
  /** Codes of the tables of passes that a sports game may name; not asked without them. */
  readonly passes?: ReadonlySet<string>;
  /** The sports games that one may be `like`, by code; without them what a game has of another is not asked. */
  readonly sports?: ReadonlyMap<string, SportFile | null>;
  /** This very text was loaded under this name before and found good: neither its JSON nor shape nor semantics is checked again. */
  readonly proven?: boolean;
}

export type Loaded<T extends Description = Description> =
  | { readonly ok: true; readonly document: T; readonly report: (findings: readonly Finding[]) => Problem[] }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** Kinds that have a schema; a ticket has one too, but is no description. */
export const KINDS: readonly string[] = Object.keys(validators)
  .filter((kind) => kind !== 'ticket')
  .sort();

export function loadDocument(text: string, options: LoadOptions): Loaded {
  const parsed = options.proven ? parseProven(text) : parseJson(text);
  const { source } = parsed;
  if (!parsed.ok) {
    return {
      ok: false,
      problems: parsed.findings.map(({ finding, offset }) => makeProblem(options.file, finding, source.position(offset))),
    };
  }
  const raw = parsed.value as Readonly<Record<string, unknown>>;
  const placeAsWritten = placer(source, options.file, (pointer) => pointer);

  const head = headFindings(raw, options);
  if (head.length > 0) return { ok: false, problems: placeAsWritten(head) };
  const kind = raw.kind as string;

  const migrated = migrateFormat(kind, raw, raw.format as number);
  const { document, findings, before, own } = resolveInheritance(migrated.document);
  if (findings.length > 0) return { ok: false, problems: placer(source, options.file, migrated.before)(findings) };
  const place = placer(source, options.file, (pointer) => migrated.before(before(pointer)));
  const report = (found: readonly Finding[]): Problem[] => place(own(found));
  const validate = (validators as Readonly<Record<string, Validator>>)[kind] as Validator;
  if (options.proven) return { ok: true, document: deepFreeze(document) as unknown as Description, report };
  if (!validate(document)) {
    const shape = shapeFindings(validate.errors ?? [], document);
    return { ok: false, problems: report([...shape, ...withoutFamilyFindings(kind, document, shape)]) };
  }

  const semantic = [...nameFindings(document, options.file), ...semanticFindings(kind, document, options)];
  if (semantic.length > 0) return { ok: false, problems: report(semantic) };
  // Only what makes sense can be compiled.
  const costs = costFindings(kind, document, options.families);
  if (costs.length > 0) return { ok: false, problems: report(costs) };
  const limits = limitFindings(kind, document, options.families);
  if (limits.length > 0) return { ok: false, problems: report(limits) };
  return { ok: true, document: deepFreeze(document) as unknown as Description, report };
}

export function loadGame(text: string, options: LoadOptions): Loaded<GameDescription> {
  return loadDocument(text, { ...options, kind: 'game' }) as Loaded<GameDescription>;
}

export function loadFamily(text: string, options: LoadOptions): Loaded<FamilyDescription> {
  return loadDocument(text, { ...options, kind: 'family' }) as Loaded<FamilyDescription>;
}

export function loadCalendar(text: string, options: LoadOptions): Loaded<CalendarDescription> {
  return loadDocument(text, { ...options, kind: 'calendar' }) as Loaded<CalendarDescription>;
}

function placer(source: Source, file: string, before: (pointer: string) => string): (findings: readonly Finding[]) => Problem[] {
  return (findings) =>
    findings
      .slice(0, MAX_PROBLEMS)
      .map((finding) => {
        const pointer = before(finding.pointer);
        const offset = source.offsetOf(pointer, finding.atKey);
        return { offset, problem: makeProblem(file, { ...finding, pointer }, source.position(offset)) };
      })
      .sort((a, b) => a.offset - b.offset)
      .map(({ problem }) => problem);
}

/** From the folder of a kind to the project's, for the remedy. */
const WAY_UP: Readonly<Record<string, string>> = {
  game: '../',
  family: '../../',
  sport: '../../',
  league: '../../',
  outright: '../../',
  scratch: '../../',
  small: '../../',
  quiz: '../../',
  product: '../../',
  activity: '../../',
  calendar: '../../',
  passes: '../../',
  routes: '../../',
  terms: '../../',
  functions: '../../',
};
/** Kinds with one file, which has the name of the kind. */
const SINGLE: ReadonlySet<string> = new Set(['routes', 'terms', 'functions']);

/** $schema, kind and format: what decides how the rest is read. Where one of them is missing, what else the file lacks is named with it. */
function headFindings(raw: Readonly<Record<string, unknown>>, options: LoadOptions): Finding[] {
  const missing = ['$schema', 'format', 'kind'].filter((name) => !Object.hasOwn(raw, name));
  if (missing.length > 0) return lackingFindings(missing, raw, options);
  const { kind, format } = raw;
  if (typeof kind !== 'string' || !KINDS.includes(kind)) {
    const name = typeof kind === 'string' ? kind.slice(0, 40) : JSON.stringify(kind).slice(0, 40);
    return [
      {
        code: 'HEADER_KIND',
        pointer: '/kind',
        details: { kind: name, guess: nearestName(name, KINDS) ?? '', known: abbreviatedList(KINDS) },
      },
    ];
  }
  if (options.kind !== undefined && kind !== options.kind)
    return [{ code: 'FILE_KIND', pointer: '/kind', details: { kind, wanted: options.kind } }];
  const findings: Finding[] = [];
  if (typeof raw.$schema !== 'string' || raw.$schema.split('/').pop() !== `${kind}.schema.json`) {
    const found = typeof raw.$schema === 'string' ? raw.$schema.slice(0, 80) : JSON.stringify(raw.$schema).slice(0, 80);
    findings.push({
      code: 'HEADER_SCHEMA',
      pointer: '/$schema',
      details: { found, wanted: `${WAY_UP[kind] ?? '../../../'}schemas/${kind}.schema.json` },
    });
  }
  const current = currentFormat(kind);
  if (typeof format === 'number' && Number.isInteger(format) && format > current) {
    findings.push({ code: 'FORMAT_NEWER', pointer: '/format', details: { format, current } });
  } else if (typeof format !== 'number' || !Number.isInteger(format) || format < 1) {
    findings.push({ code: 'FORMAT_UNKNOWN', pointer: '/format', details: { format: JSON.stringify(format).slice(0, 40), current } });
  }
  return findings;
}

/** The head that is missing, and at once all other properties that a file of this kind must have and this one has not. */
function lackingFindings(head: readonly string[], raw: Readonly<Record<string, unknown>>, options: LoadOptions): Finding[] {
  const missing = (property: string): Finding => ({ code: 'SHAPE_MISSING', pointer: '', details: { property } });
  const kind = Object.hasOwn(raw, 'kind') ? raw.kind : options.kind;
  // What a file of an older format must have is not asked of it before it is migrated.
  const older = Object.hasOwn(raw, 'format') && typeof kind === 'string' && raw.format !== currentFormat(kind);
  const validate = typeof kind === 'string' && KINDS.includes(kind) && !older ? (validators as Record<string, Validator>)[kind] : undefined;
  if (typeof kind !== 'string' || validate === undefined || validate(raw)) return head.map(missing);
  const shape = shapeFindings(validate.errors ?? [], raw);
  const lacking = shape.filter(({ code, pointer }) => code === 'SHAPE_MISSING' && pointer === '');
  const rest = lacking.filter(({ details }) => !head.includes(String(details?.property)));
  return [...head.map(missing), ...rest, ...withoutFamilyFindings(kind, raw, shape)];
}

/** What a game without a family must state itself, beside what any game lacks; nothing where the shape is wrong in other ways alone. */
function withoutFamilyFindings(kind: string, document: Readonly<Record<string, unknown>>, shape: readonly Finding[]): Finding[] {
  if (kind !== 'game' || Object.hasOwn(document, 'family')) return [];
  if (!shape.some(({ code, pointer }) => code === 'SHAPE_MISSING' && pointer === '')) return [];
  const meant = new Set(shape.map(({ details }) => details?.guess).filter((guess) => guess !== ''));
  if (meant.has('family')) return [];
  return FAMILY_PARTS.filter((property) => !Object.hasOwn(document, property) && !meant.has(property)).map((property) => ({
    code: 'FAMILY_NEEDED',
    pointer: '',
    details: { property },
  }));
}

/** A file is found by its code, so the two are the same. The one file of a kind may be called as the kind. */
function nameFindings(document: Readonly<Record<string, unknown>>, file: string): Finding[] {
  const name = file.split(/[\\/]/).pop() ?? '';
  const { code, kind } = document;
  if (name === `${code}.json` || (typeof kind === 'string' && SINGLE.has(kind) && name === `${kind}.json`)) return [];
  return [{ code: 'FILE_NAME', pointer: '/code', details: { code: String(code), name } }];
}

function semanticFindings(kind: string, document: Readonly<Record<string, unknown>>, options: LoadOptions): Finding[] {
  return [...iconFindings(kind, document), ...gameSense(kind, document, options)];
}

function gameSense(kind: string, document: unknown, options: LoadOptions): Finding[] {
  if (kind === 'family') return familyFindings(document as FamilyDescription);
  if (kind === 'passes') return passesFindings(document as PassesDescription);
  if (kind === 'league') return leagueFindings(document as LeagueDescription);
  if (kind === 'calendar') return calendarFindings(document as CalendarDescription);
  if (kind === 'list') return listFindings(document as Parameters<typeof listFindings>[0]);
  if (kind === 'scratch') return scratchFindings(document as ScratchDescription);
  if (kind === 'activity') return activityFindings(document as ActivityDescription);
  if (kind === 'help') return helpFindings(document as HelpDescription);
  if (kind === 'article') return articleFindings(document as ArticleDescription);
  if (kind === 'banner' || kind === 'bulletin') return shownFindings(document as BannerDescription | BulletinDescription);
  if (kind === 'product') return productFindings(document as ProductDescription);
  if (kind === 'small') return smallFindings(document as SmallGame);
  if (kind === 'quiz') return quizFindings(document as QuizDescription);
  if (kind === 'sport') return sportFileFindings(document as SportFile, options.passes, options.sports);
  if (kind !== 'game') return [];
  const game = document as GameDescription;
  return [...gameFindings(game), ...(options.families === undefined ? [] : gameInFamilyFindings(game, options.families))];
}
