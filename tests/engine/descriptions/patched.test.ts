import { expect, it } from 'vitest';
import { type Edit, patchedText, patchedBytes } from '../../support/patched.ts';

const written = (document: unknown) => `${JSON.stringify(document, null, 2)}\n`;
const BASE = written({ a: { b: 1, c: [1, 2] }, 名: '样例' });

it('an edit of the document gives it as it would have been written, an edit of the text changes the text', () => {
  const 名 = '样例';
  const cases: [Edit, string][] = [
    [{ set: '/a/b', to: 'x' }, written({ a: { b: 'x', c: [1, 2] }, 名 })],
    [{ set: '/d', to: { e: 0 } }, written({ a: { b: 1, c: [1, 2] }, 名, d: { e: 0 } })],
    [{ insert: '/a/c/0', value: 0 }, written({ a: { b: 1, c: [0, 1, 2] }, 名 })],
    [{ insert: '/a/c/-', value: 3 }, written({ a: { b: 1, c: [1, 2, 3] }, 名 })],
    [{ remove: '/a/b' }, written({ a: { c: [1, 2] }, 名 })],
    [{ rename: '/a/b', to: 'e' }, written({ a: { e: 1, c: [1, 2] }, 名 })],
    [{ fill: '/a/c', with: 'x', count: 3 }, written({ a: { b: 1, c: ['x', 'x', 'x'] }, 名 })],
    [{ find: '"b": 1', put: '"b": 01' }, BASE.replace('"b": 1', '"b": 01')],
    [{ find: '"名"', before: '// ' }, BASE.replace('"名"', '// "名"')],
    [{ find: '"名"', after: ' ' }, BASE.replace('"名"', '"名" ')],
    [{ cut: '"名"' }, BASE.slice(0, BASE.indexOf('"名"'))],
    [{ text: '' }, ''],
  ];
  for (const [edit, wanted] of cases) expect([edit, patchedText(BASE, [edit])]).toEqual([edit, wanted]);
  expect(patchedBytes('{"a": "样"}', [{ find: '样', bytes: 'ff fe' }]).toString('latin1')).toBe('{"a": "\u00ff\u00fe"}');
});

it('an edit that finds nothing to change, or more than one place, throws', () => {
  const wrong: Edit[] = [
    { set: '/x/y', to: 1 },
    { remove: '/x' },
    { rename: '/a/c/0', to: 'x' },
    { insert: '/a/0', value: 1 },
    { find: 'nowhere', put: '' },
    { find: '1', put: '' },
    { cut: '' },
  ];
  for (const edit of wrong) expect(() => patchedText(BASE, [edit]), JSON.stringify(edit)).toThrow();
  expect(() => patchedText(BASE, [{ bytes: 'ff' }])).toThrow('patchedBytes');
  expect(() => patchedBytes(BASE, [{ bytes: 'ff' }, { set: '/a', to: 1 }])).toThrow('follows');
});
