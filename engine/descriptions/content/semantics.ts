/** Sense of a help page, an article, a bulletin or a slide of the banner by itself. What it names is looked up where the others are known (server/catalog/text-checkers.ts). */
import type { Finding } from '../problem.ts';
import { collectFindings } from '../semantics/report.ts';
import { markupFindings } from './markup.ts';
import type { ArticleDescription, BannerDescription, BulletinDescription, HelpDescription } from './types.ts';

export const helpFindings = ({ body }: HelpDescription): Finding[] => markupFindings(body);

/** Both are yyyy-mm-dd hh:mm, whose order is that of their letters. */
const dayFindings = ({ at, until }: { readonly at?: string; readonly until?: string }): Finding[] =>
  collectFindings((add) => {
    if (at !== undefined && until !== undefined && until <= at) add('CONTENT_DAYS', '/until', { at, until });
  });

export const articleFindings = (article: ArticleDescription): Finding[] => [...dayFindings(article), ...markupFindings(article.body)];

/** The findings of a slide of the banner, or of a bulletin. */
export const shownFindings = (document: BannerDescription | BulletinDescription): Finding[] => dayFindings(document);
