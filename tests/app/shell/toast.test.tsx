// @vitest-environment happy-dom
/** How often the toast is put on top: opening a popover lays the page out at once, in the middle of the tap that caused it. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { toast, ui } from '../../../app/host/ui.ts';
import { Overlays } from '../../../app/shell/overlays.tsx';
import { HostContext } from '../../../engine/screens/core/hooks.ts';
import { testHost } from '../../engine/screens/support/host.ts';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const open = new Set<Element>();
let shown = 0;
beforeEach(() => {
  shown = 0;
  const proto = HTMLElement.prototype;
  const matches = proto.matches;
  Object.assign(proto, {
    showPopover(this: Element) {
      shown += 1;
      open.add(this);
    },
    hidePopover(this: Element) {
      open.delete(this);
    },
  });
  vi.spyOn(proto, 'matches').mockImplementation(function (this: Element, selector: string) {
    return selector === ':popover-open' ? open.has(this) : matches.call(this, selector);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  for (const name of ['showPopover', 'hidePopover']) delete (HTMLElement.prototype as unknown as Record<string, unknown>)[name];
  open.clear();
  ui.toast = null;
  document.body.replaceChildren();
});

it('is opened once while nothing may stand over it, and again over a dialog', async () => {
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  await act(async () =>
    root.render(
      <HostContext value={testHost({})}>
        <Overlays address="/" />
      </HostContext>,
    ),
  );
  for (const text of ['红球最多选 20 个', '请再选 1 个蓝球', '红球最多选 20 个']) await act(async () => toast(text));
  expect(element.querySelector('.toast')?.textContent).toBe('红球最多选 20 个');
  expect(shown).toBe(1);
  const dialog = document.createElement('dialog');
  dialog.setAttribute('open', '');
  document.body.append(dialog);
  await act(async () => toast('余额不足'));
  expect(shown).toBe(2);
  await act(async () => root.unmount());
});
