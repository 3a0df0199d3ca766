/** Calls of the workshop. */
import type { Problem } from '../../engine/descriptions/problem.ts';
import type { GameSurroundings } from '../../engine/descriptions/semantics/game-in-set.ts';
import type { Vocabulary } from '../../engine/descriptions/screens/vocabulary.ts';
import type { FamilyDescription, Game } from '../../engine/descriptions/types.ts';
import type { DeskAnswer } from '../../protocol/desk/define.ts';
import type { deskFiles, FileKind } from '../../protocol/desk/files.ts';
import { requestDesk } from '../desk/calls.ts';
import type { KnownNames } from './check-document.ts';

/** A file in a list. */
export interface ListedFile {
  readonly code: string;
  readonly name: string;
  readonly status: 'published' | 'stale' | 'refused';
  readonly problems: readonly Problem[];
}

export interface ListedGame extends ListedFile {
  readonly family?: string;
  readonly disabled?: string;
}

/** The files of one kind, with what drafts of the kind are checked and completed with. */
interface Listing {
  readonly files: readonly ListedFile[];
  /** The server's clock, unix ms. */
  readonly now: number;
}

export interface GameListing extends Listing {
  readonly files: readonly ListedGame[];
  /** What a draft is checked among. */
  readonly surroundings: GameSurroundings;
  /** Where an editor sees the schemas from the folder of games. */
  readonly schemas: string;
}

export interface FamilyListing extends Listing {
  /** Names of the games in force of each family, by its code. */
  readonly games: Readonly<Record<string, readonly string[]>>;
  readonly surroundings: GameSurroundings;
}

export interface PublishedFamily {
  readonly hash: string;
  readonly family: FamilyDescription;
}

export interface ScreenListing extends Listing {
  /** What screens may name. */
  readonly vocabulary: Vocabulary;
  /** An answer of each call, by its path in lower case. */
  readonly examples: Readonly<Record<string, unknown>>;
}

/** What stands beside the draws: small games, scratch cards, quizzes, products, activities. */
export interface DocumentListing extends Listing {
  /** What drafts may name. */
  readonly names?: KnownNames;
  /** Where a draft can be looked at; left out: nowhere. */
  readonly pages?: readonly PreviewPage[];
}

/** The list of a kind. */
export async function listFiles<L>(kind: FileKind): Promise<DeskCallAnswer<L>> {
  const answer = await callDesk<DeskAnswer<typeof deskFiles>>('GET', 'files', { kind });
  if (!answer.ok) return answer;
  const { around, ...listing } = answer.models;
  return { ok: true, models: { ...listing, ...(around as object) } as L };
}

/** A page of players; `to`: its address, with properties of the draft in braces. */
export interface PreviewPage {
  readonly name: string;
  readonly to: string;
}

export interface DescriptionFile<Published> {
  readonly code: string;
  readonly text: string;
  readonly stamp: string;
  /** What runs now. */
  readonly published: Published | null;
}

export interface PublishedGame {
  readonly hash: string;
  readonly game: Game;
}

export interface FileVersion {
  readonly id: string;
  readonly at: number;
  readonly current: boolean;
  /** The operator that published it; left out for a file that was put into the folder. */
  readonly by?: string;
}

export type DeskCallAnswer<T> =
  | { readonly ok: true; readonly models: T }
  | {
      readonly ok: false;
      readonly msg: string;
      readonly status: number;
      readonly problems: readonly Problem[];
      /** What wants to be said a second time. */
      readonly warnings: readonly Problem[];
    };

/** A call of the table, by its path below desk/; fields as texts. */
export async function callDesk<T>(
  method: 'GET' | 'POST',
  name: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<DeskCallAnswer<T>> {
  const answer = await requestDesk<T>(`/operator/api/desk/${name}`, fields, { method });
  if (answer.ok) return { ok: true, models: answer.models };
  const { problems = [], warnings = [] } = (answer.models ?? {}) as { problems?: readonly Problem[]; warnings?: readonly Problem[] };
  return { ok: false, msg: answer.msg, status: answer.status, problems, warnings };
}
