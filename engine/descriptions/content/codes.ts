/** What can be wrong with a help page or an article beyond its shape: the part of the table of codes that docs/add-an-article.md prints. */
import { type CodeEntry, entry } from '../code-entry.ts';

export const CONTENT_CODES = {
  CONTENT_LINE: entry(
    '看不懂这一行：{found}',
    '可用 ## 标题、- 列表、1. 步骤、> 提示、| 表格 |、[文字](目标)，其余写成段落',
    'this line is unclear: {found}',
    'use ## heading, - item, 1. step, > note, | table |, [text](target), or a paragraph',
  ),
  CONTENT_CELLS: entry(
    '这一行有 {count} 格，表头有 {head} 格',
    '每行写成与表头同样多格',
    'this row has {count} cells, but the head has {head}',
    'write as many cells as in the head',
  ),
  CONTENT_TARGET: entry(
    '打不开 "{name}"{guess}',
    '写 /路径、game:彩种 或 menu:功能，目标须已存在',
    '"{name}" does not exist{guess}',
    'write /path, game:code or menu:Code of an existing target',
  ),
  CONTENT_NAME: entry('没有{what} "{name}"{guess}', '改成已有的：{known}', 'there is no {what} "{name}"{guess}', 'name one of {known}'),
  CONTENT_DAYS: entry('{until} 不晚于 {at}', '改正 at 或 until', '{until} is not after {at}', 'correct at or until'),
} as const satisfies Record<string, CodeEntry>;
