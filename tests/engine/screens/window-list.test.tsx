// @vitest-environment happy-dom
/** Heights of a long list: the known heights of its rows, and the position of each. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { describe, expect, it, vi } from 'vitest';
import { Heights } from '../../../engine/screens/kit/heights.ts';
import { WindowList } from '../../../engine/screens/kit/window-list.tsx';

function heights(count: number): Heights {
  const made = new Heights();
  made.resize(count);
  return made;
}

describe('heights of a long list', () => {
  it('rows that nobody saw are as high as the first that was', () => {
    const list = heights(1_000);
    list.measured(500, 70);
    expect([list.of(3), list.offset(1), list.offset(1_000)]).toEqual([70, 70, 70_000]);
  });

  it('what is higher than was thought moves what stands under it, and says by how much', () => {
    const list = heights(10);
    list.measured(0, 50);
    expect(list.offset(10)).toBe(500);
    expect([list.measured(4, 80), list.measured(4, 80), list.measured(5, 45)]).toEqual([30, 0, -5]);
    expect([list.offset(4), list.offset(5), list.offset(6), list.offset(10)]).toEqual([200, 280, 325, 525]);
  });

  it('finds the row at a place, and the ends for places outside', () => {
    const list = heights(100);
    list.measured(0, 50);
    list.measured(10, 100);
    expect([-20, 0, 49.9, 50, 499, 500, 599, 600, 9_999].map((place) => list.at(place))).toEqual([0, 0, 0, 1, 9, 10, 10, 11, 99]);
    expect(heights(0).at(100)).toBe(0);
  });

  it('grows and shrinks with the list, and forgets what another width made of it', () => {
    const list = heights(4);
    list.measured(0, 50);
    list.measured(3, 90);
    list.resize(6);
    expect(list.offset(6)).toBe(340);
    list.resize(2);
    list.resize(4);
    expect(list.offset(4)).toBe(200);
    list.forget();
    list.measured(1, 60);
    expect(list.offset(4)).toBe(240);
  });

  it('what is not drawn is not measured', () => {
    const list = heights(3);
    expect(list.measured(0, 0)).toBe(0);
    list.measured(1, 40);
    expect(list.offset(3)).toBe(120);
  });
});

const drawText = ({ text }: { readonly text: string }): string => text;

it('a row that comes to stand where a lower one stood takes no room from the row under it', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  // A row is 60 px high, and its heading 40 px.
  const box = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return { top: 0, height: this.textContent?.includes('日') ? 100 : 60 } as DOMRect;
  });
  const root = createRoot(document.body.appendChild(document.createElement('main')));
  const list = (texts: readonly string[]) => (
    <div data-scroller>
      <WindowList rows={texts.map((text) => ({ text }))} keyOf={({ text }) => text} draw={drawText} same itemClass="row" />
    </div>
  );
  const tops = () => [...document.querySelectorAll('li')].map(({ style, textContent }) => `${textContent} ${style.top}`);
  const days = ['今日 c', 'b', '昨日 a', 'z'];
  await act(async () => root.render(list(days)));
  expect(tops()).toEqual(['今日 c 0px', 'b 100px', '昨日 a 160px', 'z 260px']);
  await act(async () => root.render(list(['今日 d', 'c', ...days.slice(1)])));
  expect(tops()).toEqual(['今日 d 0px', 'c 100px', 'b 160px', '昨日 a 220px', 'z 320px']);
  await act(async () => root.unmount());
  box.mockRestore();
  vi.unstubAllGlobals();
});
