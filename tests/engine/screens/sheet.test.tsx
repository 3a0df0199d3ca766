// @vitest-environment happy-dom
/** A sheet over a sheet: a keypad over a form. */
import { getByRole } from '@testing-library/dom';
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { Sheet } from '../../../engine/screens/kit/sheet.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

it('a sheet that closes over another one does not close that one', async () => {
  const closed: string[] = [];
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  await act(async () =>
    root.render(
      <Sheet open title="上限" onClose={() => void closed.push('form')}>
        <Sheet open title="金额" onClose={() => void closed.push('keypad')}>
          <p>0.00</p>
        </Sheet>
      </Sheet>,
    ),
  );
  const close = (name: string) => act(async () => void getByRole(place, 'dialog', { name }).dispatchEvent(new Event('close')));
  await close('金额');
  expect(closed).toEqual(['keypad']);
  await close('上限');
  expect(closed).toEqual(['keypad', 'form']);
  await act(async () => root.unmount());
});
