import type { Game } from '../../engine/descriptions/types.ts';

/** Between the workshop and its phone, both of one origin. */
export type PreviewMessage = { readonly preview: 'ready' } | { readonly preview: 'game'; readonly game: Game | undefined };

/** In development vite serves the file itself. */
export const PREVIEW_PAGE = import.meta.env.DEV ? 'preview.html' : '/workshop/preview';
