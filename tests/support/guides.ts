/** The handbooks of operators and testers, in English (docs/) and in Chinese (docs/zh/), as tests read them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CodeEntry } from '../../engine/descriptions/code-entry.ts';

const ROOT = join(import.meta.dirname, '../..');

interface Guide {
  /** From the root of the project: docs/zh/store.md. */
  readonly page: string;
  readonly text: string;
}

/** A handbook in both languages, by its file name. */
export const guidesOf = (name: string): Guide[] =>
  [`docs/${name}`, `docs/zh/${name}`].map((page) => ({ page, text: readFileSync(join(ROOT, page), 'utf8') }));

/** Text of the first fence that is marked as JSON. */
export const jsonIn = (text: string): string => /```json\n([\s\S]*?)```/.exec(text)?.[1] ?? '';

const cell = (text: string): string => text.replaceAll('|', '\\|');

/**
 * The table of codes of a page (`written`), and the table that the program's codes give (`wanted`). English pages have both languages,
 * Chinese pages only Chinese.
 */
export function tablesOfCodes(
  name: string,
  codes: Readonly<Record<string, CodeEntry>>,
): { page: string; written?: string; wanted: string }[] {
  return guidesOf(name).map(({ page, text }) => {
    const written = /<!-- codes: begin[^>]*-->\n([\s\S]*?)\n?<!-- codes: end -->/.exec(text)?.[1];
    const chinese = page.startsWith('docs/zh/');
    const head = chinese ? ['| 代码 | 原因和改法 |', '|---|---|'] : ['| code | 中文 | English |', '|---|---|---|'];
    const rows = Object.entries(codes).map(([code, { zh, en }]) => {
      const chineseCell = `| \`${code}\` | ${cell(zh.message)}；${cell(zh.remedy)} |`;
      return chinese ? chineseCell : `${chineseCell} ${cell(en.message)}; ${cell(en.remedy)} |`;
    });
    return { page, written, wanted: [...head, ...rows].join('\n') };
  });
}

/** For a page that shows some of the codes: its rows (`written`), and the rows that the program's codes give (`wanted`). */
export function writtenCodes(
  text: string,
  codes: Readonly<Record<string, CodeEntry>>,
): { written: string[]; wanted: (string | undefined)[] } {
  const table =
    /<!-- codes: some of [^>]*-->\n\| 代码 \| 原因和改法 \|\n\|---\|---\|\n([\s\S]*?)\n<!-- codes: end -->/.exec(text)?.[1] ?? '';
  const written = table.split('\n');
  const wanted = written.map((row) => {
    const code = /^\| `([A-Z_0-9]+)`/.exec(row)?.[1] ?? '';
    const zh = codes[code]?.zh;
    return zh && `| \`${code}\` | ${cell(zh.message)}；${cell(zh.remedy)} |`;
  });
  return { written, wanted };
}
