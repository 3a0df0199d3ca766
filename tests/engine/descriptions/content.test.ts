/** Help pages and articles as files (engine/descriptions/content): markup, what they name, and the version that stays. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CONTENT_CODES } from '../../../engine/descriptions/content/codes.ts';
import { piecesOf } from '../../../engine/descriptions/content/markup.ts';
import { formatProblem } from '../../../engine/descriptions/problem.ts';
import { openPublication, type Publication } from '../../../server/catalog/publication.ts';
import { tablesOfCodes } from '../../support/guides.ts';

const ROOT = join(import.meta.dirname, '../../..');

it.each(tablesOfCodes('add-an-article.md', CONTENT_CODES))('$page has the table of codes as the program has it', ({ written, wanted }) => {
  expect(written).toBe(wanted);
});

it('reads lines as pieces: neighbouring lines of one kind are one piece', () => {
  expect(
    piecesOf([
      '开头',
      '## 小标题',
      '- 甲',
      '- 乙',
      '1. 先',
      '2. 后',
      '> 注意',
      '| 买法 | 金额 |',
      '| 7 个 | 14 元 |',
      '[规则](/result)',
      '[去投注](game:ssq)',
    ]),
  ).toEqual([
    { kind: 'text', text: '开头' },
    { kind: 'heading', text: '小标题' },
    { kind: 'list', items: ['甲', '乙'] },
    { kind: 'steps', items: ['先', '后'] },
    { kind: 'note', text: '注意' },
    {
      kind: 'table',
      rows: [
        ['买法', '金额'],
        ['7 个', '14 元'],
      ],
    },
    { kind: 'link', text: '规则', target: '/result' },
    { kind: 'button', text: '去投注', target: 'game:ssq' },
  ]);
});

describe('the texts of the product', () => {
  let appDir: string;
  let publication: Publication;
  beforeAll(async () => {
    appDir = mkdtempSync(join(tmpdir(), 'caipu-content-'));
    cpSync(join(ROOT, 'app/descriptions'), appDir, { recursive: true });
    publication = await openPublication({ gamesDir: join(ROOT, 'games'), appDir, startLater: true });
  });
  afterAll(async () => {
    await publication?.close();
    rmSync(appDir, { recursive: true, force: true });
  });

  /** Problems after a file was written, as their place in it, their code and what they say. */
  async function written(folder: string, code: string, change: (text: string) => string): Promise<string[]> {
    const path = join(appDir, folder, `${code}.json`);
    const before = readFileSync(path, 'utf8');
    writeFileSync(path, change(before));
    await publication.refresh();
    const found = publication.problems().map((problem) => formatProblem(problem).slice(`${appDir}/${folder}/`.length));
    const inForce = {
      help: publication.helps(),
      articles: publication.articles(),
      banners: publication.banners(),
      bulletins: publication.bulletins(),
    };
    const document = inForce[folder as keyof typeof inForce].get(code);
    expect(document, 'the running one stays').toEqual(JSON.parse(before));
    writeFileSync(path, before);
    await publication.refresh();
    expect(publication.problems()).toEqual([]);
    return found;
  }

  it('have no problems and no broken links, at least 40 help pages in six groups, and at least 12 articles', () => {
    expect(publication.problems()).toEqual([]);
    const helps = [...publication.helps().values()];
    expect(helps).toHaveLength(readdirSync(join(appDir, 'help')).length);
    expect(helps.length).toBeGreaterThanOrEqual(40);
    expect(new Set(helps.map(({ group }) => group)).size).toBe(6);
    expect([...publication.articles().values()].length).toBeGreaterThanOrEqual(12);
  });

  it('an article with an unknown link, type or game is refused at its line and the running one stays', async () => {
    const found = await written('articles', 'welcome', (text) =>
      text.replace('(/helpCenter)', '(/helpCentre)').replace('"jlffc"]', '"jlfffc"]').replace('"headline"', '"headlines"'),
    );
    expect(found.map((line) => line.replace(/^(\S+) {2}(\S+) {2}(\S+) {2}.*/, '$1 $2 $3'))).toEqual([
      'welcome.json:6:11 /type CONTENT_NAME',
      'welcome.json:13:20 /games/1 CONTENT_NAME',
      'welcome.json:27:5 /body/11 CONTENT_TARGET',
    ]);
    expect(found[2]).toContain('打不开 "/helpCentre"，是不是 "/helpCenter"；写 /路径、game:彩种 或 menu:功能，目标须已存在');
    expect(found[1]).toContain('没有彩种 "jlfffc"，是不是 "jlffc"');
  });

  it('a slide of the banner with a wrong link or an end before its start is refused, and a bulletin with an unknown property', async () => {
    const slide = await written('banners', 'ssq', (text) =>
      text.replace('"game:ssq"', '"game:sqq"').replace('"order": 30', '"at": "2026-02-01 00:00", "until": "2026-01-01 00:00"'),
    );
    expect(slide.map((line) => line.replace(/^(\S+) {2}(\S+) {2}(\S+) {2}.*/, '$1 $2 $3')).sort()).toEqual([
      'ssq.json:11:38 /until CONTENT_DAYS',
    ]);
    const target = await written('banners', 'ssq', (text) => text.replace('"game:ssq"', '"game:sqq"'));
    expect(target).toHaveLength(1);
    expect(target[0]).toContain('打不开 "game:sqq"，是不是 "game:ssq"');
    const bulletin = await written('bulletins', 'fairness', (text) => text.replace('"title"', '"tittle"'));
    expect(bulletin.join()).toContain('title');
  });

  it('links to pages, articles and menus are looked up; nothing leads out of the app', async () => {
    const targets = [
      '/helpDetail/buy/chas',
      '/helpDetail/games/sqq',
      '/articleDetail?id=none',
      '/helpType/none',
      'menu:Keefu',
      'game:none',
      'https://example.com',
      '//example.com',
    ];
    const found = await written('help', 'chase', (text) => {
      const page = JSON.parse(text) as { body: string[] };
      return JSON.stringify({
        ...page,
        body: [...targets.map((target) => `[看](${target})`), '[看](/helpDetail/games/SSQ)', '[看](/helpDetail/games/ssq)'],
      });
    });
    expect(found).toHaveLength(targets.length + 1);
    expect(found[0]).toContain('是不是 "/helpDetail/buy/chase"');
    expect(found[1]).toContain('打不开 "/helpDetail/games/sqq"，是不是 "/helpDetail/games/ssq"');
    expect(found[5]).toContain('打不开 "game:none"');
    expect(found.at(-1)).toContain('打不开 "/helpDetail/games/SSQ"，是不是 "/helpDetail/games/ssq"');
  });

  it('lines that look like markup and are none, and uneven rows, are refused', async () => {
    const found = await written('help', 'chase', (text) =>
      JSON.stringify({
        ...(JSON.parse(text) as object),
        body: ['#标题', '-没有空格', '[没有目标]()', '| 甲 | 乙 |', '| 一 |', '1.先', '负 5 元是一段话'],
      }),
    );
    expect(found.map((line) => /CONTENT_\w+/.exec(line)?.[0])).toEqual([
      'CONTENT_LINE',
      'CONTENT_LINE',
      'CONTENT_LINE',
      'CONTENT_CELLS',
      'CONTENT_LINE',
    ]);
  });

  it('a help page cannot have the code of a game, and an article does not end before it begins', async () => {
    writeFileSync(join(appDir, 'help/ssq.json'), readFileSync(join(appDir, 'help/chase.json'), 'utf8').replace('"chase"', '"ssq"'));
    await publication.refresh();
    expect(publication.problems().map(({ code, pointer }) => `${code} ${pointer}`)).toEqual(['DUPLICATE /code']);
    rmSync(join(appDir, 'help/ssq.json'));
    const found = await written('articles', 'welcome', (text) => text.replace('"author"', '"until": "2026-01-05 10:00", "author"'));
    expect(found[0]).toContain('/until  CONTENT_DAYS');
  });
});
