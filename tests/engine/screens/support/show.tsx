/** Shows blocks on a screen, in a document, over a host of plain data. */
// A sheet whose code comes with a press: it is loaded, so that no test waits for it by luck.
import '../../../../engine/screens/kit/order-sheet.tsx';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { vi } from 'vitest';
import { yieldToMain } from '../../../../engine/drivers/yield-to-main.ts';
import type { RawBlock, ScreenDocument } from '../../../../engine/screens/core/contract.ts';
import { HostContext } from '../../../../engine/screens/core/hooks.ts';
import { ScreenView } from '../../../../engine/screens/core/screen-view.tsx';
import { hasPendingSlices } from '../../../../engine/screens/core/use-slices.ts';
import type { TestHost } from './host.ts';
import { screenWith } from './screens.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

let root: Root | undefined;

export async function showScreen(
  host: TestHost,
  blocks: readonly RawBlock[],
  change: Partial<ScreenDocument> = {},
  query: Readonly<Record<string, string>> = {},
): Promise<HTMLElement> {
  const description = screenWith({ blocks, ...change });
  const element = document.body.appendChild(document.createElement('main'));
  element.setAttribute('data-scroller', '');
  root = createRoot(element);
  await act(async () =>
    root?.render(
      <HostContext value={host}>
        <ScreenView description={description} query={query} />
      </HostContext>,
    ),
  );
  await act(async () => {});
  while (hasPendingSlices()) await act(async () => void (await (vi.isFakeTimers() ? vi.advanceTimersByTimeAsync(1) : yieldToMain())));
  return element;
}

export async function clear(): Promise<void> {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
}

export function button(element: HTMLElement, name: string): HTMLButtonElement {
  const named = (each: HTMLButtonElement) => each.getAttribute('aria-label') ?? each.textContent;
  const found = [...element.querySelectorAll('button')].find((candidate) => named(candidate) === name);
  if (!found) throw new Error(`no button "${name}" in ${element.innerHTML}`);
  return found;
}

export const press = (target: HTMLElement): Promise<void> => act(async () => target.click());

/** Sets a field or list box as a player would. */
export function setField(element: HTMLElement, selector: string, value: string): Promise<void> {
  return act(async () => {
    const field = element.querySelector<HTMLInputElement | HTMLSelectElement>(selector);
    if (!field) throw new Error(`no field ${selector}`);
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event(field.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }));
  });
}
