/**
 * Versions of games in the database. Many games share a family, and an operator saves often: each play is therefore stored once by its
 * hash, however many versions have it, and so is the list of a game's plays. A stored body refers to such parts. With the parts put in, it is
 * the version's canonical text to the letter, which its hash proves.
 */
import { canonicalJson } from '../../engine/descriptions/canonical.ts';
import type { Game } from '../../engine/descriptions/types.ts';
import type { Querying } from '../platform/index.ts';
import { type HashedDocument, hashDocument } from './document-hash.ts';

/** A reference in place of a part. No text of a description matches it, because quotes within a JSON string are escaped. */
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
 * Stores versions that are not there yet, all of them in one statement: on the first start there are fifty. `now`: unix ms.
 *
 * Two processes that start on an empty database store the same rows at once. A conflict may then come up in either unique index, by hash or
 * by what a hash begins with, so neither is named: a named one would leave the other to fail.
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
  // A part that is there already is touched, so that a concurrent pruning sees that it is needed.
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

/** A version that is stored as one whole text: a game on matches, an outright, a small game, and every document that no bets are sold under. */
export interface TextVersion {
  readonly hash: string;
  readonly kind: string;
  readonly code: string;
  readonly body: string;
}

/** Stores whole versions that are not there yet. */
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

/** Canonical text of a stored version; undefined for one that is not there. Throws when it is damaged. */
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
/** A part that no version names is kept until a day after it was last stored: another process may be storing a version with it. */
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
