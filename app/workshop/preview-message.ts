import type { Game } from '../../engine/descriptions/types.ts';
import type { SportGame } from '../../engine/descriptions/sports/types.ts';
import type { ScreenDocument } from '../../engine/screens/core/contract.ts';

/** A draft that the phone shows. */
export type Draft = { readonly preview: 'game'; readonly game: Game } | SportPreview | ScreenPreview;

/** A sports game on the screen of its address. */
export interface SportPreview {
  readonly preview: 'sport';
  readonly sport: SportGame;
  readonly address: string;
}

export interface ScreenPreview {
  readonly preview: 'screen';
  readonly screen: ScreenDocument;
  /** The address under which it is shown; parameters and query come from it. */
  readonly address: string;
  readonly loggedIn: boolean;
  /** What calls answer, by path in lower case. */
  readonly examples: Readonly<Record<string, unknown>>;
}

/** Between the workshop and its phone, both of one origin. */
export type PreviewMessage = { readonly preview: 'ready' } | Draft;

/** In development vite serves the file itself. */
export const PREVIEW_PAGE = import.meta.env.DEV ? 'preview.html' : '/workshop/preview';
