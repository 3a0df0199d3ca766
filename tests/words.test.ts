/** One word for one thing: words that the product once had two of. The list of terms has the one that stands. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/** The name in app/descriptions/terms.json (list `word`), and what must not be written instead. */
const INSTEAD: Readonly<Record<string, RegExp>> = {
  // 投注单 is the slip and 单注 a single bet, as in 投注单注 of the official rules.
  order: /(?<!投)注单/,
  orderId: /(?<!投)注单号|订单编号|投注单号(?!码)/,
  slip: /(?<!\p{Script=Han})选号单|投注篮|号码篮/u,
  untilClose: /距封盘|距停售/,
  closed: /封盘/,
  playMoney: /演示币|演示资金|体验金|虚拟币/,
  lineTest: /网络检测|网络测试|线路测试/,
  customerService: /联系客服|客服中心|联络客服/,
};

/** What a player, an operator or an engineer reads. Old descriptions and this list keep their words. */
const read = (): readonly string[] =>
  execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 26 })
    .split('\0')
    .filter((path) => /\.(json|tsx?|mjs|js|html|css|sql|md)$/.test(path))
    .filter(
      (path) =>
        !/^(tests\/(words\.test\.ts|fixtures\/screens-format-1\.json|traces\/.*\.json)|server\/platform\/database\/migrations\/)/.test(
          path,
        ),
    )
    .filter((path) => path !== 'package-lock.json');

describe('words', () => {
  it('a thing has one word in the whole product', () => {
    const found: string[] = [];
    for (const path of read()) {
      let text: string;
      try {
        text = readFileSync(join(ROOT, path), 'utf8');
      } catch {
        continue; // Removed, and not yet committed.
      }
      if (!/\p{Script=Han}/u.test(text)) continue;
      text.split('\n').forEach((line, at) => {
        for (const [name, wrong] of Object.entries(INSTEAD)) {
          const hit = wrong.exec(line);
          if (hit) found.push(`${path}:${at + 1} ${hit[0]} (${name})`);
        }
      });
    }
    expect(found).toEqual([]);
  });

  it('texts address the reader as 您', () => {
    const productFiles = read().filter((path) => /^(app|engine|games|protocol|server)\//.test(path) && !path.endsWith('/pinyin.json'));
    // A file that was removed is listed until that is committed.
    const there = productFiles.filter((path) => existsSync(join(ROOT, path)));
    expect(there.filter((path) => readFileSync(join(ROOT, path), 'utf8').includes('你'))).toEqual([]);
  });

  it('the word that stands is in the list of terms', () => {
    const { terms } = JSON.parse(readFileSync(join(ROOT, 'app/descriptions/terms.json'), 'utf8')) as {
      terms: Record<string, Record<string, { text: string }>>;
    };
    expect(Object.keys(terms.word ?? {}).sort()).toEqual(Object.keys(INSTEAD).sort());
    for (const [name, { text }] of Object.entries(terms.word ?? {})) expect(INSTEAD[name]?.test(text), text).toBe(false);
  });
});
