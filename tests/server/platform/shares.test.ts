/** What one account may take of a process at once (server/platform/rate-limits/account-concurrency.ts), and what follows when it goes on asking (early-refusals.ts). */
import type { IncomingMessage } from 'node:http';
import { expect, it, vi } from 'vitest';
import { tokenHash } from '../../../server/platform/http/player.ts';
import { createEarlyRefusals } from '../../../server/platform/rate-limits/early-refusals.ts';
import { createAccountConcurrency } from '../../../server/platform/rate-limits/account-concurrency.ts';

it('a call that was refused is refused by its address until it may be made, and no other call or session is', () => {
  let at = 0;
  const refused = createEarlyRefusals({ full: () => false }, () => at);
  const ask = (method: string, path: string, token = 'one') =>
    refused.look({ method, url: `${path}?c=1&tk=${token}&n=2` } as IncomingMessage);
  expect(ask('GET', '/a')).toBe(0);
  refused.until(tokenHash('one'), '7', { method: 'GET', url: '/a?tk=one' } as IncomingMessage, 100);
  at = 40;
  expect(ask('GET', '/a')).toBe(60);
  expect([ask('POST', '/a'), ask('GET', '/b'), ask('GET', '/a', 'two')]).toEqual([0, 0, 0]);
  at = 100;
  expect(ask('GET', '/a')).toBe(0);
});

it('an account with more waiting requests than a page makes goes one at a time and rests in between', async () => {
  vi.useFakeTimers();
  try {
    const shares = createAccountConcurrency(true, () => Date.now());
    let running = 0;
    let most = 0;
    let done = 0;
    const one = async () => {
      const share = shares.enter('one') as NonNullable<ReturnType<typeof shares.enter>>;
      await share.turn();
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 10));
      running -= 1;
      done += 1;
      share.leave();
    };
    const all = Promise.all(Array.from({ length: 30 }, one));
    await vi.advanceTimersByTimeAsync(10);
    expect([done, running, most]).toEqual([2, 0, 2]);
    await vi.advanceTimersByTimeAsync(29);
    expect(running).toBe(0);
    await vi.advanceTimersByTimeAsync(1);
    expect(running).toBe(1);
    await vi.runAllTimersAsync();
    await all;
    expect(done).toBe(30);
  } finally {
    vi.useRealTimers();
  }
});

it('turns go round in order, two at a time; a call that waits for something outside gives its turn up', async () => {
  const shares = createAccountConcurrency();
  const problems: string[] = [];
  const enter = () => shares.enter('one') as NonNullable<ReturnType<typeof shares.enter>>;
  const [a, b, c, d] = [enter(), enter(), enter(), enter()];
  const turn = async (name: string, share: typeof a) => {
    await share.turn();
    problems.push(name);
  };
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve));
  for (const [name, share] of [
    ['a', a],
    ['b', b],
    ['c', c],
    ['d', d],
  ] as const)
    void turn(name, share);
  await settled();
  expect(problems).toEqual(['a', 'b']);
  let answer = (_text: string): void => {};
  const outside = a.releaseWhile(new Promise<string>((resolve) => (answer = resolve))).then((text) => problems.push(text));
  await settled();
  expect(problems).toEqual(['a', 'b', 'c']);
  answer('from outside');
  b.leave();
  await settled();
  // The one that was outside comes behind those who waited before it.
  expect(problems).toEqual(['a', 'b', 'c', 'd']);
  c.leave();
  await outside;
  expect(problems.at(-1)).toBe('from outside');
  a.leave();
  d.leave();
  const [first, second] = [enter(), enter()];
  await Promise.all([first.turn(), second.turn()]);
});
