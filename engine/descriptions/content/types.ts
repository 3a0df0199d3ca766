/** Texts of the house. The schemas in schemas/ define them; ../generated/ holds their types. */
export type { ArticleDescription } from '../generated/article.ts';
export type { BannerDescription } from '../generated/banner.ts';
export type { BulletinDescription } from '../generated/bulletin.ts';
export type { HelpDescription } from '../generated/help.ts';

/** A piece of a body as it is shown. Lists, steps and rows of a table that follow each other are one piece. */
export type Piece =
  | { readonly kind: 'text' | 'heading' | 'note'; readonly text: string }
  | { readonly kind: 'list' | 'steps'; readonly items: readonly string[] }
  | { readonly kind: 'link' | 'button'; readonly text: string; readonly target: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] };
