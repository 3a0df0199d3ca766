/**
 * Records in the audit list each document that came into force: a file that was copied into a folder has no operator with a session. The
 * acts of the workshop (description.publish, description.rollback) name the operator and come before; these rows say what players got. The
 * database stores the set in force, so that a change while no server ran is recorded too. The first process to see a change records it once.
 */
import { type AuditEntry, type Database, recordAudit } from '../platform/index.ts';
import type { DescriptionIndex } from '../../engine/descriptions/types.ts';
import { storeDocuments } from './stored-versions.ts';
import type { InForceDocument } from './last-good-versions.ts';

/** What came into force: what the index lists, and the documents that it does not (leagues, quizzes, cards …). */
export interface PublishedDocuments {
  index(): DescriptionIndex;
  documents(): readonly InForceDocument[];
}

/** "games/ssq", "screen/home": the name of a description in the list. */
function filesOf(index: DescriptionIndex, listed: readonly InForceDocument[]): Map<string, string> {
  const files = new Map(listed.map(({ kind, code, hash }) => [`${kind}/${code}`, hash]));
  for (const { code, hash } of index.games) files.set(`games/${code}`, hash);
  for (const [kind, documents] of Object.entries(index.documents))
    for (const [code, hash] of Object.entries(documents)) files.set(`${kind}/${code}`, hash);
  return files;
}

/**
 * Writes down what is in force now and was not before. The first time, that is one row for everything. The text of a document that is not sold
 * is kept for as long as it is in force: a start beside a wrong file goes on with it (server/catalog/last-good-versions.ts). `atMs`: unix ms.
 */
export async function recordPublication(database: Database, inForce: PublishedDocuments, atMs: number): Promise<void> {
  const index = inForce.index();
  const documents = inForce.documents();
  const now = filesOf(index, documents);
  await database.transaction(async (client) => {
    await storeDocuments(client, documents, atMs);
    const { rows: before } = await client.query('SELECT 1 FROM published_files LIMIT 1');
    const { rows: changed } = await client.query<{ file: string; hash: string | null }>(
      `WITH now AS (SELECT * FROM unnest($1::text[], $2::text[]) AS n(file, hash)),
            come AS (INSERT INTO published_files (file, hash) SELECT file, hash FROM now ORDER BY file
                     ON CONFLICT (file) DO UPDATE SET hash = excluded.hash WHERE published_files.hash <> excluded.hash RETURNING file, hash),
            gone AS (DELETE FROM published_files f WHERE NOT EXISTS (SELECT 1 FROM now WHERE now.file = f.file) RETURNING file)
       SELECT file, hash FROM come UNION ALL SELECT file, NULL FROM gone ORDER BY file`,
      [[...now.keys()], [...now.values()]],
    );
    if (changed.length === 0) return;
    const acts: AuditEntry[] =
      before.length === 0
        ? [{ kind: 'description.in-force', body: { file: 'all', hash: index.version } }]
        : changed.map(({ file, hash }) =>
            hash === null ? { kind: 'description.gone', body: { file } } : { kind: 'description.in-force', body: { file, hash } },
          );
    await recordAudit(client, 'folder', ...acts);
  });
}
