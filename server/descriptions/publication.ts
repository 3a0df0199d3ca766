/**
 * The running set of descriptions. It watches the folders, publishes each good change as a new immutable version, and keeps
 * the running version where a change is bad. It works by looking at the folders again whenever something happened: whatever
 * events were lost, doubled or late, what is published is what lies there.
 */
import { basename, join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { watch as watchFiles } from 'chokidar';
import { type GameKeys, resolveGameRoute } from '../../engine/descriptions/game-route.ts';
import { type Description, type Loaded, loadDocument } from '../../engine/descriptions/load.ts';
import { type Finding, formatProblem, makeProblem, type Problem } from '../../engine/descriptions/problem.ts';
import { resolveGame } from '../../engine/descriptions/resolve.ts';
import { compileGame } from '../../engine/rules/index.ts';
import type { RoutesDescription } from '../../engine/descriptions/routes.ts';
import { gameInFamilyFindings } from '../../engine/descriptions/sense/index.ts';
import {
  gameLinkFindings,
  type Known,
  type MenuLinks,
  menuLinkFindings,
  routesLinkFindings,
} from '../../engine/descriptions/sense/links.ts';
import type { DescriptionIndex, FamilyDescription, Game, GameDescription, IndexedGame } from '../../engine/descriptions/types.ts';
import { isUnchanged, listJson, readIfChanged } from './files.ts';
import { publish } from './hash.ts';

export interface PublishedGame {
  readonly code: string;
  readonly hash: string;
  readonly game: Game;
  /** Canonical JSON of the resolved game. */
  readonly body: string;
}

export interface Publication {
  index(): DescriptionIndex;
  game(code: string): PublishedGame | undefined;
  /** Body of one of the last 20 versions that this process has published; kinds as in the index, and "game". */
  document(kind: string, code: string, hash: string): string | undefined;
  /** What is wrong in the folders now. The running versions of these files, if any, stay. */
  problems(): readonly Problem[];
  /** Called after the index has changed; returns the function that ends it. */
  onChange(listener: (index: DescriptionIndex) => void): () => void;
  /** Looks at the folders now, without waiting for an event. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

export interface PublicationOptions {
  readonly gamesDir: string;
  readonly appDir: string;
  readonly watch?: boolean;
  readonly log?: (line: string) => void;
}

/** Editors and copies touch a file several times; they are done well within this many ms. */
const DEBOUNCE_MS = 60;
/** An editor that replaces a file by removing it first has it back within this many ms. */
const REMOVAL_MS = 150;
/** Versions of a document that are kept at hand; a phone that is older than twenty changes reads the index again. */
const VERSIONS = 20;

interface Folder {
  readonly path: string;
  readonly kind: string;
  /** Only this file of the folder, when given. */
  readonly only?: string;
}

interface KnownFile {
  readonly kind: string;
  readonly stamp: string;
  /** How it was read last. */
  readonly loaded: Loaded;
  /** When it was seen to be gone. */
  missingSince?: number | undefined;
}

export async function openPublication(options: PublicationOptions): Promise<Publication> {
  const { gamesDir, appDir, log = () => {} } = options;
  const folders: readonly Folder[] = [
    { path: join(gamesDir, 'families'), kind: 'family' },
    { path: gamesDir, kind: 'game' },
    { path: appDir, kind: 'routes', only: 'routes.json' },
    { path: join(appDir, 'menus'), kind: 'menu' },
    { path: join(appDir, 'screens'), kind: 'screen' },
    { path: join(appDir, 'brands'), kind: 'brand' },
  ];
  const files = new Map<string, KnownFile>();
  /** The good version of each file that is in force: kind → file → document. */
  const running = new Map<string, Description>();
  let games: ReadonlyMap<string, PublishedGame> = new Map();
  /** By kind and code, then by hash, oldest first. */
  const bodies = new Map<string, Map<string, string>>();
  const resolved = new WeakMap<GameDescription, { readonly family: FamilyDescription | undefined; readonly published: PublishedGame }>();
  const hashed = new WeakMap<Description, { readonly hash: string; readonly body: string }>();
  const listeners = new Set<(index: DescriptionIndex) => void>();
  let index: DescriptionIndex = { format: 1, version: '', games: [], documents: {} };
  let problems: readonly Problem[] = [];
  let closed = false;
  let work: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  /** Reads what is new or changed. Returns ms after which to look again, when a file has just gone. */
  async function scan(): Promise<number | undefined> {
    const present = new Set<string>();
    let again: number | undefined;
    for (const folder of folders) {
      const names =
        folder.only === undefined ? await listJson(folder.path) : (await listJson(folder.path)).filter((name) => name === folder.only);
      // All at once: one after the other, a hundred files wait a hundred times for the bets that are served in between.
      const same = await Promise.all(
        names.map((name) => {
          const path = join(folder.path, name);
          const known = files.get(path);
          return known !== undefined && isUnchanged(path, known.stamp);
        }),
      );
      for (const [at, name] of names.entries()) {
        const path = join(folder.path, name);
        present.add(path);
        const known = files.get(path);
        if (known !== undefined && same[at]) {
          known.missingSince = undefined;
          continue;
        }
        const read = await readIfChanged(path, known?.stamp);
        if (known !== undefined) known.missingSince = undefined;
        if (read === undefined) continue;
        files.set(path, {
          kind: folder.kind,
          stamp: read.stamp,
          loaded: read.ok ? guarded(read.text, path, folder.kind) : { ok: false, problems: [read.problem] },
        });
        // One file at a time, so that bets are served in between.
        await breathe();
      }
    }
    const now = performance.now();
    for (const [path, file] of files) {
      if (present.has(path)) continue;
      file.missingSince ??= now;
      if (options.watch === true && now - file.missingSince < REMOVAL_MS) again = REMOVAL_MS;
      else {
        files.delete(path);
        running.delete(path);
      }
    }
    return again;
  }

  /** The loader never throws; should it have a bug, a strange file must still not take the server down. */
  function guarded(text: string, path: string, kind: string): Loaded {
    try {
      return loadDocument(text, { file: path, kind });
    } catch (error) {
      return { ok: false, problems: [broken(path, error)] };
    }
  }

  function broken(path: string, error: unknown): Problem {
    log(`description ${printable(path)}: ${printable((error as Error).stack ?? String(error))}`);
    return makeProblem(path, { code: 'FILE_CHECK', pointer: '' }, { line: 1, column: 1 });
  }

  /** From the files as they were read to what is published. */
  async function settle(): Promise<void> {
    const found: Problem[] = [];
    const accept = (kind: string, judge: (document: Description, path: string) => readonly Finding[]) => {
      for (const [path, file] of files) {
        if (file.kind !== kind) continue;
        if (!file.loaded.ok) {
          found.push(...file.loaded.problems);
          continue;
        }
        const findings = judge(file.loaded.document, path);
        if (findings.length === 0) running.set(path, file.loaded.document);
        else found.push(...file.loaded.report(findings));
      }
    };
    for (const kind of ['screen', 'brand', 'routes', 'menu']) accept(kind, () => []);
    const screens = [...files].flatMap(([path, file]) => (file.kind === 'screen' ? [running.get(path)?.code] : []));
    const routes = running.get(join(appDir, 'routes.json')) as unknown as RoutesDescription | undefined;
    const known: Known = { screens: new Set(screens.filter((code) => code !== undefined)), routes };
    // Where a family's games are shown is checked at the family, where it can be mended, and not at each of its games.
    accept('family', (document) => {
      const { code, screen, confirm } = document as FamilyDescription;
      return gameLinkFindings({ code, screen, confirm }, { screen: true, confirm: true }, known);
    });
    // A link that leads nowhere is reported and shown as "not open yet"; it takes neither the menus nor the routes away.
    for (const file of files.values()) {
      if (!file.loaded.ok) continue;
      const { document } = file.loaded;
      if (file.kind === 'routes') found.push(...file.loaded.report(routesLinkFindings(document as unknown as RoutesDescription, known)));
      if (file.kind === 'menu') found.push(...file.loaded.report(menuLinkFindings(document as unknown as MenuLinks, known)));
    }

    const families = new Map<string, FamilyDescription | null>();
    for (const [path, file] of files)
      if (file.kind === 'family') families.set(basename(path, '.json'), (running.get(path) as FamilyDescription | undefined) ?? null);
    const gameKeys = routes?.gameKeys;
    const taken = new Map<string, string>();
    const refused = new Set<string>();
    accept('game', (document, path) => {
      const game = document as unknown as GameDescription;
      const findings = [...gameInFamilyFindings(game, families)];
      // Routes match without regard to case, so codes must differ by more.
      const other = taken.get(game.code.toLowerCase());
      if (other !== undefined) findings.push({ code: 'DUPLICATE', pointer: '/code', details: { name: game.code, what: '游戏|games' } });
      else taken.set(game.code.toLowerCase(), path);
      if (gameKeys !== undefined && routeOf(gameKeys, game) === undefined)
        findings.push({ code: 'GAME_ROUTE', pointer: '/code', details: { code: game.code } });
      const family = game.family === undefined ? undefined : (families.get(game.family) ?? undefined);
      if (game.family === undefined || family !== undefined) {
        const own = { screen: game.screen !== undefined, confirm: game.confirm !== undefined };
        const { code, screen = family?.screen ?? '', confirm = family?.confirm ?? '' } = game;
        findings.push(...gameLinkFindings({ code, screen, confirm }, own, known));
      }
      if (findings.length > 0) refused.add(path);
      return findings;
    });

    const next = new Map<string, PublishedGame>();
    const indexed: IndexedGame[] = [];
    for (const [path, file] of files) {
      const document = running.get(path) as unknown as GameDescription | undefined;
      if (file.kind !== 'game' || document === undefined) continue;
      const family = document.family === undefined ? undefined : (families.get(document.family) ?? undefined);
      // A file that is refused now leaves the version that ran; so does one whose family has gone.
      const stays = refused.has(path) || !file.loaded.ok || (document.family !== undefined && family === undefined);
      let published = games.get(document.code);
      if (!stays) {
        try {
          published = await publishedGame(document, family);
        } catch (error) {
          // What passed every check and still cannot be made to rules is a mistake of ours: that game alone stays as it was.
          found.push(broken(path, error));
        }
      }
      if (published === undefined) continue;
      next.set(published.code, published);
      remember('game', published.code, published.hash, published.body);
      indexed.push(indexEntry(published, gameKeys === undefined ? '' : (routeOf(gameKeys, published.game) ?? '')));
    }

    const documents: Record<string, Record<string, string>> = {};
    for (const [path, file] of files) {
      const document = running.get(path);
      if (document === undefined || file.kind === 'game' || file.kind === 'family') continue;
      const { hash, body } = publishedDocument(document);
      const ofKind = documents[file.kind] ?? {};
      documents[file.kind] = ofKind;
      ofKind[document.code] = hash;
      remember(file.kind, document.code, hash, body);
    }
    // All at once: whoever asks meanwhile sees the old set or the new one.
    games = next;
    report(found);
    announce(indexed, documents);
  }

  /** Resolved and hashed once for each pair of documents: a large family takes some ms, and there may be forty games of it. */
  async function publishedGame(document: GameDescription, family: FamilyDescription | undefined): Promise<PublishedGame> {
    const known = resolved.get(document);
    if (known !== undefined && known.family === family) return known.published;
    const game = resolveGame(document, family);
    const { hash, body } = publish(game);
    const before = games.get(game.code);
    // Compiled here, where a failure is one file's and the version before stays; whoever sells the game gets the same object.
    if (before?.hash !== hash) compileGame(game);
    // The same object for the same meaning: what is compiled from a game is kept by its identity.
    const published = before?.hash === hash ? before : Object.freeze({ code: game.code, hash, game, body });
    resolved.set(document, { family, published });
    await breathe();
    return published;
  }

  /** The newest versions of each document, so that whoever saves every minute for a month does not fill the memory. */
  function remember(kind: string, code: string, hash: string, body: string): void {
    const name = `${kind}/${code}`;
    const versions = bodies.get(name) ?? new Map<string, string>();
    // Set anew, a version that has come back is the newest.
    versions.delete(hash);
    versions.set(hash, body);
    for (const old of versions.keys()) if (versions.size > VERSIONS) versions.delete(old);
    bodies.set(name, versions);
  }

  function publishedDocument(document: Description): { readonly hash: string; readonly body: string } {
    const known = hashed.get(document) ?? publish(document);
    hashed.set(document, known);
    return known;
  }

  function report(found: readonly Problem[]): void {
    const known = new Set(problems.map((problem) => formatProblem(problem)));
    for (const problem of found) {
      const line = formatProblem(problem);
      if (!known.has(line)) log(`description refused  ${printable(line)}`);
    }
    problems = Object.freeze([...found]);
  }

  function announce(indexed: IndexedGame[], documents: Record<string, Record<string, string>>): void {
    indexed.sort((a, b) => a.menu.order - b.menu.order || (a.code < b.code ? -1 : 1));
    const content = { format: 1 as const, games: indexed, documents };
    const version = publish(content).hash;
    if (version === index.version) return;
    const first = index.version === '';
    index = { ...content, version };
    if (!first) log(`descriptions published  ${version}  ${indexed.length} games`);
    for (const listener of listeners) {
      try {
        listener(index);
      } catch (error) {
        log(`a listener of the publication failed: ${(error as Error).stack ?? error}`);
      }
    }
  }

  /** One look at a time; those asked for meanwhile follow. */
  function refresh(): Promise<void> {
    work = work.then(async () => {
      if (closed) return;
      try {
        const again = await scan();
        await settle();
        if (again !== undefined) schedule(again);
      } catch (error) {
        log(`descriptions: ${(error as Error).stack ?? error}`);
      }
    });
    return work;
  }

  function schedule(ms: number): void {
    if (closed) return;
    clearTimeout(timer);
    timer = setTimeout(() => void refresh(), ms);
    timer.unref();
  }

  await refresh();
  const watcher =
    options.watch === true
      ? watchFiles([gamesDir, appDir], {
          ignoreInitial: true,
          // Descriptions lie in these folders and in folders of them; a link that leads in circles leads no further.
          depth: 1,
          ignored: (path, info) => info?.isFile() === true && !path.endsWith('.json'),
        })
      : undefined;
  if (watcher !== undefined) {
    watcher.on('all', () => schedule(DEBOUNCE_MS));
    watcher.on('error', (error) => log(`watching descriptions: ${(error as Error).message}`));
    await new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
    // What changed between the first look and the watch.
    await refresh();
  }

  return {
    index: () => index,
    game: (code) => games.get(code),
    document: (kind, code, hash) => bodies.get(`${kind}/${code}`)?.get(hash),
    problems: () => problems,
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    refresh,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      listeners.clear();
      await watcher?.close();
      await work;
    },
  };
}

function indexEntry(published: PublishedGame, route: string): IndexedGame {
  const { game } = published;
  return {
    code: game.code,
    name: game.name,
    ...(game.family === undefined ? {} : { family: game.family }),
    hash: published.hash,
    route,
    ...(game.disabled === undefined ? {} : { disabled: game.disabled }),
    menu: game.menu,
    schedule: game.schedule,
    oneDayPriceNum: game.schedule.drawsPerDay ?? 1,
    maxQishu: game.caps.issues,
    maxBeishu: game.caps.multiplier,
  };
}

/** Names and texts come from files of others: a line break or an escape in one must not write lines of its own into the operator's log. */
function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) =>
    character === '\n' || character === '\t' ? ' ' : `\\u{${(character.codePointAt(0) as number).toString(16)}}`,
  );
}

/** The route of a game, apart from who asks and from whether it is switched off. */
function routeOf(gameKeys: GameKeys, game: { readonly code: string; readonly family?: string }): string | undefined {
  const route = resolveGameRoute(gameKeys, game.code, game.family === undefined ? {} : { family: game.family });
  return route !== false && 'to' in route ? route.to : undefined;
}
