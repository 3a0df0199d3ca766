/** The player of a request, and the hash under which a session's token is stored. */
import { createHash } from 'node:crypto';

export interface Player {
  readonly id: number;
  readonly name: string;
  readonly balanceFen: number;
}

export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
