/**
 * A name belongs to one statement. PostgreSQL prepares a named statement once for each connection, and its driver refuses another text under
 * the same name. It does so only on a connection that has prepared the first, so a mistake would fail one call in several, and never on the
 * embedded database. Here it fails on both databases, at the second text's first call.
 */
const textOf = new Map<string, string>();

/** Throws when the name has been used for another text in this process. A statement without a name is not prepared. */
export function assertStatementName(text: string, name: string | undefined): void {
  if (name === undefined) return;
  const known = textOf.get(name);
  if (known === text) return;
  if (known !== undefined)
    throw new Error(`The statement name "${name}" is used for two statements. Give each its own name. First: ${known} Second: ${text}`);
  textOf.set(name, text);
}
