/** A screen may hold several views, and a state value in the address selects one. A page waits only for the blocks of the view that opens. */
import { expect, it } from 'vitest';
import { blocksInView, viewsOf } from '../../../engine/descriptions/screens/views.ts';

const screen = {
  state: { view: { value: 'list', address: true }, tab: { value: 'one' } },
  blocks: [
    { block: 'text' },
    { block: 'board', when: "state.view == 'list'" },
    { block: 'group', when: "state.view == 'slip'", blocks: [{ block: 'slip' }, { block: 'row', when: 'session.loggedIn' }] },
    { block: 'pane', when: "state.tab == 'two'" },
    { block: 'note', when: "state.missing == 'a'" },
  ],
};

it('a view has its own blocks and those of every view; other conditions are taken to hold', () => {
  expect(blocksInView(screen)).toEqual(['text', 'board', 'note']);
  expect(blocksInView(screen, { view: 'slip', tab: 'two' })).toEqual(['text', 'group', 'slip', 'row', 'note']);
  expect(blocksInView({ blocks: [{ block: 'a', blocks: [{ block: 'b' }] }] })).toEqual(['a', 'b']);
});

it('a page waits for no dialog and for no block inside a dialog, in any view', () => {
  const inside = { block: 'dialog', when: "state.view == 'slip'", blocks: [{ block: 'form' }] };
  const page = {
    ...screen,
    blocks: [...screen.blocks, { block: 'dialog', blocks: [{ block: 'chart' }] }, { block: 'group', blocks: [inside] }],
  };
  expect(blocksInView(page)).toEqual(['text', 'board', 'note', 'group']);
  expect(blocksInView(page, { view: 'slip' })).toEqual(['text', 'group', 'slip', 'row', 'note', 'group']);
});

it('each value that a condition names of a state in the address is a view', () => {
  expect([...viewsOf(screen)]).toEqual([
    ['', {}],
    ['slip', { view: 'slip' }],
  ]);
});
