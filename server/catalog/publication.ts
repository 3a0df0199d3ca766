/**
 * The running set of descriptions. It watches the folders, publishes each good change as a new immutable version, and keeps the
 * running version where a change is bad. Reading the folders, judging a set of files and holding versions are parts of their own
 * (folders.ts, set-validator.ts with checkers.ts, published-set.ts, versions.ts); this puts them together and says when to look.
 */
import type { CalendarDescription } from '../../engine/descriptions/calendars.ts';
import { watch as watchFiles } from 'chokidar';
import type { ActivityDescription } from '../../engine/descriptions/activities/types.ts';
import type {
  ArticleDescription,
  BannerDescription,
  BulletinDescription,
  HelpDescription,
} from '../../engine/descriptions/content/types.ts';
import type { Description } from '../../engine/descriptions/load.ts';
import { formatProblem, type Problem } from '../../engine/descriptions/problem.ts';
import type { RoutesDescription } from '../../engine/descriptions/routes.ts';
import type { Vocabulary } from '../../engine/descriptions/screens/vocabulary.ts';
import type { GameSet } from '../../engine/descriptions/semantics/game-in-set.ts';
import type { LeagueDescription } from '../../engine/descriptions/sports/types.ts';
import type { ProductDescription } from '../../engine/descriptions/store/types.ts';
import type { DescriptionIndex, GameDescription } from '../../engine/descriptions/types.ts';
import { newGameSet, type KindCheckers, kindCheckersFor, type DocumentSet } from './checkers.ts';
import { problemsCausedByDrafts, type DraftFile, problemsOfDrafts } from './drafts.ts';
import { DescriptionFolders, foldersOf } from './folders.ts';
import { createIndex } from './description-index.ts';
import { SetValidator } from './set-validator.ts';
import { unchangedEntry, restoredEntries, type CurrentSet } from './restored-entries.ts';
import { type InForceDocument, isStoredAsText, type LastSet, type LastVersion } from './last-good-versions.ts';
import { Publisher, type PublishedQuiz, type PublishedSmall } from './published-set.ts';
import { escapeControls, publishedFiles, shortName } from './report.ts';
import type { PublishedGame, PublishedOutright, PublishedScratch, PublishedSport } from './versions.ts';
import { screenVocabulary } from './vocabulary.ts';

export type { PublishedQuiz, PublishedSmall } from './published-set.ts';
export type { PublishedGame, PublishedOutright, PublishedScratch, PublishedSport } from './versions.ts';

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
  /** Bulletins in force, by code, shown or not. */
  bulletins(): ReadonlyMap<string, BulletinDescription>;
  /** Slides of the banner in force, by code, shown or not. */
  banners(): ReadonlyMap<string, BannerDescription>;
  /** Small games in force, by code. */
  smalls(): ReadonlyMap<string, PublishedSmall>;
  /** Quizzes in force, by code. */
  quizzes(): ReadonlyMap<string, PublishedQuiz>;
  /** Calendars in force, by code. */
  calendars(): ReadonlyMap<string, CalendarDescription>;
  /** Leagues in force, by code. */
  leagues(): ReadonlyMap<string, LeagueDescription>;
  /** Body of one of the last 20 versions that this process has published; kinds as in the index, and "game". */
  document(kind: string, code: string, hash: string): string | undefined;
  /** The problems of the files in the folders now. Running versions of these files stay in force. */
  problems(): readonly Problem[];
  /** What would be wrong with these files among those that lie in the folders. Nothing is written, and nothing is published. */
  check(drafts: readonly DraftFile[]): Promise<readonly Problem[]>;
  /** What would be wrong with the other files then, and is not now. */
  consequences(drafts: readonly DraftFile[]): Promise<readonly Problem[]>;
  /** What a draft of a game is judged among: the descriptions in force, and the codes that are taken. */
  gameSet(): GameSet;
  /** Files of games as they are in force. */
  gameFiles(): readonly GameDescription[];
  /** All of the set, as the checkers of its files see it. */
  neighbours(): DocumentSet;
  /** What screens may name, from the table of calls and the files as they lie in the folders. */
  vocabulary(): Vocabulary;
  /** Called after the index has changed; returns the function that ends it. */
  onChange(listener: (index: DescriptionIndex) => void): () => void;
  /** Called after each look at the folders, whatever came of it; returns the function that ends it. */
  onLook(listener: () => void): () => void;
  /** Documents in force other than games. */
  documents(): readonly InForceDocument[];
  /** Documents of the last set in force that the folders have changed, or no longer have. */
  otherwise(last: readonly LastVersion[]): readonly LastVersion[];
  /** Takes the set that was in force last for what stays; says what of it stays though its file is otherwise or gone. */
  restore(last: LastSet): Promise<readonly LastVersion[]>;
  /** Called with what is wrong in the folders, now and whenever that changes; returns the function that ends it. */
  onProblems(listener: (problems: readonly Problem[]) => void): () => void;
  /** Looks at the folders now, without waiting for an event. */
  refresh(): Promise<void>;
  /** The deferred part of the start: compiles the rules of all games, and watches the folders if configured. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface PublicationOptions {
  readonly gamesDir: string;
  readonly appDir: string;
  /** Code of the brand to show. */
  readonly brand?: string | undefined;
  readonly watch?: boolean;
  /** Real ms between two looks whatever the watch says; 12 s with a watch, none without, unless given. */
  readonly lookEveryMs?: number;
  /** The first look takes the least time; the rest of it waits until `start` is called. A server says meanwhile that it is ready. */
  readonly startLater?: boolean;
  readonly log?: (line: string) => void;
  /** The checks of each kind, in the order of checking. */
  readonly kinds?: readonly KindCheckers[];
}

/** Editors and copies touch a file several times; they are done well within this many ms. */
const DEBOUNCE_MS = 60;
/** An editor that replaces a file by removing it first has it back within this many ms. */
const REMOVAL_MS = 150;
/** A network file system tells of no change that another machine made. A look asks once for each file, and reads what changed. */
const LOOK_EVERY_MS = 12_000;

export async function openPublication(options: PublicationOptions): Promise<Publication> {
  const publication = new WatchedPublication(options);
  await publication.refresh();
  if (options.startLater !== true) await publication.start();
  return publication;
}

class WatchedPublication implements Publication {
  readonly #options: PublicationOptions;
  readonly #log: (line: string) => void;
  readonly #folders: DescriptionFolders;
  readonly #judge: SetValidator;
  readonly #publisher: Publisher;
  readonly #listeners = new Set<(index: DescriptionIndex) => void>();
  readonly #lookListeners = new Set<() => void>();
  readonly #problemListeners = new Set<(problems: readonly Problem[]) => void>();
  /** The documents in force at the last announcement, by path. */
  #announced: ReadonlyMap<string, Description> = new Map();
  #index: DescriptionIndex = { format: 1, version: '', games: [], documents: {} };
  #problems: readonly Problem[] = [];
  #closed = false;
  #work: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #looking: NodeJS.Timeout | undefined;
  /** Called at the end: a watcher that is closed before it is ready never says so. */
  readonly #ended: (() => void)[] = [];
  #watcher: ReturnType<typeof watchFiles> | undefined;

  constructor(options: PublicationOptions) {
    this.#options = options;
    this.#log = options.log ?? (() => {});
    this.#folders = new DescriptionFolders(foldersOf(options), options.watch === true ? REMOVAL_MS : 0, this.#log);
    this.#judge = new SetValidator(kindCheckersFor(options.brand, options.kinds), undefined, this.#log);
    this.#publisher = new Publisher(this.#judge, this.#log);
    this.#publisher.versions.proving = options.startLater !== true;
  }

  async start(): Promise<void> {
    if (this.#closed) return;
    const { versions } = this.#publisher;
    const proved = versions.proving;
    versions.proving = true;
    if (this.#options.watch === true) await this.#watch();
    // What changed between the first look and the watch.
    if (this.#options.watch === true || !proved) await this.refresh();
    const { watch, lookEveryMs = watch === true ? LOOK_EVERY_MS : undefined } = this.#options;
    if (lookEveryMs === undefined || this.#closed) return;
    this.#looking = setInterval(() => void this.#look(false), lookEveryMs);
    this.#looking.unref();
  }

  async #watch(): Promise<void> {
    const watcher = watchFiles([this.#options.gamesDir, this.#options.appDir], {
      ignoreInitial: true,
      // Descriptions lie in these folders and in folders of them; a link that leads in circles leads no further.
      depth: 1,
      ignored: (path, info) => info?.isFile() === true && !/\.json$/i.test(path),
    });
    this.#watcher = watcher;
    watcher.on('all', () => this.#schedule(DEBOUNCE_MS));
    watcher.on('error', (error) => this.#log(`watching descriptions: ${(error as Error).message}`));
    await new Promise<void>((resolve) => {
      watcher.once('ready', () => resolve());
      this.#ended.push(resolve);
    });
  }

  /** A watch is on the folder that was there, and is deaf to the one that has its name now. */
  async #watchAnew(): Promise<void> {
    await this.#watcher?.close();
    if (this.#closed) return;
    await this.#watch();
    this.#schedule(DEBOUNCE_MS);
  }

  index(): DescriptionIndex {
    return this.#index;
  }

  game(code: string): PublishedGame | undefined {
    return this.#publisher.set.games.get(code);
  }

  sports(): ReadonlyMap<string, PublishedSport> {
    return this.#publisher.set.sports;
  }

  outrights(): ReadonlyMap<string, PublishedOutright> {
    return this.#publisher.set.outrights;
  }

  scratch(): ReadonlyMap<string, PublishedScratch> {
    return this.#publisher.set.scratch;
  }

  products(): ReadonlyMap<string, ProductDescription> {
    return this.#publisher.set.products;
  }

  activities(): ReadonlyMap<string, ActivityDescription> {
    return this.#publisher.set.activities;
  }

  helps(): ReadonlyMap<string, HelpDescription> {
    return this.#publisher.set.helps;
  }

  articles(): ReadonlyMap<string, ArticleDescription> {
    return this.#publisher.set.articles;
  }

  bulletins(): ReadonlyMap<string, BulletinDescription> {
    return this.#publisher.set.bulletins;
  }

  banners(): ReadonlyMap<string, BannerDescription> {
    return this.#publisher.set.banners;
  }

  smalls(): ReadonlyMap<string, PublishedSmall> {
    return this.#publisher.set.smalls;
  }

  quizzes(): ReadonlyMap<string, PublishedQuiz> {
    return this.#publisher.set.quizzes;
  }

  calendars(): ReadonlyMap<string, CalendarDescription> {
    return this.#publisher.set.calendars;
  }

  leagues(): ReadonlyMap<string, LeagueDescription> {
    return this.#publisher.set.leagues;
  }

  document(kind: string, code: string, hash: string): string | undefined {
    return this.#publisher.versions.body(kind, code, hash);
  }

  problems(): readonly Problem[] {
    return this.#problems;
  }

  async check(drafts: readonly DraftFile[]): Promise<readonly Problem[]> {
    await this.#work;
    return problemsOfDrafts(this.#judge, this.#folders.files, foldersOf(this.#options), drafts);
  }

  async consequences(drafts: readonly DraftFile[]): Promise<readonly Problem[]> {
    await this.#work;
    return problemsCausedByDrafts(this.#judge, this.#folders.files, foldersOf(this.#options), drafts);
  }

  neighbours(): DocumentSet {
    return this.#judge.neighbours(this.#folders.files);
  }

  gameSet(): GameSet {
    return newGameSet(this.neighbours());
  }

  gameFiles(): readonly GameDescription[] {
    return this.neighbours().inForce('game') as unknown as readonly GameDescription[];
  }

  vocabulary(): Vocabulary {
    return screenVocabulary(this.neighbours());
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

  onLook(listener: () => void): () => void {
    this.#lookListeners.add(listener);
    return () => void this.#lookListeners.delete(listener);
  }

  documents(): readonly InForceDocument[] {
    return [...this.#judge.entries.values()].flatMap(({ kind, code, document }) =>
      document === undefined || !isStoredAsText(kind) ? [] : [{ kind, code, ...this.#publisher.versions.ofDocument(document) }],
    );
  }

  otherwise(last: readonly LastVersion[]): readonly LastVersion[] {
    return last.filter((one) => unchangedEntry(one, this.#present()) === undefined);
  }

  async restore(last: LastSet): Promise<readonly LastVersion[]> {
    this.#publisher.restore(last.versions);
    const { entries, restored } = restoredEntries(last, this.#present());
    const before = this.#judge.entries;
    this.#judge.restore(entries);
    const isSame = before.size === entries.size && [...entries].every(([path, { document }]) => before.get(path)?.document === document);
    // As nearly always: nothing was changed while no server ran.
    if (isSame && restored.size === 0) return [];
    this.#folders.remember(entries);
    await this.refresh();
    return [...restored].flatMap(([path, one]) => (this.#judge.entries.get(path) === entries.get(path) ? [one] : []));
  }

  #present(): CurrentSet {
    const { versions } = this.#publisher;
    return {
      dirs: this.#options,
      files: this.#folders.files,
      entries: this.#judge.entries,
      hashOfDocument: (document) => versions.ofDocument(document).hash,
      hashOfSold: (kind, code) => this.#publisher.hashOf(kind, code),
    };
  }

  refresh(): Promise<void> {
    return this.#look(true);
  }

  /** One look at a time; those asked for meanwhile follow. `always`: also what has not changed is judged and announced. */
  #look(always: boolean): Promise<void> {
    this.#work = this.#work.then(async () => {
      if (this.#closed) return;
      try {
        const { again, back, changed } = await this.#folders.look();
        if (always || changed) await this.#publish();
        if (again !== undefined) this.#schedule(again);
        if (back && this.#watcher !== undefined) await this.#watchAnew();
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
    clearInterval(this.#looking);
    this.#listeners.clear();
    this.#problemListeners.clear();
    this.#lookListeners.clear();
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
    const judgement = this.#judge.validate(this.#folders.files);
    const problems = await this.#publisher.publish(judgement);
    this.#report([...judgement.problems, ...problems]);
    this.#announce();
  }

  /** The log names each problem once, for as long as it stays. */
  #report(found: readonly Problem[]): void {
    const known = new Set(this.#problems.map((problem) => formatProblem(problem)));
    for (const problem of found) {
      const line = formatProblem(problem);
      if (!known.has(line)) this.#log(`description refused  ${escapeControls(line)}`);
    }
    this.#problems = Object.freeze([...found]);
    for (const listener of this.#problemListeners) listener(this.#problems);
  }

  #announce(): void {
    const [routes] = this.#judge.neighbours(this.#folders.files).inForce('routes') as unknown as (RoutesDescription | undefined)[];
    const index = createIndex(this.#publisher.set, routes, this.#options.brand);
    const changed = index.version !== this.#index.version;
    const first = this.#index.version === '';
    if (changed) this.#index = index;
    if (changed && !first) {
      const files = publishedFiles(this.#announced, this.#judge.inForce, (path) => shortName(path, this.#options));
      this.#log(`descriptions published  ${index.version}  ${index.games.length} games  ${files}`);
    }
    this.#announced = new Map(this.#judge.inForce);
    for (const listener of changed ? this.#listeners : []) this.#tell(() => listener(index));
    for (const listener of this.#lookListeners) this.#tell(listener);
  }

  #tell(listener: () => void): void {
    try {
      listener();
    } catch (error) {
      this.#log(`a listener of the publication failed: ${(error as Error).stack ?? error}`);
    }
  }
}
