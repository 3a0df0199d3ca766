/** What a server asks of PostgreSQL, counted in the database's own log. */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Statements in PostgreSQL's log, by the name that the server prepared them under. */
export class StatementLog {
  readonly folder = mkdtempSync(join(tmpdir(), 'caipu-statements-'));
  constructor() {
    // The database's own user writes here.
    chmodSync(this.folder, 0o777);
  }
  get settings(): string[] {
    return [
      'fsync=off',
      'max_connections=60',
      'logging_collector=on',
      `log_directory=${this.folder}`,
      'log_file_mode=0644',
      'log_filename=statements.log',
      'log_rotation_size=0',
      'log_statement=all',
      'log_line_prefix=',
    ];
  }
  #text = () =>
    readdirSync(this.folder)
      .map((file) => readFileSync(join(this.folder, file), 'utf8'))
      .join('');
  length(): number {
    return this.#text().length;
  }
  since(position: number): Map<string, number> {
    const counts = new Map<string, number>();
    for (const [, name, sql = ''] of this.#text()
      .slice(position)
      .matchAll(/^LOG: {2}(?:execute ([^:]+)|statement): *(.*)$/gm)) {
      const label = name === undefined || name === '<unnamed>' ? sql.trim().slice(0, 50) : name;
      counts.set(label, (counts.get(label) ?? 0) + 1);
    }
    return counts;
  }
  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The most frequent ones in words. */
export const mostFrequentText = (counts: Iterable<readonly [string, number]>, share = 1) =>
  [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 8)
    .map(([name, count]) => `${name} ${(count / share).toFixed(share === 1 ? 0 : 2)}`)
    .join(', ');
