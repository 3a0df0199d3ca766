// Plain English: words that have no referent do not stand in comments, documents and test titles, and sentences of documents are short.
import { root, run } from '../lib/run.mjs';
import { sources } from './source.mjs';

/** A pattern, what to write in its place, and why it is not used. */
export const WORDS = [
  [/\bwh(?:o|om)ever\b/gi, 'the client, the caller, the player', 'it names nobody'],
  [/(?:^|[.;:,(]\s+|\b(?:for|to|of|by|and|or|from|with|than|is|as) )who\b/gi, 'the client, the caller, the player', 'it names nobody'],
  [/\bof what\b/gi, 'the noun that is meant', 'the reader has to find out what it is'],
  [/\bof which\b/gi, 'a second sentence', 'it puts two ideas into one sentence'],
  [
    /\bwhat (?:is|was|are|were) (?:kept|told|said|asked|known|held|meant|wanted|shown|sent|left|read|there|seen|made)\b/gi,
    'the noun that is meant',
    'it names no thing',
  ],
  [/\b(?:is|are|was|were|be|been|being) told\b/gi, 'receives, is notified, is given', 'told has no fixed meaning here'],
  [/\b(?:is|are|was|were|be|been) asked (?:about|of|after)\b/gi, 'query, look up', 'it says neither what is asked nor where'],
  [/\b(?:(?<!ahead )of (?:before|now|then)|what (?:goes|comes) with)\b/gi, 'previous, current, former', 'it is no English'],
];

/** Folders whose comments and titles hold to the list. */
const FOLDERS = ['app', 'bench', 'engine', 'protocol', 'scripts', 'server', 'tests', 'tools'];
/** Documents that hold to the list and to the length, by folder or file. */
const DOCUMENTS = [
  'docs',
  'engine',
  'server',
  'findings',
  'tests/traces',
  'bench/README.md',
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
];
/** Not among the documents: it is Chinese, and the words and the length are for English. */
const CHINESE = 'docs/zh/';
/** Words of a sentence of a document. */
const LONGEST = 30;
/** Characters of a commit's subject. */
const SUBJECT = 72;

const lineAt = (text, index) => text.slice(0, index).split('\n').length;

/** [line, text] of the comments of a source, and of the titles of tests. A comment of several lines is one text. */
export function* prose(file, text) {
  if (file.endsWith('.sql')) {
    for (const match of text.matchAll(/(?:^[ \t]*--[^\n]*\n?)+|--[^\n]*/gm))
      yield [lineAt(text, match.index), match[0].replace(/^[ \t]*--/gm, '')];
    return;
  }
  for (const match of text.matchAll(/\/\*[\s\S]*?\*\/|(?:^[ \t]*\/\/[^\n]*\n?)+|(?<=[^:'"`\\])\/\/ [^\n]*/gm))
    yield [lineAt(text, match.index), match[0].replace(/^[ \t]*(?:\/\/|\/?\*+\/?)/gm, '')];
  for (const match of text.matchAll(/\b(?:it|test|describe|refused)(?:\.\w+(?:\([^)]*\))?)*\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g))
    yield [lineAt(text, match.index), match[2]];
}

/** Words in a text that are not plain, as sentences. */
export function wordsIn(text) {
  const flat = text.replace(/\s+/g, ' ').trim();
  return WORDS.flatMap(([pattern, instead, why]) =>
    [...flat.matchAll(pattern)].map(([found]) => `"${found.trim()}": write ${instead}; ${why}`),
  );
}

/** Paragraphs and list items of a page, without code, tables, headings and addresses. */
export function paragraphs(text) {
  const found = [];
  let fenced = false;
  let open;
  for (const [at, line] of text.split('\n').entries()) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    const ends = fenced || /^\s*(```|~~~|$|\||#|<|>)/.test(line);
    if (ends || /^\s*([-*+]|\d+\.) /.test(line)) open = undefined;
    if (ends) continue;
    if (open === undefined) found.push((open = { line: at + 1, text: '' }));
    open.text += ` ${line.replace(/^\s*([-*+]|\d+\.) /, '')}`;
  }
  return found;
}

const plain = (text) => text.replace(/`[^`]*`/g, 'code').replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
/** Sentences of a paragraph with more words than a reader keeps in mind. A Chinese text has no words to count. */
export const tooLong = (text) =>
  plain(text)
    .split(/(?<=[.!?:;])\s+/)
    .map((sentence) => sentence.split(/\s+/).filter((word) => /[a-z]/i.test(word)))
    .filter((words) => words.length > LONGEST)
    .map((words) => `${words.length} words in one sentence, at most ${LONGEST}: "${words.slice(0, 8).join(' ')} …"`);

/** Subjects of the commits that are not pushed yet, or of the last one; none outside of a Git checkout. */
async function subjects() {
  const git = (...args) => run('git', args, { quiet: true, cwd: root });
  const tracked = (await git('rev-parse', '--verify', '--quiet', '@{upstream}')).code === 0;
  const { code, output } = await git('log', '--no-merges', '--format=%s', ...(tracked ? ['@{upstream}..HEAD'] : ['-1']));
  return code === 0 ? output.trim().split('\n').filter(Boolean) : [];
}

export async function check() {
  const problems = [];
  for (const { file, text } of [...sources(FOLDERS, /\.(tsx?|mjs|css)$/), ...sources(['server'], /\.sql$/)])
    for (const [line, comment] of prose(file, text)) for (const fault of wordsIn(comment)) problems.push(`${file}:${line} ${fault}`);
  for (const { file, text } of sources(DOCUMENTS, /\.md$/)) {
    if (file.startsWith(CHINESE)) continue;
    for (const paragraph of paragraphs(text))
      for (const fault of [...wordsIn(plain(paragraph.text)), ...tooLong(paragraph.text)])
        problems.push(`${file}:${paragraph.line} ${fault}`);
  }
  for (const subject of await subjects())
    if (subject.length > SUBJECT) problems.push(`a commit's subject has ${subject.length} characters, at most ${SUBJECT}: ${subject}`);
  return problems;
}
