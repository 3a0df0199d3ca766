/** Screens from format 1 to 2 and back: tests/fixtures/screens-format-1.json has the product's own, as they were in format 1. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { validators } from '../../../engine/descriptions/generated/validators.js';
import { loadDocument } from '../../../engine/descriptions/load.ts';
import { migrateFormat } from '../../../engine/descriptions/migrations.ts';
import { toFormat1Screen, MigrationError, toCurrentScreen } from '../../../engine/descriptions/screens/migrate.ts';

type Json = Readonly<Record<string, unknown>>;

const ROOT = join(import.meta.dirname, '../../..');
const OLD = JSON.parse(readFileSync(join(ROOT, 'tests/fixtures/screens-format-1.json'), 'utf8')) as Record<string, Json>;
const oldText = (code: string, change: (text: string) => string = (text) => text): string => change(JSON.stringify(OLD[code], null, 2));

/** Screens that say in format 1 what it can say in two ways: a filter of a list, and a proof of the order on the screen. */
const TWO_WAYS = ['betRecord', 'orderDetails', 'transactionRecord'];

describe('up', () => {
  it('there are as many as the product had', () => expect(Object.keys(OLD)).toHaveLength(30));

  it.each(Object.keys(OLD))('[S85] %s: what comes out is a screen of the present format', (code) => {
    const up = toCurrentScreen(OLD[code] as Json);
    expect(up.format).toBe(2);
    expect(validators.screen?.(up), JSON.stringify(validators.screen?.errors)).toBe(true);
    expect(JSON.stringify(up)).not.toMatch(/record-detail|record-list|"reloadOn"|headerAction/);
    const loaded = loadDocument(oldText(code), { file: `${code}.json`, kind: 'screen' });
    expect(loaded.ok && loaded.document).toEqual(up);
  });

  it('[S85] carries every kind of part over', () => {
    const up = toCurrentScreen({
      format: 1,
      headerAction: { label: '去', action: { do: 'back' } },
      sources: { a: { call: '/a', reloadOn: ['order', 'draw'] } },
      blocks: [
        {
          block: 'record-detail',
          source: 'a',
          sections: [
            { kind: 'hero', status: 's' },
            { kind: 'list', each: 'items', row: { title: 't' }, empty: '没有' },
            {
              kind: 'actions',
              actions: [{ label: '撤', action: { do: 'back' }, confirm: { title: 'a', text: 'b', yes: 'c' } }],
            },
          ],
        },
        {
          block: 'record-list',
          when: 'x',
          source: 'a',
          key: 'k',
          row: { title: 't' },
          empty: {},
          filter: { name: 'n', label: 'l', chips: [] },
        },
        { block: 'cells', items: [{ label: '退', action: { do: 'back' }, confirm: { title: 'a', text: 'b', ok: 'c' } }] },
        { block: 'draw-proof' },
      ],
    });
    const confirm = { title: 'a', text: 'b', yes: 'c' };
    expect(up).toEqual({
      format: 2,
      header: { action: { label: '去', action: { do: 'back' } } },
      sources: { a: { call: '/a', refresh: [{ on: 'order' }, { on: 'draw' }] } },
      blocks: [
        {
          block: 'group',
          source: 'a',
          blocks: [
            { block: 'hero', status: 's' },
            { block: 'rows', each: 'items', row: { title: 't' }, empty: { title: '没有' } },
            { block: 'buttons', actions: [{ label: '撤', action: { do: 'back', confirm } }] },
          ],
        },
        { block: 'choices', when: 'x', name: 'n', label: 'l', chips: [] },
        { block: 'rows', when: 'x', source: 'a', key: 'k', row: { title: 't' }, empty: {} },
        { block: 'cells', items: [{ label: '退', action: { do: 'back', confirm } }] },
        { block: 'draw-proof', of: 'sources.order' },
      ],
    });
  });

  it('[S85] leaves what is not written as format 1 says for the check of the shape', () => {
    const odd = {
      format: 1,
      sources: { a: 'x' },
      blocks: [null, 7, { block: 'record-detail', sections: ['y'] }, { block: 'cells', items: 3 }],
    };
    expect(toCurrentScreen(odd)).toEqual({
      format: 2,
      sources: { a: 'x' },
      blocks: [null, 7, { block: 'group', blocks: ['y'] }, { block: 'cells', items: 3 }],
    });
  });
});

describe('down', () => {
  it.each(Object.keys(OLD))('[S86] %s: comes back as it was, or as another way to say the same', (code) => {
    const old = OLD[code] as Json;
    const up = toCurrentScreen(old);
    const down = toFormat1Screen(up);
    if (!TWO_WAYS.includes(code)) expect(down).toEqual(old);
    expect(down.format).toBe(1);
    expect(toCurrentScreen(down)).toEqual(up);
  });

  const rows = { block: 'rows', source: 'a', key: '{k}', row: { title: 't' }, empty: { title: 'e' } };
  const detail = (...blocks: unknown[]) => ({ blocks: [{ block: 'group', blocks }] });
  const question = { title: 'a', text: 'b', yes: 'c' };
  const form = (field: object, more: object = {}) => ({
    blocks: [
      {
        block: 'form',
        fields: [{ name: 'a', label: 'a', type: 'text', ...field }],
        submit: { label: 's', action: { do: 'back' } },
        ...more,
      },
    ],
  });
  const buttons = (action: object, more: object = {}) => detail({ block: 'buttons', actions: [{ label: 'l', action, ...more }] });

  it.each<readonly [pointer: string, what: string, part: object]>([
    ['/state', 'state', { state: { a: { value: '' } }, blocks: [] }],
    ['/sources/a/poll', 'poll', { sources: { a: { call: '/a', poll: { seconds: 5 } } }, blocks: [] }],
    ['/sources/a/refresh/0/when', 'when', { sources: { a: { call: '/a', refresh: [{ on: 'draw', when: 'x' }] } }, blocks: [] }],
    [
      '/sources/a/refresh/1/put',
      'put',
      { sources: { a: { call: '/a', refresh: [{ on: 'draw' }, { on: 'order', put: {} }] } }, blocks: [] },
    ],
    ['/header/action/icon', 'icon', { header: { action: { label: 'l', icon: 'gift', action: { do: 'back' } } }, blocks: [] }],
    ['/header/action/action', 'action "copy"', { header: { action: { label: 'l', action: { do: 'copy', text: 'x' } } }, blocks: [] }],
    ['/blocks/0', 'block "table"', { blocks: [{ block: 'table' }] }],
    ['/blocks/0/show', 'show', { blocks: [{ block: 'group', show: 'card', blocks: [] }] }],
    ['/blocks/0/each', 'each', { blocks: [{ block: 'group', each: 'x', blocks: [] }] }],
    ['/blocks/0/blocks/0', 'block "group" inside another', detail({ block: 'group', blocks: [] })],
    ['/blocks/0/blocks/1', 'block "text" inside another', detail({ block: 'hero', status: 's' }, { block: 'text', text: 'x' })],
    ['/blocks/0/blocks/0/source', 'source', detail(rows)],
    [
      '/blocks/0/blocks/0/empty/icon',
      'icon',
      detail({ block: 'rows', each: 'x', row: { title: 't' }, empty: { title: 'e', icon: 'list' } }),
    ],
    ['/blocks/0/blocks/0/actions/0/disabled', 'disabled', buttons({ do: 'back' }, { disabled: 'x' })],
    ['/blocks/0/blocks/0/actions/0/action/confirm/danger', 'danger', buttons({ do: 'back', confirm: { ...question, danger: true } })],
    ['/blocks/0/blocks/0/actions/0/action/key', 'key', buttons({ do: 'call', call: '/a', key: true })],
    ['/blocks/0/blocks/0/actions/0/action/then', 'action "open"', buttons({ do: 'host', name: 'h', then: { do: 'open', sheet: 's' } })],
    ['/blocks/0/row/swipe', 'swipe', { blocks: [{ ...rows, row: { title: 't', swipe: [] } }] }],
    ['/blocks/0/row/progressMore', 'progressMore', { blocks: [{ ...rows, row: { title: 't', progressMore: 'x' } }] }],
    ['/blocks/0/row/action/confirm', 'confirm', { blocks: [{ ...rows, row: { title: 't', action: { do: 'back', confirm: question } } }] }],
    ['/blocks/0/select', 'select', { blocks: [{ ...rows, select: {} }] }],
    ['/blocks/0', 'rows without "key"', { blocks: [{ ...rows, key: undefined }] }],
    ['/blocks/0/fields/0/type', 'field of type "amount"', form({ type: 'amount' })],
    ['/blocks/0/fields/0/rules', 'rules', form({ rules: [] })],
    ['/blocks/0/fields/0/characters', 'characters "han"', form({ characters: 'han' })],
    ['/blocks/0/state', 'state', form({}, { state: [] })],
    ['/blocks/0/submit/disabled', 'disabled', form({}, { submit: { label: 's', action: { do: 'back' }, disabled: 'x' } })],
    ['/blocks/0/body', 'body', { blocks: [{ block: 'article', source: 'a', title: 't', text: 'x', body: 'y' }] }],
    ['/blocks/0', 'article without "source"', { blocks: [{ block: 'article', title: 't', text: 'x' }] }],
    [
      '/blocks/0/items/0/action',
      'action "share"',
      { blocks: [{ block: 'cells', items: [{ label: 'l', action: { do: 'share', title: 't' } }] }] },
    ],
  ])('[S87] what format 1 cannot say throws with its place: %s, %s', (pointer, what, part) => {
    const migrated = (): unknown => toFormat1Screen({ format: 2, code: 'x', ...part });
    expect(migrated).toThrow(MigrationError);
    expect(migrated).toThrow(new RegExp(`^${pointer.replaceAll('/', '\\/')}: format 1 has no ${what}$`));
    expect(() => migrateFormat('screen', { format: 2, code: 'x', ...part }, 2, 1)).toThrow(MigrationError);
  });
});

describe('a file of format 1 with a mistake', () => {
  const problemsOf = (code: string, change: (text: string) => string) => {
    const text = oldText(code, change);
    const loaded = loadDocument(text, { file: `${code}.json`, kind: 'screen' });
    return loaded.ok ? [] : loaded.problems.map((problem) => ({ ...problem, text: text.split('\n')[problem.line - 1]?.trim() }));
  };

  it.each([
    [
      'orderDetails',
      /"kind": "hero",\n(\s+)"status"/,
      '"kind": "hero",\n$1"statsu"',
      'SHAPE_UNKNOWN_PROPERTY',
      '/blocks/0/sections/0/statsu',
      '"statsu"',
    ],
    ['orderDetails', /"kind": "facts"/, '"kind": "fcats"', 'SHAPE_ENUM', '/blocks/0/sections/1/kind', '"kind": "fcats",'],
    ['orderDetails', /"yes": "[^"]+"/, '"yes": 7', 'SHAPE_TYPE', '/blocks/0/sections/4/actions/0/confirm/yes', '"yes": 7'],
    ['betRecord', /"reloadOn": \[\n(\s+)"\w+"/, '"reloadOn": [\n$1"ordre"', 'SHAPE_ENUM', '/sources/orders/reloadOn/0', '"ordre"'],
    ['betRecord', /"chips": \[/, '"chisp": [', 'SHAPE_UNKNOWN_PROPERTY', '/blocks/0/filter/chisp', '"chisp": ['],
    ['setting', /"ok": "[^"]+"/, '"ok": ""', 'SHAPE_LENGTH', '/blocks/2/items/0/confirm/ok', '"ok": ""'],
    [
      'resultDetailList',
      /"headerAction": \{\n(\s+)"label"/,
      '"headerAction": {\n$1"lable"',
      'SHAPE_UNKNOWN_PROPERTY',
      '/headerAction/lable',
      '"lable"',
    ],
  ])('[S88] %s: it is reported where it stands in the file (%s)', (code, find, put, problem, pointer, line) => {
    expect(oldText(code)).toMatch(find);
    const found = problemsOf(code, (text) => text.replace(find, put));
    expect(found.map((each) => [each.code, each.pointer, each.text])).toContainEqual([problem, pointer, expect.stringContaining(line)]);
  });
});
