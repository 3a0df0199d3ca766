import { hostname, userInfo } from 'node:os';

/** The user that runs a command, for the audit list: the name of the user and of the machine. */
export function commandUser(): string {
  try {
    return `${userInfo().username}@${hostname()}`;
  } catch {
    // A container may run as a number that has no name.
    return `uid ${process.getuid?.() ?? '?'}@${hostname()}`;
  }
}
