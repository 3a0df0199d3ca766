import type { Game } from '../../engine/descriptions/types.ts';
import type { SportGame } from '../../engine/descriptions/sports/types.ts';
import type { ScreenDocument } from '../../engine/screens/core/contract.ts';

/** A draft that the phone shows. */
export type PreviewDraft = { readonly preview: 'game'; readonly game: Game } | SportPreview | ScreenPreview | TextPreview;

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

/** A text of the house, an activity or a product on a page of players. */
export interface TextPreview {
  readonly preview: 'text';
  readonly kind: string;
  readonly code: string;
  readonly text: string;
  readonly address: string;
  readonly loggedIn: boolean;
}

/** Between the workshop and its phone, both of one origin. */
export type PreviewMessage = { readonly preview: 'ready' } | PreviewDraft;

/** In development vite serves the file itself. */
export const PREVIEW_PAGE = import.meta.env.DEV ? '/app/workshop/preview.html' : '/operator/preview';
