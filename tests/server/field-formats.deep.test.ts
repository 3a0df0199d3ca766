/**
 * What a field's format takes, its column takes: every call with every field of a format at the edges of it, never an error of the server.
 * An id is written in one way, for players and for operators (tests/server/admin/desk-formats.test.ts).
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Row, TABLE } from '../../protocol/calls/table.ts';
import { STATUS } from '../../protocol/status.ts';
import type { Client } from './support/client.ts';
import { boundaryValues, FOREIGN_ID_FORMS } from './support/edges.ts';
import { sampleFields, type SampleWorld } from './support/samples.ts';
import { startServer, type TestServer, waitFor } from './support/server.ts';
import { gameVersion, singleBet } from './support/tickets.ts';

let server: TestServer;
let world: SampleWorld;
beforeAll(async () => {
  server = await startServer({ clockSpeed: 1, outside: { demoOrigin: 'http://demo.test' } });
  const owner: Client = await server.client().register();
  const orderId = await waitFor('a bet in time', async () => {
    const { status, models } = await owner.bet(singleBet(gameVersion(server, 'jlffc')));
    return status === STATUS.ok && (models.orderId as string);
  });
  world = { server, owner, orderId };
});
afterAll(() => server?.stop());

const send = (row: Row, fields: Readonly<Record<string, string>>) =>
  world.owner.call(row.path, fields, { method: row.method, signed: row.signed === true });
const fieldsWith = (format: string) =>
  TABLE.flatMap((row) =>
    Object.entries(row.fields as Readonly<Record<string, { format?: string }>>).flatMap(([name, schema]) =>
      schema.format === format ? [[row, name] as const] : [],
    ),
  );

it('an id in the form of another program is refused in words, by every call that has one', async () => {
  const wrong: unknown[] = [];
  expect(fieldsWith('uuid').length).toBeGreaterThan(40);
  for (const [row, name] of fieldsWith('uuid')) {
    const fields = await sampleFields(world, row);
    for (const id of FOREIGN_ID_FORMS) {
      const { http, status, msg } = await send(row, { ...fields, [name]: id });
      if (http !== 400 || status !== STATUS.invalid || msg !== `参数 ${name} 不正确：须为 UUID 编号`)
        wrong.push([row.path, name, id, http, msg]);
    }
  }
  expect(wrong).toEqual([]);
});

it('a date, a number or a cursor at the edge of the accepted values is no error of the server', async () => {
  const faults: unknown[] = [];
  for (const row of TABLE.filter(({ path }) => path !== '/api/account/logout')) {
    const sample = await sampleFields(world, row);
    for (const [name, schema] of Object.entries(row.fields as Readonly<Record<string, { format?: string }>>))
      for (const value of schema.format === 'uuid' ? [] : boundaryValues(name, schema)) {
        const { http, msg } = await send(row, { ...sample, [name]: value });
        if (http >= 500) faults.push([row.path, name, value, http, msg]);
      }
  }
  expect(faults).toEqual([]);
});
