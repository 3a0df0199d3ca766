/** Texts of the house as TypeScript types; schemas/help.schema.json and schemas/article.schema.json are the contract of pages. */
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

/** A slide of the banner on the home page (轮播); schemas/banner.schema.json is the contract. */
export interface BannerDescription {
  readonly $schema: string;
  readonly format: number;
  readonly kind: 'banner';
  readonly code: string;
  readonly title: string;
  readonly subtitle?: string;
  readonly tone: Tone;
  /** A path, `game:` and a code, or `menu:` and a code. */
  readonly target: string;
  /** Everybody when left out. */
  readonly audience?: 'visitor' | 'player';
  readonly order?: number;
  /** yyyy-mm-dd hh:mm on the wall clock of the product: shown from then on; always when left out. */
  readonly at?: string;
  readonly until?: string;
}

/** What the house tells everybody (公告); schemas/bulletin.schema.json is the contract. */
export interface BulletinDescription {
  readonly $schema: string;
  readonly format: number;
  readonly kind: 'bulletin';
  readonly code: string;
  readonly title: string;
  readonly text: string;
  readonly order?: number;
  readonly at: string;
  readonly until?: string;
  readonly dialog?: boolean;
}

/** A piece of a body as it is shown. Lists, steps and rows of a table that follow each other are one piece. */
export type Piece =
  | { readonly kind: 'text' | 'heading' | 'note'; readonly text: string }
  | { readonly kind: 'list' | 'steps'; readonly items: readonly string[] }
  | { readonly kind: 'link' | 'button'; readonly text: string; readonly target: string }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] };
