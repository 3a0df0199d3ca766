// Puts the blocks into docs/screens.md, each with its picture and the JSON of its example, between the two marks there.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { blockExamples } from './examples.mjs';

const BEGIN = '<!-- blocks: written by `npm run docs` from the folders of the blocks -->';
const END = '<!-- end of blocks -->';
/** Lines of JSON that one takes in at a glance; the whole example is a click away. */
const LINE = 110;

const ROOMS = [
  ['engine/screens/blocks', 'Generic blocks'],
  ['engine/screens/lottery', 'Blocks of lotteries'],
  ['engine/screens/sports', 'Blocks of sports games'],
  ['engine/screens/frame', 'Blocks around outside pages'],
];

/** The page with its blocks as they are now. Throws when the marks are missing. */
export function screensPage(root) {
  const text = readFileSync(join(root, 'docs/screens.md'), 'utf8');
  const [from, to] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`docs/screens.md: the marks "${BEGIN}" and "${END}" are to stand there, in this order`);
  return `${text.slice(0, from + BEGIN.length)}\n\n${blocksText(root)}\n${text.slice(to)}`;
}

function blocksText(root) {
  const examples = blockExamples(root).map((each) => ({ ...each, path: relative(root, each.folder) }));
  return ROOMS.map(([folder, title]) =>
    [`### ${title}`, ...examples.filter(({ path }) => path.startsWith(folder)).map(blockText)].join('\n\n'),
  ).join('\n\n');
}

function blockText({ name, path, description, example }) {
  const shown = firstOf(example.screen.blocks, name);
  return [
    `#### ${name}`,
    `${inEnglish(description.summary)} Accessibility: ${description.accessibility}.`,
    `<img src="pictures/${name}.png" width="300" alt="Picture of the block ${name}">`,
    '```json',
    compact(shown),
    '```',
    `Properties: [block.json](../${path}/block.json). The whole example with its answers and states: [example.json](../${path}/example.json).`,
  ]
    .join('\n\n')
    .replace(/```json\n\n/, '```json\n')
    .replace(/\n\n```\n/, '\n```\n');
}

/** Of a text that editors show in Chinese and then in English, the page takes the second line. */
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
