/** A screen description compiled to its plan. */
import { describe, expect, it } from 'vitest';
import type { Template } from '../../../engine/descriptions/screens/expression.ts';
import { compileScreen } from '../../../engine/screens/core/plan.ts';
import { screenWith } from './support/screens.ts';

describe('plan', () => {
  it('[S18] is compiled once for a document', () => {
    const description = screenWith({});
    expect(compileScreen(description)).toBe(compileScreen(description));
    expect(compileScreen(screenWith({}))).not.toBe(compileScreen(description));
    expect(Object.isFrozen(compileScreen(description))).toBe(true);
  });

  it('[S19] knows what a block depends on, wherever in it a text stands', () => {
    const plan = compileScreen(
      screenWith({
        blocks: [
          { block: 'text', text: '{sources.a.x} {state.b}', when: '!empty(sources.c)' },
          { block: 'text', text: '{session.userName}' },
          { block: 'facts', rows: [{ label: '还有', value: '{left(sources.d.closesAt)}', when: 'state.e' }] },
          { block: 'text', text: '没有' },
        ],
      }),
    );
    const nothing = { sources: [], state: [], session: false, clock: false };
    expect(plan.blocks.map(({ dependencies }) => dependencies)).toEqual([
      { ...nothing, sources: ['a', 'c'], state: ['b'] },
      { ...nothing, session: true },
      { ...nothing, sources: ['d'], state: ['e'], clock: true },
      nothing,
    ]);
  });

  it('[S19] a group depends on what it says itself; what stands inside it is a part of its own', () => {
    const plan = compileScreen(
      screenWith({ blocks: [{ block: 'group', each: 'sources.a.items', blocks: [{ block: 'text', text: '{state.b}{item}' }] }] }),
    );
    const [group] = plan.blocks;
    expect(group?.dependencies).toMatchObject({ sources: ['a'], state: [] });
    expect(group?.children.map(({ dependencies, pointer }) => [pointer, dependencies.state])).toEqual([['/blocks/0/blocks/0', ['b']]]);
    expect(group?.block).not.toHaveProperty('blocks');
  });

  it('[S19] a list of tabs depends on the titles and conditions of its tabs, which it draws', () => {
    const tab = {
      block: 'group',
      title: '粉丝 {sources.fans.total}',
      when: 'session.loggedIn',
      blocks: [{ block: 'text', text: '{state.b}' }],
    };
    const plan = compileScreen(screenWith({ blocks: [{ block: 'group', show: 'tabs', name: 'view', blocks: [tab] }] }));
    expect(plan.blocks[0]?.dependencies).toEqual({ sources: ['fans'], state: [], session: true, clock: false });
  });

  it('[S20] compiles every text and expression that the schema calls one, and nothing else', () => {
    const plan = compileScreen(
      screenWith({
        blocks: [
          {
            block: 'rows',
            source: 'orders',
            key: '{orderId}',
            row: { title: '{a}', swipe: [{ label: '删', action: { do: 'set', name: 's', value: 'orderId' } }] },
          },
        ],
      }),
    );
    const row = plan.blocks[0]?.block as unknown as {
      source: string;
      key: Template;
      row: { title: Template; swipe: { label: Template; action: { name: string; value: { source: string } } }[] };
    };
    expect(row.source).toBe('orders');
    expect(row.key.references).toEqual([{ name: 'orderId', member: undefined }]);
    expect(row.row.title.source).toBe('{a}');
    expect(row.row.swipe[0]?.label.constant).toBe('删');
    expect(row.row.swipe[0]?.action).toMatchObject({ name: 's', value: { source: 'orderId' } });
  });

  it('[S21] a block whose condition cannot be read is never shown, and the problem says where', () => {
    const plan = compileScreen(
      screenWith({
        blocks: [
          { block: 'text', text: 'x', when: 'a ==' },
          { block: 'group', blocks: [{ block: 'text', text: '{b' }] },
          { block: 'text', text: 'y' },
        ],
      }),
    );
    expect(plan.problems.map(({ pointer }) => pointer)).toEqual(['/blocks/0/when', '/blocks/1/blocks/0/text']);
    expect(plan.blocks[0]?.block.when?.evaluate({ lookup: () => 1, now: () => 0, offsetMinutes: 0, terms: {} })).toBe(undefined);
    expect(plan.blocks).toHaveLength(3);
  });

  it('[S22] the state of a screen is what it declares and what its blocks keep under a name', () => {
    const plan = compileScreen(
      screenWith({
        state: { open: { value: true }, kind: { value: 'a', address: true } },
        blocks: [
          { block: 'choices', name: 'kind', label: '类', chips: [{ value: 'a', label: '甲' }] },
          { block: 'group', show: 'tabs', name: 'tab', blocks: [] },
          { block: 'group', show: 'sheet', name: 'sheet', blocks: [{ block: 'choices', name: 'deep', label: '深', chips: [] }] },
          { block: 'rows', source: 'x', row: { title: 'x' }, select: { name: 'chosen', actions: [] } },
        ],
      }),
    );
    expect(plan.state).toEqual({
      open: { value: true },
      kind: { value: 'a', address: true, values: ['a'] },
      tab: { value: '', address: true, values: [] },
      deep: { value: '', address: true, values: [] },
      chosen: { value: [], address: false },
    });
  });

  it('[S23] a source knows the sources that its parameters and its condition read', () => {
    const plan = compileScreen(
      screenWith({
        sources: {
          card: { call: '/card' },
          bank: { call: '/bank', params: { id: '{sources.card.bankId}' }, when: 'sources.user.grade > 1' },
          user: { call: '/user' },
        },
      }),
    );
    expect(plan.sources.map(({ name, needs }) => [name, needs])).toEqual([
      ['card', []],
      ['bank', ['card', 'user']],
      ['user', []],
    ]);
  });
});
