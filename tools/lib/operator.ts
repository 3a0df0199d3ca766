import { hostname, userInfo } from 'node:os';

/** Who runs a command, for the audit list: the user of this machine and its name. */
export function operator(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    // A container may run as a number that has no name.
    return `uid ${process.getuid?.() ?? '?'}@${hostname()}`;
  }
}
