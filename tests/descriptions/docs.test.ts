import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GAME_CODES } from '../../engine/descriptions/codes.ts';
import { loadFamily, loadGame } from '../../engine/descriptions/load.ts';
import { formatProblem } from '../../engine/descriptions/problem.ts';

const ROOT = join(import.meta.dirname, '../..');
const guide = readFileSync(join(ROOT, 'docs/add-a-game.md'), 'utf8');

describe('docs/add-a-game.md', () => {
  it('has the table of codes as the program has it', () => {
    const cell = (text: string) => text.replaceAll('|', '\\|');
    const rows = Object.entries(GAME_CODES).map(
      ([code, { zh, en }]) => `| \`${code}\` | ${cell(zh.message)}；${cell(zh.remedy)} | ${cell(en.message)}; ${cell(en.remedy)} |`,
    );
    const table = ['| code | 中文 | English |', '|---|---|---|', ...rows].join('\n');
    const written = /<!-- codes: begin[^>]*-->\n([\s\S]*?)\n?<!-- codes: end -->/.exec(guide)?.[1];
    expect(written).toBe(table);
  });

  it('shows a game that passes, and the report of a mistake in it as the program prints it', () => {
    const text = /```json\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
    const family = loadFamily(readFileSync(join(ROOT, 'games/families/11x5.json'), 'utf8'), { file: '11x5.json' });
    const families = new Map([['11x5', family.ok ? family.document : null]]);
    const check = (content: string) => {
      const loaded = loadGame(content, { file: 'games/gd11x5.json', families });
      return loaded.ok ? [] : loaded.problems.map((problem) => formatProblem(problem));
    };
    expect(check(text)).toEqual([]);
    const shown = /```\n(games\/gd11x5\.json:[^\n]*)\n```/.exec(guide)?.[1];
    expect(check(text.replace('"closeBeforeSeconds": 60', '"closeBeforeSeconds": 1200'))).toEqual([shown]);
  });
});
