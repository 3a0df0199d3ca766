// @vitest-environment happy-dom
/** The queues of the workshop: an answer that was overtaken by a later one is not shown, so that a form that stands open stays. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { OperatorContext } from '../../app/workshop/operator.ts';
import { useQueue } from '../../app/workshop/queue.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const ADMIN = { name: 'admin', own: false, rights: [], setUpStep: false };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('shows the day that was asked for last, though the answer of the day before comes later', async () => {
  vi.useFakeTimers();
  const answers = new Map<string, (models: string) => void>();
  vi.stubGlobal(
    'fetch',
    (address: string) =>
      new Promise((resolve) =>
        answers.set(address.slice(-1), (models) => resolve(new Response(JSON.stringify({ status: 0, models, msg: '' })))),
      ),
  );
  const answer = (path: string) =>
    act(async () => {
      answers.get(path)?.(`list of ${path}`);
      await vi.advanceTimersByTimeAsync(0);
    });
  const Shown = ({ path }: { readonly path: string }) => <p>{useQueue<string>(path, out).listing}</p>;
  const out = () => {};
  const element = document.createElement('div');
  const root = createRoot(element);
  for (const path of ['a', 'b']) {
    await act(async () =>
      root.render(
        <OperatorContext value={ADMIN}>
          <Shown path={path} />
        </OperatorContext>,
      ),
    );
    await act(() => vi.advanceTimersByTimeAsync(1));
  }
  await answer('b');
  expect(element.textContent).toBe('list of b');
  await answer('a');
  expect(element.textContent).toBe('list of b');
  await act(async () => root.unmount());
});

it('has done an act as soon as it is answered, so that no form opened meanwhile is closed with the list that follows', async () => {
  let list: (() => void) | undefined;
  vi.stubGlobal('fetch', (_: string, { method }: { readonly method: string }) =>
    method === 'POST'
      ? Promise.resolve(new Response(JSON.stringify({ status: 0, models: null, msg: '' })))
      : new Promise((resolve) => (list = () => resolve(new Response(JSON.stringify({ status: 0, models: 'after', msg: '' }))))),
  );
  const out = () => {};
  const done = vi.fn();
  function Shown() {
    const queue = useQueue<string>('a', out);
    return (
      <button type="button" onClick={async () => done(await queue.act({ path: 'x', done: '好' }))}>
        {queue.msg} {queue.listing}
      </button>
    );
  }
  const element = document.createElement('div');
  const root = createRoot(element);
  await act(async () =>
    root.render(
      <OperatorContext value={ADMIN}>
        <Shown />
      </OperatorContext>,
    ),
  );
  await act(async () => element.querySelector('button')?.click());
  await vi.waitFor(() => expect(done).toHaveBeenCalledWith(true));
  expect(element.textContent?.trim()).toBe('好');
  await act(async () => list?.());
  expect(element.textContent).toBe('好 after');
  await act(async () => root.unmount());
});
