/** What the tests of forms share: a form that adds a card, and hands that fill it in. */
import { act } from 'react';
import { afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import { GENERIC_BLOCKS } from '../../../../engine/screens/blocks/register.ts';
import { registerBlocks } from '../../../../engine/screens/core/registry.ts';
import { loadFields } from './form-host.ts';
import { button, clear, setField, press } from './show.tsx';

/** Blocks and fields are there before the first test, and a test that says anything on the console fails. */
export function setUpFormTests(): void {
  registerBlocks(GENERIC_BLOCKS);
  beforeAll(loadFields);
  let errors: unknown[][] = [];
  beforeEach(() => {
    errors = [];
    vi.spyOn(console, 'error').mockImplementation((...what) => void errors.push(what));
  });
  afterEach(async () => {
    await clear();
    vi.restoreAllMocks();
    expect(errors).toEqual([]);
  });
}

export const BIND_CALL = '/api/BankCard/Bind';
export const CARD_NO = '6222021234567890';
export const PIN = '135790';

export const alertTexts = (element: HTMLElement): string[] =>
  [...element.querySelectorAll('[role=alert]')].map((node) => node.textContent ?? '');
export const input = (element: HTMLElement, name: string): HTMLInputElement => {
  const found = element.querySelector<HTMLInputElement>(`[name="${name}"]`);
  if (!found) throw new Error(`no field ${name} in ${element.innerHTML}`);
  return found;
};
export const submitButton = (element: HTMLElement): HTMLButtonElement =>
  element.querySelector<HTMLButtonElement>('[type=submit]') as HTMLButtonElement;
export const pressKey = (target: Element, name: string): Promise<void> =>
  act(async () => void target.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })));
export const settle = (): Promise<void> => act(async () => {});

export async function typePin(element: HTMLElement, digits = PIN): Promise<void> {
  await press(input(element, 'pin'));
  for (const digit of digits) await press(button(element, digit));
}
export async function fillCard(element: HTMLElement): Promise<void> {
  await setField(element, '[name=cardNo]', CARD_NO);
  await setField(element, '[name=branch]', '科技园支行');
  await typePin(element);
}
