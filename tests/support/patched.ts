/**
 * A file of a test, written as a good base and the edits that spoil it.
 *
 *   patched(base, [{ set: '/caps/multiplier', to: 0 }])                 text of the edited file
 *   patchedBytes(base, [{ find: '样例', bytes: 'ff fe' }])               for files that are not UTF-8 any more
 *
 * Edits run in order, each on what the one before left. Places of a document are JSON pointers; whatever an edit does not touch keeps
 * its text to the letter, so the line numbers of the base hold above the first edit. The lines that an edit of the document touches are
 * written as JSON.stringify(document, null, 2) would: keep bases in that form.
 *
 *   { "set": "/a/b", "to": value }               sets a property or an item; a property that is not there is added as the last one
 *   { "insert": "/list/0", "value": value }      puts an item before that one (an index past the end, or "-", appends)
 *   { "remove": "/a/b" }                         removes a property or an item
 *   { "rename": "/a/b", "to": "c" }              renames a property and leaves its value and its place
 *   { "fill": "/list", "with": value, "count": n }  sets a list of n equal items
 *   { "find": "text", "put": "other" }           replaces text, which must occur exactly once
 *   { "find": "text", "before": "more" }         puts text before it; "after" puts it behind
 *   { "cut": "text" }                            keeps what stands before the text, which must occur exactly once
 *   { "text": "whole" }                          replaces the whole file
 *   { "find": "text", "bytes": "ff fe" }         replaces text by bytes, written as hexadecimal pairs
 *   { "bytes": "ff fe" }                         replaces the whole file by bytes
 *
 * An edit that finds nothing to change throws: a fixture that no longer fits its base must not pass in silence. Text and pointer
 * edits cannot follow an edit with bytes.
 */
import { applyEdits, findNodeAtLocation, modify, parseTree } from 'jsonc-parser';

export type Edit =
  | { readonly set: string; readonly to: unknown }
  | { readonly insert: string; readonly value: unknown }
  | { readonly remove: string }
  | { readonly rename: string; readonly to: string }
  | { readonly fill: string; readonly with: unknown; readonly count: number }
  | { readonly find: string; readonly put: string }
  | { readonly find: string; readonly before: string }
  | { readonly find: string; readonly after: string }
  | { readonly cut: string }
  | { readonly text: string }
  | { readonly find: string; readonly bytes: string }
  | { readonly bytes: string };

/** The text of the edited file. Throws for an edit with bytes: use patchedBytes for these. */
export function patchedText(base: string, edits: readonly Edit[]): string {
  return edits.reduce((text, edit) => {
    if ('bytes' in edit) throw new Error(`${JSON.stringify(edit)} makes bytes; use patchedBytes`);
    return 'find' in edit || 'cut' in edit || 'text' in edit ? editText(text, edit) : editDocument(text, edit);
  }, base);
}

/** The bytes of the edited file, edits with bytes included. */
export function patchedBytes(base: string, edits: readonly Edit[]): Buffer {
  const first = edits.findIndex((edit) => 'bytes' in edit);
  if (first < 0) return Buffer.from(patchedText(base, edits));
  let bytes: Buffer = Buffer.from(patchedText(base, edits.slice(0, first)));
  for (const edit of edits.slice(first)) {
    if (!('bytes' in edit)) throw new Error(`${JSON.stringify(edit)} follows an edit with bytes`);
    const put = Buffer.from(edit.bytes.replaceAll(' ', ''), 'hex');
    if (!('find' in edit)) {
      bytes = put;
      continue;
    }
    const find = Buffer.from(edit.find);
    const at = bytes.indexOf(find);
    if (at < 0 || bytes.indexOf(find, at + 1) >= 0) throw new Error(`${JSON.stringify(edit.find)} must occur exactly once`);
    bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + find.length)]);
  }
  return bytes;
}

type TextEdit = Extract<Edit, { find: string } | { cut: string } | { text: string }>;

function editText(text: string, edit: Exclude<TextEdit, { bytes: string }>): string {
  if ('text' in edit) return edit.text;
  const find = 'cut' in edit ? edit.cut : edit.find;
  const at = text.indexOf(find);
  if (find === '' || at < 0 || text.includes(find, at + 1)) throw new Error(`${JSON.stringify(find)} must occur exactly once`);
  const end = at + find.length;
  if ('cut' in edit) return text.slice(0, at);
  if ('put' in edit) return text.slice(0, at) + edit.put + text.slice(end);
  if ('before' in edit) return text.slice(0, at) + edit.before + text.slice(at);
  return text.slice(0, end) + edit.after + text.slice(end);
}

const FORMATTING = { formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' } };

function editDocument(text: string, edit: Exclude<Edit, TextEdit | { bytes: string }>): string {
  const tree = parseTree(text);
  const at = (pointer: string) => {
    const path = pathOf(pointer);
    const node = tree && findNodeAtLocation(tree, path);
    if (node === undefined) throw new Error(`there is nothing at ${pointer}`);
    return { path, node };
  };
  if ('remove' in edit) return applyEdits(text, modify(text, at(edit.remove).path, undefined, FORMATTING));
  if ('rename' in edit) {
    const key = at(edit.rename).node.parent?.children?.[0];
    if (key?.parent?.type !== 'property') throw new Error(`${edit.rename} is no property`);
    return text.slice(0, key.offset) + JSON.stringify(edit.to) + text.slice(key.offset + key.length);
  }
  if ('insert' in edit) {
    const { path, last } = within(edit.insert);
    const list = at(path).node;
    if (list.type !== 'array') throw new Error(`${path} is no list`);
    const length = list.children?.length ?? 0;
    const index = last === '-' ? length : Math.min(Number(last), length);
    return applyEdits(text, modify(text, [...pathOf(path), index], edit.value, { ...FORMATTING, isArrayInsertion: true }));
  }
  const [pointer, value] =
    'fill' in edit ? [edit.fill, Array.from({ length: edit.count }, () => edit.with)] : ([edit.set, edit.to] as const);
  at(within(pointer).path);
  return applyEdits(text, modify(text, pathOf(pointer), value, FORMATTING));
}

/** Index parts as numbers, which is how a document's tree names the items of a list. */
const pathOf = (pointer: string) =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => (/^\d+$/.test(part) ? Number(part) : part.replaceAll('~1', '/').replaceAll('~0', '~')));

const within = (pointer: string) => {
  const at = pointer.lastIndexOf('/');
  return { path: pointer.slice(0, at), last: pointer.slice(at + 1) };
};
