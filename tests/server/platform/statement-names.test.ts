/** A statement's name is its own: a second text under it fails on the embedded database as it does on PostgreSQL. */
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../../server/platform/database/database.ts';
import { SCHEMA } from '../../../server/schema.ts';
import { temporaryFolder } from '../support/server.ts';

const database = await openDatabase({ schema: SCHEMA, dataDir: temporaryFolder() });
afterAll(() => database.close());

it('a named statement may run again, alone and in a transaction, and another text under its name is refused with both texts', async () => {
  const [first, second] = ['SELECT $1::int AS one', 'SELECT $1::int AS two'];
  const name = 'statement-names-test';
  expect((await database.query(first, [1], name)).rows).toEqual([{ one: 1 }]);
  expect((await database.transaction((client) => client.query(first, [1], name))).rows).toEqual([{ one: 1 }]);
  const message = `The statement name "${name}" is used for two statements. Give each its own name. First: ${first} Second: ${second}`;
  await expect(database.query(second, [2], name)).rejects.toThrow(message);
  await expect(database.transaction((client) => client.query(second, [2], name))).rejects.toThrow(message);
  expect((await database.query(second, [2])).rows).toEqual([{ two: 2 }]);
});
