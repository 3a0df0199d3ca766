/**
 * Why a database cannot be used, in words for the administrator: what, where, and what to do. The password is never in them.
 */

/** Parts of a database's address, without the password. `place`: "host:port"; '' if the address is malformed. `name`: the database. */
function addressParts(url: string): { readonly place: string; readonly user: string; readonly name: string } {
  try {
    const { hostname, port, pathname, username } = new URL(url);
    const name = decodeURIComponent(pathname.slice(1)) || 'postgres';
    return { place: `${hostname}:${port || 5432}`, user: decodeURIComponent(username), name };
  } catch {
    return { place: '', user: '', name: '' };
  }
}

const OTHERWISE = 'or leave DATABASE_URL out for the embedded database';

/** Numbers of the errors that PGlite's file system throws (WASI), as Node calls them. */
const ERRNO: Readonly<Record<number, string>> = { 2: 'EACCES', 29: 'EIO', 44: 'ENOENT', 51: 'ENOSPC', 63: 'EPERM', 69: 'EROFS' };
const errnoOf = (error: unknown): string | undefined => {
  const { name, errno } = (error ?? {}) as { readonly name?: unknown; readonly errno?: unknown };
  return name === 'ErrnoError' && typeof errno === 'number' ? (ERRNO[errno] ?? `error ${errno} of the file system`) : undefined;
};

/** What an error says; Node gives several attempts at one address as an error without a message. */
function messageOf(error: unknown): string {
  const errno = errnoOf(error);
  if (errno !== undefined) return errno;
  const { message, errors, code } = (error ?? {}) as { message?: string; errors?: readonly Error[]; code?: string };
  return (message || errors?.[0]?.message || code || String(error)).trim();
}

const codeOf = (error: unknown): string => errnoOf(error) ?? String((error as { readonly code?: unknown })?.code ?? '');

/** A PostgreSQL that cannot be connected to. */
export function connectionError(url: string, error: unknown): Error {
  const { place, user, name } = addressParts(url);
  const reason = messageOf(error);
  const code = codeOf(error);
  const text =
    place === '' || code === 'ERR_INVALID_URL'
      ? `DATABASE_URL is not an address of a database. Write it as postgres://user:password@host:5432/name, ${OTHERWISE}.`
      : code === '28P01' || code === '28000' || /^SASL/.test(reason)
        ? `DATABASE_URL: the PostgreSQL at ${place} refuses user "${user}" (${reason}). Correct user and password in DATABASE_URL, or what pg_hba.conf of that server allows.`
        : code === '3D000'
          ? `DATABASE_URL: the PostgreSQL at ${place} has no database "${name}". Create it (createdb ${name}), or correct the name in DATABASE_URL.`
          : code === '57P03'
            ? `DATABASE_URL: the PostgreSQL at ${place} is starting up or stopping (${reason}). Start this server again when it is ready.`
            : code === '53300'
              ? `DATABASE_URL: the PostgreSQL at ${place} has no connection left (${reason}). Raise its max_connections, or lower CAIPU_POOL of each server process.`
              : !/timeout/i.test(reason) &&
                  (code === '08P01' ||
                    /Received unexpected|unexpected message|Connection terminated|ECONNRESET|not a PostgreSQL/i.test(reason))
                ? `DATABASE_URL: what listens at ${place} does not speak as a PostgreSQL does (${reason}). Correct host and port in DATABASE_URL, ${OTHERWISE}.`
                : `DATABASE_URL does not answer: ${reason} (${place}). Start that PostgreSQL, correct the address, ${OTHERWISE}.`;
  return new Error(text, { cause: error });
}

/** A server that answers, and that we cannot work with; undefined when we can. */
export function unsupportedServerError(url: string, server: { readonly version: number; readonly readOnly: boolean }): Error | undefined {
  const { place } = addressParts(url);
  if (server.version < 150_000)
    return new Error(
      `DATABASE_URL: the server at ${place} is PostgreSQL ${Math.floor(server.version / 10_000)}; Caipu needs 15 or newer. Upgrade that server, or give the address of a newer one.`,
    );
  if (server.readOnly)
    return new Error(
      `DATABASE_URL: the PostgreSQL at ${place} only reads: it is a standby, or set to read-only. Give the address of the primary, or promote this one.`,
    );
  return undefined;
}

/** A full disk: codes of PostgreSQL and Node, and messages of Emscripten inside PGlite. */
const FULL = /^53100$|^ENOSPC$|^EDQUOT$/;
const FULL_TEXT = /no space left on device|ENOSPC|disk quota exceeded|could not extend file/i;
/** Data that is not as it was written: corrupted, files that are gone, input and output errors, and tables, columns and functions that are gone. */
const DAMAGED = /^(XX001|XX002|58P01|58P02|58030|42P01|42883|42703|EIO|ENOENT)$/;

/** A database that was reached and cannot be brought up to date. `where`: the data folder, or "DATABASE_URL". */
export function unusableDatabaseError(where: string, error: unknown): Error {
  if (error instanceof StartupError) return error;
  const reason = messageOf(error);
  const code = codeOf(error);
  if (FULL.test(code) || FULL_TEXT.test(reason))
    return new StartupError(
      `the disk of the database (${where}) is full: ${reason}. Free some space there and start again. What was acknowledged is not lost.`,
      error,
    );
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new StartupError(
      `the data folder (${where}) cannot be written: ${reason}. Correct its owner, or set CAIPU_DATA to another folder.`,
      error,
    );
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return new StartupError(`the data folder (${where}) is no folder. Set CAIPU_DATA to one.`, error);
  if (DAMAGED.test(code)) return damagedDatabaseError(where, reason, error);
  return error instanceof Error ? error : new Error(reason);
}

export function damagedDatabaseError(where: string, reason: string, cause?: unknown): Error {
  return new StartupError(
    `the database (${where}) is damaged: ${reason}. Keep a copy of it as it is, restore a backup, or start with another CAIPU_DATA or DATABASE_URL. Nothing was changed.`,
    cause,
  );
}

/** An error with a final sentence, which callers pass on unchanged. */
class StartupError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
  }
}
