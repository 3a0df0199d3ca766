// The columns of docs/operate/exports.md, from the data dictionary of the exports.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filled } from './marks.mjs';

const TYPES = { text: 'text', id: 'text', number: 'integer', fen: 'integer', instant: 'time (UTC)', json: 'JSON' };

export function exportPages(root) {
  const file = 'docs/operate/exports.md';
  const sets = JSON.parse(readFileSync(join(root, 'tools/data/exports/dictionary.json'), 'utf8'));
  return [[file, filled(root, file, 'columns', sets.map(section).join('\n\n'))]];
}

const section = ({ name, zh, en, columns }) =>
  [`### \`${name}\``, `${zh}。\n${en}.`, ['| column | value | 中文 | English |', '|---|---|---|---|', ...columns.map(row)].join('\n')].join(
    '\n\n',
  );

const row = ({ name, type, zh, en }) => `| \`${name}\` | ${TYPES[type]} | ${zh}。 | ${en}. |`;
