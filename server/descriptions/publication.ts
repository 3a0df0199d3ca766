/**
 * The running set of descriptions. It watches the folders, publishes each good change as a new immutable version, and keeps the
 * running version where a change is bad. Reading the folders, judging a set of files and holding versions are parts of their own
 * (folders.ts, judge.ts with checkers.ts, versions.ts); this puts them together and says when to look.
 */
import { join } from 'node:path';
import { watch as watchFiles } from 'chokidar';
import type { Loaded } from '../../engine/descriptions/load.ts';
import { formatProblem, type Problem } from '../../engine/descriptions/problem.ts';
import type { RoutesDescription } from '../../engine/descriptions/routes.ts';
import type { Vocabulary } from '../../engine/descriptions/screens/vocabulary.ts';
import type { DescriptionIndex, GameDescription, IndexedGame } from '../../engine/descriptions/types.ts';
import { type KindCheckers, KINDS, routeOf } from './checkers.ts';
import { DescriptionFolders, type Folder } from './folders.ts';
import { publish } from './hash.ts';
import { Judge, type Judgement } from './judge.ts';
import { checkFailed, printable } from './report.ts';
import { type PublishedGame, Versions } from './versions.ts';
import { vocabularyOf } from './vocabulary.ts';

export type { PublishedGame } from './versions.ts';

export interface Publication {
  index(): DescriptionIndex;
  game(code: string): PublishedGame | undefined;
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

const foldersOf = ({ gamesDir, appDir }: PublicationOptions): Folder[] => [
  { path: join(gamesDir, 'families'), root: gamesDir, kind: 'family' },
  { path: gamesDir, kind: 'game' },
  { path: appDir, kind: 'terms', only: 'terms.json' },
  { path: appDir, kind: 'functions', only: 'functions.json' },
  { path: join(appDir, 'lists'), root: appDir, kind: 'list' },
  { path: appDir, kind: 'routes', only: 'routes.json' },
  { path: join(appDir, 'menus'), root: appDir, kind: 'menu' },
  { path: join(appDir, 'screens'), root: appDir, kind: 'screen' },
  { path: join(appDir, 'brands'), root: appDir, kind: 'brand' },
];

class WatchedPublication implements Publication {
  readonly #options: PublicationOptions;
  readonly #log: (line: string) => void;
  readonly #folders: DescriptionFolders;
  readonly #judge: Judge;
  readonly #versions = new Versions();
  readonly #listeners = new Set<(index: DescriptionIndex) => void>();
  #games: ReadonlyMap<string, PublishedGame> = new Map();
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
    const documents = this.#publishedDocuments();
    // All at once: whoever asks meanwhile sees the old set or the new one.
    this.#games = games;
    this.#report([...judgement.problems, ...problems]);
    this.#announce(games, documents);
  }

  async #publishedGames({ refused }: Judgement): Promise<{ games: Map<string, PublishedGame>; problems: Problem[] }> {
    const families = this.#judge.neighbours(this.#folders.files).families();
    const games = new Map<string, PublishedGame>();
    const problems: Problem[] = [];
    for (const [path, { kind }] of this.#folders.files) {
      const document = this.#judge.inForce.get(path) as unknown as GameDescription | undefined;
      if (kind !== 'game' || document === undefined) continue;
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

  #publishedDocuments(): Record<string, Record<string, string>> {
    const documents: Record<string, Record<string, string>> = {};
    for (const [path, { kind }] of this.#folders.files) {
      const document = this.#judge.inForce.get(path);
      if (document === undefined || kind === 'game' || kind === 'family') continue;
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
  }

  #announce(published: ReadonlyMap<string, PublishedGame>, documents: Record<string, Record<string, string>>): void {
    const [routes] = this.#judge.neighbours(this.#folders.files).inForce('routes') as unknown as (RoutesDescription | undefined)[];
    const games = [...published.values()]
      .map((one) => indexEntry(one, routes === undefined ? '' : (routeOf(routes.gameKeys, one.game) ?? '')))
      .sort((a, b) => a.menu.order - b.menu.order || (a.code < b.code ? -1 : 1));
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
    oneDayPriceNum: game.schedule.drawsPerDay ?? 1,
    maxQishu: game.caps.issues,
    maxBeishu: game.caps.multiplier,
  };
}
