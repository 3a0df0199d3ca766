/** Sense of a help page or an article by itself. What it names is looked up where the others are known (server/content/checker.ts). */
import type { Finding } from '../problem.ts';
import { gather } from '../sense/report.ts';
import { markupFindings } from './markup.ts';
import type { ArticleDescription, HelpDescription } from './types.ts';

export const helpFindings = ({ body }: HelpDescription): Finding[] => markupFindings(body);

export const articleFindings = ({ at, until, body }: ArticleDescription): Finding[] => [
  ...gather((add) => {
    // Both are yyyy-mm-dd hh:mm, whose order is that of their letters.
    if (until !== undefined && until <= at) add('CONTENT_DAYS', '/until', { at, until });
  }),
  ...markupFindings(body),
];
