/** The desks of the workshop: games, mini games and texts, screens, and shared facts for operators. */
import { randomBytes } from 'node:crypto';
import { basename, join, resolve } from 'node:path';
import type { Problem } from '../../engine/descriptions/problem.ts';
import { type GameSurroundings, surroundingsOf } from '../../engine/descriptions/semantics/game-in-set.ts';
import type { Vocabulary } from '../../engine/descriptions/screens/vocabulary.ts';
import type { FamilyDescription, Game } from '../../engine/descriptions/types.ts';
import { TABLE } from '../../protocol/calls/table.ts';
import type { AdminServices } from './services.ts';
import { type DraftedGame, draftNewGame, hashDocument, schemasFrom, shortName, type NewGameRequest } from '../catalog/index.ts';
import { returnWarnings } from './warnings.ts';
import { type DocumentDesk, openDocumentDesks } from './document-desks.ts';
import { type FileDesk, openFileDesk, type RunningDocument } from './file-desk.ts';

export interface RunningFamily extends RunningDocument {
  readonly family: FamilyDescription;
}

export interface RunningGame extends RunningDocument {
  readonly game: Game;
}

/** What the workshop judges, completes and shows a draft of a screen with. */
export interface ScreenWords {
  readonly vocabulary: Vocabulary;
  /** An answer of each call, by its path in lower case: what the phone of the workshop shows. */
  readonly examples: Readonly<Record<string, unknown>>;
}

export interface Desks {
  readonly games: FileDesk<RunningGame>;
  readonly families: FileDesk<RunningFamily>;
  /** Names of the games in force of each family, by its code. */
  familyGames(): Readonly<Record<string, readonly string[]>>;
  /** Changes after every read of the folders: pages with lists of files reload them then. */
  changes(): string;
  /** What a draft of a game is judged among. */
  surroundings(): GameSurroundings;
  /** Where an editor sees the schemas from the folder of games. */
  readonly schemas: string;
  /** The text of a new game, as `games new` writes it; the fault of the wish where there is none. */
  draft(request: NewGameRequest): DraftedGame;
  /** What stands beside the draws. */
  readonly beside: readonly DocumentDesk[];
  readonly screens: FileDesk;
  screenWords(): ScreenWords;
  /** Problems of all other files: menus, routes, terms, functions, lists, brands. */
  otherProblems(): Problem[];
}

export interface DescriptionFolders {
  readonly gamesDir: string;
  readonly appDir: string;
}

const examples = Object.fromEntries(TABLE.map(({ path, example }) => [path.toLowerCase(), example.models]));

export function openDesks(
  context: Pick<AdminServices, 'publication' | 'games' | 'smalls' | 'database'>,
  folders: DescriptionFolders,
): Desks {
  const { publication, games } = context;
  const screens = join(resolve(folders.appDir), 'screens');
  const families = join(resolve(folders.gamesDir), 'families');
  const schemas = schemasFrom(folders.gamesDir);
  const started = randomBytes(4).toString('hex');
  let looks = 0;
  publication.onLook(() => {
    looks += 1;
  });
  const beside = openDocumentDesks(context, folders);
  return {
    games: openFileDesk({
      publication,
      kind: 'game',
      folder: folders.gamesDir,
      running: (code) => {
        const now = publication.game(code);
        return now && { hash: now.hash, name: now.game.name, game: now.game };
      },
      warnings: returnWarnings(publication),
      // The database holds the new version before the answer says that it is published.
      published: () => games.refresh(),
    }),
    families: openFileDesk({
      publication,
      kind: 'family',
      folder: families,
      root: folders.gamesDir,
      running: (code) => {
        const family = publication.gameSet().families.get(code) ?? undefined;
        return family && { hash: hashDocument(family).hash, name: family.name, family };
      },
      // Its games stay as they are; the operator gets a warning before a change of the family.
      warnings: async (loaded, file) =>
        (await publication.consequences([{ file, loaded }])).map((problem) => ({
          ...problem,
          message: `${basename(problem.file)} 会因此有误，旧版本继续运行：${problem.message}`,
        })),
      published: () => games.refresh(),
    }),
    familyGames() {
      const names: Record<string, string[]> = {};
      for (const { family, name } of publication.gameFiles()) if (family !== undefined) (names[family] ??= []).push(name);
      return names;
    },
    changes: () => `${started}-${looks}`,
    surroundings: () => surroundingsOf(publication.gameSet()),
    schemas,
    draft: (request) => draftNewGame(publication, { ...request, schemas }),
    beside,
    screens: openFileDesk({
      publication,
      kind: 'screen',
      folder: screens,
      root: folders.appDir,
      running: (code) => {
        const hash = publication.index().documents.screen?.[code];
        const body = hash === undefined ? undefined : publication.document('screen', code, hash);
        return hash === undefined || body === undefined ? undefined : { hash, name: titleOf(body, code) };
      },
    }),
    screenWords: () => ({ vocabulary: publication.vocabulary(), examples }),
    otherProblems() {
      const ownFolders = new Set([resolve(folders.gamesDir), families, screens, ...beside.map(({ folder }) => folder)]);
      return publication
        .problems()
        .filter(({ file }) => !ownFolders.has(resolve(file, '..')))
        .map((problem) => ({ ...problem, file: shortName(problem.file, folders) }));
    },
  };
}

/** A title may be made of expressions; then the code says more. */
function titleOf(body: string, code: string): string {
  const { title } = JSON.parse(body) as { readonly title?: string };
  return title === undefined || title.includes('{') ? code : title;
}
