import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Description } from '../../../engine/descriptions/load.ts';
import { loadDocument } from '../../../engine/descriptions/load.ts';
import { formatProblem } from '../../../engine/descriptions/problem.ts';
import { STORE_CODES } from '../../../engine/descriptions/store/codes.ts';
import type { DocumentSet } from '../../../server/catalog/checkers.ts';
import { EMOTE_SETS } from '../../../server/social/profiles/emotes.ts';
import { checkProductNames } from '../../../server/catalog/store-checkers.ts';
import { productWith } from '../../server/support/store.ts';
import { tablesOfCodes } from '../../support/guides.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDER = join(ROOT, 'games/store');

const problemsOf = (patch: Parameters<typeof productWith>[1]): string[] => {
  const loaded = loadDocument(JSON.stringify(productWith('test', patch)), { file: 'test.json', kind: 'product' });
  return loaded.ok ? [] : loaded.problems.map(({ code, pointer }) => `${code} ${pointer}`);
};

it.each(tablesOfCodes('store.md', STORE_CODES))('$page has the table of codes as the program has it', ({ written, wanted }) => {
  expect(written).toBe(wanted);
});

describe('a product', () => {
  it('of the repository is in order, and its picture is drawn', () => {
    for (const file of readdirSync(FOLDER)) {
      const text = readFileSync(join(FOLDER, file), 'utf8');
      expect(loadDocument(text, { file, kind: 'product' })).toMatchObject({ ok: true });
      expect(readFileSync(join(ROOT, 'public', JSON.parse(text).picture), 'utf8')).toContain('<svg');
    }
  });

  it('every emote is drawn, and no two have one name', () => {
    const emotes = EMOTE_SETS.flatMap((set) => set.emotes);
    for (const { id } of emotes) expect(readFileSync(join(ROOT, 'public/emotes', `${id}.svg`), 'utf8')).toContain('<svg');
    expect(new Set(emotes.map(({ id }) => id)).size).toBe(emotes.length);
    expect(new Set(emotes.map(({ name }) => name)).size).toBe(emotes.length);
  });

  it('with two prices has a problem that names the kinds of prices', () => {
    const text = JSON.stringify(productWith('test', { price: { points: 1, fen: 1 } }));
    const loaded = loadDocument(text, { file: 'test.json', kind: 'product' });
    expect(loaded.ok ? [] : loaded.problems.map((problem) => formatProblem(problem))).toEqual([
      expect.stringMatching(/ {2}\/price {2}SHAPE_ONE {2}这里要恰好写一种，写的是 points, fen；只写其中一种：points, fen$/),
    ]);
  });

  it('that contradicts itself is refused at its place', () => {
    expect(problemsOf({})).toEqual([]);
    expect(problemsOf({ stock: { total: 2, day: 3 } })).toEqual(['STORE_STOCK /stock/day']);
    expect(problemsOf({ limit: { account: 2, day: 3 } })).toEqual(['STORE_LIMIT /limit/day']);
    expect(problemsOf({ from: '2026-02-02', to: '2026-02-01' })).toEqual(['STORE_DAYS /to']);
    expect(problemsOf({ gives: { frame: 'gold' }, keepDays: 7 })).toEqual(['STORE_ONCE /keepDays']);
    expect(problemsOf({ gives: { emotes: 'fans' }, keepDays: 7 })).toEqual(['STORE_ONCE /keepDays']);
    expect(problemsOf({ gives: { coupon: { fen: 500, leastFen: 400, backDays: 7, for: 'all' } } })).toEqual([
      'STORE_COUPON /gives/coupon/fen',
    ]);
    expect(problemsOf({ gives: { coupon: { fen: 5, leastFen: 400, backDays: 7, for: 'game' } } })).toEqual([
      'STORE_GAME /gives/coupon/for',
    ]);
    expect(problemsOf({ price: {} })).toEqual(['SHAPE_FEW /price']);
    expect(problemsOf({ price: { points: 1, fen: 1 } })).toEqual(['SHAPE_ONE /price']);
    expect(problemsOf({ gives: {} })).toEqual(['SHAPE_FEW /gives']);
    expect(problemsOf({ picture: 'https://example.com/a.svg' })).toEqual(['SHAPE_PATTERN /picture']);
  });

  it('that names what there is not is refused among the others, with the nearest name', () => {
    const neighbours: DocumentSet = {
      inForce: () => [],
      accepted: () => [],
      expected: () => false,
      codes: (kind) => (kind === 'scratch' ? ['deng2'] : kind === 'game' ? ['ssq'] : []),
      families: () => new Map(),
      calendars: () => new Map(),
    };
    const found = (patch: Parameters<typeof productWith>[1]) =>
      checkProductNames(neighbours)(productWith('test', patch) as unknown as Description).map(({ code, pointer, details }) => [
        code,
        pointer,
        details?.guess,
      ]);
    expect(found({})).toEqual([]);
    expect(found({ picture: '/goods/makeup.svg' })).toEqual([['STORE_NAME', '/picture', '/goods/make-up.svg']]);
    expect(found({ gives: { item: 'renam' } })).toEqual([['STORE_NAME', '/gives/item', 'rename']]);
    expect(found({ gives: { avatar: 'rat' } })).toEqual([['STORE_NAME', '/gives/avatar', '']]);
    expect(found({ gives: { frame: 'golf' } })).toEqual([['STORE_NAME', '/gives/frame', 'gold']]);
    expect(found({ gives: { emotes: 'fan' } })).toEqual([['STORE_NAME', '/gives/emotes', 'fans']]);
    // What everybody has is not for sale.
    expect(found({ gives: { emotes: 'basic' } })).toEqual([['STORE_NAME', '/gives/emotes', '']]);
    expect(found({ gives: { scratch: { card: 'deng3' } } })).toEqual([['STORE_NAME', '/gives/scratch/card', 'deng2']]);
    expect(found({ level: 12 })).toEqual([['STORE_NAME', '/level', '1']]);
    expect(found({ gives: { coupon: { fen: 1, leastFen: 2, backDays: 7, for: 'game', game: 'sqq' } } })).toEqual([
      ['STORE_NAME', '/gives/coupon/game', 'ssq'],
    ]);
  });

  it('has a problem in both languages with file, place and remedy', () => {
    const loaded = loadDocument(JSON.stringify(productWith('test', { stock: { total: 2, day: 3 } }), null, 2), {
      file: 'test.json',
      kind: 'product',
    });
    expect(loaded.ok ? [] : loaded.problems.map((problem) => formatProblem(problem))[0]).toContain(
      '/stock/day  STORE_STOCK  每天 3 份，总共只有 2 份；减少 stock.day，或增加 stock.total',
    );
  });
});
