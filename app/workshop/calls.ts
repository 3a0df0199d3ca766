/** Calls of the workshop. The token lives as long as the tab and travels in a header, never in an address or a cookie. */
import type { Problem } from '../../engine/descriptions/problem.ts';
import type { GameSurroundings } from '../../engine/descriptions/sense/game-in-set.ts';
import type { Vocabulary } from '../../engine/descriptions/screens/vocabulary.ts';
import type { FamilyDescription, Game } from '../../engine/descriptions/types.ts';
import { STATUS } from '../../protocol/status.ts';
import type { DraftNames } from './judge-beside.ts';

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

export interface GameListing {
  readonly games: readonly ListedGame[];
  /** What a draft is judged among. */
  readonly surroundings: GameSurroundings;
  /** Where an editor sees the schemas from the folder of games. */
  readonly schemas: string;
  /** The server's clock, unix ms. */
  readonly now: number;
}

export interface FamilyListing {
  readonly families: readonly ListedFile[];
  /** Names of the games in force of each family, by its code. */
  readonly games: Readonly<Record<string, readonly string[]>>;
  readonly surroundings: GameSurroundings;
  /** The server's clock, unix ms. */
  readonly now: number;
}

export interface PublishedFamily {
  readonly hash: string;
  readonly family: FamilyDescription;
}

export interface ScreenListing {
  readonly screens: readonly ListedFile[];
  /** What screens may name. */
  readonly vocabulary: Vocabulary;
  /** An answer of each call, by its path in lower case. */
  readonly examples: Readonly<Record<string, unknown>>;
}

/** What stands beside the draws: small games, scratch cards, quizzes, products, activities. */
export interface BesideListing {
  readonly files: readonly ListedFile[];
  /** What drafts may name. */
  readonly names?: DraftNames;
  /** Where a draft can be looked at; left out: nowhere. */
  readonly pages?: readonly PreviewPage[];
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
  /** Who published it; left out of a text that somebody put into the folder. */
  readonly by?: string;
}

export interface SecondStepState {
  readonly on: boolean;
  /** Nobody works here without it. */
  readonly required: boolean;
  readonly recoveryCodes: number;
}

export type Answer<T> =
  | { readonly ok: true; readonly models: T }
  | {
      readonly ok: false;
      readonly loggedOut: boolean;
      readonly msg: string;
      readonly status: number;
      readonly problems: readonly Problem[];
      /** What wants to be said a second time. */
      readonly warnings: readonly Problem[];
      readonly next?: string | undefined;
    };

const KEY = 'workshop.token';
/** A server that says nothing for so long (ms) is not waited for any longer: the page could do nothing else meanwhile. */
const PATIENCE_MS = 60_000;

export const keptToken = (): string | null => sessionStorage.getItem(KEY);
export const dropToken = (): void => sessionStorage.removeItem(KEY);
export const loggedIn = (): boolean => keptToken() !== null;

export async function call<T>(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<Answer<T>> {
  const token = keptToken();
  try {
    const response = await fetch(`/operator/api/${path}`, {
      method,
      credentials: 'omit',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { status, models, msg } = (await response.json()) as {
      status: number;
      models: (T & { problems?: Problem[]; warnings?: Problem[]; next?: string }) | null;
      msg: string;
    };
    if (status === STATUS.ok) return { ok: true, models: models as T };
    const loggedOut = status === STATUS.notLoggedIn;
    if (loggedOut) dropToken();
    return { ok: false, loggedOut, msg, status, problems: models?.problems ?? [], warnings: models?.warnings ?? [], next: models?.next };
  } catch (error) {
    // What was sent may have arrived.
    const waited = method !== 'GET' && error instanceof DOMException && error.name === 'TimeoutError';
    const msg = waited ? '服务器一直没有回答，这一步可能已经完成：请看清现在的状态再试' : '连不上服务器，请检查网络后再试';
    return { ok: false, loggedOut: false, msg, status: STATUS.unavailable, problems: [], warnings: [] };
  }
}

/** in: logged in. code: the password is right, and a code from the phone is asked for. */
export interface LoginResult {
  readonly is: 'in' | 'code' | 'refused';
  readonly msg: string;
}

/** `name`: of an operator; '' for whoever has the password of the environment. */
export async function login(name: string, password: string, code: string | undefined): Promise<LoginResult> {
  const answer = await call<{ token: string }>('POST', 'login', {
    ...(name === '' ? {} : { name }),
    password,
    ...(code === undefined ? {} : { code }),
  });
  if (!answer.ok) return { is: answer.next === 'code' ? 'code' : 'refused', msg: answer.msg };
  sessionStorage.setItem(KEY, answer.models.token);
  return { is: 'in', msg: '' };
}

export async function logout(): Promise<void> {
  await call('POST', 'logout', {});
  dropToken();
}

/** Codes and ids stand in paths. */
export const pathOf = (...parts: readonly string[]): string => parts.map(encodeURIComponent).join('/');
