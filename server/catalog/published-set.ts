/**
 * The published set after a check of the files. It has the version in force of each file. A refused file keeps its former version, which
 * comes from this process or from the database (last-good-versions.ts).
 */
import { setImmediate as breathe } from 'node:timers/promises';
import type { ActivityDescription } from '../../engine/descriptions/activities/types.ts';
import type {
  ArticleDescription,
  BannerDescription,
  BulletinDescription,
  HelpDescription,
} from '../../engine/descriptions/content/types.ts';
import { calendarOf } from '../../engine/descriptions/resolve.ts';
import type { CalendarDescription } from '../../engine/descriptions/calendars.ts';
import type { Problem } from '../../engine/descriptions/problem.ts';
import type { ScratchDescription } from '../../engine/descriptions/scratch/types.ts';
import { resolveSport } from '../../engine/descriptions/sports/resolve.ts';
import type { LeagueDescription, OutrightDescription, PassesDescription, SportFile } from '../../engine/descriptions/sports/types.ts';
import type { ProductDescription } from '../../engine/descriptions/store/types.ts';
import type { GameDescription } from '../../engine/descriptions/types.ts';
import type { QuizDescription } from '../../engine/quiz/types.ts';
import type { SmallGame } from '../../engine/small/types.ts';
import type { SetValidator, SetValidation } from './set-validator.ts';
import type { SetEntry } from './document-set.ts';
import { LastGoodVersions, type LastGoodVersion } from './last-good-versions.ts';
import { reportCheckError } from './report.ts';
import { type PublishedGame, type PublishedOutright, type PublishedScratch, type PublishedSport, Versions } from './versions.ts';

export interface PublishedSmall {
  readonly code: string;
  readonly hash: string;
  readonly game: SmallGame;
  readonly body: string;
}

export interface PublishedQuiz {
  readonly code: string;
  readonly body: string;
  readonly quiz: QuizDescription;
}

/** Everything in force, by code. */
export interface PublishedSet {
  readonly games: ReadonlyMap<string, PublishedGame>;
  readonly sports: ReadonlyMap<string, PublishedSport>;
  readonly outrights: ReadonlyMap<string, PublishedOutright>;
  readonly scratch: ReadonlyMap<string, PublishedScratch>;
  readonly smalls: ReadonlyMap<string, PublishedSmall>;
  readonly quizzes: ReadonlyMap<string, PublishedQuiz>;
  readonly calendars: ReadonlyMap<string, CalendarDescription>;
  readonly leagues: ReadonlyMap<string, LeagueDescription>;
  readonly products: ReadonlyMap<string, ProductDescription>;
  readonly activities: ReadonlyMap<string, ActivityDescription>;
  readonly helps: ReadonlyMap<string, HelpDescription>;
  readonly articles: ReadonlyMap<string, ArticleDescription>;
  readonly bulletins: ReadonlyMap<string, BulletinDescription>;
  readonly banners: ReadonlyMap<string, BannerDescription>;
  /** Hashes of the documents that the index lists, by kind and code. */
  readonly documents: Record<string, Record<string, string>>;
}

const EMPTY_SET: PublishedSet = {
  games: new Map(),
  sports: new Map(),
  outrights: new Map(),
  scratch: new Map(),
  smalls: new Map(),
  quizzes: new Map(),
  calendars: new Map(),
  leagues: new Map(),
  products: new Map(),
  activities: new Map(),
  helps: new Map(),
  articles: new Map(),
  bulletins: new Map(),
  banners: new Map(),
  documents: {},
};

/**
 * Kinds whose documents the index lists by code and hash. Games have rows of their own in the index. Families and passes are not listed,
 * because they are resolved into games.
 */
const LISTED: ReadonlySet<string> = new Set(['terms', 'functions', 'list', 'routes', 'menu', 'screen', 'brand', 'small']);

export class Publisher {
  readonly #judge: SetValidator;
  readonly #log: (line: string) => void;
  readonly #lastGood = new LastGoodVersions();
  readonly versions = new Versions();
  #set = EMPTY_SET;

  constructor(judge: SetValidator, log: (line: string) => void) {
    this.#judge = judge;
    this.#log = log;
  }

  get set(): PublishedSet {
    return this.#set;
  }

  /** Publishes the checked set, atomically: a concurrent reader sees the old set or the new one. */
  async publish({ stays }: SetValidation): Promise<readonly Problem[]> {
    const { games, problems } = await this.#games(stays);
    const sports = await this.#sports(stays);
    this.#set = {
      games,
      sports,
      outrights: this.#outrights(),
      scratch: this.#scratch(),
      smalls: this.#smalls(),
      quizzes: this.#quizzes(),
      calendars: this.#byCode('calendar'),
      leagues: this.#byCode('league'),
      products: this.#byCode('product'),
      activities: this.#byCode('activity'),
      helps: this.#byCode('help'),
      articles: this.#byCode('article'),
      bulletins: this.#byCode('bulletin'),
      banners: this.#byCode('banner'),
      documents: this.#documents(),
    };
    return problems;
  }

  /** The hash of the version that is published under a code. Only for kinds that are sold: game, sport, outright, small. */
  hashOf(kind: string, code: string): string | undefined {
    const { games: game, sports: sport, outrights: outright, smalls: small } = this.#set;
    const published: Readonly<Record<string, ReadonlyMap<string, { readonly hash: string }>>> = { game, sport, outright, small };
    return published[kind]?.get(code)?.hash;
  }

  /** Takes over former versions from the database. They stay published until their files pass the checks. */
  restore(versions: readonly LastGoodVersion[]): void {
    for (const { of, hash, body } of versions) this.#lastGood.put(of, hash, body);
  }

  #entries(wanted: string): [path: string, entry: SetEntry][] {
    return [...this.#judge.entries].filter(([, { kind }]) => kind === wanted);
  }

  async #games(stays: ReadonlySet<string>): Promise<{ games: Map<string, PublishedGame>; problems: Problem[] }> {
    const families = this.#judge.neighbours().families();
    const calendars = this.#judge.neighbours().calendars();
    const games = new Map<string, PublishedGame>();
    const problems: Problem[] = [];
    for (const [path, entry] of this.#entries('game')) {
      const document = entry.document as unknown as GameDescription | undefined;
      const stored = this.#lastGood.game(entry.code);
      let published = stored ? { ...stored, game: stored.value } : this.#set.games.get(entry.code);
      const family = document?.family === undefined ? undefined : (families.get(document.family) ?? undefined);
      const named = document === undefined ? undefined : calendarOf(document);
      const calendar = named === undefined ? undefined : (calendars.get(named) ?? undefined);
      // A version contains its family and its calendar. If one of them is gone or refused, the former version stays in force.
      const isWhole =
        document !== undefined &&
        !stays.has(path) &&
        (document.family === undefined || family !== undefined) &&
        (named === undefined || calendar !== undefined);
      if (document !== undefined && isWhole) {
        try {
          published = await this.versions.ofGame(document, family, calendar, published);
          this.#lastGood.forget('game', entry.code);
        } catch (error) {
          // A game that passed every check and still cannot be compiled shows an error of the program. Only that game keeps its former version.
          problems.push(reportCheckError(path, error, this.#log));
          if (published !== undefined && this.versions.isBroken(published.game)) published = undefined;
        }
      }
      if (published === undefined) continue;
      games.set(published.code, published);
      this.versions.remember('game', published.code, published);
    }
    return { games, problems };
  }

  async #sports(stays: ReadonlySet<string>): Promise<Map<string, PublishedSport>> {
    const bases = this.#byCode<SportFile>('sport');
    const tables = this.#byCode<PassesDescription>('passes');
    const sports = new Map<string, PublishedSport>();
    for (const [path, entry] of this.#entries('sport')) {
      const file = entry.document as unknown as SportFile | undefined;
      const stored = this.#lastGood.sport(entry.code);
      const before = stored ? { ...stored, sport: stored.value } : this.#set.sports.get(entry.code);
      const published = (file === undefined || stays.has(path) ? undefined : this.#sport(file, bases, tables, before)) ?? before;
      if (published === undefined) continue;
      sports.set(published.code, published);
      this.versions.remember('sport', published.code, published);
      await breathe();
    }
    return sports;
  }

  /** Undefined if the game that it is `like`, or its table of passes, is not published. */
  #sport(
    file: SportFile,
    bases: ReadonlyMap<string, SportFile>,
    tables: ReadonlyMap<string, PassesDescription>,
    before: PublishedSport | undefined,
  ): PublishedSport | undefined {
    const base = file.like === undefined ? undefined : bases.get(file.like);
    if (file.like !== undefined && base === undefined) return undefined;
    const { passes } = resolveSport(file, base);
    const table = passes === undefined ? undefined : tables.get(passes);
    if (passes !== undefined && table === undefined) return undefined;
    const published = this.versions.ofSport(file, base, table, before);
    this.#lastGood.forget('sport', file.code);
    return published;
  }

  #outrights(): Map<string, PublishedOutright> {
    const outrights = new Map<string, PublishedOutright>();
    for (const [, { code, document }] of this.#entries('outright')) {
      const stored = document === undefined ? this.#lastGood.outright(code) : undefined;
      if (document !== undefined) this.#lastGood.forget('outright', code);
      const published = document
        ? { code, ...this.versions.ofDocument(document), outright: document as unknown as OutrightDescription }
        : stored && { ...stored, outright: stored.value };
      if (published === undefined) continue;
      outrights.set(code, published);
      this.versions.remember('outright', code, published);
    }
    return outrights;
  }

  #scratch(): Map<string, PublishedScratch> {
    const cards = new Map<string, PublishedScratch>();
    for (const [, { code, document }] of this.#entries('scratch')) {
      if (document === undefined) continue;
      const version = this.versions.ofDocument(document);
      cards.set(code, { code, ...version, card: document as unknown as ScratchDescription });
      this.versions.remember('scratch', code, version);
    }
    return cards;
  }

  #smalls(): Map<string, PublishedSmall> {
    const smalls = new Map<string, PublishedSmall>();
    for (const [, { code, document }] of this.#entries('small')) {
      const stored = document === undefined ? this.#lastGood.small(code) : undefined;
      if (document !== undefined) this.#lastGood.forget('small', code);
      if (document !== undefined) smalls.set(code, { code, ...this.versions.ofDocument(document), game: document as unknown as SmallGame });
      else if (stored !== undefined) smalls.set(code, { ...stored, game: stored.value });
    }
    return smalls;
  }

  #quizzes(): Map<string, PublishedQuiz> {
    const quizzes = new Map<string, PublishedQuiz>();
    for (const [, { code, document }] of this.#entries('quiz')) {
      if (document === undefined) continue;
      const { body } = this.versions.ofDocument(document);
      quizzes.set(code, { code, body, quiz: document as unknown as QuizDescription });
    }
    return quizzes;
  }

  #byCode<T>(kind: string): Map<string, T> {
    const known = this.#entries(kind).filter(([, { document }]) => document !== undefined);
    return new Map(known.map(([, { code, document }]) => [code, document as unknown as T]));
  }

  #documents(): Record<string, Record<string, string>> {
    const documents: Record<string, Record<string, string>> = {};
    for (const [, { kind, code, document }] of this.#judge.entries) {
      if (!LISTED.has(kind)) continue;
      const published = document ? this.versions.ofDocument(document) : kind === 'small' ? this.#lastGood.small(code) : undefined;
      if (published === undefined) continue;
      (documents[kind] ??= {})[code] = published.hash;
      this.versions.remember(kind, code, published);
    }
    return documents;
  }
}
