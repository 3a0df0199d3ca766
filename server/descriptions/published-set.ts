/**
 * What is published of the files that were judged: of each the version in force, and of a file that is refused the version of before, which
 * this process had or the database has (last-good.ts).
 */
import { basename } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import type { ActivityDescription } from '../../engine/descriptions/activities/types.ts';
import type {
  ArticleDescription,
  BannerDescription,
  BulletinDescription,
  HelpDescription,
} from '../../engine/descriptions/content/types.ts';
import type { Problem } from '../../engine/descriptions/problem.ts';
import type { ScratchDescription } from '../../engine/descriptions/scratch/types.ts';
import { resolveSport } from '../../engine/descriptions/sports/resolve.ts';
import type { LeagueDescription, OutrightDescription, PassesDescription, SportFile } from '../../engine/descriptions/sports/types.ts';
import type { ProductDescription } from '../../engine/descriptions/store/types.ts';
import type { GameDescription } from '../../engine/descriptions/types.ts';
import type { QuizDescription } from '../../engine/quiz/types.ts';
import type { SmallGame } from '../../engine/small/types.ts';
import type { FolderFile } from './folders.ts';
import type { Judge, Judgement } from './judge.ts';
import { LastGood, type Missing, STORED_KINDS, type StoredKind, type StoredVersion } from './last-good.ts';
import { checkFailed } from './report.ts';
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
  leagues: new Map(),
  products: new Map(),
  activities: new Map(),
  helps: new Map(),
  articles: new Map(),
  bulletins: new Map(),
  banners: new Map(),
  documents: {},
};

/** Kinds that the index lists by themselves; games have rows of their own, and families and passes are within them. */
const LISTED: ReadonlySet<string> = new Set(['terms', 'functions', 'list', 'routes', 'menu', 'screen', 'brand', 'small']);

type Files = ReadonlyMap<string, FolderFile>;

export class Publisher {
  readonly #judge: Judge;
  readonly #log: (line: string) => void;
  readonly #lastGood = new LastGood();
  readonly versions = new Versions();
  #set = EMPTY_SET;

  constructor(judge: Judge, log: (line: string) => void) {
    this.#judge = judge;
    this.#log = log;
  }

  get set(): PublishedSet {
    return this.#set;
  }

  /** Makes the set in force out of files that were judged. All at once: whoever asks meanwhile sees the old set or the new one. */
  async publish(files: Files, judgement: Judgement): Promise<readonly Problem[]> {
    const { games, problems } = await this.#games(files, judgement);
    const sports = await this.#sports(files, judgement);
    this.#set = {
      games,
      sports,
      outrights: this.#outrights(files),
      scratch: this.#scratch(files),
      smalls: this.#smalls(files),
      quizzes: this.#quizzes(files),
      leagues: this.#byCode(files, 'league'),
      products: this.#byCode(files, 'product'),
      activities: this.#byCode(files, 'activity'),
      helps: this.#byCode(files, 'help'),
      articles: this.#byCode(files, 'article'),
      bulletins: this.#byCode(files, 'bulletin'),
      banners: this.#byCode(files, 'banner'),
      documents: this.#documents(files),
    };
    return problems;
  }

  /** Of what is sold: files that lie there, are refused and have nothing in force. */
  missing(files: Files): readonly Missing[] {
    const { games: game, sports: sport, outrights: outright, smalls: small } = this.#set;
    const published = { game, sport, outright, small };
    return STORED_KINDS.flatMap((kind) => codesOf(files, kind, (_, code) => !published[kind].has(code)).map((code) => ({ kind, code })));
  }

  /** Versions of before, which are published until their files are good. */
  restore(versions: readonly StoredVersion[]): void {
    for (const { of, hash, body } of versions) this.#lastGood.put(of, hash, body);
  }

  /** Codes of the files of a kind that were never good in this process. */
  #withoutDocument(files: Files, kind: StoredKind): string[] {
    return codesOf(files, kind, (path) => !this.#judge.inForce.has(path));
  }

  async #games(files: Files, { refused }: Judgement): Promise<{ games: Map<string, PublishedGame>; problems: Problem[] }> {
    const families = this.#judge.neighbours(files).families();
    const games = new Map<string, PublishedGame>();
    const problems: Problem[] = [];
    for (const code of this.#withoutDocument(files, 'game')) {
      const before = this.#lastGood.game(code);
      if (before === undefined) continue;
      games.set(code, { ...before, game: before.value });
      this.versions.remember('game', code, before);
    }
    for (const [path, { kind }] of files) {
      const document = this.#judge.inForce.get(path) as unknown as GameDescription | undefined;
      if (kind !== 'game' || document === undefined) continue;
      this.#lastGood.forget('game', document.code);
      const family = document.family === undefined ? undefined : (families.get(document.family) ?? undefined);
      // A file that is refused now leaves the version that ran; so does one whose family has gone.
      const stays = refused.has(path) || (document.family !== undefined && family === undefined);
      let published = this.#set.games.get(document.code);
      if (!stays) {
        try {
          published = await this.versions.ofGame(document, family, published);
        } catch (error) {
          // What passed every check and still cannot be made to rules is a mistake of ours: that game alone stays as it was.
          problems.push(checkFailed(path, error, this.#log));
          if (published !== undefined && this.versions.isBroken(published.game)) published = undefined;
        }
      }
      if (published === undefined) continue;
      games.set(published.code, published);
      this.versions.remember('game', published.code, published);
    }
    return { games, problems };
  }

  async #sports(files: Files, { refused }: Judgement): Promise<Map<string, PublishedSport>> {
    const neighbours = this.#judge.neighbours(files);
    const bases = new Map((neighbours.inForce('sport') as unknown as SportFile[]).map((file) => [file.code, file]));
    const tables = new Map((neighbours.inForce('passes') as unknown as PassesDescription[]).map((table) => [table.code, table]));
    const sports = new Map<string, PublishedSport>();
    for (const code of this.#withoutDocument(files, 'sport')) {
      const before = this.#lastGood.sport(code);
      if (before === undefined) continue;
      sports.set(code, { ...before, sport: before.value });
      this.versions.remember('sport', code, before);
    }
    for (const [path, { kind }] of files) {
      const file = this.#judge.inForce.get(path) as unknown as SportFile | undefined;
      if (kind !== 'sport' || file === undefined) continue;
      const stored = this.#lastGood.sport(file.code);
      const before = this.#set.sports.get(file.code) ?? (stored && { ...stored, sport: stored.value });
      const base = file.like === undefined ? undefined : bases.get(file.like);
      const sport = resolveSport(file, base);
      const table = sport.passes === undefined ? undefined : tables.get(sport.passes);
      // What it needs may be refused at this moment: then the version that ran stays.
      const whole = (file.like === undefined || base !== undefined) && (sport.passes === undefined || table !== undefined);
      if (whole) this.#lastGood.forget('sport', file.code);
      const published = refused.has(path) || !whole ? before : this.versions.ofSport(file, base, table, before);
      if (published === undefined) continue;
      sports.set(published.code, published);
      this.versions.remember('sport', published.code, published);
      await breathe();
    }
    return sports;
  }

  #outrights(files: Files): Map<string, PublishedOutright> {
    const outrights = new Map<string, PublishedOutright>();
    for (const code of this.#withoutDocument(files, 'outright')) {
      const before = this.#lastGood.outright(code);
      if (before === undefined) continue;
      outrights.set(code, { ...before, outright: before.value });
      this.versions.remember('outright', code, before);
    }
    for (const [path, { kind }] of files) {
      const document = this.#judge.inForce.get(path);
      if (kind !== 'outright' || document === undefined) continue;
      this.#lastGood.forget('outright', document.code);
      const { hash, body } = this.versions.ofDocument(document);
      const published = { code: document.code, hash, body, outright: document as unknown as OutrightDescription };
      outrights.set(published.code, published);
      this.versions.remember(kind, published.code, published);
    }
    return outrights;
  }

  #scratch(files: Files): Map<string, PublishedScratch> {
    const cards = new Map<string, PublishedScratch>();
    for (const [path, { kind }] of files) {
      const document = this.#judge.inForce.get(path);
      if (kind !== 'scratch' || document === undefined) continue;
      const { hash, body } = this.versions.ofDocument(document);
      cards.set(document.code, { code: document.code, hash, body, card: document as unknown as ScratchDescription });
      this.versions.remember(kind, document.code, { hash, body });
    }
    return cards;
  }

  #smalls(files: Files): Map<string, PublishedSmall> {
    const smalls = new Map<string, PublishedSmall>();
    for (const code of this.#withoutDocument(files, 'small')) {
      const before = this.#lastGood.small(code);
      if (before !== undefined) smalls.set(code, { ...before, game: before.value });
    }
    for (const [path, { kind }] of files) {
      const document = this.#judge.inForce.get(path);
      if (kind !== 'small' || document === undefined) continue;
      this.#lastGood.forget('small', document.code);
      const { hash, body } = this.versions.ofDocument(document);
      smalls.set(document.code, { code: document.code, hash, body, game: document as unknown as SmallGame });
    }
    return smalls;
  }

  #quizzes(files: Files): Map<string, PublishedQuiz> {
    const quizzes = new Map<string, PublishedQuiz>();
    for (const [path, { kind }] of files) {
      const document = this.#judge.inForce.get(path);
      if (kind !== 'quiz' || document === undefined) continue;
      const { body } = this.versions.ofDocument(document);
      quizzes.set(document.code, { code: document.code, body, quiz: document as unknown as QuizDescription });
    }
    return quizzes;
  }

  #byCode<T extends { readonly code: string }>(files: Files, kind: string): Map<string, T> {
    const documents = this.#judge.neighbours(files).inForce(kind) as unknown as readonly T[];
    return new Map(documents.map((document) => [document.code, document]));
  }

  #documents(files: Files): Record<string, Record<string, string>> {
    const documents: Record<string, Record<string, string>> = {};
    for (const code of this.#withoutDocument(files, 'small')) {
      const before = this.#lastGood.small(code);
      if (before === undefined) continue;
      (documents.small ??= {})[code] = before.hash;
      this.versions.remember('small', code, before);
    }
    for (const [path, { kind }] of files) {
      const document = this.#judge.inForce.get(path);
      if (document === undefined || !LISTED.has(kind)) continue;
      const published = this.versions.ofDocument(document);
      (documents[kind] ??= {})[document.code] = published.hash;
      this.versions.remember(kind, document.code, published);
    }
    return documents;
  }
}

/** Codes of files of a kind, by their names. */
function codesOf(files: Files, kind: string, wanted: (path: string, code: string) => boolean): string[] {
  return [...files].flatMap(([path, file]) => {
    const code = basename(path, '.json');
    return file.kind === kind && path.endsWith('.json') && wanted(path, code) ? [code] : [];
  });
}
