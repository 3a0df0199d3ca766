/** What the phone does with what it knows of a call (protocol/calls/facts.ts). */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { KEY } from '../../protocol/calls/define.ts';
import { callOf, TABLE } from '../../protocol/calls/table.ts';
import { unknownCallMessage } from '../../protocol/calls/unknown.ts';
import { settle, world } from '../app/platform/world.ts';

it('sends each call as the table says: signed, under a key, with its client type', async () => {
  const signals = { search: '', androidBridge: false, iosBridge: false, iosStandalone: true, standalone: true };
  const w = world({ environment: { signals } });
  await settle();
  for (const { path, method } of TABLE) {
    w.server[path.toLowerCase()] = () => ({ status: 0, models: null });
    await w.platform.call(path, {}, { method });
    await settle();
    const sent = w.seen.findLast((request) => request.path === path);
    const { signed = false, idempotent = false, clientType = false } = callOf(path) ?? {};
    expect([path, sent?.query.has('s'), sent?.query.has('n'), sent?.query.get('c')]).toEqual([
      path,
      signed,
      signed,
      clientType ? '81' : '1',
    ]);
    const key = sent?.headers['Idempotency-Key'];
    if (idempotent) expect(key).toMatch(KEY);
    else expect(key).toBeUndefined();
  }
  w.platform.close();
});

it('waits 10 s for the short ones and 20 s for all others', async () => {
  for (const { path, method, timeout } of TABLE) {
    const w = world({ server: { [path.toLowerCase()]: () => 'hang' } });
    await settle();
    let done = false;
    void w.platform.call(path, {}, { method, quiet: true }).then(() => {
      done = true;
    });
    await settle();
    w.clock.advance(10_000);
    await settle();
    expect([path, done]).toEqual([path, timeout === 'short']);
    w.clock.advance(10_000);
    await settle();
    expect([path, done]).toEqual([path, true]);
    w.platform.close();
  }
});

it('in development a call that is not in the table is not sent, and the console has an error', async () => {
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const w = world({ unknownCallMessage });
  await settle();
  const before = w.seen.length;
  expect(await w.platform.call('/api/order/lst')).toMatchObject({
    ok: false,
    msg: expect.stringContaining('is not in the table of calls'),
  });
  expect(await w.platform.call('/api/order/list', {}, { method: 'POST' })).toMatchObject({ ok: false });
  expect(w.seen).toHaveLength(before);
  expect(errors.mock.calls.flat()).toEqual([
    'GET /api/order/lst is not in the table of calls (protocol/calls/); correct the path or declare the call',
    '/api/order/list is a GET and was sent as a POST',
  ]);
  errors.mockRestore();
  w.platform.close();
});

it('every path that the app and its descriptions name is in the table', () => {
  const root = new URL('../../app/', import.meta.url);
  const named = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|json)$/.test(file))
    .flatMap((file) =>
      [...readFileSync(new URL(file, root), 'utf8').matchAll(/['"`](\/api\/[\w/]+)\??['"`]/g)].map(
        ([, path]) => [file, path as string] as const,
      ),
    );
  expect(named.length).toBeGreaterThan(20);
  for (const [file, path] of named) expect([file, path, callOf(path) !== undefined]).toEqual([file, path, true]);
});
