/** Why the server cannot listen on the address, and what to do; undefined for an unusual error. */
export function listenError(error: unknown, host: string, port: number, name: string): Error | undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return new Error(`port ${port} is in use. Stop what uses it, or set ${name} to another.`);
  if (code === 'EACCES') return new Error(`port ${port} may not be used by this user. Set ${name} to one from 1024 on.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new Error(`HOST=${host} is no address of this machine. Correct it, leave it out for 127.0.0.1, or write 0.0.0.0 for all.`);
  return undefined;
}
