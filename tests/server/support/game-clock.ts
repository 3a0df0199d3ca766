import type { Services } from '../../../server/services.ts';

/**
 * Moves the game clock on to a moment (Unix ms), and back never. By the database's clock, which decides what is due: a process reads its own a
 * moment before or after it, and would stop a millisecond short.
 */
export async function clockTo({ database, clock }: Pick<Services, 'database' | 'clock'>, at: number): Promise<void> {
  const { rows } = await database.query<{ now: number }>('SELECT caipu_now_ms() AS now');
  await clock.advance(Math.max(0, at - (rows[0]?.now ?? at)));
}
