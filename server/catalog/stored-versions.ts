/**
 * Versions of games in the database. Many games share a family, and operators save often. So each play, and each list of plays, is stored once
 * under its hash for all versions that have it. A stored body refers to these parts. With the parts inserted it is exactly the canonical text of
 * the version, which the hash proves.
 */
import { canonicalJson } from '../../engine/descriptions/canonical.ts';
import type { Game } from '../../engine/descriptions/types.ts';
import type { Querying } from '../platform/index.ts';
import { type HashedDocument, hashDocument } from './document-hash.ts';

/** A reference to a part. No text of a description matches it, because quotes in a JSON string are escaped. */
const REFERENCE = /\{"\$part":"([0-9a-f]{32})"\}/g;

interface StoredText {
  readonly body: string;
  /** Texts of the parts by hash. */
  readonly parts: ReadonlyMap<string, string>;
}

/** By identity of the frozen object: the plays of a family are parts of all its games. */
const hashedParts = new WeakMap<object, HashedDocument>();

function hashedPart(value: object): HashedDocument {
  const known = hashedParts.get(value);
  if (known !== undefined) return known;
  const part = hashDocument(value);
  if (Object.isFrozen(value)) hashedParts.set(value, part);
  return part;
}

/** A version as it is stored. Falls back to the whole text if the parts do not reproduce it exactly. */
export function splitGameText(game: Game, whole: string): StoredText {
  const parts = new Map<string, string>();
  const asPart = (value: object): unknown => {
    const { hash, body } = hashedPart(value);
    parts.set(hash, body);
    return { $part: hash };
  };
  const playGroups = game.playGroups.map((group) => ({ ...group, plays: group.plays.map(asPart) }));
  const body = canonicalJson({ ...game, playGroups: asPart(playGroups) });
  return putTogether(body, parts) === whole ? { body, parts } : { body: whole, parts: new Map() };
}

/** Undefined when a part is missing. */
function putTogether(body: string, parts: ReadonlyMap<string, string>): string | undefined {
  let missing = false;
  let text = body;
  while (REFERENCE.test(text) && !missing) {
    text = text.replace(REFERENCE, (_reference, hash: string) => {
      const part = parts.get(hash);
      missing ||= part === undefined;
      return part ?? '';
    });
    REFERENCE.lastIndex = 0;
  }
  return missing ? undefined : text;
}

export interface NewGameVersion {
  readonly hash: string;
  readonly code: string;
  readonly game: Game;
  readonly body: string;
}

/**
 * Stores missing versions, all in one statement, because the first start has fifty. `now`: Unix ms.
 *
 * Two processes that start on an empty database store the same rows at once. The conflict may occur in either unique index, of the hash or of
 * its first digits. So ON CONFLICT names no index: with one index named, a conflict in the other would be an error.
 */
export async function storeVersions(client: Querying, versions: readonly NewGameVersion[], now: number): Promise<void> {
  if (versions.length === 0) return;
  const parts = new Map<string, string>();
  const rows = versions.map(({ hash, code, game, body: whole }) => {
    const stored = splitGameText(game, whole);
    for (const [name, text] of stored.parts) parts.set(name, text);
    // A floating prize has a poolPermille, also one that floats only from a date on.
    const floats = whole.includes('"poolPermille":');
    return { hash, code, body: stored.body, parts: [...stored.parts.keys()], floats };
  });
  // An existing part gets a new time, so that a concurrent pruning does not delete it.
  await client.query(
    `WITH kept AS (
       INSERT INTO description_parts (hash, body, stored_at) SELECT hash, body, $1 FROM unnest($2::text[], $3::text[]) AS p(hash, body)
       ON CONFLICT (hash) DO UPDATE SET stored_at = excluded.stored_at)
     INSERT INTO descriptions (hash, kind, code, body, stored_at, floats, parts, used, seen_at)
     SELECT d.hash, 'game', d.code, d.body, $1, d.floats, ARRAY(SELECT jsonb_array_elements_text(d.parts)), false, $1
       FROM jsonb_to_recordset($4::jsonb) AS d(hash text, code text, body text, floats boolean, parts jsonb)
     ON CONFLICT DO NOTHING`,
    [now, [...parts.keys()], [...parts.values()], JSON.stringify(rows)],
  );
}

/** A version that is stored as one text: a sports game, an outright, a small game, or a document under which no bets are sold. */
export interface TextVersion {
  readonly hash: string;
  readonly kind: string;
  readonly code: string;
  readonly body: string;
}

/** Stores missing versions of this kind. */
export async function storeTexts(client: Querying, versions: readonly TextVersion[], now: number): Promise<void> {
  if (versions.length === 0) return;
  await client.query(
    `INSERT INTO descriptions (hash, kind, code, body, stored_at, floats, parts, used, seen_at)
     SELECT d.hash, d.kind, d.code, d.body, $2, false, '{}', false, $2
       FROM jsonb_to_recordset($1::jsonb) AS d(hash text, kind text, code text, body text)
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(versions), now],
  );
}

/** Stores the new texts of documents that no bets are sold under. If a file is wrong after a start, the server reads the last good text from here. */
export async function storeDocuments(client: Querying, documents: readonly TextVersion[], now: number): Promise<void> {
  const { rows } = await client.query<{ hash: string }>(
    'SELECT h.hash FROM unnest($1::text[]) AS h(hash) WHERE NOT EXISTS (SELECT 1 FROM descriptions d WHERE d.hash = h.hash)',
    [documents.map(({ hash }) => hash)],
  );
  const unknown = new Set(rows.map(({ hash }) => hash));
  const fresh = documents.filter(({ hash }) => unknown.has(hash));
  await storeTexts(client, fresh, now);
}

/** Canonical text of a stored version; undefined for an unknown one. Throws if a part is missing. */
export async function readVersion(client: Querying, hash: string, code?: string, kind = 'game'): Promise<string | undefined> {
  const { rows } = await client.query<{ body: string; parts: readonly string[] }>(
    `SELECT body, parts FROM descriptions WHERE hash = $1 AND kind = $3 AND ($2::text IS NULL OR code = $2)`,
    [hash, code ?? null, kind],
  );
  const [row] = rows;
  if (row === undefined || row.parts.length === 0) return row?.body;
  const found = await client.query<{ hash: string; body: string }>(
    'SELECT hash, body FROM description_parts WHERE hash = ANY($1::text[])',
    [row.parts],
  );
  const text = putTogether(row.body, new Map(found.rows.map((part) => [part.hash, part.body])));
  if (text === undefined) throw new Error(`description ${hash} is damaged in the database: a part of it is missing`);
  return text;
}

/** Days that an unused version is kept after a process last had it in force. Unused: nothing was opened, drawn or sold under it. */
const KEEP_DAYS = 7;
/** An unused part is deleted a day after it was last stored, because another process may be storing a version with it. */
const KEEP_PARTS_MS = 86_400_000;

/**
 * Deletes old versions. A version of a game goes if it is not `used` (no issue was opened, frozen or made under it, and no bet sold), and no
 * process has had it in force for a week. Used versions stay for good, because tickets and results are read by them. Returns the number of
 * deleted versions of games.
 */
export async function pruneVersions(client: Querying, inForce: readonly string[], now: number): Promise<number> {
  await client.query('UPDATE descriptions SET seen_at = $2 WHERE hash = ANY($1::text[]) AND seen_at < $2', [inForce, now]);
  const { rowCount } = await client.query(
    `DELETE FROM descriptions WHERE kind IN ('game', 'sport', 'outright', 'small') AND NOT used AND seen_at < $1`,
    [now - KEEP_DAYS * 86_400_000],
  );
  // Other documents stay while they are published, and for a week after: an older program that is started again may need them.
  await client.query(
    `DELETE FROM descriptions d WHERE kind NOT IN ('game', 'sport', 'outright', 'small') AND seen_at < $1
        AND NOT EXISTS (SELECT 1 FROM published_files f WHERE f.hash = d.hash)`,
    [now - KEEP_DAYS * 86_400_000],
  );
  if (rowCount > 0)
    await client.query(
      'DELETE FROM description_parts p WHERE stored_at < $1 AND NOT EXISTS (SELECT 1 FROM descriptions d WHERE p.hash = ANY(d.parts))',
      [now - KEEP_PARTS_MS],
    );
  return rowCount;
}
