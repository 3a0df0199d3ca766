// @vitest-environment happy-dom
/**
 * The queues and editors of the workshop: an answer that arrives after a later one is not shown, so that an open form stays. Text that is typed
 * during a publication is not lost.
 */
import { act, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, it, vi } from 'vitest';
import { STATUS } from '../../../protocol/status.ts';
import { OperatorContext } from '../../../app/workshop/operator.ts';
import { storedDraft } from '../../../app/workshop/draft-storage.ts';
import { useQueue } from '../../../app/workshop/queue.tsx';
import { type FileEditor, useFileEditor } from '../../../app/workshop/use-file-editor.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const ADMIN = { name: 'admin', own: false, rights: [], setUpStep: false };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('shows the day that was requested last, although the answer for the former one arrives later', async () => {
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
  const Shown = ({ path }: { readonly path: string }) => <p>{useQueue<string>(path).listing}</p>;
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

it('finishes an action when it is answered, so that the reload of the list does not close a form that was opened meanwhile', async () => {
  let list: (() => void) | undefined;
  vi.stubGlobal('fetch', (_: string, { method }: { readonly method: string }) =>
    method === 'POST'
      ? Promise.resolve(new Response(JSON.stringify({ status: 0, models: null, msg: '' })))
      : new Promise((resolve) => (list = () => resolve(new Response(JSON.stringify({ status: 0, models: 'after', msg: '' }))))),
  );
  const done = vi.fn();
  function Shown() {
    const queue = useQueue<string>('a');
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

it('stores text that is typed during a publication as a draft on the published text', async () => {
  let text = 'before';
  let publish: (() => void) | undefined;
  const answer = (models: unknown) => new Response(JSON.stringify({ status: 0, models, msg: '' }));
  vi.stubGlobal('fetch', (address: string, { method, body }: { readonly method: string; readonly body?: string }) => {
    if (method === 'POST')
      return new Promise((resolve) => {
        publish = () => {
          text = (JSON.parse(body ?? '') as { text: string }).text;
          resolve(answer({ hash: '0123456789', stamp: `stamp of ${text}` }));
        };
      });
    if (address.includes('/versions?')) return Promise.resolve(answer({ versions: [] }));
    return Promise.resolve(
      answer(address.endsWith('code=ssq') ? { code: 'ssq', text, stamp: `stamp of ${text}`, published: null } : { items: [] }),
    );
  });
  let desk: FileEditor<unknown, unknown> | undefined;
  function Shown({ seen }: { readonly seen: (now: FileEditor<unknown, unknown>) => void }) {
    const now = useFileEditor<unknown, unknown>('games');
    useEffect(() => seen(now));
    return null;
  }
  const seen = (now: FileEditor<unknown, unknown>) => {
    desk = now;
  };
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Shown seen={seen} />));
  await act(async () => desk?.openFile('ssq'));
  await act(async () => desk?.setText('first'));
  let published: Promise<void> | undefined;
  await act(async () => {
    published = desk?.publish('first');
  });
  await act(async () => desk?.setText('first and more'));
  await act(async () => {
    publish?.();
    await published;
  });
  expect(desk).toMatchObject({ text: 'first and more', changed: true, open: { saved: 'first', stamp: 'stamp of first' } });
  expect(desk?.theirs).toBeUndefined();
  expect(storedDraft('games', 'ssq')).toEqual({ text: 'first and more', saved: 'first', stamp: 'stamp of first' });
  // Published as it stands, nothing is left of the draft.
  await act(async () => {
    published = desk?.publish('first and more');
  });
  await act(async () => {
    publish?.();
    await published;
  });
  expect(desk).toMatchObject({ text: 'first and more', changed: false });
  expect(storedDraft('games', 'ssq')).toBeUndefined();
  await act(async () => root.unmount());
});

/** A desk on which answers come when they are let, by the end of their address; a publication as `put`. */
async function openDesk(): Promise<{
  readonly desk: () => FileEditor<unknown, unknown>;
  readonly let: (end: string, models: unknown, status?: number) => Promise<void>;
  /** The server has looked at its folders again. */
  readonly changed: () => Promise<void>;
  readonly close: () => Promise<void>;
}> {
  let looks = 1;
  const waiting = new Map<string, (response: Response) => void>();
  vi.stubGlobal('fetch', (address: string, { method }: { readonly method: string }) => {
    const { pathname, searchParams } = new URL(address, 'http://server');
    const code = searchParams.get('code');
    const end = method === 'POST' ? 'put' : code === null ? '' : `/${code}${pathname.endsWith('/versions') ? '/versions' : ''}`;
    if (end === '' || address.endsWith('changes'))
      return Promise.resolve(new Response(`{"status":0,"models":{"changes":"${looks}"},"msg":""}`));
    return new Promise((resolve) => waiting.set(end, resolve));
  });
  let now: FileEditor<unknown, unknown> | undefined;
  const seen = (desk: FileEditor<unknown, unknown>) => {
    now = desk;
  };
  function Shown() {
    const desk = useFileEditor<unknown, unknown>('games');
    useEffect(() => seen(desk));
    return null;
  }
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(<Shown />));
  return {
    desk: () => now as FileEditor<unknown, unknown>,
    let: (end, models, status = 0) =>
      act(async () => {
        await vi.waitFor(() => expect(waiting.has(end), end).toBe(true));
        waiting.get(end)?.(new Response(JSON.stringify({ status, models, msg: status === 0 ? '' : '这一版与平常不同' })));
        waiting.delete(end);
      }),
    changed: () =>
      act(async () => {
        looks += 1;
        document.dispatchEvent(new Event('visibilitychange'));
      }),
    close: () => act(async () => root.unmount()),
  };
}
const fileOf = (code: string) => ({ code, text: `text of ${code}`, stamp: `stamp of ${code}`, published: null });

it('shows the file that was chosen last, although the answer for the former one arrives later', async () => {
  const { desk, let: answer, close } = await openDesk();
  await act(async () => {
    void desk().openFile('aaa');
    void desk().openFile('bbb');
  });
  await answer('/bbb', fileOf('bbb'));
  await answer('/aaa', fileOf('aaa'));
  expect(desk()).toMatchObject({ text: 'text of bbb', open: { code: 'bbb' } });
  await answer('/bbb/versions', { versions: [{ id: 'b1', at: 1, current: true }] });
  expect(desk().versions.map(({ id }) => id)).toEqual(['b1']);
  await close();
});

it('stays on the file that the operator opened before the answer of an earlier publication', async () => {
  const { desk, let: answer, close } = await openDesk();
  const open = async (code: string) => {
    await act(async () => void desk().openFile(code));
    await answer(`/${code}`, fileOf(code));
    await answer(`/${code}/versions`, { versions: [] });
  };
  await open('ccc');
  await act(async () => desk().setText('new text of ccc'));
  await act(async () => void desk().publish('new text of ccc'));
  await open('ddd');
  // The question belongs to the other file, whose text must not be published as this file.
  await answer('put', { problems: [], warnings: [{ message: 'x', line: 1 }] }, 1);
  expect(desk()).toMatchObject({ text: 'text of ddd', open: { code: 'ddd' }, unconfirmed: undefined, busy: false });
  expect(desk().notice).toBe('ccc 没有发布：这一版与平常不同');
  expect(storedDraft('games', 'ccc')?.text).toBe('new text of ccc');

  await open('ccc');
  await act(async () => void desk().publish('new text of ccc'));
  await open('ddd');
  await answer('put', { hash: '0123456789', stamp: 'next' });
  await vi.waitFor(() => expect(desk().notice).toContain('已发布 ccc'));
  expect(desk()).toMatchObject({ text: 'text of ddd', open: { code: 'ddd' } });
  expect(storedDraft('games', 'ccc')).toBeUndefined();
  await close();
});

it('shows that the open file was changed elsewhere, and that a draft was published although its answer was lost', async () => {
  const { desk, let: answer, changed, close } = await openDesk();
  const open = async (code: string) => {
    await act(async () => void desk().openFile(code));
    await answer(`/${code}`, fileOf(code));
    await answer(`/${code}/versions`, { versions: [] });
  };
  await open('eee');
  await changed();
  await answer('/eee', { ...fileOf('eee'), text: 'text of another', stamp: 'next' });
  expect(desk()).toMatchObject({ text: 'text of another', changed: false, notice: 'eee 在别处改过，这里已换成现在的文件。' });

  await act(async () => desk().setText('my text'));
  await act(async () => void desk().publish('my text'));
  await answer('put', null, STATUS.descriptionChanged);
  await answer('/eee', { ...fileOf('eee'), text: 'my text', stamp: 'mine' });
  await answer('/eee', { ...fileOf('eee'), text: 'my text', stamp: 'mine' });
  await answer('/eee/versions', { versions: [] });
  expect(desk()).toMatchObject({ text: 'my text', changed: false, theirs: undefined, notice: 'eee 现在的文件就是您的草稿。', drafts: [] });

  await act(async () => desk().setText('my next text'));
  await changed();
  await answer('/eee', { ...fileOf('eee'), text: 'my next text', stamp: 'mine again' });
  expect(desk()).toMatchObject({
    text: 'my next text',
    changed: false,
    theirs: undefined,
    notice: 'eee 现在的文件就是您的草稿。',
    drafts: [],
  });
  await close();
});
