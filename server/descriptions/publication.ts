/**
 * The running set of descriptions. It watches the folders, publishes each good change as a new immutable version, and keeps the
 * running version where a change is bad. Reading the folders, judging a set of files and holding versions are parts of their own
 * (folders.ts, judge.ts with checkers.ts, versions.ts); this puts them together and says when to look.
 */
import { basename, join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { watch as watchFiles } from 'chokidar';
import type { Loaded } from '../../engine/descriptions/load.ts';
import { formatProblem, type Problem } from '../../engine/descriptions/problem.ts';
import { drawsADay } from '../../engine/descriptions/schedule.ts';
import { resolveSport } from '../../engine/descriptions/sports/resolve.ts';
import type {
  LeagueDescription,
  OutrightDescription,
  PassesDescription,
  SportFile,
  SportGame,
} from '../../engine/descriptions/sports/types.ts';
import type { ActivityDescription } from '../../engine/descriptions/activities/types.ts';
import type { ArticleDescription, HelpDescription } from '../../engine/descriptions/content/types.ts';
import type { ProductDescription } from '../../engine/descriptions/store/types.ts';
import type { ScratchDescription } from '../../engine/descriptions/scratch/types.ts';
import type { RoutesDescription } from '../../engine/descriptions/routes.ts';
import type { QuizDescription } from '../../engine/quiz/types.ts';
import type { SmallGame } from '../../engine/small/types.ts';
import type { Vocabulary } from '../../engine/descriptions/screens/vocabulary.ts';
import type { DescriptionIndex, GameDescription, IndexedGame } from '../../engine/descriptions/types.ts';
import { type KindCheckers, KINDS, routeOf } from './checkers.ts';
import { DescriptionFolders, foldersOf } from './folders.ts';
import { publish } from './hash.ts';
import { Judge, type Judgement } from './judge.ts';
import { LastGood, type Missing, STORED_KINDS, type StoredKind } from './last-good.ts';
import { checkFailed, printable } from './report.ts';
import { type PublishedGame, type PublishedOutright, type PublishedScratch, type PublishedSport, Versions } from './versions.ts';
import { vocabularyOf } from './vocabulary.ts';

export type { PublishedGame, PublishedOutright, PublishedScratch, PublishedSport } from './versions.ts';

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

export interface Publication {
  index(): DescriptionIndex;
  game(code: string): PublishedGame | undefined;
  /** Games on matches, by code. */
  sports(): ReadonlyMap<string, PublishedSport>;
  outrights(): ReadonlyMap<string, PublishedOutright>;
  /** Families of scratch cards in force, by code. */
  scratch(): ReadonlyMap<string, PublishedScratch>;
  /** Products of the store in force, by code. */
  products(): ReadonlyMap<string, ProductDescription>;
  /** Activities in force, by code. */
  activities(): ReadonlyMap<string, ActivityDescription>;
  /** Help pages in force, by code. */
  helps(): ReadonlyMap<string, HelpDescription>;
  /** Articles in force, by code, shown or not. */
  articles(): ReadonlyMap<string, ArticleDescription>;
  /** Small games in force, by code. */
  smalls(): ReadonlyMap<string, PublishedSmall>;
  /** Quizzes in force, by code. */
  quizzes(): ReadonlyMap<string, PublishedQuiz>;
  /** Leagues in force, by code. */
  leagues(): ReadonlyMap<string, LeagueDescription>;
  /** Body of one of the last 20 versions that this process has published; kinds as in the index, and "game". */
  document(kind: string, code: string, hash: string): string | undefined;
  /** What is wrong in the folders now. The running versions of these files, if any, stay. */
  problems(): readonly Problem[];
  /** What would be wrong with these files among those that lie in the folders. Nothing is written, and nothing is published. */
  check(drafts: readonly DraftFile[]): Promise<readonly Problem[]>;
  /** What screens may name, from the table of calls and the files as they lie in the folders. */
  vocabulary(): Vocabulary;
  /** Called after the index has changed; returns the function that ends it. */
  onChange(listener: (index: DescriptionIndex) => void): () => void;
  /** Games whose file lies there and is refused, and of which nothing is in force: only right after a start. */
  missing(): readonly Missing[];
  /** Publishes versions of before of games that are missing, until their files are good. */
  restore(versions: readonly { readonly of: Missing; readonly hash: string; readonly body: string }[]): Promise<void>;
  /** Called with what is wrong in the folders, now and whenever that changes; returns the function that ends it. */
  onProblems(listener: (problems: readonly Problem[]) => void): () => void;
  /** Looks at the folders now, without waiting for an event. */
  refresh(): Promise<void>;
  /** What was left for later at the start: makes the rules of all games, and watches the folders if that was asked for. */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** A file that may not be there yet; it takes the place of the one of its kind and code. */
export interface DraftFile {
  /** How its problems name it; the draft was loaded under this name. */
  readonly file: string;
  readonly loaded: Loaded;
}

export interface PublicationOptions {
  readonly gamesDir: string;
  readonly appDir: string;
  /** Code of the brand to show. */
  readonly brand?: string | undefined;
  readonly watch?: boolean;
  /** The first look takes the least time; the rest of it waits until `start` is called. A server says meanwhile that it is ready. */
  readonly startLater?: boolean;
  readonly log?: (line: string) => void;
  /** What is checked of each kind, in the order of judging. */
  readonly kinds?: readonly KindCheckers[];
}

/** Editors and copies touch a file several times; they are done well within this many ms. */
const DEBOUNCE_MS = 60;
/** An editor that replaces a file by removing it first has it back within this many ms. */
const REMOVAL_MS = 150;

export async function openPublication(options: PublicationOptions): Promise<Publication> {
  const publication = new WatchedPublication(options);
  await publication.refresh();
  if (options.startLater !== true) await publication.start();
  return publication;
}

/** Kinds that the index lists by themselves; games have rows of their own, and families and passes are within them. */
const LISTED: ReadonlySet<string> = new Set(['terms', 'functions', 'list', 'routes', 'menu', 'screen', 'brand', 'small']);

class WatchedPublication implements Publication {
  readonly #options: PublicationOptions;
  readonly #log: (line: string) => void;
  readonly #folders: DescriptionFolders;
  readonly #judge: Judge;
  readonly #versions = new Versions();
  readonly #lastGood = new LastGood();
  readonly #listeners = new Set<(index: DescriptionIndex) => void>();
  readonly #problemListeners = new Set<(problems: readonly Problem[]) => void>();
  #games: ReadonlyMap<string, PublishedGame> = new Map();
  #sports: ReadonlyMap<string, PublishedSport> = new Map();
  #outrights: ReadonlyMap<string, PublishedOutright> = new Map();
  #scratch: ReadonlyMap<string, PublishedScratch> = new Map();
  #smalls: ReadonlyMap<string, PublishedSmall> = new Map();
  #quizzes: ReadonlyMap<string, PublishedQuiz> = new Map();
  #products: ReadonlyMap<string, ProductDescription> = new Map();
  #activities: ReadonlyMap<string, ActivityDescription> = new Map();
  #helps: ReadonlyMap<string, HelpDescription> = new Map();
  #articles: ReadonlyMap<string, ArticleDescription> = new Map();
  #leagues: ReadonlyMap<string, LeagueDescription> = new Map();
  #index: DescriptionIndex = { format: 1, version: '', games: [], documents: {} };
  #problems: readonly Problem[] = [];
  #closed = false;
  #work: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  /** Called at the end: a watcher that is closed before it is ready never says so. */
  readonly #ended: (() => void)[] = [];
  #watcher: ReturnType<typeof watchFiles> | undefined;

  constructor(options: PublicationOptions) {
    this.#options = options;
    this.#log = options.log ?? (() => {});
    this.#folders = new DescriptionFolders(foldersOf(options), options.watch === true ? REMOVAL_MS : 0, this.#log);
    this.#judge = new Judge(options.kinds ?? KINDS);
    this.#versions.proving = options.startLater !== true;
  }

  async start(): Promise<void> {
    if (this.#closed) return;
    const proved = this.#versions.proving;
    this.#versions.proving = true;
    if (this.#options.watch === true) await this.#watch();
    // What changed between the first look and the watch.
    if (this.#options.watch === true || !proved) await this.refresh();
  }

  async #watch(): Promise<void> {
    const watcher = watchFiles([this.#options.gamesDir, this.#options.appDir], {
      ignoreInitial: true,
      // Descriptions lie in these folders and in folders of them; a link that leads in circles leads no further.
      depth: 1,
      ignored: (path, info) => info?.isFile() === true && !path.endsWith('.json'),
    });
    this.#watcher = watcher;
    watcher.on('all', () => this.#schedule(DEBOUNCE_MS));
    watcher.on('error', (error) => this.#log(`watching descriptions: ${(error as Error).message}`));
    await new Promise<void>((resolve) => {
      watcher.once('ready', () => resolve());
      this.#ended.push(resolve);
    });
  }

  index(): DescriptionIndex {
    return this.#index;
  }

  game(code: string): PublishedGame | undefined {
    return this.#games.get(code);
  }

  sports(): ReadonlyMap<string, PublishedSport> {
    return this.#sports;
  }

  outrights(): ReadonlyMap<string, PublishedOutright> {
    return this.#outrights;
  }

  scratch(): ReadonlyMap<string, PublishedScratch> {
    return this.#scratch;
  }

  products(): ReadonlyMap<string, ProductDescription> {
    return this.#products;
  }

  activities(): ReadonlyMap<string, ActivityDescription> {
    return this.#activities;
  }

  helps(): ReadonlyMap<string, HelpDescription> {
    return this.#helps;
  }

  articles(): ReadonlyMap<string, ArticleDescription> {
    return this.#articles;
  }

  smalls(): ReadonlyMap<string, PublishedSmall> {
    return this.#smalls;
  }

  quizzes(): ReadonlyMap<string, PublishedQuiz> {
    return this.#quizzes;
  }

  leagues(): ReadonlyMap<string, LeagueDescription> {
    return this.#leagues;
  }

  document(kind: string, code: string, hash: string): string | undefined {
    return this.#versions.body(kind, code, hash);
  }

  problems(): readonly Problem[] {
    return this.#problems;
  }

  async check(drafts: readonly DraftFile[]): Promise<readonly Problem[]> {
    await this.#work;
    const files = new Map(this.#folders.files);
    const folders = foldersOf(this.#options);
    for (const { loaded } of drafts) {
      if (!loaded.ok) continue;
      const { kind, code } = loaded.document;
      const folder = folders.find((each) => each.kind === kind);
      if (folder !== undefined) files.set(join(folder.path, folder.only ?? `${code}.json`), { kind, loaded });
    }
    const { problems } = this.#judge.trial().judge(files);
    const names = new Set(drafts.flatMap(({ file, loaded }) => (loaded.ok ? [file] : [])));
    const unread = drafts.flatMap(({ loaded }) => (loaded.ok ? [] : loaded.problems));
    return [...unread, ...problems.filter(({ file }) => names.has(file))];
  }

  vocabulary(): Vocabulary {
    return vocabularyOf(this.#judge.neighbours(this.#folders.files));
  }

  onChange(listener: (index: DescriptionIndex) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  onProblems(listener: (problems: readonly Problem[]) => void): () => void {
    this.#problemListeners.add(listener);
    listener(this.#problems);
    return () => void this.#problemListeners.delete(listener);
  }

  missing(): readonly Missing[] {
    const published = { game: this.#games, sport: this.#sports, outright: this.#outrights, small: this.#smalls };
    return STORED_KINDS.flatMap((kind) => this.#codesOf(kind, (_, code) => !published[kind].has(code)).map((code) => ({ kind, code })));
  }

  /** Codes of the files of a kind that were never good in this process. */
  #withoutDocument(kind: StoredKind): string[] {
    return this.#codesOf(kind, (path) => !this.#judge.inForce.has(path));
  }

  /** Codes of files of a kind, by their names. */
  #codesOf(kind: StoredKind, wanted: (path: string, code: string) => boolean): string[] {
    return [...this.#folders.files].flatMap(([path, file]) => {
      const code = basename(path, '.json');
      return file.kind === kind && path.endsWith('.json') && wanted(path, code) ? [code] : [];
    });
  }

  restore(versions: readonly { readonly of: Missing; readonly hash: string; readonly body: string }[]): Promise<void> {
    for (const { of, hash, body } of versions) this.#lastGood.put(of, hash, body);
    return this.refresh();
  }

  /** One look at a time; those asked for meanwhile follow. */
  refresh(): Promise<void> {
    this.#work = this.#work.then(async () => {
      if (this.#closed) return;
      try {
        const { removed, again } = await this.#folders.look();
        for (const path of removed) this.#judge.forget(path);
        await this.#publish();
        if (again !== undefined) this.#schedule(again);
      } catch (error) {
        this.#log(`descriptions: ${(error as Error).stack ?? error}`);
      }
    });
    return this.#work;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const end of this.#ended) end();
    clearTimeout(this.#timer);
    this.#listeners.clear();
    this.#problemListeners.clear();
    await this.#watcher?.close();
    await this.#work;
  }

  #schedule(ms: number): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.refresh(), ms);
    this.#timer.unref();
  }

  /** From the files as they were read to what is published. */
  async #publish(): Promise<void> {
    const judgement = this.#judge.judge(this.#folders.files);
    const { games, problems } = await this.#publishedGames(judgement);
    const sports = await this.#publishedSports(judgement);
    const outrights = this.#publishedOutrights();
    const smalls = this.#publishedSmalls();
    const documents = this.#publishedDocuments();
    // All at once: whoever asks meanwhile sees the old set or the new one.
    this.#games = games;
    this.#sports = sports;
    this.#outrights = outrights;
    this.#scratch = this.#publishedScratch();
    this.#smalls = smalls;
    this.#quizzes = this.#publishedQuizzes();
    this.#leagues = this.#byCode('league');
    this.#products = this.#byCode('product');
    this.#activities = this.#byCode('activity');
    this.#helps = this.#byCode('help');
    this.#articles = this.#byCode('article');
    this.#report([...judgement.problems, ...problems]);
    this.#announce(games, documents);
  }

  async #publishedGames({ refused }: Judgement): Promise<{ games: Map<string, PublishedGame>; problems: Problem[] }> {
    const families = this.#judge.neighbours(this.#folders.files).families();
    const games = new Map<string, PublishedGame>();
    const problems: Problem[] = [];
    for (const code of this.#withoutDocument('game')) {
      const before = this.#lastGood.game(code);
      if (before === undefined) continue;
      games.set(code, { ...before, game: before.value });
      this.#versions.remember('game', code, before);
    }
    for (const [path, { kind }] of this.#folders.files) {
      const document = this.#judge.inForce.get(path) as unknown as GameDescription | undefined;
      if (kind !== 'game' || document === undefined) continue;
      this.#lastGood.forget('game', document.code);
      const family = document.family === undefined ? undefined : (families.get(document.family) ?? undefined);
      // A file that is refused now leaves the version that ran; so does one whose family has gone.
      const stays = refused.has(path) || (document.family !== undefined && family === undefined);
      let published = this.#games.get(document.code);
      if (!stays) {
        try {
          published = await this.#versions.ofGame(document, family, published);
        } catch (error) {
          // What passed every check and still cannot be made to rules is a mistake of ours: that game alone stays as it was.
          problems.push(checkFailed(path, error, this.#log));
          if (published !== undefined && this.#versions.isBroken(published.game)) published = undefined;
        }
      }
      if (published === undefined) continue;
      games.set(published.code, published);
      this.#versions.remember('game', published.code, published);
    }
    return { games, problems };
  }

  async #publishedSports({ refused }: Judgement): Promise<Map<string, PublishedSport>> {
    const neighbours = this.#judge.neighbours(this.#folders.files);
    const files = new Map((neighbours.inForce('sport') as unknown as SportFile[]).map((file) => [file.code, file]));
    const tables = new Map((neighbours.inForce('passes') as unknown as PassesDescription[]).map((table) => [table.code, table]));
    const sports = new Map<string, PublishedSport>();
    for (const code of this.#withoutDocument('sport')) {
      const before = this.#lastGood.sport(code);
      if (before === undefined) continue;
      sports.set(code, { ...before, sport: before.value });
      this.#versions.remember('sport', code, before);
    }
    for (const [path, { kind }] of this.#folders.files) {
      const file = this.#judge.inForce.get(path) as unknown as SportFile | undefined;
      if (kind !== 'sport' || file === undefined) continue;
      const stored = this.#lastGood.sport(file.code);
      const before = this.#sports.get(file.code) ?? (stored && { ...stored, sport: stored.value });
      const base = file.like === undefined ? undefined : files.get(file.like);
      const sport = resolveSport(file, base);
      const table = sport.passes === undefined ? undefined : tables.get(sport.passes);
      // What it needs may be refused at this moment: then the version that ran stays.
      const whole = (file.like === undefined || base !== undefined) && (sport.passes === undefined || table !== undefined);
      if (whole) this.#lastGood.forget('sport', file.code);
      const published = refused.has(path) || !whole ? before : this.#versions.ofSport(file, base, table, before);
      if (published === undefined) continue;
      sports.set(published.code, published);
      this.#versions.remember('sport', published.code, published);
      await breathe();
    }
    return sports;
  }

  #publishedOutrights(): Map<string, PublishedOutright> {
    const outrights = new Map<string, PublishedOutright>();
    for (const code of this.#withoutDocument('outright')) {
      const before = this.#lastGood.outright(code);
      if (before === undefined) continue;
      outrights.set(code, { ...before, outright: before.value });
      this.#versions.remember('outright', code, before);
    }
    for (const [path, { kind }] of this.#folders.files) {
      const document = this.#judge.inForce.get(path);
      if (kind !== 'outright' || document === undefined) continue;
      this.#lastGood.forget('outright', document.code);
      const { hash, body } = this.#versions.ofDocument(document);
      const published = { code: document.code, hash, body, outright: document as unknown as OutrightDescription };
      outrights.set(published.code, published);
      this.#versions.remember(kind, published.code, published);
    }
    return outrights;
  }

  #publishedScratch(): Map<string, PublishedScratch> {
    const cards = new Map<string, PublishedScratch>();
    for (const [path, { kind }] of this.#folders.files) {
      const document = this.#judge.inForce.get(path);
      if (kind !== 'scratch' || document === undefined) continue;
      const { hash, body } = this.#versions.ofDocument(document);
      cards.set(document.code, { code: document.code, hash, body, card: document as unknown as ScratchDescription });
      this.#versions.remember(kind, document.code, { hash, body });
    }
    return cards;
  }

  #publishedSmalls(): Map<string, PublishedSmall> {
    const smalls = new Map<string, PublishedSmall>();
    for (const code of this.#withoutDocument('small')) {
      const before = this.#lastGood.small(code);
      if (before !== undefined) smalls.set(code, { ...before, game: before.value });
    }
    for (const [path, { kind }] of this.#folders.files) {
      const document = this.#judge.inForce.get(path);
      if (kind !== 'small' || document === undefined) continue;
      this.#lastGood.forget('small', document.code);
      const { hash, body } = this.#versions.ofDocument(document);
      smalls.set(document.code, { code: document.code, hash, body, game: document as unknown as SmallGame });
    }
    return smalls;
  }

  #publishedQuizzes(): Map<string, PublishedQuiz> {
    const quizzes = new Map<string, PublishedQuiz>();
    for (const [path, { kind }] of this.#folders.files) {
      const document = this.#judge.inForce.get(path);
      if (kind !== 'quiz' || document === undefined) continue;
      const { body } = this.#versions.ofDocument(document);
      quizzes.set(document.code, { code: document.code, body, quiz: document as unknown as QuizDescription });
    }
    return quizzes;
  }

  #byCode<T extends { readonly code: string }>(kind: string): Map<string, T> {
    const documents = this.#judge.neighbours(this.#folders.files).inForce(kind) as unknown as readonly T[];
    return new Map(documents.map((document) => [document.code, document]));
  }

  #publishedDocuments(): Record<string, Record<string, string>> {
    const documents: Record<string, Record<string, string>> = {};
    for (const code of this.#withoutDocument('small')) {
      const before = this.#lastGood.small(code);
      if (before === undefined) continue;
      (documents.small ??= {})[code] = before.hash;
      this.#versions.remember('small', code, before);
    }
    for (const [path, { kind }] of this.#folders.files) {
      const document = this.#judge.inForce.get(path);
      if (document === undefined || !LISTED.has(kind)) continue;
      const published = this.#versions.ofDocument(document);
      (documents[kind] ??= {})[document.code] = published.hash;
      this.#versions.remember(kind, document.code, published);
    }
    return documents;
  }

  /** The log names each problem once, for as long as it stays. */
  #report(found: readonly Problem[]): void {
    const known = new Set(this.#problems.map((problem) => formatProblem(problem)));
    for (const problem of found) {
      const line = formatProblem(problem);
      if (!known.has(line)) this.#log(`description refused  ${printable(line)}`);
    }
    this.#problems = Object.freeze([...found]);
    for (const listener of this.#problemListeners) listener(this.#problems);
  }

  #announce(published: ReadonlyMap<string, PublishedGame>, documents: Record<string, Record<string, string>>): void {
    const [routes] = this.#judge.neighbours(this.#folders.files).inForce('routes') as unknown as (RoutesDescription | undefined)[];
    const to = (game: { readonly code: string; readonly family?: string }) =>
      routes === undefined ? '' : (routeOf(routes.gameKeys, game) ?? '');
    const games = [
      ...[...published.values()].map((one) => indexEntry(one, to(one.game))),
      ...[...this.#sports.values()].map(({ code, hash, sport }) =>
        matchEntry('sport', sport, hash, sport.caps.multiplier, to({ code, family: 'sport' })),
      ),
      ...[...this.#outrights.values()].map(({ code, hash, outright }) =>
        matchEntry('outright', outright, hash, outright.caps.multiplier, to({ code, family: 'outright' })),
      ),
    ].sort((a, b) => a.menu.order - b.menu.order || (a.code < b.code ? -1 : 1));
    const { brand } = this.#options;
    const content = { format: 1 as const, ...(brand !== undefined && documents.brand?.[brand] ? { brand } : {}), games, documents };
    const version = publish(content).hash;
    if (version === this.#index.version) return;
    const first = this.#index.version === '';
    this.#index = { ...content, version };
    if (!first) this.#log(`descriptions published  ${version}  ${games.length} games`);
    for (const listener of this.#listeners) {
      try {
        listener(this.#index);
      } catch (error) {
        this.#log(`a listener of the publication failed: ${(error as Error).stack ?? error}`);
      }
    }
  }
}

function indexEntry({ game, hash }: PublishedGame, route: string): IndexedGame {
  return {
    code: game.code,
    name: game.name,
    ...(game.family === undefined ? {} : { family: game.family }),
    hash,
    route,
    ...(game.disabled === undefined ? {} : { disabled: game.disabled }),
    menu: game.menu,
    schedule: game.schedule,
    oneDayPriceNum: drawsADay(game.schedule),
    maxQishu: game.caps.issues,
    maxBeishu: game.caps.multiplier,
  };
}

/** Games on matches: they are listed after the others of their section where they do not say where. */
function matchEntry(
  kind: 'sport' | 'outright',
  game: Pick<SportGame, 'code' | 'name' | 'disabled' | 'menu'>,
  hash: string,
  maxBeishu: number,
  route: string,
): IndexedGame {
  const { code, name, disabled, menu = { section: 'sport', order: LAST } } = game;
  return {
    kind,
    code,
    name,
    hash,
    route,
    ...(disabled === undefined ? {} : { disabled }),
    menu,
    oneDayPriceNum: 0,
    maxQishu: 1,
    maxBeishu,
  };
}

/** The largest order that a menu may name. */
const LAST = 100_000;
