// What the documents name is there: links with their headings, pictures, files and folders, identifiers, commands, variables of the
// environment. The other way round, docs/reference/ has every command and every variable that the server reads, and a page shows every
// picture of docs/pictures/. A page that is out of date is wrong in one of these ways first.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { root } from '../lib/run.mjs';

/** Read as a whole; what is generated, built or downloaded is no source. */
const FOLDERS = [
  'app',
  'bench',
  'deploy',
  'docs',
  'engine',
  'games',
  'protocol',
  'public',
  'schemas',
  'scripts',
  'server',
  'tests',
  'tools',
];
const SOURCE = /\.(tsx?|mjs|js|sql|json|css|html|ya?ml|conf|ini|sh|svg)$/;
/** Made by somebody or something later: a document may name what is in them. */
const MADE = /^(dist|node_modules|test-results|\.data)\b|(^|\/)\.(history|env)\b/;
/** This check and its test name what there is not. */
const OWN = new Set(['scripts/checks/docs.mjs', 'tests/scripts/checks.test.ts', 'package-lock.json']);
/** They say what was, under the names of their day. */
const HISTORY = /^bench\/history\.md$/;
const COMMANDS = 'docs/reference/commands.md';
const SETTINGS = 'docs/reference/settings.md';
const PICTURES = 'docs/pictures';
/** Bytes of all committed pictures: they stay in the history of Git for ever. */
const MOST_PICTURES = 600_000;
/** A file that the reader writes: it is not there yet. */
const TO_WRITE = /存为 `[^`]*`/g;
/** Names of the world outside: PostgreSQL, pgbouncer, Citus, browsers. */
const FOREIGN = new Set(
  'full_page_writes synchronous_commit pg_cancel_backend max_prepared_statements create_reference_table create_distributed_table'.split(
    ' ',
  ),
);

function* files(folder) {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = posix.join(folder, entry.name);
    if (entry.isDirectory()) yield* files(path);
    else yield path;
  }
}

/** The anchor that GitHub gives a heading. */
const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-');

const anchorsOf = (page) => [...readFileSync(join(root, page), 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading));

/** [line, text] of a page: outside of fences, and inside of them. */
function split(text) {
  const [prose, fenced] = [[], []];
  let within = false;
  for (const [at, line] of text.split('\n').entries()) {
    if (/^\s*```/.test(line)) within = !within;
    else (within ? fenced : prose).push([at + 1, line]);
  }
  return { prose, fenced };
}

/** @param {readonly (readonly [name: string, text: string])[]} [given] pages with their texts; all of the project's when left out */
export function check(given) {
  const all = [...FOLDERS.flatMap((folder) => [...files(folder)]), ...readdirSync(root)];
  const known = new Set(all);
  for (const path of all) for (let up = dirname(path); up !== '.'; up = dirname(up)) known.add(up);
  const tops = new Set(FOLDERS);
  const tails = new Set(all.flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(at).join('/'))));
  const sources = all.filter((path) => SOURCE.test(path) && !OWN.has(path));
  const words = new Set();
  for (const path of sources) for (const [word] of readFileSync(join(root, path), 'utf8').matchAll(/[A-Za-z_$][\w$]*/g)) words.add(word);
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const problems = [];

  const pathFault = (page, name) => {
    if (/[*{}<>…]|^\/|^[a-z]+:/.test(name) || MADE.test(name)) return undefined;
    const path = name.replace(/^\.\//, '').replace(/\/$/, '');
    if (known.has(path) || known.has(posix.join(dirname(page), path))) return undefined;
    if (tops.has(path.split('/')[0])) return `there is no ${name}`;
    // The name of a source alone: any of that name will do.
    return /^[\w./-]+\.(tsx?|mjs|sql)$/.test(path) && !tails.has(path) ? `no file is called ${name}` : undefined;
  };
  const linkFault = (page, target) => {
    if (/^(https?:|mailto:)/.test(target)) return undefined;
    const [path, anchor] = target.split('#');
    const file = path === '' ? page : posix.join(dirname(page), path);
    if (!known.has(file.replace(/\/$/, ''))) return `the link ${target} leads nowhere`;
    return anchor && file.endsWith('.md') && !anchorsOf(file).includes(anchor) ? `${file} has no heading #${anchor}` : undefined;
  };
  const wordFault = (name) => {
    const word = name
      .replace(/\(.*\)$/, '')
      .split('.')
      .at(-1);
    const compound = /^[a-z]\w*([A-Z]|_[a-z])\w*$/.test(word);
    return compound && !words.has(word) && !FOREIGN.has(word) ? `nothing in the sources is called ${word}` : undefined;
  };
  const lineFaults = (line) => [
    ...[...line.matchAll(/npm (?:run(?: -s)? )([a-z]+(?::[a-z]+)*)/g)].map(([, name]) =>
      scripts[name] ? undefined : `there is no npm run ${name}`,
    ),
    ...[...line.matchAll(/\bCAIPU_[A-Z_]*[A-Z]\b/g)].map(([name]) => (words.has(name) ? undefined : `nothing reads ${name}`)),
  ];

  const top = ['README.md', 'README.zh-CN.md', 'CONTRIBUTING.md', 'SECURITY.md'];
  const own = () =>
    [...top, ...all.filter((path) => path.endsWith('.md') && path.includes('/') && !HISTORY.test(path))].map((page) => [
      page,
      readFileSync(join(root, page), 'utf8'),
    ]);
  const pages = given ?? own();
  for (const [page, text] of pages) {
    const { prose, fenced } = split(text);
    const say = (line, fault) => fault !== undefined && problems.push(`${page}:${line}  ${fault}; correct the page, or what it names`);
    for (const [line, text] of [...prose, ...fenced]) for (const fault of lineFaults(text)) say(line, fault);
    for (const [line, text] of prose) {
      // What a file may be refused with, as the program says it: a link in it is an example.
      if (/^\| `[A-Z_]+` \|/.test(text)) continue;
      const links = text.replace(/`[^`]*`/g, '').matchAll(/\]\(([^)\s]+)\)|<img src="([^"]*)"/g);
      for (const [, target, picture] of links) say(line, linkFault(page, target ?? picture));
      for (const [, code] of text.replace(TO_WRITE, '').matchAll(/`([^`]+)`/g)) {
        if (/^[\w.@/*{}<>-]+$/.test(code)) say(line, pathFault(page, code));
        if (/^[A-Za-z_][\w.]*(\([^)]*\))?$/.test(code)) say(line, wordFault(code));
      }
    }
  }
  return [...new Set([...problems, ...lackingCommands(pages, scripts), ...lackingSettings(pages), ...strayPictures(pages, given)])];
}

const textOf = (pages, name) => pages.find(([page]) => page === name)?.[1];

/** What `npm` runs by itself, and not a person. */
const BY_ITSELF = new Set(['prepare']);

function lackingCommands(pages, scripts) {
  const text = textOf(pages, COMMANDS);
  if (text === undefined) return [];
  const written = new Set([...text.matchAll(/`npm (?:run (?:-s )?)?([a-z]+(?::[a-z]+)*)/g)].map(([, name]) => name));
  return Object.keys(scripts)
    .filter((name) => !written.has(name) && !BY_ITSELF.has(name))
    .map((name) => `${COMMANDS}  package.json has the script ${name}, and this page does not; add a row`);
}

function lackingSettings(pages) {
  const text = textOf(pages, SETTINGS);
  if (text === undefined) return [];
  return [...readFileSync(join(root, 'server/read-options.ts'), 'utf8').matchAll(/(?:env\.|\(')(CAIPU_[A-Z_]+)/g)]
    .map(([, name]) => name)
    .filter((name) => !text.includes(`\`${name}\``) && !OURS.has(name))
    .map((name) => `${SETTINGS}  the server reads ${name}, and this page does not have it; add a row`);
}

/** Pictures that no page shows, or too many of them. Only for all pages together. */
function strayPictures(pages, given) {
  if (given !== undefined) return [];
  const names = [...files(PICTURES)];
  const shown = pages.map(([, text]) => text).join('\n');
  const bytes = names.reduce((sum, name) => sum + statSync(join(root, name)).size, 0);
  return [
    ...names
      .filter((name) => !shown.includes(`pictures/${posix.basename(name)}`))
      .map((name) => `${name}  no page shows it; delete it, \`npm run pictures\` makes it in .pictures/`),
    ...(bytes > MOST_PICTURES ? [`${PICTURES}  ${bytes} bytes, at most ${MOST_PICTURES} are allowed; show fewer pictures`] : []),
  ];
}

/** Read for builds and tests of our own. */
const OURS = new Set(['CAIPU_WEB', 'CAIPU_OFFICE', 'CAIPU_WORKBENCH']);
