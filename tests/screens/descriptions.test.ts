/** The app's own screen descriptions: valid, compiled without a problem, honest about money. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { validators } from '../../engine/descriptions/generated/validators.js';
import { GENERIC_BLOCKS } from '../../engine/screens/blocks/register.ts';
import { currentFormat } from '../../engine/descriptions/migrations.ts';
import { screenFindings } from '../../engine/descriptions/screens/check.ts';
import type { RawBlock, ScreenDocument } from '../../engine/screens/core/contract.ts';
import { FRAME_BLOCKS } from '../../engine/screens/frame/register.ts';
import { LOTTERY_BLOCKS } from '../../engine/screens/lottery/register.ts';
import { SMALL_BLOCKS } from '../../engine/screens/small/register.ts';
import { SPORT_BLOCKS } from '../../engine/screens/sports/register.ts';
import { compileScreen } from '../../engine/screens/core/plan.ts';
import { productVocabulary } from '../support/vocabulary.ts';
import { compiledLeaves, markedLeaves, type SchemaNode } from './support/leaves.ts';

const folder = new URL('../../app/descriptions/', import.meta.url);
const read = <T>(path: string): T => JSON.parse(readFileSync(new URL(path, folder), 'utf8')) as T;
const screens = readdirSync(new URL('screens/', folder)).map((file) => [file, read<ScreenDocument>(`screens/${file}`)] as const);
const names = new Set([...GENERIC_BLOCKS, ...LOTTERY_BLOCKS, ...SPORT_BLOCKS, ...SMALL_BLOCKS, ...FRAME_BLOCKS].map(({ name }) => name));

const schema = read<SchemaNode>('../../schemas/screen.schema.json');
const vocabulary = productVocabulary();
const LEAVES_OF_MONEY = /\b(money|signed)\(/;
/** These show amounts in every state and carry the mark themselves. */
const MARKED = ['play-money', 'profile-card', 'bet-bar', 'slip'];

/** Every block of a tree, with those inside groups. */
const everyBlock = (blocks: readonly RawBlock[]): RawBlock[] => blocks.flatMap((block) => [block, ...everyBlock(block.blocks ?? [])]);

describe.each(screens)('%s', (file, screen) => {
  it('is valid by its schema', () => {
    const validate = validators.screen;
    if (!validate) throw new Error('no validator for screens');
    expect(validate(screen), JSON.stringify(validate.errors)).toBe(true);
    expect(`${screen.code}.json`).toBe(file);
    expect(screen.format).toBe(currentFormat('screen'));
  });

  it('compiles without a problem, and just what the schema marks', () => {
    const { problems, ...plan } = compileScreen(screen);
    expect(problems).toEqual([]);
    expect(compiledLeaves(plan)).toEqual(markedLeaves(schema, screen));
  });

  it('[S84] makes sense: sources, fields, blocks, icons, routes and calls that exist', () => {
    expect(screenFindings(screen, vocabulary)).toEqual([]);
    for (const { block } of everyBlock(screen.blocks)) expect(names.has(block), block).toBe(true);
  });

  it('says that money is play money wherever it shows an amount', () => {
    const text = JSON.stringify(screen);
    if (!LEAVES_OF_MONEY.test(text)) return;
    const marked = everyBlock(screen.blocks).some(({ block }) => MARKED.includes(block)) || text.includes('"money":true');
    expect(marked).toBe(true);
  });
});
