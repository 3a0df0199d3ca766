import { visit } from 'jsonc-parser';
import { member } from '../../engine/rules/pointers.ts';

/** Where a property is written twice in JSON that is right otherwise: `JSON.parse` takes the last and says nothing. */
export function duplicateKey(text: string): { readonly name: string; readonly pointer: string } | undefined {
  const open: { readonly keys: Set<string>; at: string }[] = [];
  let found: { readonly name: string; readonly pointer: string } | undefined;
  const pathOf = (path: readonly (string | number)[]): string => path.reduce<string>((at, step) => member(at, String(step)), '');
  visit(text, {
    onObjectBegin: () => void open.push({ keys: new Set(), at: '' }),
    onObjectEnd: () => void open.pop(),
    onObjectProperty(name, _offset, _length, _line, _column, path) {
      const keys = open.at(-1)?.keys;
      if (keys?.has(name)) found ??= { name, pointer: member(pathOf(path()), name) };
      keys?.add(name);
    },
  });
  return found;
}

/**
 * JSON with exact integers: a bigint is written as its digits, which JSON allows at any length. Values that JSON has no word
 * for are left out of objects, as JSON.stringify does.
 */
export function writeJson(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map((item) => writeJson(item ?? null)).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).filter(([, item]) => item !== undefined);
    return `{${members.map(([key, item]) => `${JSON.stringify(key)}:${writeJson(item)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
