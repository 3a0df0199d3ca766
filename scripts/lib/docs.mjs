// Writes the blocks into their reference pages: each with the JSON of its example, and its picture if docs/pictures/ has it.
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { blockExamples } from './examples.mjs';
import { filled } from './marks.mjs';

/** Lines of JSON that one takes in at a glance; the whole example is a click away. */
const LINE = 110;

/** [page, its parts: folder of the blocks and heading]. A page has one part without a heading, or several with one each. */
const PAGES = [
  ['docs/reference/blocks.md', [['engine/screens/blocks'], ['engine/screens/frame', 'Blocks around outside pages']]],
  [
    'docs/reference/blocks-games.md',
    [
      ['engine/screens/lottery', 'Blocks of lotteries'],
      ['engine/screens/sports', 'Blocks of sports games'],
      ['engine/screens/small', 'Blocks of small games'],
    ],
  ],
];

/** [[page, text]]: the reference pages with their blocks as they are now. Throws when marks are missing, or a block has no page. */
export function blockPages(root) {
  const examples = blockExamples(root).map((each) => ({ ...each, path: relative(root, each.folder) }));
  const of = (folder) => examples.filter(({ path }) => path.startsWith(`${folder}/`));
  const shown = PAGES.flatMap(([, parts]) => parts.flatMap(([folder]) => of(folder)));
  const lost = examples.filter((each) => !shown.includes(each)).map(({ path }) => path);
  if (lost.length > 0) throw new Error(`${lost.join(', ')}: no reference page has this folder; name it in scripts/lib/docs.mjs`);
  return PAGES.map(([page, parts]) => [
    page,
    filled(root, page, 'blocks', parts.map(([folder, title]) => partText(root, title, of(folder))).join('\n\n')),
  ]);
}

function partText(root, title, examples) {
  const rows = examples.map(
    ({ name, description }) => `| [${name}](#${name}) | ${inEnglish(description.summary).replaceAll('|', '\\|')} |`,
  );
  const table = ['| block | shows |', '|---|---|', ...rows].join('\n');
  return [...(title === undefined ? [] : [`## ${title}`]), table, ...examples.map((each) => blockText(root, each))].join('\n\n');
}

function blockText(root, { name, path, description, example }) {
  const shown = firstOf(example.screen.blocks, name);
  const picture = existsSync(join(root, 'docs/pictures', `${name}.png`));
  return [
    `### ${name}`,
    inEnglish(description.summary),
    accessibilityText(description.accessibility),
    ...(picture ? [`<img src="../pictures/${name}.png" width="300" alt="Picture of the block ${name}">`] : []),
    '```json',
    compact(shown),
    '```',
    `Properties: [block.json](../../${path}/block.json). The whole example with its answers and states: [example.json](../../${path}/example.json).`,
  ]
    .join('\n\n')
    .replace(/```json\n\n/, '```json\n')
    .replace(/\n\n```\n/, '\n```\n');
}

/** One sentence on how a block is used without seeing it, or its parts as a list. */
function accessibilityText(text) {
  const parts = text.split('; ');
  return parts.length === 1 ? `Accessibility: ${text}.` : ['Accessibility:', '', ...parts.map((part) => `- ${part}`)].join('\n');
}

/** The English line of a description, which has the Chinese text first. */
const inEnglish = (text) => text.split('\n').at(-1);

/** The first block of this name in the tree of an example. */
function firstOf(blocks, name) {
  for (const block of blocks) {
    if (block.block === name) return block;
    const inside = block.blocks && firstOf(block.blocks, name);
    if (inside) return inside;
  }
  return undefined;
}

/** JSON with what fits on a line on one line. */
export function compact(value, indent = 0, before = 0) {
  const line = oneLine(value);
  if (typeof value !== 'object' || value === null || (indent > 0 && indent + before + line.length <= LINE)) return line;
  const pad = ' '.repeat(indent + 2);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const parts = Array.isArray(value)
    ? value.map((each) => compact(each, indent + 2))
    : Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${compact(each, indent + 2, key.length + 4)}`);
  return `${open}\n${parts.map((part) => pad + part).join(',\n')}\n${' '.repeat(indent)}${close}`;
}

function oneLine(value) {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  return `{ ${Object.entries(value)
    .map(([key, each]) => `${JSON.stringify(key)}: ${oneLine(each)}`)
    .join(', ')} }`;
}
