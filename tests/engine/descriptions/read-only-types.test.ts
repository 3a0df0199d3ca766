/** The types of descriptions are finished as the engine needs them: nothing can be written to, and equal definitions are one. */
import { expect, it } from 'vitest';

const { readOnlyTypes } = (await import(new URL('../../../scripts/lib/read-only-types.mjs', import.meta.url).href)) as {
  readOnlyTypes(source: string): string;
};

it('makes properties, arrays and tuples read-only at every depth', () => {
  const source =
    'export interface A {\nname?: string\nrows: number[][]\npair: [B[], string]\n[k: string]: { at: (number | string)[] }\n}\nexport type B = string\n';
  expect(readOnlyTypes(source)).toBe(
    'export interface A {\nreadonly name?: string\nreadonly rows: readonly (readonly number[])[]\nreadonly pair: readonly [readonly B[], string]\n' +
      'readonly [k: string]: { readonly at: readonly (number | string)[] }\n}\nexport type B = string\n',
  );
});

it('writes a definition once, also one that refers to itself, and keeps those that differ', () => {
  const source = [
    'export interface Slice {\nzone: string\n}',
    'export interface Slice1 {\n/** Another comment. */\nzone: string\n}',
    'export interface Slice2 {\nzone: number\n}',
    'export type Value = { of: Slice } | { value: Value1 }',
    'export type Value1 = { of: Slice1 } | { value: Value }',
    'export interface All {\na: Value1\nb: Slice2\n}',
    '',
  ].join('\n');
  const text = readOnlyTypes(source);
  expect(text.match(/(?:interface|type) \w+/g)).toEqual(['interface Slice', 'interface Slice2', 'type Value', 'interface All']);
  expect(text).toContain('readonly a: Value\nreadonly b: Slice2');
  expect(text).toContain('{ readonly of: Slice } | { readonly value: Value }');
});
