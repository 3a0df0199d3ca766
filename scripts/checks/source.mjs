import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/run.mjs';

/** Every source file below the folders, as {file, text}, generated code left out. */
export function* sources(folders, endings = /\.(ts|tsx|css)$/) {
  for (const folder of folders) {
    const path = join(root, folder);
    if (!existsSync(path)) continue;
    if (endings.test(path)) {
      yield { file: folder, text: readFileSync(path, 'utf8') };
      continue;
    }
    for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !endings.test(entry.name) || entry.parentPath.includes('generated')) continue;
      const file = join(entry.parentPath, entry.name);
      yield { file: file.slice(root.length), text: readFileSync(file, 'utf8') };
    }
  }
}

/** The text with comments blanked out (same length and lines), so that places stay right and prose is free to name things. */
export function withoutComments(text) {
  return text.replace(/\/\*[\s\S]*?\*\/|(^|[^:'"`\\])\/\/[^\n]*/g, (match) => match.replace(/[^\n]/g, ' '));
}

/** Every string literal of a source, with its line. Template parts count as strings. */
export function* strings(text) {
  const code = withoutComments(text);
  for (const match of code.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)) {
    yield { value: match[1] ?? match[2] ?? match[3] ?? '', line: code.slice(0, match.index).split('\n').length };
  }
}

export const json = (file) => JSON.parse(readFileSync(join(root, file), 'utf8'));
export const list = (folder) =>
  existsSync(join(root, folder)) ? readdirSync(join(root, folder)).filter((name) => name.endsWith('.json')) : [];
