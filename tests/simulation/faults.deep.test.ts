/**
 * The simulation finds what is wrong: faults are put in on purpose, and a few worlds must show each of them. Three here, of the kinds that
 * cost most; all of them in a night (CAIPU_PLANTED).
 */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { embeddedWorldDatabase, type WorldDatabase } from './support/world-database.ts';
import { simulate } from './support/run.ts';
import { stillApplies, applyMutant, SQL_MUTANTS, revertMutant } from './support/mutants.ts';

vi.mock('@node-rs/argon2', async () => await import('./support/passwords.ts'));
vi.mock('uuid', async () => await import('./support/ids.ts'));

/** Worlds in which each fault must show. */
const WORLDS = 8;

/** What is found first, and in which world. */
async function search(
  database: WorldDatabase,
  mutant?: Parameters<typeof simulate>[2],
  of = '',
): Promise<{ readonly world: number; readonly found: string } | undefined> {
  for (let world = 1; world <= WORLDS; world += 1) {
    const { broken } = await simulate(database, `${of}fault ${world}`, mutant);
    const [found] = broken;
    if (found !== undefined) return { world, found };
  }
  return undefined;
}

describe('[R40] a fault in a function of the database is found', () => {
  let database: WorldDatabase;
  beforeAll(async () => {
    database = await embeddedWorldDatabase();
  });
  afterAll(() => database.close());

  const some = new Set(['a doubled payout', 'a lost outbox row of a bet']);
  const planted = SQL_MUTANTS.filter(({ what }) => process.env.CAIPU_PLANTED === '1' || some.has(what));
  it('names of the faults are those that there are', () => expect(planted.length).toBeGreaterThanOrEqual(some.size));
  it('every fault, also those of the night, still has its place', () =>
    expect(SQL_MUTANTS.filter((mutant) => !stillApplies(mutant)).map(({ what }) => what)).toEqual([]));

  it.each(planted)('$what', async (mutant) => {
    try {
      await applyMutant(database.admin, mutant);
      // Standing rules are made where players live together.
      const found = await search(database, undefined, mutant.together ? 'together ' : '');
      expect(found).toBeDefined();
    } finally {
      await revertMutant(database.admin, mutant);
    }
  });
});

it('[R40] a missing lock is found: the embedded session, into which anybody speaks while a transaction is open', async () => {
  const database = await embeddedWorldDatabase({ sessionLock: false });
  try {
    const found = await search(database);
    expect(found).toBeDefined();
  } finally {
    await database.close();
  }
});
