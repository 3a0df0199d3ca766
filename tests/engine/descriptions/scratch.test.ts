import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatProblem } from '../../../engine/descriptions/problem.ts';
import { loadDocument } from '../../../engine/descriptions/load.ts';
import { SCRATCH_CODES } from '../../../engine/descriptions/scratch/codes.ts';
import { scratchChance, scratchReturns } from '../../../engine/descriptions/scratch/pool-returns.ts';
import type { ScratchDescription } from '../../../engine/descriptions/scratch/types.ts';
import { writeScratchOdds } from '../../../tools/games/scratch-odds.ts';
import { tablesOfCodes } from '../../support/guides.ts';
import { type Edit, patchedBytes } from '../../support/patched.ts';

const ROOT = join(import.meta.dirname, '../../..');
const FOLDER = join(ROOT, 'games/scratch');
const lantern = readFileSync(join(FOLDER, 'deng2.json'), 'utf8');

const problemsOf = (edits: readonly Edit[], lang: 'zh' | 'en' = 'en'): string[] => {
  const loaded = loadDocument(patchedBytes(lantern, edits).toString('utf8'), { file: 'deng2.json' });
  return loaded.ok ? [] : loaded.problems.map((problem) => formatProblem(problem, lang));
};
const codesOf = (...edits: Edit[]): string[] => problemsOf(edits).map((line) => line.split(/\s+/).slice(1, 3).reverse().join(' '));

it.each(tablesOfCodes('add-a-card.md', SCRATCH_CODES))('$page prints the same table of codes as the program', ({ written, wanted }) => {
  expect(written).toBe(wanted);
});

describe('the three families', () => {
  // The program computes with fractions; this test lists every winning card and counts in ordinary numbers.
  it.each([
    ['deng2', 65, 4.12],
    ['yu5', 70, 4.21],
    ['jin10', 75, 5.28],
  ])('%s returns %i percent, and one card in %s wins', (code, returns, oneIn) => {
    const loaded = loadDocument(readFileSync(join(FOLDER, `${code}.json`), 'utf8'), { file: `${code}.json` });
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
    const card = loaded.document as unknown as ScratchDescription;
    const list = card.prizes.flatMap(({ fen, count }) => Array<number>(count).fill(fen));
    const paid = list.reduce((sum, fen) => sum + fen, 0);
    expect((paid * 100) / (card.tickets * card.priceFen)).toBe(returns);
    expect(Math.round((card.tickets * 100) / list.length) / 100).toBe(oneIn);
    expect(scratchReturns(card)).toEqual({ numerator: BigInt(paid), denominator: BigInt(card.tickets * card.priceFen) });
    expect(scratchChance(card)).toEqual({ numerator: BigInt(list.length), denominator: BigInt(card.tickets) });
    expect(writeScratchOdds(card, 'en')[1]).toContain(`return to player ${returns}.00%`);
  });

  it('every file of the folder passes the check', () => {
    for (const file of readdirSync(FOLDER))
      expect(loadDocument(readFileSync(join(FOLDER, file), 'utf8'), { file, kind: 'scratch' })).toMatchObject({ ok: true });
  });
});

describe('the check of a file', () => {
  it.each<[string, Edit[]]>([
    ['SCRATCH_TICKETS /prizes', [{ set: '/tickets', to: 2400 }]],
    ['SCRATCH_RETURN /prizes', [{ set: '/priceFen', to: 217 }]],
    ['SCRATCH_RETURN /prizes', [{ set: '/priceFen', to: 129 }]],
    ['SCRATCH_ORDER /prizes/1/fen', [{ set: '/prizes/1/fen', to: 100_000 }]],
    ['SCRATCH_SYMBOL /prizes/0/symbol', [{ set: '/prizes/0/symbol', to: 'crwn' }]],
    ['DUPLICATE /prizes/1/symbol', [{ set: '/prizes/1/symbol', to: 'crown' }]],
    ['DUPLICATE /symbols/9/code', [{ set: '/symbols/9/code', to: 'cloud' }]],
    ['SCRATCH_FACE /face', [{ set: '/face', to: 'card-lanten' }]],
    ['SCRATCH_BOOK /tickets', [{ set: '/tickets', to: 10_050 }]],
    ['SCREEN_ICON /symbols/0/icon', [{ set: '/symbols/0/icon', to: 'crowns' }]],
    ['SHAPE_RANGE /tickets', [{ set: '/tickets', to: 50_001 }]],
    ['SHAPE_UNKNOWN_PROPERTY /prize', [{ set: '/prize', to: 1 }]],
  ])('%s', (expected, edits) => {
    expect(codesOf(...edits).some((code) => code.startsWith(expected))).toBe(true);
  });

  it('accepts a return at either bound', () => {
    // 13,000 yuan of prizes on 10,000 cards: 60% at 2.1666 yuan, 100% at 1.30.
    expect(codesOf({ set: '/priceFen', to: 216 })).toEqual([]);
    expect(codesOf({ set: '/priceFen', to: 130 })).toEqual([]);
  });

  it('reports a wrong return with its percentage, its fraction and the remedy', () => {
    const [line = ''] = problemsOf([{ set: '/priceFen', to: 217 }], 'zh');
    expect(line).toContain('/prizes');
    expect(line).toContain('返奖率 59.90%（1300000/2170000），须在 60% 到 100% 之间；改正 prizes 的 fen 或 count，或改 priceFen');
  });
});
