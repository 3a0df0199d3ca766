/** Changes of one value in the text of a description; everything else stays as it was written. */
import { applyEdits, type JSONPath, modify } from 'jsonc-parser';

/** `undefined` takes the value out. The text is JSON. */
export const setJsonValue = (text: string, path: JSONPath, value: unknown): string =>
  applyEdits(text, modify(text, path, value, { formattingOptions: { insertSpaces: true, tabSize: 2, eol: '\n' } }));
