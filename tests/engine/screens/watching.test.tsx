// @vitest-environment happy-dom
/** What a block shows follows what it reads, whenever that changes. */
import { act, type ReactNode, useLayoutEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { HostContext, ScreenContext, useDependencies, useScreenStore } from '../../../engine/screens/core/hooks.ts';
import { compileScreen } from '../../../engine/screens/core/plan.ts';
import { SourceCache } from '../../../engine/screens/core/source-cache.ts';
import { ScreenStore } from '../../../engine/screens/core/store.ts';
import { testHost } from './support/host.ts';
import { screenWith } from './support/screens.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const READS = { sources: [], state: ['x'], session: false, clock: false } as const;

function Shown(): ReactNode {
  const store = useScreenStore();
  useDependencies(READS as never);
  // After the rendering, before React has anybody listen: an answer may come then.
  useLayoutEffect(() => store.setState('x', 'after'), [store]);
  return <p>{String(store.state.x)}</p>;
}

it('[S42] a change between rendering and listening is shown', async () => {
  const host = testHost({});
  const plan = compileScreen(screenWith({ state: { x: 'before' }, blocks: [] } as never));
  const store = new ScreenStore({ plan, host, cache: new SourceCache(host), params: {}, query: {}, back: false });
  const element = document.createElement('main');
  const root = createRoot(element);
  await act(async () =>
    root.render(
      <HostContext value={host}>
        <ScreenContext value={store}>
          <Shown />
        </ScreenContext>
      </HostContext>,
    ),
  );
  expect(element.textContent).toBe('after');
  await act(async () => root.unmount());
});
