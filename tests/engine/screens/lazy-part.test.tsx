// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, describe, expect, it } from 'vitest';
import { HostContext } from '../../../engine/screens/core/hooks.ts';
import { lazyPart } from '../../../engine/screens/core/lazy-part.tsx';
import { testHost } from './support/host.ts';
import { button, press } from './support/show.tsx';

let root: Root | undefined;
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
});

/** A part whose code comes, or does not, as the test says. */
function part() {
  let answer: { resolve: () => void; reject: () => void } | undefined;
  let loadCount = 0;
  const Part = lazyPart<{ readonly text: string }>(
    () =>
      new Promise((resolve, reject) => {
        loadCount += 1;
        answer = {
          resolve: () => resolve({ default: ({ text }) => <b>{text}</b> }),
          reject: () => reject(new TypeError('Failed to fetch dynamically imported module')),
        };
      }),
    <i>coming</i>,
  );
  return {
    Part,
    loadCount: () => loadCount,
    answer: (how: 'resolve' | 'reject') => act(async () => answer?.[how]()),
  };
}

async function show(Part: ReturnType<typeof part>['Part']): Promise<HTMLElement> {
  const element = document.body.appendChild(document.createElement('main'));
  root = createRoot(element);
  await act(async () =>
    root?.render(
      <HostContext value={testHost()}>
        <Part text="there" />
      </HostContext>,
    ),
  );
  return element;
}

describe('a part whose code comes later', () => {
  it('keeps its place until it is there', async () => {
    const { Part, answer } = part();
    const element = await show(Part);
    expect(element.innerHTML).toBe('<i>coming</i>');
    await answer('resolve');
    expect(element.innerHTML).toBe('<b>there</b>');
  });

  it('that did not arrive is asked for again by 重试, and as soon as the network is back', async () => {
    const { Part, answer, loadCount } = part();
    const element = await show(Part);
    await answer('reject');
    expect(element.textContent).toContain('内容加载失败');
    await press(button(element, '重试'));
    expect([element.innerHTML, loadCount()]).toEqual(['<i>coming</i>', 2]);
    await answer('reject');
    await act(async () => void dispatchEvent(new Event('online')));
    expect(loadCount()).toBe(3);
    await answer('resolve');
    expect(element.innerHTML).toBe('<b>there</b>');
  });

  it('that was fetched ahead is drawn at once', async () => {
    const { Part, answer, loadCount } = part();
    Part.preload();
    await answer('resolve');
    expect((await show(Part)).innerHTML).toBe('<b>there</b>');
    expect(loadCount()).toBe(1);
  });
});
