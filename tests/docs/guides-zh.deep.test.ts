/**
 * The Chinese handbooks (docs/zh), followed as their readers do: the files that they show are put where they say, their commands are run as they
 * stand and print the output in the text, and the words that they quote are on the screens. Folders alone are this test's own. The walk of
 * add-a-game.md is followed by walk.deep.test.ts.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPublication } from '../../server/catalog/publication.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { SCHEMA } from '../../server/schema.ts';
import { ALARMS } from '../../server/platform/monitoring/alarms.ts';
import { root, temporaryFolder } from '../server/support/server.ts';

const FOLDER = join(root, 'docs/zh');
const PAGES = readdirSync(FOLDER).map((name) => ({ name, text: readFileSync(join(FOLDER, name), 'utf8') }));
const folder = temporaryFolder();
const TRACE = 'caipu-20261121-042005.trace.json';

/** Everything of a page that is fenced, in order, with the line before it. */
function fences(text: string): { language: string; body: string; before: string }[] {
  const followed = text.replace(/\n## 十分钟[\s\S]*?(?=\n## )/, '');
  return [...followed.matchAll(/([^\n]*)\n+```(\w*)\n([\s\S]*?)```/g)].map(([, before = '', language = '', body = '']) => ({
    language,
    body,
    before,
  }));
}

/** The files that a page has its reader write: path from the root of the project, and text. */
const filesOf = (text: string): { path: string; body: string }[] =>
  fences(text)
    .filter(({ language }) => language === 'json')
    .map(({ before, body }) => ({ path: /存为 `([^`]+)`/.exec(before)?.[1] ?? '', body }));

const HERE: readonly (readonly [wording: string, here: string])[] = [
  [TRACE, join(folder, TRACE)],
  ['short.trace.json', join(folder, 'short.trace.json')],
  ['wrong.trace.json', join(folder, 'wrong.trace.json')],
  ['~/caipu-draft', join(folder, 'draft')],
  ['/backups/', join(folder, 'backups/')],
  ['/exports/', join(folder, 'exports/')],
  ['/var/lib/caipu-new', join(folder, 'restored')],
];

/** A text of a page with the folders of this test in it. */
const here = (text: string): string =>
  HERE.reduce((so, [wording, path]) => so.replaceAll(wording, path), text).replace(
    /(?<=[\s<])(games|app\/descriptions)\/(?=\w)/g,
    `${folder}/$1/`,
  );

/** What a command answered, as the page shows it. */
const there = (text: string): string =>
  HERE.reduce((so, [wording, path]) => so.replaceAll(path, wording), text).replaceAll(`${folder}/`, '');

/** An answer as it is shown, with … for what differs each time, or is left out. */
const shownAs = (body: string): RegExp =>
  new RegExp(
    body
      .trimEnd()
      .split('…')
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('[\\s\\S]*'),
  );

/** They install, start or change this machine, or are other tests: walk.deep.test.ts, deploy of the nightly, tests/engine/replay. */
const NOT_HERE = /^(npm ci|git clone|sudo |openssl |15 4 \* \* \*|npx |node scripts\/verify-card|cp \S+ tests\/traces)/;
/** What npm does with `npm run -s <name> -- …`, without npm's own half second. */
const NPM = 'npm() { local name="$3"; shift 4; node "scripts/$name.mjs" "$@"; }';
/** An answer that names a mistake ends with 1. */
const MISTAKE = /\s[A-Z]+_[A-Z_]+\s|DIVERGED/;

const env: NodeJS.ProcessEnv = {
  ...process.env,
  CAIPU_GAMES: join(folder, 'games'),
  CAIPU_DESCRIPTIONS: join(folder, 'app/descriptions'),
  CAIPU_DATA: join(folder, 'data'),
  DATABASE_URL: '',
};

beforeAll(async () => {
  cpSync(join(root, 'games'), join(folder, 'games'), { recursive: true });
  cpSync(join(root, 'app/descriptions'), join(folder, 'app/descriptions'), { recursive: true });
  copyFileSync(join(root, 'tests/traces/chase.trace.json'), join(folder, TRACE));
  mkdirSync(join(folder, 'backups'));
  mkdirSync(join(folder, 'exports'));
  await (await openDatabase({ schema: SCHEMA, dataDir: join(folder, 'data') })).close();
  for (const { text } of PAGES)
    for (const { path, body } of filesOf(text)) {
      expect(path, body.slice(0, 200)).toMatch(/^(games|app\/descriptions)\/\S+\.json$/);
      expect(existsSync(join(folder, path)), path).toBe(false);
      writeFileSync(join(folder, path), body);
    }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the files that pages show are published together, and none is refused', async () => {
  const publication = await openPublication({
    gamesDir: join(folder, 'games'),
    appDir: join(folder, 'app/descriptions'),
    startLater: true,
  });
  expect(publication.problems().map(({ file, code, message }) => `${file} ${code} ${message}`)).toEqual([]);
  const files = PAGES.flatMap(({ text }) => filesOf(text));
  expect(files.length).toBeGreaterThan(10);
  const inForce = [
    publication.scratch(),
    publication.smalls(),
    publication.quizzes(),
    publication.products(),
    publication.activities(),
    publication.sports(),
    publication.articles(),
    publication.helps(),
    publication.bulletins(),
    publication.banners(),
  ].flatMap((kind) => [...kind.keys()]);
  expect(files.map(({ body }) => (JSON.parse(body) as { code: string }).code).filter((code) => !inForce.includes(code))).toEqual([]);
  await publication.close();
});

const COMMANDED = PAGES.filter(({ text }) => fences(text).some(({ language }) => language === 'sh'));
it.each(COMMANDED)(
  'docs/zh/$name: its commands answer what it shows',
  ({ text }) => {
    const all = fences(text);
    for (const [at, { language, body }] of all.entries()) {
      if (language !== 'sh') continue;
      const next = all[at + 1];
      const shown = next?.language === '' && text.includes(`${body}\`\`\`\n\n\`\`\`\n${next.body}`) ? next.body : '';
      let output = '';
      let code: number | null = 0;
      for (const command of body.split('\n').filter((line) => line !== '' && !NOT_HERE.test(line))) {
        expect([command, code]).toEqual([command, 0]);
        const run = spawnSync('bash', ['-c', `${NPM}\n${here(command)}`], { cwd: root, env, encoding: 'utf8', input: '' });
        output += there(run.stdout + run.stderr);
        code = run.status;
      }
      expect([body, code, output]).toEqual([body, MISTAKE.test(shown) ? 1 : 0, expect.stringMatching(shownAs(shown))]);
    }
  },
  300_000,
);

describe.each(PAGES)('docs/zh/$name', ({ name, text }) => {
  it('is of a length that can be read, links to the index of the others, and stands in it', () => {
    const bytes = Buffer.byteLength(text);
    expect(bytes).toBeGreaterThanOrEqual(4 * 1024);
    expect(bytes).toBeLessThanOrEqual(14 * 1024);
    if (name === 'README.md') return;
    expect(existsSync(join(root, 'docs', name)), 'the English page').toBe(true);
    expect(PAGES.find((page) => page.name === 'README.md')?.text).toContain(`(${name})`);
  });

  it('quotes words that the product shows', () => {
    const words = [...text.matchAll(/「([^」]+)」/g)].map(([, word = '']) => word).filter((word) => !word.startsWith('这样'));
    expect(words.filter((word) => !SHOWN.includes(word))).toEqual([]);
  });
});

it('docs/zh/operate.md has every alarm, under the name that the desk shows', () => {
  const page = PAGES.find(({ name }) => name === 'operate.md')?.text ?? '';
  const titles = JSON.parse(readFileSync(join(root, 'server/admin/office/alarms.json'), 'utf8')) as Record<string, { title: string }>;
  for (const alarm of Object.keys(ALARMS)) {
    expect(page).toContain(`\`${alarm}\``);
    expect(page).toContain(`「${titles[alarm]?.title}」`);
  }
});

/** All texts of the product: of screens, calls, commands and descriptions. */
const SHOWN = ['app', 'engine', 'server', 'protocol', 'tools', 'games'].flatMap(textsIn).join('\n');

function textsIn(path: string): string[] {
  return readdirSync(join(root, path), { withFileTypes: true }).flatMap((entry) => {
    const below = join(path, entry.name);
    if (entry.isDirectory()) return entry.name === 'generated' ? [] : textsIn(below);
    return /\.(tsx?|json)$/.test(entry.name) ? [readFileSync(join(root, below), 'utf8')] : [];
  });
}
