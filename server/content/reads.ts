/** How often articles are opened. Openings are added up in memory and written together, so that a popular one is a row every second or so. */
import type { Database } from '../db/database.ts';

/** Real ms in which openings are added up. */
const TOGETHER_MS = 1_000;

export interface Reads {
  /** It was opened once more; resolves how often in all. */
  count(article: string): Promise<number>;
  of(articles: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

export function countReads(database: Pick<Database, 'query'>): Reads {
  /** What is not written yet. */
  let waiting = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  async function write(): Promise<void> {
    timer = undefined;
    const now = waiting;
    waiting = new Map();
    const rows = [...now].sort(([a], [b]) => (a < b ? -1 : 1));
    await database.query(
      `INSERT INTO article_reads (article, reads) SELECT * FROM unnest($1::text[], $2::bigint[])
       ON CONFLICT (article) DO UPDATE SET reads = article_reads.reads + excluded.reads`,
      [rows.map(([article]) => article), rows.map(([, reads]) => reads)],
      'article-reads',
    );
  }

  async function of(articles: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const { rows } = await database.query<{ article: string; reads: number }>(
      'SELECT article, reads FROM article_reads WHERE article = ANY ($1::text[])',
      [articles],
      'article-reads-of',
    );
    const stored = new Map(rows.map(({ article, reads }) => [article, Number(reads)]));
    return new Map(articles.map((article) => [article, (stored.get(article) ?? 0) + (waiting.get(article) ?? 0)]));
  }

  return {
    of,
    async count(article) {
      waiting.set(article, (waiting.get(article) ?? 0) + 1);
      // What a process that ends had not written yet is not worth waiting for.
      timer ??= setTimeout(() => void write().catch(() => {}), TOGETHER_MS).unref();
      return (await of([article])).get(article) ?? 0;
    },
  };
}
