/** SQL statements in docs/ledger.md and docs/ledger/ give the value, or the error, in the comment behind them. */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openDatabase } from '../../../server/platform/database/database.ts';
import { SCHEMA } from '../../../server/schema.ts';
import { root, temporaryFolder } from '../support/server.ts';

it('every SQL statement in the pages on the ledger gives the value or the error in its comment', async () => {
  const folder = temporaryFolder();
  const database = await openDatabase({ schema: SCHEMA, dataDir: folder });
  const pages = ['docs/ledger.md', ...readdirSync(join(root, 'docs/ledger')).map((page) => `docs/ledger/${page}`)];
  const text = pages.map((page) => readFileSync(join(root, page), 'utf8')).join('\n');
  const statements = [...text.matchAll(/```sql\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'));
  expect(statements.length).toBeGreaterThan(10);
  for (const line of statements) {
    const [, statement = '', wanted = ''] = /^(.*;) -- (.*)$/.exec(line) ?? [];
    expect(statement, line).not.toBe('');
    if (wanted.startsWith('error: ')) await expect(database.query(statement), line).rejects.toThrow(wanted.slice('error: '.length));
    else {
      const [row] = (await database.query(statement)).rows;
      expect(String(Object.values(row ?? {})[0] ?? 'NULL'), line).toBe(wanted);
    }
  }
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});
