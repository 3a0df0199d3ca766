/** How often articles are opened. */
import { type Database, openTally, type Tally } from '../platform/index.ts';

export const openReadTally = (database: Pick<Database, 'query'>): Tally =>
  openTally((articles, counts) =>
    database.query(
      `INSERT INTO article_reads (article, reads) SELECT * FROM unnest($1::text[], $2::bigint[])
       ON CONFLICT (article) DO UPDATE SET reads = article_reads.reads + excluded.reads`,
      [articles, counts],
      'article-reads',
    ),
  );

export interface ArticleReads {
  /** It was opened once more; resolves how often in all. */
  count(article: string): Promise<number>;
  of(articles: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

export function createArticleReads({
  database,
  articleReads,
}: {
  readonly database: Pick<Database, 'query'>;
  readonly articleReads: Tally;
}): ArticleReads {
  async function of(articles: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { rows } = await database.query<{ article: string; reads: number }>(
      'SELECT article, reads FROM article_reads WHERE article = ANY ($1::text[])',
      [articles],
      'article-reads-of',
    );
    const stored = new Map(rows.map(({ article, reads }) => [article, Number(reads)]));
    return new Map(articles.map((article) => [article, (stored.get(article) ?? 0) + articleReads.of(article)]));
  }
  return {
    of,
    async count(article) {
      articleReads.add(article);
      return (await of([article])).get(article) ?? 0;
    },
  };
}
