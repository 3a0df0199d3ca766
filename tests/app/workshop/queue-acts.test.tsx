// @vitest-environment happy-dom
/**
 * What an operator does on the queues of the workshop: a second press does nothing, an outage is said until it is over, and a list is never shown
 * under the name of another.
 */
import { act, type ReactNode, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FileList } from '../../../app/workshop/file-list.tsx';
import { OperatorContext } from '../../../app/workshop/operator.ts';
import { QueuePage, QueueForm, useQueue } from '../../../app/workshop/queue.tsx';
import { useFolderChanges } from '../../../app/workshop/use-folder-changes.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const MODERATOR = { name: '王五', own: true, rights: ['comments'] };
const answer = (models: unknown, status = 0, msg = '') => new Response(JSON.stringify({ status, models, msg }));
const out = () => {};

let element: HTMLElement;
let root: Root;
beforeEach(() => {
  element = document.body.appendChild(document.createElement('div'));
  root = createRoot(element);
});
afterEach(async () => {
  await act(async () => root.unmount());
  element.remove();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
const render = (node: ReactNode) => act(async () => root.render(<OperatorContext value={MODERATOR}>{node}</OperatorContext>));
const button = (name: string) => [...element.querySelectorAll('button')].find(({ textContent }) => textContent === name);
const click = (name: string) => act(async () => button(name)?.click());

function Desk({ path = 'a' }: { readonly path?: string }) {
  const queue = useQueue<string>(path);
  return (
    <QueuePage queue={queue} name="队列" above={null} views={{ a: 'A', b: 'B' }} view={path} onView={out} hint="" label="列表">
      {queue.listing}
      <button type="button" onClick={() => void queue.act({ path: 'x', done: '已完成' })}>
        做
      </button>
    </QueuePage>
  );
}
const main = () => element.querySelector('main')?.textContent ?? '';

it('does not do a second time what is under way', async () => {
  const posts: ((response: Response) => void)[] = [];
  vi.stubGlobal('fetch', (_: string, { method }: { readonly method: string }) =>
    method === 'POST' ? new Promise<Response>((resolve) => posts.push(resolve)) : Promise.resolve(answer('列表')),
  );
  await render(<Desk />);
  await click('做');
  await click('做');
  expect(posts).toHaveLength(1);
  expect(main()).toContain('正在提交');
  await act(async () => posts[0]?.(answer(null)));
  expect(main()).toContain('已完成');
  await click('做');
  expect(posts).toHaveLength(2);
});

it('waits for no answer for ever, and says then that the act may be done', async () => {
  let ended: ((error: unknown) => void) | undefined;
  const signals: (AbortSignal | undefined)[] = [];
  vi.stubGlobal('fetch', (_: string, { method, signal }: RequestInit) => {
    signals.push(signal ?? undefined);
    return method === 'POST' ? new Promise((_done, fail) => (ended = fail)) : Promise.resolve(answer('列表'));
  });
  await render(<Desk />);
  await click('做');
  await act(async () => ended?.(new DOMException('signal timed out', 'TimeoutError')));
  expect(main()).toContain('可能已完成');
  expect(signals.every((signal) => signal instanceof AbortSignal)).toBe(true);
});

it('takes the second press of a double click for none, whatever row is under it by then', async () => {
  const posts = vi.fn();
  vi.stubGlobal('fetch', async (_: string, { method }: { readonly method: string }) => {
    if (method === 'POST') posts();
    return answer('列表');
  });
  await render(<Desk />);
  await act(async () => button('做')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 })));
  await vi.waitFor(() => expect(main()).toContain('已完成'));
  await act(async () => button('做')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 })));
  expect(posts).toHaveBeenCalledTimes(1);
});

it('says that the server is away for as long as it is, beside what was done before', async () => {
  vi.useFakeTimers();
  let up = true;
  vi.stubGlobal('fetch', async () => {
    if (!up) throw new TypeError('Failed to fetch');
    return answer('列表');
  });
  await render(<Desk />);
  await click('做');
  await act(() => vi.advanceTimersByTimeAsync(1));
  up = false;
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(main()).toContain('已完成');
  expect(element.querySelector('[role=alert]')?.textContent).toContain('无法连接服务器');
  expect(main()).toContain('列表');
  up = true;
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(element.querySelector('[role=alert]')).toBeNull();
});

it('shows nothing of one list while another is read', async () => {
  vi.useFakeTimers();
  const answers = new Map<string, (response: Response) => void>();
  vi.stubGlobal('fetch', (address: string) => new Promise<Response>((resolve) => answers.set(address.slice(-1), resolve)));
  await render(<Desk path="a" />);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(main()).toContain('正在读取');
  await act(async () => answers.get('a')?.(answer('待处理的')));
  expect(main()).toContain('待处理的');
  await render(<Desk path="b" />);
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(main()).not.toContain('待处理的');
  expect(main()).toContain('正在读取');
  await act(async () => answers.get('b')?.(answer('已结束的')));
  expect(main()).toContain('已结束的');
});

it('a form begins in its first field, ends with Escape, and gives the focus back', async () => {
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          拒绝
        </button>
        {open ? (
          <QueueForm yes="确认" onSubmit={out} onCancel={() => setOpen(false)}>
            <input aria-label="原因" />
          </QueueForm>
        ) : null}
      </>
    );
  }
  await render(<Page />);
  button('拒绝')?.focus();
  await click('拒绝');
  expect(document.activeElement).toBe(element.querySelector('input'));
  await act(async () => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })));
  expect(element.querySelector('form')).toBeNull();
  expect(document.activeElement).toBe(button('拒绝'));
});

it('asks for the lists again when the server is back', async () => {
  vi.useFakeTimers();
  let up = false;
  vi.stubGlobal('fetch', async () => {
    if (!up) throw new TypeError('Failed to fetch');
    return answer({ changes: 'a-1' });
  });
  const changed = vi.fn();
  const Page = () => {
    useFolderChanges(changed);
    return null;
  };
  await render(<Page />);
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(changed).not.toHaveBeenCalled();
  up = true;
  await act(() => vi.advanceTimersByTimeAsync(1_500));
  expect(changed).toHaveBeenCalledOnce();
  await act(() => vi.advanceTimersByTimeAsync(3_000));
  expect(changed).toHaveBeenCalledOnce();
});

it('says of a list of files that it is read, and that there are none', async () => {
  const list = (files: readonly [] | undefined, drafts: readonly string[] = []) =>
    render(<FileList files={files} open={undefined} drafts={drafts} onOpen={out} />);
  await list(undefined);
  expect(element.textContent).toBe('正在读取');
  await list([]);
  expect(element.textContent).toBe('这里还没有文件');
  await list([], ['mine']);
  expect(element.textContent).toBe('mine新建的草稿');
});
