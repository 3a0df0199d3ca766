// @vitest-environment happy-dom
/** The list of a desk's files: of many, one is found by its name or code; of few there is nothing to find. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it } from 'vitest';
import { FileList } from '../../../app/workshop/file-list.tsx';

(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;

const many = Array.from({ length: 13 }, (_, at) => ({ code: `game${at}`, name: `彩种${at}`, status: 'published' as const, problems: [] }));

function shown(files: typeof many): HTMLElement {
  const element = document.createElement('div');
  act(() => createRoot(element).render(<FileList files={files} open={undefined} drafts={['game3', 'newone']} onOpen={() => undefined} />));
  return element;
}

it('of many files one is found by name or code, drafts of new ones too', () => {
  const element = shown(many);
  const field = element.querySelector('input');
  const look = (text: string): (string | undefined)[] => {
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text);
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    });
    return [...element.querySelectorAll('li b')].map(({ textContent }) => textContent ?? undefined);
  };
  expect(look('')).toHaveLength(14);
  expect(look(' GAME1')).toEqual(['彩种1', '彩种10', '彩种11', '彩种12']);
  expect(look('种3')).toEqual(['彩种3']);
  expect(look('newo')).toEqual(['newone']);
  expect(look('双色')).toEqual([]);
  expect(element.textContent).toBe('没有名称或代码含“双色”的文件');
});

it('of few there is nothing to find', () => {
  expect(shown(many.slice(1)).querySelector('input')).toBeNull();
});
