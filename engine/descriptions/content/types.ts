/** Help pages and articles as TypeScript types; schemas/help.schema.json and schemas/article.schema.json are the contract. */
import type { Tone } from '../types.ts';

export interface HelpDescription {
  readonly $schema: string;
  readonly format: number;
  readonly kind: 'help';
  readonly code: string;
  /** A value of the list help-groups. */
  readonly group: string;
  readonly title: string;
  /** One line under the title in lists. */
  readonly note?: string;
  readonly order?: number;
  /** Asked so often that it stands on the first page. */
  readonly top?: true;
  /** What it is searched by beside its title. */
  readonly words?: readonly string[];
  /** Codes of other help pages. */
  readonly related?: readonly string[];
  readonly body: readonly string[];
}

export interface ArticleDescription {
  readonly $schema: string;
  readonly format: number;
  readonly kind: 'article';
  readonly code: string;
  /** A value of the list article-types. */
  readonly type: string;
  readonly title: string;
  readonly summary: string;
  readonly author: string;
  /** yyyy-mm-dd hh:mm on the wall clock of the product: shown from then on. */
  readonly at: string;
  /** Not shown any more from then on. */
  readonly until?: string;
  readonly pinned?: true;
  readonly icon: { readonly name: string; readonly tone?: Tone };
  /** Games that it is about: each gets a button. */
  readonly games?: readonly string[];
  readonly words?: readonly string[];
  readonly body: readonly string[];
}

/** A piece of a body as it is shown. Lists, steps and rows of a table that follow each other are one piece. */
export type Piece =
  | { readonly kind: 'text' | 'heading' | 'note'; readonly text: string }
  | { readonly kind: 'list' | 'steps'; readonly items: readonly string[] }
  | { readonly kind: 'link' | 'button'; readonly text: string; readonly target: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] };
